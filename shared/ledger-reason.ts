import { z } from 'zod';

/** Protocol versions of this program and of the ledger; null if the database contains no ledger that this program can call. */
export const otherVersionSchema = z.object({ code: z.literal('ledger-version'), bench: z.int(), ledger: z.int().nullable() });

/** Why another bench, or the site's ledger, refuses a reservation. The sentences are in `renderer/text/`. */
export const ledgerReasonSchema = z.discriminatedUnion('code', [
  /** `state`: state of its attempt in the ledger. A state that this version does not know means that the attempt is busy there. */
  z.object({ code: z.literal('bench-is-on'), bench: z.int() }),
  z.object({ code: z.literal('at-bench'), bench: z.int(), state: z.string() }),
  /** The PIN is right at this bench, and the site has another one. */
  z.object({ code: z.literal('pin-of-site') }),
  /** Nothing is known for certain about the latest actions of other benches. */
  z.object({ code: z.literal('ledger-silent') }),
  /** Why this bench cannot leave its ledger yet. `failedReports`: null if that is not known for every environment. */
  z.object({ code: z.literal('leaves-doubt'), count: z.int() }),
  z.object({ code: z.literal('leaves-unreported'), count: z.int().nullable() }),
  z.object({ code: z.literal('waits-for-benches'), benches: z.array(z.int()) }),
  otherVersionSchema,
]);
export type LedgerReason = z.infer<typeof ledgerReasonSchema>;
