import { advance, type BenchEvent, type BenchState, firstBenchState, type WorkflowAt } from '../../../shared/bench.ts';
import type { Failure, FailureCode } from '../../../shared/failure.ts';
import { listsOfParcels } from '../../../shared/lists.ts';
import type { Order } from '../../../shared/order.ts';
import { type Done, ok, type Result } from '../../../shared/result.ts';
import type { ShipmentProblem } from '../../../shared/shipment-check.ts';
import type { BenchContext } from '../context.ts';
import { keepWaiting } from './waiting-scans.ts';

export const done = ok({});

/** The parcel in hand: the only state of the screen, changed by events alone. */
export interface InHand {
  state(): BenchState;
  fold(event: BenchEvent): void;
  isStill(workflowNo: number): boolean;
  /** True if the parcel in hand belongs to this booking. */
  isOf(bookingId: string): boolean;
  /** Returns the workflow at this step if the intent was meant for it; else the refusal. */
  at<S extends BenchState['workflow']['step']>(workflowNo: number, step: S): Result<WorkflowAt<S>, 'not-now'>;
  stop(code: string, order: Order | null, failure: Failure, problems?: ShipmentProblem[]): void;
  /** Runs a part of this workflow. A bug ends the workflow visibly; the next scan begins a new one. */
  guarded<C extends FailureCode = never>(act: () => Promise<Done<C> | void>): Promise<Done<C>>;
  /** Synchronous version of `guarded`. */
  guard(act: () => void): void;
}

/** `moved` is called after every change. */
export function createInHand(context: BenchContext, moved: () => void): InHand {
  let state = firstBenchState;
  const isStill = (workflowNo: number): boolean => state.workflowNo === workflowNo;

  function fold(event: BenchEvent): void {
    const before = state;
    const after = advance(before, event);
    if (after === 'unfitting') return void context.bug('workflow', new Error(`${event.is} does not fit ${before.workflow.step}`));
    state = after;
    if (state === before) return;
    if (state.waiting.length !== before.waiting.length)
      keepWaiting(
        context,
        state.waiting.map(({ orderKey }) => orderKey),
      );
    context.log('workflow', { step: state.workflow.step });
    context.changed(listsOfParcels);
    moved();
  }

  const broke = (error: unknown, workflowNo: number): void => {
    const { ref } = context.bug('workflow', error);
    if (isStill(workflowNo)) fold({ is: 'broke', ref });
  };

  return {
    state: () => state,
    fold,
    isStill,
    isOf: (bookingId) => 'booking' in state.workflow && state.workflow.booking.id === bookingId,
    at<S extends BenchState['workflow']['step']>(workflowNo: number, step: S) {
      return isStill(workflowNo) && state.workflow.step === step ? ok(state.workflow as WorkflowAt<S>) : context.fail('not-now');
    },
    stop: (code, order, failure, problems = []) => fold({ is: 'stopped', code, order, failure, problems }),
    async guarded<C extends FailureCode>(act: () => Promise<Done<C> | void>): Promise<Done<C>> {
      const acting = act();
      const { workflowNo } = state;
      try {
        return (await acting) ?? done;
      } catch (error) {
        broke(error, workflowNo);
        return done;
      }
    },
    guard(act) {
      const { workflowNo } = state;
      try {
        act();
      } catch (error) {
        broke(error, workflowNo);
      }
    },
  };
}
