import type { BenchState } from '../../../shared/bench.ts';

/** The parcel in hand goes first wherever the batch would be in its way. */
export interface RightOfWay {
  /** Whether it is at the service, or on its way there without anybody deciding: then the batch begins no turn of its own. */
  isAtService(): boolean;
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
  return {
    isAtService,
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
