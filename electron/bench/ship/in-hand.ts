import type { BenchState, WorkflowAt } from '../../../shared/bench.ts';
import type { Failure, FailureCode } from '../../../shared/failure.ts';
import { listsOfParcels } from '../../../shared/lists.ts';
import type { Order } from '../../../shared/order.ts';
import { type Done, ok, type Result } from '../../../shared/result.ts';
import type { ShipmentProblem } from '../../../shared/shipment-check.ts';
import { rulesInForce } from '../../../shared/shipping-rule.ts';
import type { BenchContext } from '../context.ts';
import { firstHandState, type HandEvent, type HandState, isRuleDeciding, reduce } from './hand-state.ts';
import { keepWaiting } from './waiting-scans.ts';

type HandContext = Pick<BenchContext, 'bug' | 'changed' | 'fail' | 'journal' | 'log' | 'settings'>;

export const done = ok({});

/** The parcel in hand: holds the state of the screen, which events alone change. */
export interface InHand {
  /** Returns the part of the state that is pushed to the window. */
  state(): BenchState;
  whole(): HandState;
  fold(event: HandEvent): void;
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

/** `moved` is called after every change that others can see. `start`: a state that was written down, to go on from. */
export function createInHand(context: HandContext, moved: () => void, start = firstHandState(rulesInForce(context.settings()))): InHand {
  let state = start;
  const isStill = (workflowNo: number): boolean => state.shown.workflowNo === workflowNo;

  function fold(event: HandEvent): void {
    const before = state;
    const after = reduce(before, event);
    if (after === 'unfitting') return void context.bug('workflow', new Error(`${event.is} does not fit ${before.shown.workflow.step}`));
    state = after;
    if (after.shown !== before.shown) {
      const { waiting, workflow } = after.shown;
      if (waiting.length !== before.shown.waiting.length)
        keepWaiting(
          context,
          waiting.map(({ orderKey }) => orderKey),
        );
      context.log('workflow', { step: workflow.step });
      // A scanned item is in no list.
      context.changed(event.is === 'item-checked' ? [] : listsOfParcels);
    } else if (isRuleDeciding(after) === isRuleDeciding(before)) return;
    moved();
  }

  const broke = (error: unknown, workflowNo: number): void => {
    const { ref } = context.bug('workflow', error);
    if (isStill(workflowNo)) fold({ is: 'broke', ref });
  };

  return {
    state: () => state.shown,
    whole: () => state,
    fold,
    isStill,
    isOf(bookingId) {
      const { workflow } = state.shown;
      return 'booking' in workflow && workflow.booking.id === bookingId;
    },
    at<S extends BenchState['workflow']['step']>(workflowNo: number, step: S) {
      const { workflow } = state.shown;
      return isStill(workflowNo) && workflow.step === step ? ok(workflow as WorkflowAt<S>) : context.fail('not-now');
    },
    stop: (code, order, failure, problems = []) => fold({ is: 'stopped', code, order, failure, problems }),
    async guarded<C extends FailureCode>(act: () => Promise<Done<C> | void>): Promise<Done<C>> {
      const acting = act();
      const { workflowNo } = state.shown;
      try {
        return (await acting) ?? done;
      } catch (error) {
        broke(error, workflowNo);
        return done;
      }
    },
    guard(act) {
      const { workflowNo } = state.shown;
      try {
        act();
      } catch (error) {
        broke(error, workflowNo);
      }
    },
  };
}
