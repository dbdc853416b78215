import { z } from 'zod';
import { type Reason, reasonSchema } from './reason.ts';

/** What is said of something: by others in their own words, as they came, or by this program, as a code. */
export type Said = string | Reason;

/** A code that this version does not have any more is read as itself: it hides nothing that stands beside it. */
export const saidSchema: z.ZodType<Said> = z.union([
  z.string(),
  reasonSchema,
  z.object({ code: z.string() }).transform(({ code }) => code),
]);

/** The words of others among these. */
export const asWritten = (said: readonly Said[]): string[] => said.filter((each) => typeof each === 'string');
