import type { BenchState } from '../../../shared/bench.ts';

/** Gives the parcel in hand priority over the batch. */
export interface RightOfWay {
  /**
   * True if the parcel in hand is at the service, or on its way there without a user's decision: then the batch starts no request of its
   * own.
   */
  isAtService(): boolean;
  /** True also while it is at its printer: then the batch starts no work at all. A parcel that waits for the printer waits for a user. */
  isServed(): boolean;
  /** Resolves when the parcel in hand has left the service; undefined if it is not there. */
  behindHand(): Promise<void> | undefined;
  /** Called when the parcel in hand changed. */
  moved(): void;
}

export function createRightOfWay({
  hand,
  isDeciding,
}: {
  readonly hand: () => BenchState;
  /** True if a rule has chosen for the parcel in hand alone, which is bought in a moment. */
  readonly isDeciding: () => boolean;
}): RightOfWay {
  let through: PromiseWithResolvers<void> | undefined;
  const isAtService = (): boolean => isDeciding() || ['looking-up', 'quoting', 'booking'].includes(hand().workflow.step);
  const isAtPrinter = (): boolean => {
    const { workflow } = hand();
    return workflow.step === 'printing' && workflow.booking.jobs.every(({ state, detail }) => state !== 'queued' || detail === '');
  };
  return {
    isAtService,
    isServed: () => isAtService() || isAtPrinter(),
    behindHand() {
      if (!isAtService()) return undefined;
      through ??= Promise.withResolvers();
      return through.promise;
    },
    moved() {
      if (isAtService()) return;
      through?.resolve();
      through = undefined;
    },
  };
}
