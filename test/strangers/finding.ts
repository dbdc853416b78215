/** The six ways in which a day can fail, as the last line counts them. */
export const counters = ['doubled', 'lost', 'wrong_label', 'vanished', 'untrue_screens', 'dead_ends'] as const;
export type Counter = (typeof counters)[number];

export interface Finding {
  readonly counter: Counter;
  /** The error, in words that do not change from day to day. */
  readonly what: string;
  /** Place and circumstances. */
  readonly detail: string;
  /** Only the watchdog found it, which takes the same time again at each try. */
  readonly hangs?: true;
}
