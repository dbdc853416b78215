/** Results that the journal could not store yet, kept in memory until it can: not lost while the program runs. */
export interface PendingWrites {
  /** Ids of the affected bookings, pickups, uploads, print jobs, or print queues that could not take their next job. */
  ids(): readonly string[];
  /**
   * Runs `settle`, which stores an outcome and continues from there. Returns false if the journal could not store it: then `again` repeats
   * it until it succeeds, so it must be safe to repeat. On any other error, `ifBroken` receives the error and returns the work to do
   * instead, which at least records that the outcome is unknown; without `ifBroken` the error is thrown.
   */
  settle(id: string, settle: () => unknown, ifBroken?: (error: unknown) => () => unknown): Promise<boolean>;
  /** Retries all pending writes. One that throws is logged and dropped. */
  again(): Promise<void>;
}
