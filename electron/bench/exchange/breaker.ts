import {
  afterBreakerEvent,
  type BreakerEvent,
  type BreakerState,
  breakerSchema,
  firstBreakerState,
  type Pause,
  type TroubleKind,
} from '../../../shared/breaker.ts';
import type { TrackCode } from '../../../shared/call-codes.ts';
import type { FailureCode } from '../../../shared/failure.ts';
import { type Done, failed, ok, type Result } from '../../../shared/result.ts';
import type { ContextParts } from '../context-parts.ts';
import type { Courier, CourierRequests } from '../ports/courier.ts';
import { isOfKeyInUse } from './other-key.ts';
import { writeDown } from './write-down.ts';

/** The circuit breaker: pauses booking after several doubtful outcomes in a row. Blocks nothing but new bookings. */
export interface Breaker {
  /** Reason why nothing may be booked now, or null. */
  pause(): Pause | null;
  /** `ok` if a booking or a pickup may be sent now. Call it last, right before the intent is written. */
  mayBook(): Done<'booking-paused'>;
  /**
   * Resumes on a user's request: reads a known order, or checks the key if none is found, and ends the pause if the service answers. Buys
   * nothing. Safe to call when nothing is paused.
   */
  resume(): Promise<Done<TrackCode>>;
  /** Counts an unknown outcome. */
  doubtful(is: TroubleKind): void;
}

/** A service that answers that it is busy does not count: it is left alone for a while. */
const isSilence = (code: FailureCode): boolean => code === 'service-unreachable' || code === 'service-slow';

const fact = 'breaker';
/** Number of newest orders to track: one that is found proves that reading works. */
const knownOrders = 5;

/**
 * Returns the breaker, and the courier with each request that got no answer counted as doubtful. The breaker's own requests are not counted.
 * The state is stored in the journal, so a restart changes nothing.
 */
export function createBreaker(context: Pick<ContextParts, 'changed' | 'courier' | 'fail' | 'journal' | 'log' | 'now'>): {
  readonly breaker: Breaker;
  readonly courier: Courier;
} {
  const { courier, journal } = context;
  let state = read(context);

  const happened = (event: BreakerEvent): void => {
    const before = state;
    state = afterBreakerEvent(state, event);
    // Stored in the journal if possible: the caller's own write must not fail because of this.
    writeDown(context, () => journal.setFact(fact, JSON.stringify(state)));
    if (before.pause === state.pause) return;
    context.log('booking', { state: state.pause ? 'paused' : 'resumed' });
    context.changed();
  };
  const doubtful = (is: TroubleKind): void => happened({ is, at: context.now().toISOString() });

  async function readWorks(): Promise<Done<TrackCode>> {
    const { rows } = journal.bookings({ search: '', offset: 0, limit: knownOrders, states: ['booked'] });
    const known = rows.filter(isOfKeyInUse);
    const [newest] = known;
    if (!newest) return courier.check();
    const { account } = newest;
    const orderNos = known.filter((booking) => booking.account === account).map(({ orderNo }) => orderNo);
    const tracked = await courier.track(orderNos, undefined, account);
    if (!tracked.ok && tracked.failure.code !== 'service-refused') return tracked;
    const isFound = tracked.ok && tracked.value.some(({ orderNo }) => orderNos.includes(orderNo));
    // Many services can track an order only minutes after its booking. An order not found yet is no evidence against booking.
    return isFound ? ok({}) : courier.check();
  }

  const counted = <R extends Result<unknown, FailureCode>>(answer: R): R => {
    if (!answer.ok && isSilence(answer.failure.code)) doubtful('unreachable');
    return answer;
  };
  const requests: CourierRequests = {
    quote: async (...asked) => counted(await courier.quote(...asked)),
    track: async (...asked) => counted(await courier.track(...asked)),
    labels: async (...asked) => counted(await courier.labels(...asked)),
    servicePoints: async (...asked) => counted(await courier.servicePoints(...asked)),
    check: async () => counted(await courier.check()),
    async sendOnce(...request) {
      const sent = await courier.sendOnce(...request);
      // An unknown outcome is counted when it is stored.
      if (sent.is === 'not-sent') counted(failed(sent.failure));
      return sent;
    },
  };

  const breaker: Breaker = {
    pause: () => state.pause,
    mayBook: () => (state.pause ? context.fail('booking-paused') : ok({})),
    async resume() {
      if (!state.pause) return ok({});
      const at = context.now().toISOString();
      const works = await readWorks();
      if (works.ok) happened({ is: 'resumed', at });
      return works;
    },
    doubtful,
  };
  return { breaker, courier: { ...courier, ...requests } };
}

function read({ journal, log }: Pick<ContextParts, 'journal' | 'log'>): BreakerState {
  const kept = journal.fact(fact);
  if (kept === undefined) return firstBreakerState;
  const state = breakerSchema.safeParse(parsed(kept));
  if (!state.success) log('breaker-unreadable');
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
