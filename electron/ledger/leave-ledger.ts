import { z } from 'zod';
import type { LedgerCode } from '../../shared/call-codes.ts';
import type { Reason } from '../../shared/reason.ts';
import { ok, type Result } from '../../shared/result.ts';
import { askOnce } from './ask-once.ts';
import type { DatabaseAddress } from './database-address.ts';
import { meaningOfServer } from './server-codes.ts';

const answerSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('left') }),
  z.object({ is: z.literal('not-paired') }),
  z.object({ is: z.literal('not-done'), inDoubt: z.int(), unreported: z.int() }),
  z.object({ is: z.literal('ledger-frozen') }),
]);

/**
 * `gone`: the ledger no longer knows this bench, since now or before. Otherwise it stays: with the open items it would leave behind, or
 * `frozen` if others wait for it.
 */
export type Departure = 'gone' | 'frozen' | { readonly inDoubt: number; readonly unreported: number };

/** Removes this bench from the ledger for good, unless it would leave open items behind. Safe to repeat. */
export async function leaveLedger({
  address,
  token,
  fail,
}: {
  readonly address: DatabaseAddress;
  readonly token: Uint8Array;
  readonly fail: (code: LedgerCode, why: string | Reason) => Result<never, LedgerCode>;
}): Promise<Result<Departure, LedgerCode>> {
  const answered = await askOnce(address, 'leave', [Buffer.from(token)]);
  if (answered.is === 'refused') return fail(...meaningOfServer(answered.code, answered.why));
  const answer = answerSchema.safeParse(answered.answer);
  if (!answer.success) return fail('ledger-unreadable', 'an answer of another shape');
  if (answer.data.is === 'ledger-frozen') return ok('frozen');
  return ok(answer.data.is === 'not-done' ? { inDoubt: answer.data.inDoubt, unreported: answer.data.unreported } : 'gone');
}
