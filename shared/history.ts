import { z } from 'zod';
import { remarkSchema } from './remark.ts';

/** One line of what happened to a parcel. `what` is a short name of the step, `by` in plain words. */
export const historyLineSchema = z.object({
  sequence: z.int(),
  at: z.iso.datetime(),
  what: z.string(),
  detail: remarkSchema,
  /** Who stood at the bench; empty where nobody had given a name. */
  by: z.string(),
});
export type HistoryLine = z.infer<typeof historyLineSchema>;
