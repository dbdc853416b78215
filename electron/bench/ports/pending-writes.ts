/** What is known and cannot be written down, kept in memory until it can be: while the program lives it is not lost. */
export interface PendingWrites {
  /** What it is about: bookings, pickups, uploads, print jobs, or a print queue that could not take its next job. */
  ids(): readonly string[];
  /**
   * Does `settle`, which writes down how something ended and goes on from there. Answers false where the journal could not take it:
   * then it is kept, and done anew by `again` until it succeeds, so it must be safe to repeat. On any other error `ifBroken` is told
   * and answers what is done in its place, which says at least that the end is not known; without it the error is thrown.
   */
  settle(id: string, settle: () => unknown, ifBroken?: (error: unknown) => () => unknown): Promise<boolean>;
  /** Does once more what is owed. One that breaks is logged and owed no longer. */
  again(): Promise<void>;
}
