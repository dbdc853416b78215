import { z } from 'zod';

/** One line of what happened to a parcel. `what` is a short name of the step, `detail` and `by` are in plain words. */
export const historyLineSchema = z.object({
  sequence: z.int(),
  at: z.iso.datetime(),
  what: z.string(),
  detail: z.string(),
  /** Who stood at the bench; empty where nobody had given a name. */
  by: z.string(),
});
export type HistoryLine = z.infer<typeof historyLineSchema>;
