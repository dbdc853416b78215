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

/** Something that is sent at most once: a shipment, a pickup, a document. */
export interface Exchange<C extends FailureCode> {
  readonly kind: Kind;
  readonly id: string;
  readonly request: Outgoing;
  /** What has to be granted before it may be sent; undefined for what no other attempt could send as well. */
  readonly claimed: Pick<Attempt, 'what' | 'digest' | 'account'> | undefined;
  /** Until when it may leave, however long it is granted. */
  readonly until?: SendUntil;
  /** Why it may not be sent now, or undefined. Asked in the tick of the intent and once more in the tick of the request. */
  readonly refusal: () => Failure<C> | undefined;
  /** Writes the intent down, with the attempt where other benches know of it. False where another attempt has it: then nothing is sent. */
  readonly writeIntent: (shared: Attempt | undefined) => boolean;
  /** It is taken for sending; where this fails it is taken back, and nothing is sent. */
  readonly taken?: () => void;
  /** Around the one request, where something has to know of it. */
  readonly around?: (send: () => Promise<Sent>) => Promise<Sent>;
  /**
   * Goes on from how it ended while the disk takes that: tells nobody, and lets nothing out that does not wait for the disk itself.
   * Called again where the disk did not take it; safe to repeat.
   */
  readonly written?: (sent: Sent) => Promise<void>;
  /** Tells how it ended and goes on from there, once that is on the disk. Called again where the disk did not take it; safe to repeat. */
  readonly ended: (sent: Sent) => unknown;
  /** Goes on where the program failed on how it ended: what became of it is written down as far as it is known. Safe to repeat. */
  readonly broke: (failure: Failure, sent: Sent) => unknown;
}

/** Why nothing was sent that was asked for. */
type UnsentCode = 'journal-unwritable' | ClaimCode;

export type Exchanged<C extends FailureCode> =
  /** Nothing was sent. */
  | { readonly is: 'refused'; readonly failure: Failure<C | UnsentCode> }
  | { readonly is: 'taken-already' }
  /** `isWritten`: false where how it ended is owed to the journal, and written as soon as the disk takes it. */
  | { readonly is: 'sent'; readonly sent: Sent; readonly isWritten: boolean };

/**
 * Intent, grant, sending, the one request, its answer as it came, what it means: each on the disk before the next. Nothing else sends
 * these.
 */
export async function exchangeOnce<C extends FailureCode>(context: BenchContext, exchange: Exchange<C>): Promise<Exchanged<C>> {
  const { kind, id, refusal, writeIntent } = exchange;
  const { journal, ledger } = context;
  const why = refusal();
  if (why) return { is: 'refused', failure: why };
  const attempt = attemptOf(context, exchange);
  const shared = ledger.isShared ? attempt : undefined;
  const intended = writeDown(context, () => {
    // What nobody else is asked about is on the disk with the sending, before which nothing leaves.
    return shared ? writeIntent(shared) : journal.soon(() => writeIntent(undefined));
  });
  if (!intended.ok) return takenBack(context, exchange, attempt, intended.failure);
  if (!intended.value) return { is: 'taken-already' };
  // The window gets its turn before the disk is waited for.
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

/** Until when it may leave. Between its two questions, and behind them, a person may have changed their mind, or somebody the order. */
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

/** Nothing was sent: what stands of the attempt is taken back, once the disk takes it. */
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

/** Where the program fails on the request it may have left, and nothing was heard of it. Never throws. */
async function sendOnce(context: BenchContext, request: Outgoing, until: SendUntil): Promise<Sent> {
  try {
    return await context.courier.sendOnce(request, until);
  } catch (error) {
    return { is: 'silent', why: { code: 'broke-while-sending', ref: context.bug('sending', error).ref } };
  }
}

/** What became of the one request, unless it is written down already. An answer is on the disk once the journal says so. */
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

/** Nobody knows what became of it: written down, and counted by the breaker. */
export function writeUnknown({ breaker }: Pick<BenchContext, 'breaker'>, kind: Kind, id: string, why: Said): void {
  kind.writeUnknown(id, why);
  breaker.doubtful(kind.silenceSays);
}
