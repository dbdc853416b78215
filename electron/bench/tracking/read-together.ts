/** So long the first of them waits for others: tracking numbers are no hurry, and one question for ten is a tenth of the work. */
const gatherMs = 1000;

/** Reads what nobody waits for together: what is named within a moment, in one go. */
export function createReadTogether(
  read: (bookingIds: readonly string[]) => Promise<void>,
  {
    later,
    sleep,
  }: {
    /** Work nobody waits for; not begun any more while the bench closes. */
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
