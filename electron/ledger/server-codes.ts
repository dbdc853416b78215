import type { LedgerCode } from '../../shared/call-codes.ts';

/** What the server says of itself, beside what the ledger's functions answer. */
const ofServer: readonly (readonly [RegExp, LedgerCode])[] = [
  [/^(53100|58030)$/, 'ledger-full'],
  [/^(3F000|42883|42P01)$/, 'ledger-older'],
  [/^(28...|42501)$/, 'not-paired'],
];

/** What an SQLSTATE means for the bench. */
export const codeOfServer = (state: string): LedgerCode => ofServer.find(([states]) => states.test(state))?.[1] ?? 'ledger-unreachable';
