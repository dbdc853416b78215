import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { JoinRefusal, LedgerCode } from '../../shared/call-codes.ts';
import { ok, type Result } from '../../shared/result.ts';
import { createConnection } from './connection.ts';
import type { DatabaseAddress } from './database-address.ts';
import { codeOfServer } from './server-codes.ts';
import { ledgerLimits } from './shared-ledger.ts';

const acceptedSchema = z.object({ is: z.literal('accepted'), bench: z.int(), sealed: z.base64() });
const refusedSchema = z.object({ is: z.enum(['invite-unknown', 'invite-spent', 'invite-late']) });

/** Shows the ledger a ticket and the hash of a token that this bench drew for itself: from then on it is known by that. Safe to repeat. */
export async function acceptInvite({
  address,
  ticket,
  token,
  fail,
}: {
  readonly address: DatabaseAddress;
  readonly ticket: Uint8Array;
  readonly token: Uint8Array;
  readonly fail: (code: JoinRefusal | LedgerCode, why: string) => Result<never, JoinRefusal | LedgerCode>;
}): Promise<Result<{ readonly bench: number; readonly packed: Uint8Array }, JoinRefusal | LedgerCode>> {
  const connection = createConnection(() => address, ledgerLimits);
  try {
    const opened = await connection.open();
    if (opened.is === 'refused') return fail(codeOfServer(opened.code), opened.why);
    const heard = await connection.ask(connection.current(), 'accept', [Buffer.from(ticket), createHash('sha256').update(token).digest()]);
    if (heard.is === 'refused') return fail(codeOfServer(heard.code), heard.why);
    const accepted = acceptedSchema.safeParse(heard.answer);
    if (accepted.success) return ok({ bench: accepted.data.bench, packed: new Uint8Array(Buffer.from(accepted.data.sealed, 'base64')) });
    const refused = refusedSchema.safeParse(heard.answer);
    return refused.success ? fail(refused.data.is, '') : fail('ledger-newer', 'an answer of another shape');
  } finally {
    await connection.close();
  }
}
