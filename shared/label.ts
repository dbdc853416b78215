import { z } from 'zod';

/**
 * Is this label ours? `other` stops the bench; `cannot-compare` (a label that is only a picture) is asked once.
 * `found` is the recipient as it stands on the label, for the screen.
 */
export const labelVerdictSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('match') }),
  z.object({ kind: z.literal('other'), found: z.array(z.string()) }),
  z.object({ kind: z.literal('cannot-compare'), why: z.string() }),
]);
export type LabelVerdict = z.infer<typeof labelVerdictSchema>;
