import { z } from 'zod';

/**
 * Is this label ours? `other` stops the bench; `cannot-compare` (a label that is only a picture) and `wrong-number` (every label
 * is ours, but there are not as many as there are parcels) are asked once. `found` is the recipient as it stands on the label.
 */
export const labelVerdictSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('match') }),
  z.object({ kind: z.literal('other'), found: z.array(z.string()) }),
  z.object({ kind: z.literal('cannot-compare'), why: z.string() }),
  z.object({
    kind: z.literal('wrong-number'),
    labels: z.int().nonnegative(),
    parcels: z.int().positive(),
    returnLabels: z.int().nonnegative(),
    returnAsked: z.boolean(),
  }),
]);
export type LabelVerdict = z.infer<typeof labelVerdictSchema>;

/** A verdict a person is asked about before anything is printed. */
export const isAsked = (verdict: LabelVerdict | null): boolean => verdict?.kind === 'cannot-compare' || verdict?.kind === 'wrong-number';
