/** Limits an action to once per interval. */
export interface NowAndThen {
  isDue(): boolean;
  done(): void;
  /** Makes it due at once. */
  hurry(): void;
}

/** `elapsed`: a monotonic clock in ms. A wall clock that is set back would stop the action for as long. */
export function nowAndThen(everyMs: number, elapsed: () => number): NowAndThen {
  let lastAt = Number.NEGATIVE_INFINITY;
  return {
    isDue: () => elapsed() - lastAt >= everyMs,
    done: () => void (lastAt = elapsed()),
    hurry: () => void (lastAt = Number.NEGATIVE_INFINITY),
  };
}
