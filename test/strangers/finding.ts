/** The six ways a day can end red, as the last line counts them. */
export const counters = ['doubled', 'lost', 'wrong_label', 'vanished', 'untrue_screens', 'dead_ends'] as const;
export type Counter = (typeof counters)[number];

export interface Finding {
  readonly counter: Counter;
  /** What is wrong, in words that do not change from day to day. */
  readonly what: string;
  /** Where it was seen. */
  readonly detail: string;
  /** It took the watchdog to find it, and takes that again each time. */
  readonly hangs?: true;
}
