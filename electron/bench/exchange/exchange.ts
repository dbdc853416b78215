import { setImmediate as turn } from 'node:timers/promises';
import type { Attempt } from '../../../shared/attempt.ts';
import type { ClaimCode } from '../../../shared/call-codes.ts';
import type { Failure, FailureCode } from '../../../shared/failure.ts';
import { failed, ok, type Result } from '../../../shared/result.ts';
import type { Said } from '../../../shared/said.ts';
import type { BenchContext } from '../context.ts';
import type { Outgoing, Sent } from '../ports/courier.ts';
import type { SendUntil } from '../ports/ledger.ts';
import { anyTime } from './bench-ledger.ts';
import type { Kind } from './kinds.ts';
import { writeDown } from './write-down.ts';

/** A request that is sent at most once: a shipment, a pickup, a document. */
export interface Exchange<C extends FailureCode> {
  readonly kind: Kind;
  readonly id: string;
  readonly request: Outgoing;
  /** Claim that the ledger must reserve before sending; undefined if no other attempt could send the same. */
  readonly claimed: Pick<Attempt, 'what' | 'digest' | 'account'> | undefined;
  /** Deadline for sending, however long the reservation lasts. */
  readonly until?: SendUntil;
  /** Reason why it may not be sent now, or undefined. Called in the tick of the intent and again in the tick of the request. */
  readonly refusal: () => Failure<C> | undefined;
  /** Stores the intent, with the attempt if other benches know of it. False if another attempt has it: then nothing is sent. */
  readonly writeIntent: (shared: Attempt | undefined) => boolean;
  /** Called when it is taken for sending; if this throws, the taking is undone and nothing is sent. */
  readonly taken?: () => void;
  /** Wraps the one request, for callers that have to observe it. */
  readonly around?: (send: () => Promise<Sent>) => Promise<Sent>;
  /**
   * Continues from the outcome while the disk stores it: shows nothing, and releases nothing that does not wait for the disk itself. Called
   * again if the disk failed; safe to repeat.
   */
  readonly written?: (sent: Sent) => Promise<void>;
  /** Shows the outcome and continues from there, once it is on the disk. Called again if the disk failed; safe to repeat. */
  readonly ended: (sent: Sent) => unknown;
  /** Continues if the program failed on the outcome: stores as much of it as is known. Safe to repeat. */
  readonly broke: (failure: Failure, sent: Sent) => unknown;
}

/** Reasons why nothing was sent. */
type UnsentCode = 'journal-unwritable' | ClaimCode;

export type Exchanged<C extends FailureCode> =
  /** Nothing was sent. */
  | { readonly is: 'refused'; readonly failure: Failure<C | UnsentCode> }
  | { readonly is: 'taken-already' }
  /** `isWritten`: false if the journal could not store the outcome yet; it is stored as soon as the disk allows. */
  | { readonly is: 'sent'; readonly sent: Sent; readonly isWritten: boolean };

/**
 * Runs intent, reservation, sending, the one request, its raw answer and its meaning: each is on the disk before the next.
 * No other code sends these requests.
 */
export async function exchangeOnce<C extends FailureCode>(context: BenchContext, exchange: Exchange<C>): Promise<Exchanged<C>> {
  const { kind, id, refusal, writeIntent } = exchange;
  const { journal, ledger } = context;
  const why = refusal();
  if (why) return { is: 'refused', failure: why };
  const attempt = attemptOf(context, exchange);
  const shared = ledger.isShared ? attempt : undefined;
  const intended = writeDown(context, () => {
    // Without other benches, the intent reaches the disk together with the sending state, and nothing leaves before that.
    return shared ? writeIntent(shared) : journal.soon(() => writeIntent(undefined));
  });
  if (!intended.ok) return takenBack(context, exchange, attempt, intended.failure);
  if (!intended.value) return { is: 'taken-already' };
  // Lets the window run before waiting for the disk.
  await turn();
  const granted = attempt ? await grantOf(context, exchange, attempt) : ok(anyTime);
  if (!granted.ok) return takenBack(context, exchange, attempt, granted.failure);
  const stopped = refusal();
  if (stopped) return takenBack(context, exchange, attempt, stopped);
  const taken = writeDown(context, () => {
    if (!kind.take(id)) return false;
    exchange.taken?.();
    return true;
  });
  if (!taken.ok) return takenBack(context, exchange, attempt, taken.failure);
  if (!taken.value) {
    if (attempt) ledger.ended(attempt.id);
    return { is: 'taken-already' };
  }
  return sendTaken(context, exchange, attempt, earlier(granted.value, exchange.until ?? anyTime));
}

