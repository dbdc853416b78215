import type { LedgerCode } from '../../shared/call-codes.ts';
import type { Reason } from '../../shared/reason.ts';
import { versionsWith } from './protocol.ts';

/** SQLSTATEs of the server itself, as opposed to answers of the ledger's functions. */
const ofServer: readonly (readonly [RegExp, LedgerCode])[] = [
  [/^(53100|58030)$/, 'ledger-full'],
  [/^(3F000|42883|42P01)$/, 'ledger-version'],
  [/^(28...|42501)$/, 'not-paired'],
];

/** Maps an SQLSTATE to a code and a reason: the server's own message unless more is known. */
export function meaningOfServer(state: string, words: string): readonly [code: LedgerCode, why: string | Reason] {
  const code = ofServer.find(([states]) => states.test(state))?.[1] ?? 'ledger-unreachable';
  return [code, code === 'ledger-version' ? versionsWith(null) : words];
}
