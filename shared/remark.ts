import { z } from 'zod';
import { type Said, saidSchema } from './said.ts';

/** Remark on a step of the history, or the result for a manifest: a message, or its meaning for a document. */
export type Remark =
  | Said
  | { readonly code: 'manifest-not-printed'; readonly why: Said }
  | { readonly code: 'paper-due'; readonly paper: string; readonly why: Said };

export const remarkSchema: z.ZodType<Remark> = z.union([
  z.object({ code: z.literal('manifest-not-printed'), why: saidSchema }),
  z.object({ code: z.literal('paper-due'), paper: z.string(), why: saidSchema }),
  saidSchema,
]);