const earlier = (one: SendUntil, other: SendUntil): SendUntil => ({
  elapsed: Math.min(one.elapsed, other.elapsed),
  wall: Math.min(one.wall, other.wall),
});

const attemptOf = <C extends FailureCode>(context: BenchContext, { claimed }: Exchange<C>): Attempt | undefined =>
  claimed && { id: context.id(), world: context.world, ...claimed };

/** The deadline for sending. Between its two questions, and after them, the user may have cancelled, or the order may have changed. */
async function grantOf<C extends FailureCode>(
  { ledger }: BenchContext,
  { refusal }: Exchange<C>,
  attempt: Attempt,
): Promise<Result<SendUntil, ClaimCode | C>> {
  const held = await ledger.claim(attempt);
  if (!held.ok) return held;
  const stopped = ledger.isShared ? refusal() : undefined;
  if (stopped) return failed(stopped);
  return ledger.send(attempt);
}

/** Nothing was sent: undoes the attempt once the disk allows it. */
async function takenBack<C extends FailureCode>(
  context: BenchContext,
  { kind, id }: Exchange<C>,
  attempt: Attempt | undefined,
  failure: Failure<C | UnsentCode>,
): Promise<Exchanged<C>> {
  await context.pendingWrites.settle(id, () => {
    const state = kind.stateOf(id);
    if (state === 'intent' || state === 'sending') kind.returnUnsent(id, failure.code);
    if (attempt) context.ledger.ended(attempt.id);
  });
  return { is: 'refused', failure };
}

async function sendTaken<C extends FailureCode>(
  context: BenchContext,
  exchange: Exchange<C>,
  attempt: Attempt | undefined,
  until: SendUntil,
): Promise<Exchanged<C>> {
  const { kind, id, request, around = (send) => send(), written, ended, broke } = exchange;
  const sent = await around(() => sendOnce(context, request, until));
  const release = (): void => {
    if (attempt) context.ledger.ended(attempt.id);
  };
  context.log(kind.name, { ...kind.about(id), state: sent.is, ...(sent.is === 'answered' && { status: sent.answer.status }) });
  if (sent.is === 'not-sent') context.breaker.observe(failed(sent.failure));
  const isWritten = await context.pendingWrites.settle(
    id,
    async () => {
      writeSent(context, kind, id, sent);
      await Promise.all([context.journal.onDisk(), written?.(sent)]);
      await ended(sent);
      release();
    },
    (error) => {
      const failure = context.bug(kind.name, error);
      return () => {
        writeBroken(context, kind, id, sent, failure);
        broke(failure, sent);
        release();
      };
    },
  );
  return { is: 'sent', sent, isWritten };
}

/** If the program fails on the request, it may have left, and no answer was received. Never throws. */
async function sendOnce(context: BenchContext, request: Outgoing, until: SendUntil): Promise<Sent> {
  try {
    return await context.courier.sendOnce(request, until);
  } catch (error) {
    return { is: 'silent', why: { code: 'broke-while-sending', ref: context.bug('sending', error).ref } };
  }
}

/** Stores the outcome of the one request, unless it is stored already. An answer is on the disk once `onDisk` resolves. */
function writeSent(context: BenchContext, kind: Kind, id: string, sent: Sent): void {
  if (kind.stateOf(id) !== 'sending') return;
  if (sent.is === 'not-sent') kind.returnUnsent(id, sent.failure.code);
  else if (sent.is === 'silent') writeUnknown(context, kind, id, sent.why);
  else context.journal.soon(() => kind.writeAnswer?.(id, sent.answer));
}

function writeBroken(context: BenchContext, kind: Kind, id: string, sent: Sent, { ref }: Failure): void {
  const state = kind.stateOf(id);
  if (state === 'sending' && sent.is === 'not-sent') kind.returnUnsent(id, sent.failure.code);
  else if (state === 'sending' || state === 'answered') writeUnknown(context, kind, id, { code: 'broke-on-answer', ref });
}

/** Stores that the outcome is unknown, and counts it for the circuit breaker. */
export function writeUnknown({ breaker }: Pick<BenchContext, 'breaker'>, kind: Kind, id: string, why: Said): void {
  kind.writeUnknown(id, why);
  breaker.doubtful(kind.silenceSays);
}
