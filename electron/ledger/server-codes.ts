import type { LedgerCode } from '../../shared/call-codes.ts';
import type { Reason } from '../../shared/reason.ts';
import { versionsWith } from './protocol.ts';

/** What the server says of itself, beside what the ledger's functions answer. */
const ofServer: readonly (readonly [RegExp, LedgerCode])[] = [
  [/^(53100|58030)$/, 'ledger-full'],
  [/^(3F000|42883|42P01)$/, 'ledger-version'],
  [/^(28...|42501)$/, 'not-paired'],
];

/** What an SQLSTATE means for the bench, and why: the server's own words unless more is known. */
export function meaningOfServer(state: string, words: string): readonly [code: LedgerCode, why: string | Reason] {
  const code = ofServer.find(([states]) => states.test(state))?.[1] ?? 'ledger-unreachable';
  return [code, code === 'ledger-version' ? versionsWith(null) : words];
}
