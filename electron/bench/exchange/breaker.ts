import {
  afterBreakerEvent,
  type BreakerEvent,
  type BreakerState,
  breakerSchema,
  firstBreakerState,
  type Pause,
} from '../../../shared/breaker.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { Room } from '../context.ts';
import type { Journal } from '../ports/journal.ts';
import { writeDown } from './write-down.ts';

export interface Breaker {
  /** Why nothing may be booked now, or null. */
  pause(): Pause | null;
  /** `ok` where a booking or a pickup may be sent now. Ask it last, right before the intent is written. */
  mayBook(): Result<Record<string, never>>;
  /**
   * A person goes on: a known order is read, or where none is known the key is checked, and if that works the pause ends.
   * Buys nothing. Safe to call when nothing is paused.
   */
  resume(): Promise<Result<Record<string, never>>>;
  /** The room, with every unknown outcome and every unreachable service seen by the breaker. */
  readonly watched: Room;
}

const fact = 'breaker';
/** How many of the newest orders are asked for: one that is found proves that reading works. */
const knownOrders = 5;

/** Pauses booking after several doubtful outcomes in a row; the verdict is kept in the journal, so a restart changes nothing. */
export function createBreaker(room: Room): Breaker {
  let state = read(room);

  const happened = (event: BreakerEvent): void => {
    const before = state;
    state = afterBreakerEvent(state, event);
    // Kept in the journal if it can be: what is being written down besides must not fail for this.
    writeDown(room, () => room.journal.setFact(fact, JSON.stringify(state)));
    if (before.pause === state.pause) return;
    room.log('booking', { state: state.pause ? 'paused' : 'resumed' });
    room.changed();
  };
  const trouble = (is: 'unknown' | 'unreachable'): void => happened({ is, at: room.now().toISOString() });

  const seen = <T>(result: Result<T>): Result<T> => {
    if (!result.ok && result.failure.code === 'service-unreachable') trouble('unreachable');
    return result;
  };
  const { courier, journal } = room;
  const watched: Room = {
    ...room,
    courier: {
      ...courier,
      quote: async (shipment, until) => seen(await courier.quote(shipment, until)),
      track: async (orderNos, until) => seen(await courier.track(orderNos, until)),
      labels: async (orderNo) => seen(await courier.labels(orderNo)),
      servicePoints: async (ask, until) => seen(await courier.servicePoints(ask, until)),
      check: async () => seen(await courier.check()),
      async sendOnce(request) {
        const sent = await courier.sendOnce(request);
        if (sent.is === 'not-sent') seen({ ok: false, failure: sent.failure });
        // Silence on a booking is counted where it is written down, as unknown.
        else if (sent.is === 'silent' && request.action === 'upload_documents') trouble('unreachable');
        return sent;
      },
    },
    journal: withUnknowns(journal, () => trouble('unknown')),
  };

  async function readWorks(): Promise<Result<Record<string, never>>> {
    const { rows } = journal.bookings({ search: '', offset: 0, limit: knownOrders, states: ['booked'] });
    const orderNos = rows.map(({ orderNo }) => orderNo);
    if (orderNos.length === 0) return courier.check();
    const tracked = await courier.track(orderNos);
    if (!tracked.ok) return tracked;
    return tracked.value.some(({ orderNo }) => orderNos.includes(orderNo)) ? ok({}) : room.fail('number-not-found', orderNos.join(', '));
  }

  return {
    watched,
    pause: () => state.pause,
    mayBook: () => (state.pause ? room.fail('booking-paused') : ok({})),
    async resume() {
      if (!state.pause) return ok({});
      const at = room.now().toISOString();
      const works = await readWorks();
      if (works.ok) happened({ is: 'resumed', at });
      return works;
    },
  };
}

/** The journal, telling of each booking and pickup whose outcome is unknown once that is written down. */
const withUnknowns = (journal: Journal, tell: () => void): Journal => ({
  ...journal,
  writeUnknown(id, why) {
    journal.writeUnknown(id, why);
    tell();
  },
  writePickupUnknown(id, why) {
    journal.writePickupUnknown(id, why);
    tell();
  },
});

function read(room: Room): BreakerState {
  const kept = room.journal.fact(fact);
  if (kept === undefined) return firstBreakerState;
  const state = breakerSchema.safeParse(parsed(kept));
  if (!state.success) room.log('breaker-unreadable');
  return state.success ? state.data : firstBreakerState;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
