import type { FailureCode } from '../../shared/failure.ts';
import type { Result } from '../../shared/result.ts';
import type { BenchContext } from './context.ts';

/** Work that a bench has begun. The journal stays open until all of it has ended. */
export interface WorkUnderWay {
  /** Begins work that no caller waits for. Begins nothing once closing has begun. */
  later(work: () => Promise<unknown>): void;
  /** Runs one call of a person. Refuses it once closing has begun. */
  whileOpen<T, C extends FailureCode>(call: () => Promise<Result<T, C>> | Result<T, C>): Promise<Result<T, C | 'not-now'>>;
  isClosing(): boolean;
  readonly whenClosing: Promise<void>;
  /** Resolves earlier if closing begins. */
  sleep(ms: number): Promise<void>;
  beginClosing(): void;
  ended(): Promise<unknown>;
}

export function createWorkUnderWay(context: Pick<BenchContext, 'bug' | 'fail'>, sleep: (ms: number) => Promise<void>): WorkUnderWay {
  const underWay = new Set<Promise<unknown>>();
  let isClosing = false;
  const whenClosing = Promise.withResolvers<void>();
  const remember = <T>(work: Promise<T>): Promise<T> => {
    const ended = Promise.allSettled([work]);
    underWay.add(ended);
    void ended.then(() => underWay.delete(ended));
    return work;
  };
  return {
    later(work) {
      if (isClosing) return;
      void remember(
        work().catch((error: unknown) => {
          context.bug('background', error);
        }),
      );
    },
    whileOpen: async (call) => (isClosing ? context.fail('not-now') : remember((async () => call())())),
    isClosing: () => isClosing,
    whenClosing: whenClosing.promise,
    sleep: (ms) => Promise.race([sleep(ms), whenClosing.promise]),
    beginClosing() {
      isClosing = true;
      whenClosing.resolve();
    },
    ended: () => Promise.all(underWay),
  };
}
