import { z } from 'zod';

/** The protocol versions of this program and of the ledger; null if the database holds no ledger that this program can call. */
export const otherVersionSchema = z.object({ code: z.literal('ledger-version'), bench: z.int(), ledger: z.int().nullable() });

/** What another bench, or the site's ledger, has against a grant. What each says stands in `renderer/text/`. */
export const ledgerReasonSchema = z.discriminatedUnion('code', [
  /** `state`: of its attempt, as the ledger names it; one that this version does not know means that it is busy there. */
  z.object({ code: z.literal('bench-is-on'), bench: z.int() }),
  z.object({ code: z.literal('at-bench'), bench: z.int(), state: z.string() }),
  /** Nothing is known for certain that other benches did just now. */
  z.object({ code: z.literal('ledger-silent') }),
  /** Why this bench cannot leave its ledger yet. `untold`: null where that is not known of every world. */
  z.object({ code: z.literal('leaves-doubt'), count: z.int() }),
  z.object({ code: z.literal('leaves-untold'), count: z.int().nullable() }),
  z.object({ code: z.literal('waits-for-benches'), benches: z.array(z.int()) }),
  otherVersionSchema,
]);
export type LedgerReason = z.infer<typeof ledgerReasonSchema>;
