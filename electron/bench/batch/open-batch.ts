import { type BatchLine, type BatchState, type BatchView, isOut, lineOfBooking, mayFollow } from '../../../shared/batch.ts';
import { type Booking, isSettledOrOpen } from '../../../shared/booking.ts';
import type { Failure } from '../../../shared/failure.ts';
import { asWritten } from '../../../shared/message.ts';
import type { OrderKey } from '../../../shared/order.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import { refused } from '../exchange/refusal.ts';
import { writeDown } from '../exchange/write-down.ts';

type LineContext = Pick<BenchContext, 'courier' | 'fail' | 'journal' | 'log'>;

/** One order of the batch, in its current state. */
export interface Placed {
  readonly position: number;
  line: BatchLine;
}

/** Reason of the pause, and the order that caused it. */
export type Paused = Pick<BatchView, 'paused' | 'pausedAt'>;

/** The open batch, if any: its state and its lines, with each change stored in the journal. */
export interface OpenBatch {
  id(): string;
  state(): BatchState;
  paused(): Paused;
  /** True if a user stopped it: neither a pause nor a restart undoes that, and nothing more of it is bought. */
  isStopped(): boolean;
  /** In picking order. */
  lines(): readonly Placed[];
  /** The line that ships this order, alone or in one parcel with others. */
  ofKey(key: OrderKey): Placed | undefined;
  ofBooking(bookingId: string): Placed | undefined;
  begin(lines: readonly BatchLine[]): Result<Record<string, never>, 'journal-unwritable'>;
  /** False if the transition is not allowed. */
  to(state: BatchState, paused?: 'person' | 'restart'): boolean;
  /** Pauses the batch for a failure that would stop every order. `at`: the order that met it, if any. */
  pause(why: Failure, at?: Placed): void;
  /** Changes a line. If the disk fails now, nothing is lost: a restart finds the state by the booking. */
  set(placed: Placed, change: Partial<BatchLine>): void;
}

const notPaused: Paused = { paused: null, pausedAt: null };

export function createOpenBatch(context: LineContext, moved: () => void): OpenBatch {
  const { journal } = context;
  const kept = journal.batch();
  let id = kept?.id ?? '';
  let state: BatchState = kept?.state ?? 'closed';
  let paused = notPaused;
  let isStopped = state === 'stopping';
  let lines: readonly Placed[] = kept?.lines.map((each) => ({ ...each })) ?? [];
  let byKey = new Map<OrderKey, Placed>();
  const byBooking = new Map<string, Placed>();
  const index = (): void => {
    byKey = new Map(lines.map((placed) => [placed.line.orderKey, placed]));
    byBooking.clear();
    for (const placed of lines) if (placed.line.bookingId !== null) byBooking.set(placed.line.bookingId, placed);
  };

  const set: OpenBatch['set'] = (placed, change) => {
    const line = { ...placed.line, ...change };
    placed.line = line;
    if (line.bookingId !== null) byBooking.set(line.bookingId, placed);
    writeDown(context, () => journal.soon(() => journal.writeBatchLine(id, placed.position, line)));
    moved();
  };

  function move(next: BatchState, why: Paused): boolean {
    if (!mayFollow(state, next)) return false;
    isStopped = next === 'stopping' || (isStopped && next === 'paused');
    // A stopped batch that is paused is stored as `stopping`, so that a restart finds it stopped.
    writeDown(context, () => journal.moveBatch(id, isStopped ? 'stopping' : next));
    state = next;
    paused = why;
    context.log('batch', { state });
    moved();
    return true;
  }
  const to: OpenBatch['to'] = (next, why) => move(next, { ...notPaused, paused: why ?? null });

  index();
  // The user's agreement counts only once the batch runs.
  if (state === 'ready') for (const placed of lines) if (placed.line.state === 'agreed') set(placed, { state: 'quoted' });
  if (state === 'running' || state === 'stopping' || state === 'paused') {
    for (const placed of lines) {
      const found = foundAtStart(context, placed.line);
      if (found) set(placed, found);
      if (isStopped && placed.line.state === 'agreed') set(placed, { state: 'left' });
    }
    if (state !== 'paused') to('paused', 'restart');
    else paused = { ...notPaused, paused: 'restart' };
  }

  return {
    id: () => id,
    state: () => state,
    paused: () => paused,
    isStopped: () => isStopped,
    lines: () => lines,
    ofKey(key) {
      const own = byKey.get(key);
      if (own && own.line.state !== 'joined') return own;
      return lines.find(({ line }) => line.joined?.includes(key)) ?? own;
    },
    ofBooking(bookingId) {
      const placed = byBooking.get(bookingId);
      return placed?.line.bookingId === bookingId ? placed : undefined;
    },
    begin(begun) {
      const opened = writeDown(context, () => journal.openBatch(begun));
      if (!opened.ok) return opened;
      id = opened.value;
      [state, paused] = ['quoting', notPaused];
      lines = begun.map((line, position) => ({ position, line }));
      index();
      moved();
      return ok({});
    },
    to,
    pause: (why, at) => void move('paused', { paused: why, pausedAt: at?.line.orderKey ?? null }),
    set,
  };
}

/** State of a line that the last run left; undefined if it is unchanged. */
function foundAtStart(context: LineContext, line: BatchLine): Partial<BatchLine> | undefined {
  if (isOut(line) || line.state === 'printed' || line.state === 'to-quote' || line.state === 'asked') return undefined;
  const { journal } = context;
  const latest = journal.latestOf(line.orderKey);
  const own = line.bookingId === null ? undefined : journal.booking(line.bookingId);
  // Bought by the last run, which could not store the booking in this line.
  const booking = own ?? (latest && isSettledOrOpen(latest) && journal.isParked(latest.id) ? latest : undefined);
  // A parcel of several orders stops in a sentence before it is bought.
  if (!booking) return latest && isSettledOrOpen(latest) && !line.joined ? { state: 'left' } : undefined;
  const { state, failure, countedMore } = lineNow(context, booking);
  if (state === 'quoted') return line.state === 'buying' ? { state: 'agreed', bookingId: booking.id } : undefined;
  // A stopped line is the user's to settle: after that, its label prints.
  if (state === 'stopped' && journal.isParked(booking.id)) journal.park(booking.id, false);
  // Keeps the failure with the service's message.
  const isSame = failure !== null && failure.code === line.failure?.code;
  return { state, failure: isSame ? line.failure : failure, bookingId: booking.id, ...(countedMore && { countedMore }) };
}

/** State of a line by its booking. The service's message about a refusal is in the booking, so a restart changes no reason. */
export function lineNow(context: LineContext, booking: Booking): Pick<BatchLine, 'state' | 'failure' | 'countedMore'> {
  const { state, code, countedMore = false } = lineOfBooking(booking);
  if (code === 'booking-rejected') return { state, failure: refused(context, code, asWritten(booking.messages)).failure };
  return { state, failure: code ? context.fail(code, booking.orderKey).failure : null, ...(countedMore && { countedMore }) };
}
