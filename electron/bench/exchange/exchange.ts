import { setImmediate as turnOfLoop } from 'node:timers/promises';
import type { Attempt } from '../../../shared/attempt.ts';
import type { ClaimCode } from '../../../shared/call-codes.ts';
import type { Failure, FailureCode } from '../../../shared/failure.ts';
import type { Message } from '../../../shared/message.ts';
import { failed, ok, type Result } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import type { Outgoing, Sent } from '../ports/courier.ts';
import type { SendUntil } from '../ports/ledger.ts';
import { anyTime } from './bench-ledger.ts';
import type { Kind } from './kinds.ts';
import { writeDown } from './write-down.ts';

/*
 * A request that is sent at most once (a shipment, a pickup, a document) is a straight line of steps:
 *
 *   recordIntent → reserve → takeForSending → sendTaken → recordOutcome
 *
 * Each step is on the disk before the next. Each takes what the step before it returned, so none can be left out. A step that returns
 * `Unsent` has undone the steps before it. No other code sends these requests.
 */

export type ExchangeContext = Pick<
  BenchContext,
  'breaker' | 'bug' | 'courier' | 'fail' | 'journal' | 'ledger' | 'log' | 'pendingWrites' | 'world'
>;

/** The row of the journal that is sent. */
export interface Exchange<C extends FailureCode> {
  readonly kind: Kind;
  readonly id: string;
  /** Reason why it may not be sent now, or undefined. Called in the tick of the intent and again in the tick of the request. */
  readonly refusal: () => Failure<C> | undefined;
}

/** The claim that the ledger must reserve before sending. */
export type Claimed = Pick<Attempt, 'what' | 'digest' | 'account'>;

/** The intent is in the journal. `attempt`: undefined if no other attempt could send the same. */
interface Intended<C extends FailureCode> extends Exchange<C> {
  readonly is: 'intended';
  readonly attempt: Attempt | undefined;
}

/** The ledger allows sending until this deadline. */
interface Reserved<C extends FailureCode> extends Omit<Intended<C>, 'is'> {
  readonly is: 'reserved';
  readonly until: SendUntil;
}

/** This caller alone may send it. `written`: result of what was written with the taking. */
interface Taken<Written = unknown> extends Pick<Reserved<never>, 'kind' | 'id' | 'attempt' | 'until'> {
  readonly is: 'taken';
  readonly written: Written;
}

type UnsentFailure<C extends FailureCode> = Failure<C | 'journal-unwritable' | ClaimCode>;

/** Nothing was sent. `taken-already`: another attempt has it. */
export type Unsent<C extends FailureCode> =
  | { readonly is: 'refused'; readonly failure: UnsentFailure<C> }
  | { readonly is: 'taken-already' };

/** Writes the intent. `write` gets the attempt if other benches know of it, and returns false if another attempt has the row. */
export async function recordIntent<C extends FailureCode>(
  context: ExchangeContext,
  exchange: Exchange<C>,
  claimed: Claimed,
  write: (shared: Attempt | undefined) => boolean,
): Promise<Intended<C> | Unsent<C>> {
  const { journal, ledger } = context;
  const refusal = exchange.refusal();
  if (refusal) return { is: 'refused', failure: refusal };
  const intended: Intended<C> = { ...exchange, is: 'intended', attempt: { ...journal.drawAttempt(), world: context.world, ...claimed } };
  const written = writeDown(context, () => {
    // Without other benches, the intent reaches the disk together with the sending state, and nothing leaves before that.
    return ledger.isShared ? write(intended.attempt) : journal.soon(() => write(undefined));
  });
  if (!written.ok) return undone<C>(context, intended, written.failure);
  return written.value ? intended : { is: 'taken-already' };
}

/** An intent that has been in the journal since an earlier call, and that no other attempt could send. */
export const intentOf = (exchange: Exchange<never>): Intended<never> => ({ ...exchange, is: 'intended', attempt: undefined });

/** Asks the ledger for the right to send it. */
export async function reserve<C extends FailureCode>(context: ExchangeContext, intended: Intended<C>): Promise<Reserved<C> | Unsent<C>> {
  // Lets the window run before waiting for the disk.
  await turnOfLoop();
  const granted = await grantOf(context, intended);
  return granted.ok ? { ...intended, is: 'reserved', until: granted.value } : undone<C>(context, intended, granted.failure);
}

/** The deadline for sending. Between the ledger's two questions the user may have cancelled, or the order may have changed. */
async function grantOf<C extends FailureCode>(
  { ledger }: ExchangeContext,
  { attempt, refusal }: Intended<C>,
): Promise<Result<SendUntil, ClaimCode | C>> {
  if (!attempt) return ok(anyTime);
  const held = await ledger.claim(attempt);
  if (!held.ok) return held;
  const stopped = ledger.isShared ? refusal() : undefined;
  if (stopped) return failed(stopped);
  return ledger.send(attempt);
}

/** Exchanges that were taken and not sent yet: each leaves this set before its request leaves the computer. */
const toSend = new WeakSet<Taken>();

