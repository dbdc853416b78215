import { z } from 'zod';
import { ledgerCodes } from './call-codes.ts';
import { otherVersionSchema } from './ledger-reason.ts';

/** How this bench stands with the ledger of its site. */
export const ledgerStateSchema = z.object({
  /** As the other benches name it; null before the ledger said so. */
  bench: z.int().nullable(),
  /** Why nothing is granted, or null where it is open. */
  shut: z.enum(ledgerCodes).nullable(),
  /** The benches that have to report before it opens. */
  waitsFor: z.array(z.int()),
  /** Only if `shut` is `ledger-version`. */
  otherVersion: otherVersionSchema.optional(),
  /** What the others have not been told yet of the world that is open. */
  unreported: z.int().nonnegative(),
  /** When it last answered, or null. */
  heardAt: z.iso.datetime().nullable(),
  /** Up to when everything is known that the other benches told; null before that was ever so. */
  mirroredAt: z.iso.datetime().nullable(),
});
export type LedgerState = z.infer<typeof ledgerStateSchema>;

/** `unreportedElsewhere`: what they have not been told of the other worlds; null where nobody has looked into these yet. */
export const ledgerStandingSchema = ledgerStateSchema.extend({ unreportedElsewhere: z.int().nonnegative().nullable() });
export type LedgerStanding = z.infer<typeof ledgerStandingSchema>;
