import { z } from 'zod';
import { ledgerCodes } from './call-codes.ts';
import { otherVersionSchema } from './ledger-reason.ts';

/** State of this bench in the ledger of its site. */
export const ledgerStateSchema = z.object({
  /** Number of this bench in the site; null before the ledger has sent it. */
  bench: z.int().nullable(),
  /** Why nothing is reserved, or null if the ledger is open. */
  shut: z.enum(ledgerCodes).nullable(),
  /** The benches that have to report before it opens. */
  waitsFor: z.array(z.int()),
  /** Only if `shut` is `ledger-version`. */
  otherVersion: otherVersionSchema.optional(),
  /** Number of changes of the open environment that are not reported to the others yet. */
  unreported: z.int().nonnegative(),
  /** Time of its last answer, or null. */
  answeredAt: z.iso.datetime().nullable(),
  /** Everything that the other benches reported until then is known here; null if that was never complete. */
  mirroredAt: z.iso.datetime().nullable(),
});
export type LedgerState = z.infer<typeof ledgerStateSchema>;

/** `unreportedElsewhere`: number of unreported changes of the other environments; null if these have not been checked yet. */
export const ledgerStandingSchema = ledgerStateSchema.extend({ unreportedElsewhere: z.int().nonnegative().nullable() });
export type LedgerStanding = z.infer<typeof ledgerStandingSchema>;
