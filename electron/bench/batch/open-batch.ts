import { type BatchLine, type BatchState, type BatchView, lineOfBooking, mayFollow } from '../../../shared/batch.ts';
import { type Booking, isSettledOrOpen } from '../../../shared/booking.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { OrderKey } from '../../../shared/order.ts';
import { ok, type Result } from '../../../shared/result.ts';
import { asWritten } from '../../../shared/said.ts';
import type { BenchContext } from '../context.ts';
import { refused } from '../exchange/refusal.ts';
import { writeDown } from '../exchange/write-down.ts';

/** One order of the batch, as it is now. */
export interface Placed {
  readonly position: number;
  line: BatchLine;
}

/** Why it is paused, and at which order. */
export type Paused = Pick<BatchView, 'paused' | 'pausedAt'>;

/** The batch that is open, if one is: its state and its lines, each change of them kept in the journal. */
export interface OpenBatch {
  /** Another one for each batch. */
  id(): string;
  state(): BatchState;
  paused(): Paused;
  /** A person stopped it: no pause and no start undoes that, nothing more of it is bought. */
  isStopped(): boolean;
  /** In the order they are picked. */
  lines(): readonly Placed[];
  ofKey(key: OrderKey): Placed | undefined;
  ofBooking(bookingId: string): Placed | undefined;
  begin(lines: readonly BatchLine[]): Result<Record<string, never>, 'journal-unwritable'>;
  /** False where it cannot follow. */
  to(state: BatchState, paused?: 'person' | 'restart'): boolean;
  /** What kept one order from going on would keep all of them. `at`: that order, where there is one. */
  pause(why: Failure, at?: Placed): void;
  /** A start finds what became of it by its booking: where the disk does not take it now, nothing is lost. */
  set(placed: Placed, change: Partial<BatchLine>): void;
}

const notPaused: Paused = { paused: null, pausedAt: null };

export function createOpenBatch(context: BenchContext, moved: () => void): OpenBatch {
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
    // Paused it is found as stopped all the same.
    writeDown(context, () => journal.moveBatch(id, isStopped ? 'stopping' : next));
    state = next;
    paused = why;
    context.log('batch', { state });
    moved();
    return true;
  }
  const to: OpenBatch['to'] = (next, why) => move(next, { ...notPaused, paused: why ?? null });

  index();
  // A person's word counts once the batch runs.
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
    ofKey: (key) => byKey.get(key),
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

/** What became of a line that the last run left; undefined where it is as it was. */
function foundAtStart(context: BenchContext, line: BatchLine): Partial<BatchLine> | undefined {
  if (line.state === 'left' || line.state === 'printed' || line.state === 'to-quote' || line.state === 'asked') return undefined;
  const { journal } = context;
  const latest = journal.latestOf(line.orderKey);
  const own = line.bookingId === null ? undefined : journal.booking(line.bookingId);
  // Bought by the last run, which could not write down that it was this line.
  const booking = own ?? (latest && isSettledOrOpen(latest) && journal.isParked(latest.id) ? latest : undefined);
  if (!booking) return latest && isSettledOrOpen(latest) ? { state: 'left' } : undefined;
  const { state, failure, countedMore } = lineNow(context, booking);
  if (state === 'quoted') return line.state === 'buying' ? { state: 'agreed', bookingId: booking.id } : undefined;
  // What a person has to look at is theirs: once they did, its label prints.
  if (state === 'stopped' && journal.isParked(booking.id)) journal.park(booking.id, false);
  // With what the service said of it.
  const isSame = failure !== null && failure.code === line.failure?.code;
  return { state, failure: isSame ? line.failure : failure, bookingId: booking.id, ...(countedMore && { countedMore }) };
}

/** How far a line is by its booking. What the service said of a refusal stands in the booking, so that a restart changes no reason. */
export function lineNow(context: BenchContext, booking: Booking): Pick<BatchLine, 'state' | 'failure' | 'countedMore'> {
  const { state, code, countedMore = false } = lineOfBooking(booking);
  if (code === 'booking-rejected') return { state, failure: refused(context, code, asWritten(booking.said)).failure };
  return { state, failure: code ? context.fail(code, booking.orderKey).failure : null, ...(countedMore && { countedMore }) };
}
