import { z } from 'zod';
import { type Reason, reasonSchema } from './reason.ts';

/** A message about something: text of another system, unchanged, or a code of this program. */
export type Message = string | Reason;

/** A code that this version no longer has is read as plain text, so it does not hide the entries next to it. */
export const messageSchema: z.ZodType<Message> = z.union([
  z.string(),
  reasonSchema,
  z.object({ code: z.string() }).transform(({ code }) => code),
]);

/** The texts of other systems among these. */
export const asWritten = (messages: readonly Message[]): string[] => messages.filter((each) => typeof each === 'string');
