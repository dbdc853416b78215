/** Time in ms that the first booking waits for others: tracking numbers are not urgent, and one request for ten is a tenth of the work. */
const gatherMs = 1000;

/** Reads bookings that are named within a moment in one request; no packer waits for the result. */
export function createReadTogether(
  read: (bookingIds: readonly string[]) => Promise<void>,
  {
    later,
    sleep,
  }: {
    /** Runs work that no caller waits for; refused once the bench is closing. */
    readonly later: (work: () => Promise<unknown>) => void;
    readonly sleep: (ms: number) => Promise<void>;
  },
): (bookingId: string) => void {
  let named: string[] = [];
  return (bookingId) => {
    named.push(bookingId);
    if (named.length > 1) return;
    later(async () => {
      await sleep(gatherMs);
      const all = named;
      named = [];
      await read(all);
    });
  };
}
