import { z } from 'zod';
import { saidSchema } from './said.ts';

/** What a person is asked about before anything is printed. */
const askedVerdictSchema = z.discriminatedUnion('kind', [
  /** A label that is only a picture, say. */
  z.object({ kind: z.literal('cannot-compare'), why: saidSchema }),
  /**
   * Every label is ours, but not what was bought: some are missing or left over, only a return label came, or labels of different parcels
   * carry the same number. Then `numbers` is how many different ones they carry.
   */
  z.object({
    kind: z.literal('wrong-number'),
    labels: z.int().nonnegative(),
    parcels: z.int().positive(),
    returnLabels: z.int().nonnegative(),
    returnAsked: z.boolean(),
    numbers: z.int().positive().optional(),
  }),
  /** Ours, with the recipient's own address, although a service point was chosen. */
  z.object({ kind: z.literal('home-address') }),
]);
export type AskedVerdict = z.infer<typeof askedVerdictSchema>;

/**
 * Is this label ours? `other` stops the bench; `found` is the recipient as it stands on the label. `held-back`: a person does not want
 * it printed, which a person may take back; `was` is what was asked, null where nothing was.
 */
export const labelVerdictSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('match') }),
  z.object({ kind: z.literal('other'), found: z.array(z.string()) }),
  z.object({ kind: z.literal('held-back'), was: askedVerdictSchema.nullable() }),
  ...askedVerdictSchema.options,
]);
export type LabelVerdict = z.infer<typeof labelVerdictSchema>;

/** What is in question about a label, also of one that was held back; null where nothing is. */
export function questionedIn(verdict: LabelVerdict | null): AskedVerdict | null {
  switch (verdict?.kind) {
    case 'cannot-compare':
    case 'wrong-number':
    case 'home-address':
      return verdict;
    case 'held-back':
      return verdict.was;
    case 'match':
    case 'other':
    case undefined:
      return null;
  }
}

/** Nothing is printed before a person says so. */
export const isAsked = (verdict: LabelVerdict | null): boolean => verdict?.kind === 'held-back' || questionedIn(verdict) !== null;