/**
 * Moves it to `sending`, for exactly one caller. `write` belongs to the taking: if it throws, the taking is undone. Returns without a
 * promise if it was taken, so that the request leaves in the tick of the last check: await nothing before `sendTaken`.
 */
export function takeForSending<C extends FailureCode, Written = undefined>(
  context: ExchangeContext,
  reserved: Reserved<C>,
  write: () => Written,
): Taken<Written> | Promise<Unsent<C>> {
  const { kind, id, attempt, until, refusal } = reserved;
  const stopped = refusal();
  if (stopped) return undone<C>(context, reserved, stopped);
  const moved = writeDown(context, () => (kind.take(id) ? { written: write() } : undefined));
  if (!moved.ok) return undone<C>(context, reserved, moved.failure);
  if (!moved.value) {
    release(context, reserved);
    return Promise.resolve({ is: 'taken-already' });
  }
  const taken = { is: 'taken', kind, id, attempt, until, ...moved.value } as const;
  toSend.add(taken);
  return taken;
}

/** Undoes what was written of an exchange that was not sent. */
async function undone<C extends FailureCode>(
  context: ExchangeContext,
  intended: Pick<Intended<C>, 'kind' | 'id' | 'attempt'>,
  failure: UnsentFailure<C>,
): Promise<Unsent<C>> {
  const { kind, id } = intended;
  await context.pendingWrites.settle(id, () => {
    const state = kind.stateOf(id);
    if (state === 'intent' || state === 'sending') kind.returnUnsent(id, failure.code);
    release(context, intended);
  });
  return { is: 'refused', failure };
}

function release({ ledger }: Pick<ExchangeContext, 'ledger'>, { attempt }: Pick<Taken, 'attempt'>): void {
  if (attempt) ledger.ended(attempt.id);
}

/**
 * Sends the one request, before the deadline of the reservation and before `until`. If the program fails on it, it may have left, and no
 * answer was received. Throws only if the caller sends it a second time.
 */
export async function sendTaken(context: ExchangeContext, taken: Taken, request: Outgoing, until: SendUntil = anyTime): Promise<Sent> {
  if (!toSend.delete(taken)) throw new Error('an exchange was to be sent a second time');
  try {
    return await context.courier.sendOnce(request, earlier(taken.until, until));
  } catch (error) {
    return { is: 'silent', why: { code: 'broke-while-sending', ref: context.bug('sending', error).ref } };
  }
}

const earlier = (one: SendUntil, other: SendUntil): SendUntil => ({
  elapsed: Math.min(one.elapsed, other.elapsed),
  wall: Math.min(one.wall, other.wall),
});

/**
 * Stores the outcome of the one request, and settles it. Returns false if the disk could not store it yet: then both are repeated until it
 * can, so they must be safe to repeat.
 *
 * `settle` continues from the outcome. It may work while the disk stores the outcome. Before `onDisk` resolves, it shows nothing, and
 * releases nothing that does not wait for the disk itself.
 * `settleBroken` replaces it if the program failed on the outcome: the outcome is then stored as far as it is known.
 */
export async function recordOutcome(
  context: ExchangeContext,
  taken: Taken,
  sent: Sent,
  settle: (onDisk: Promise<void>) => Promise<unknown>,
  settleBroken: (failure: Failure) => unknown,
): Promise<boolean> {
  const { kind, id } = taken;
  context.log(kind.name, { ...kind.about(id), state: sent.is, ...(sent.is === 'answered' && { status: sent.answer.status }) });
  return context.pendingWrites.settle(
    id,
    async () => {
      writeSent(context, kind, id, sent);
      const onDisk = context.journal.onDisk();
      await Promise.all([onDisk, settle(onDisk)]);
      release(context, taken);
    },
    (error) => {
      const failure = context.bug(kind.name, error);
      return () => {
        writeBroken(context, kind, id, sent, failure);
        settleBroken(failure);
        release(context, taken);
      };
    },
  );
}

/** Stores the outcome of the one request, unless it is stored already. An answer is on the disk once `onDisk` resolves. */
function writeSent(context: ExchangeContext, kind: Kind, id: string, sent: Sent): void {
  if (kind.stateOf(id) !== 'sending') return;
  if (sent.is === 'not-sent') kind.returnUnsent(id, sent.failure.code);
  else if (sent.is === 'silent') writeUnknown(context, kind, id, sent.why);
  else context.journal.soon(() => kind.writeAnswer?.(id, sent.answer));
}

function writeBroken(context: ExchangeContext, kind: Kind, id: string, sent: Sent, { ref }: Failure): void {
  const state = kind.stateOf(id);
  if (state === 'sending' && sent.is === 'not-sent') kind.returnUnsent(id, sent.failure.code);
  else if (state === 'sending' || state === 'answered') writeUnknown(context, kind, id, { code: 'broke-on-answer', ref });
}

/** Stores that the outcome is unknown, and counts it for the circuit breaker. */
export function writeUnknown({ breaker }: Pick<BenchContext, 'breaker'>, kind: Kind, id: string, why: Message): void {
  kind.writeUnknown(id, why);
  breaker.doubtful(kind.troubleIfUnknown);
}
