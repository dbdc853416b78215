import { z } from 'zod';
import { type Reason, reasonSchema } from './reason.ts';

/** A message about something: text of another system, unchanged, or a code of this program. */
export type Said = string | Reason;

/** A code that this version no longer has is read as plain text, so it does not hide the entries next to it. */
export const saidSchema: z.ZodType<Said> = z.union([
  z.string(),
  reasonSchema,
  z.object({ code: z.string() }).transform(({ code }) => code),
]);

/** The texts of other systems among these. */
export const asWritten = (said: readonly Said[]): string[] => said.filter((each) => typeof each === 'string');
