import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { JoinRefusal, LedgerCode } from '../../shared/call-codes.ts';
import type { Reason } from '../../shared/reason.ts';
import { ok, type Result } from '../../shared/result.ts';
import { askOnce } from './ask-once.ts';
import type { DatabaseAddress } from './database-address.ts';
import { meaningOfServer } from './server-codes.ts';

const siteSchema = z.object({ is: z.literal('site'), benches: z.int().nonnegative(), invitedBy: z.int().nullable() });
const acceptedSchema = z.object({ is: z.literal('accepted'), bench: z.int(), encrypted: z.base64() });
const refusedSchema = z.object({ is: z.enum(['invite-unknown', 'invite-spent', 'invite-late', 'not-paired']) });

type Fail = (code: JoinRefusal | LedgerCode, why: string | Reason) => Result<never, JoinRefusal | LedgerCode>;

type Refused = Extract<Awaited<ReturnType<typeof askOnce>>, { is: 'refused' }>;

interface Invited {
  readonly address: DatabaseAddress;
  readonly ticket: Uint8Array;
  readonly token: Uint8Array;
  readonly fail: Fail;
}

/** The number of other benches of a site, and the one that shows the code; null if none does. */
export type SiteAtLedger = Omit<z.infer<typeof siteSchema>, 'is'>;

/**
 * Asks a ledger for the site that a ticket is for; without a ticket, for the site of a token. The ledger receives only the ticket and the
 * hash of the token.
 */
export async function nameSite({
  address,
  ticket,
  token,
  fail,
}: Omit<Invited, 'ticket'> & { readonly ticket: Uint8Array | null }): Promise<Result<SiteAtLedger, JoinRefusal | LedgerCode>> {
  const answered = await askOnce(address, 'name_site', [ticket && Buffer.from(ticket), hashOf(token)]);
  if (answered.is === 'refused') return refusalBy(answered, ticket !== null, fail);
  const site = siteSchema.safeParse(answered.answer);
  if (!site.success) return refusalIn(answered.answer, fail);
  const { benches, invitedBy } = site.data;
  return ok({ benches, invitedBy });
}

/**
 * Sends the ledger a ticket and the hash of a token that this bench drew for itself: the token identifies the bench from then on. Safe to
 * repeat.
 */
export async function acceptInvite({
  address,
  ticket,
  token,
  fail,
}: Invited): Promise<Result<{ readonly bench: number; readonly packed: Uint8Array }, JoinRefusal | LedgerCode>> {
  const answered = await askOnce(address, 'accept', [Buffer.from(ticket), hashOf(token)]);
  if (answered.is === 'refused') return refusalBy(answered, true, fail);
  const accepted = acceptedSchema.safeParse(answered.answer);
  if (!accepted.success) return refusalIn(answered.answer, fail);
  return ok({ bench: accepted.data.bench, packed: new Uint8Array(Buffer.from(accepted.data.encrypted, 'base64')) });
}

const hashOf = (token: Uint8Array): Buffer => createHash('sha256').update(token).digest();

/** A code that expired or was withdrawn names a user that may not log in any more. */
function refusalBy({ code, why }: Refused, isByCode: boolean, fail: Fail): Result<never, JoinRefusal | LedgerCode> {
  return isByCode && code.startsWith('28') ? fail('invite-late', why) : fail(...meaningOfServer(code, why));
}

function refusalIn(answer: unknown, fail: Fail): Result<never, JoinRefusal | LedgerCode> {
  const refused = refusedSchema.safeParse(answer);
  return refused.success ? fail(refused.data.is, '') : fail('ledger-unreadable', 'an answer of another shape');
}
