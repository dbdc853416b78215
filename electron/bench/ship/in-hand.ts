import { advance, type BenchEvent, type BenchState, firstBenchState, type WalkAt } from '../../../shared/bench.ts';
import type { Failure, FailureCode } from '../../../shared/failure.ts';
import { listsOfParcels } from '../../../shared/lists.ts';
import type { Order } from '../../../shared/order.ts';
import { type Done, ok, type Result } from '../../../shared/result.ts';
import type { ShipmentProblem } from '../../../shared/shipment-check.ts';
import type { BenchContext } from '../context.ts';
import { keepWaiting } from './waiting-scans.ts';

export const done = ok({});

/** The parcel in hand: the only state of the screen, moved by events alone. */
export interface InHand {
  state(): BenchState;
  fold(event: BenchEvent): void;
  isStill(walkNo: number): boolean;
  /** Whether the parcel in hand is of this booking. */
  isOf(bookingId: string): boolean;
  /** The walk at this step, if the intent was meant for it; else the refusal. */
  at<S extends BenchState['walk']['step']>(walkNo: number, step: S): Result<WalkAt<S>, 'not-now'>;
  stop(code: string, order: Order | null, failure: Failure, problems?: ShipmentProblem[]): void;
  /** Runs what belongs to this walk. A bug ends the walk, visibly; the next scan begins a new one. */
  guarded<C extends FailureCode = never>(act: () => Promise<Done<C> | void>): Promise<Done<C>>;
  /** `guarded` for what does not wait. */
  guard(act: () => void): void;
}

export function createInHand(context: BenchContext): InHand {
  let state = firstBenchState;
  const isStill = (walkNo: number): boolean => state.walkNo === walkNo;

  function fold(event: BenchEvent): void {
    const before = state;
    const after = advance(before, event);
    if (after === 'unfitting') return void context.bug('walk', new Error(`${event.is} does not fit ${before.walk.step}`));
    state = after;
    if (state === before) return;
    if (state.waiting.length !== before.waiting.length)
      keepWaiting(
        context,
        state.waiting.map(({ orderKey }) => orderKey),
      );
    context.log('walk', { step: state.walk.step });
    context.changed(listsOfParcels);
  }

  const broke = (error: unknown, walkNo: number): void => {
    const { ref } = context.bug('walk', error);
    if (isStill(walkNo)) fold({ is: 'broke', ref });
  };

  return {
    state: () => state,
    fold,
    isStill,
    isOf: (bookingId) => 'booking' in state.walk && state.walk.booking.id === bookingId,
    at<S extends BenchState['walk']['step']>(walkNo: number, step: S) {
      return isStill(walkNo) && state.walk.step === step ? ok(state.walk as WalkAt<S>) : context.fail('not-now');
    },
    stop: (code, order, failure, problems = []) => fold({ is: 'stopped', code, order, failure, problems }),
    async guarded<C extends FailureCode>(act: () => Promise<Done<C> | void>): Promise<Done<C>> {
      const acting = act();
      const { walkNo } = state;
      try {
        return (await acting) ?? done;
      } catch (error) {
        broke(error, walkNo);
        return done;
      }
    },
    guard(act) {
      const { walkNo } = state;
      try {
        act();
      } catch (error) {
        broke(error, walkNo);
      }
    },
  };
}
