import type { LedgerReason } from '../../shared/ledger-reason.ts';

/**
 * The version of the ledger, and of the data that benches exchange, that this program works with: `schemaNumber` in `ledger/install.ts`.
 * Raise both with any change of either; `test/ledger/protocol.test.ts` notices a change.
 */
export const protocol = 1;

/** The reason of `ledger-version`; null if the database holds no ledger, or one without the function that was called. */
export const versionsWith = (ledger: number | null): LedgerReason => ({ code: 'ledger-version', bench: protocol, ledger });
