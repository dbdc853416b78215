import { z } from 'zod';
import { messageSchema } from './message.ts';

/** Results that need a person's decision before anything is printed. */
const askedVerdictSchema = z.discriminatedUnion('kind', [
  /** For example, a label that is only a picture. */
  z.object({ kind: z.literal('cannot-compare'), why: messageSchema }),
  /**
   * Every label is for this order, but they do not match the purchase: some are missing or surplus, only a return label came, or labels
   * of different parcels have the same number. In that case `numbers` is the count of different numbers.
   */
  z.object({
    kind: z.literal('wrong-number'),
    labels: z.int().nonnegative(),
    parcels: z.int().positive(),
    returnLabels: z.int().nonnegative(),
    returnAsked: z.boolean(),
    numbers: z.int().positive().optional(),
  }),
  /** The label is for this order, with the recipient's own address, although a service point was chosen. */
  z.object({ kind: z.literal('home-address') }),
]);
export type AskedVerdict = z.infer<typeof askedVerdictSchema>;

/**
 * Result of comparing a label with its order. `other` stops the bench; `found` is the recipient on the label. `held-back`: a person
 * rejected printing, which a person may undo; `was` is the earlier question, null if there was none.
 */
export const labelVerdictSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('match') }),
  z.object({ kind: z.literal('other'), found: z.array(z.string()) }),
  z.object({ kind: z.literal('held-back'), was: askedVerdictSchema.nullable() }),
  ...askedVerdictSchema.options,
]);
export type LabelVerdict = z.infer<typeof labelVerdictSchema>;

/** The open question about a label, even if it was held back; null if there is none. */
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

/** True if nothing is printed before a person decides. */
export const isAsked = (verdict: LabelVerdict | null): boolean => verdict?.kind === 'held-back' || questionedIn(verdict) !== null;
