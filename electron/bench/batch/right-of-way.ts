import type { BenchState } from '../../../shared/bench.ts';

/** The parcel in hand goes first wherever the batch would be in its way. */
export interface RightOfWay {
  /** Whether it is at the service, or on its way there without anybody deciding: then the batch begins no turn of its own. */
  isAtService(): boolean;
  /** Or comes to its printer: then the batch begins no work of its own at all. One that waits for the printer waits for a person. */
  isServed(): boolean;
  /** Resolves when it is not any more; undefined where it is not. */
  behindHand(): Promise<void> | undefined;
  /** What is in hand has changed. */
  moved(): void;
}

export function createRightOfWay({
  hand,
  isDeciding,
}: {
  readonly hand: () => BenchState;
  /** Whether a rule has chosen for it alone, and buys in a moment. */
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
