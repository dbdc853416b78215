import { z } from 'zod';
import { remarkSchema } from './remark.ts';

/** The part of a line that may name people. */
export const lineDetailSchema = z.object({ detail: remarkSchema, by: z.string() });

/** One line of a parcel's history. `what` is a short name of the step, `by` in plain words. */
export const historyLineSchema = z.object({
  sequence: z.int(),
  at: z.iso.datetime(),
  what: z.string(),
  detail: remarkSchema,
  /** The packer at the bench; empty if no name was set. */
  by: z.string(),
});
export type HistoryLine = z.infer<typeof historyLineSchema>;
