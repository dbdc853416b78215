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
import { type Done, ok, type Result } from '../../../shared/result.ts';
import type { ContextParts } from '../context-parts.ts';
import { isOfKeyInUse } from './other-key.ts';
import { writeDown } from './write-down.ts';

/** Pauses booking after several doubtful outcomes in a row. It is told of each; it stands in nobody's way but that of a new booking. */
export interface Breaker {
  /** Why nothing may be booked now, or null. */
  pause(): Pause | null;
  /** `ok` where a booking or a pickup may be sent now. Ask it last, right before the intent is written. */
  mayBook(): Done<'booking-paused'>;
  /**
   * A person goes on: a known order is read, or the key is checked if none is found, and the pause ends if the service answers.
   * Buys nothing. Safe to call when nothing is paused.
   */
  resume(): Promise<Done<TrackCode>>;
  /** What the service answered to something that a person asked; counted if none came. Hands the answer on. */
  observe<R extends Result<unknown, FailureCode>>(answer: R): R;
  /** An outcome that nobody knows is written down. */
  doubtful(is: TroubleKind): void;
}

/** A service that answers that it is busy is no trouble of this kind: it is left alone for a while. */
const isSilence = (code: FailureCode): boolean => code === 'service-unreachable' || code === 'service-slow';

const fact = 'breaker';
/** How many of the newest orders are asked for: one that is found proves that reading works. */
const knownOrders = 5;

/** The verdict is kept in the journal, so a restart changes nothing. */
export function createBreaker(context: ContextParts): Breaker {
  const { courier, journal } = context;
  let state = read(context);

  const happened = (event: BreakerEvent): void => {
    const before = state;
    state = afterBreakerEvent(state, event);
    // Kept in the journal if it can be: what is being written down besides must not fail for this.
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
    // Many services know an order to track only minutes later. That it is not found yet says nothing against booking.
    return isFound ? ok({}) : courier.check();
  }

  return {
    pause: () => state.pause,
    mayBook: () => (state.pause ? context.fail('booking-paused') : ok({})),
    async resume() {
      if (!state.pause) return ok({});
      const at = context.now().toISOString();
      const works = await readWorks();
      if (works.ok) happened({ is: 'resumed', at });
      return works;
    },
    observe(answer) {
      if (!answer.ok && isSilence(answer.failure.code)) doubtful('unreachable');
      return answer;
    },
    doubtful,
  };
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
