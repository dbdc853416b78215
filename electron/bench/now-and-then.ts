/** Something that is done at most once in so many milliseconds. */
export interface NowAndThen {
  isDue(): boolean;
  done(): void;
  /** It is due at once. */
  hurry(): void;
}

/** `elapsed` is a clock that nobody sets: what is set back stands still for as long. */
export function nowAndThen(everyMs: number, elapsed: () => number): NowAndThen {
  let lastAt = Number.NEGATIVE_INFINITY;
  return {
    isDue: () => elapsed() - lastAt >= everyMs,
    done: () => void (lastAt = elapsed()),
    hurry: () => void (lastAt = Number.NEGATIVE_INFINITY),
  };
}
