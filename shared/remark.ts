import { z } from 'zod';
import { type Message, messageSchema } from './message.ts';

/** Remark on a step of the history, or the result for a manifest: a message, or its meaning for a document. */
export type Remark =
  | Message
  | { readonly code: 'manifest-not-printed'; readonly why: Message }
  | { readonly code: 'paper-due'; readonly paper: string; readonly why: Message };

export const remarkSchema: z.ZodType<Remark> = z.union([
  z.object({ code: z.literal('manifest-not-printed'), why: messageSchema }),
  z.object({ code: z.literal('paper-due'), paper: z.string(), why: messageSchema }),
  messageSchema,
]);
