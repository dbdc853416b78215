import { z } from 'zod';

/** How many scans each label of a printer took to be read back, the newest last; by the printer's id. */
export const scansSchema = z.record(z.string(), z.array(z.int().positive()));
export type Scans = z.infer<typeof scansSchema>;

/** Of the newest labels so many were not read at once, fewer before. */
export const hardToReadSchema = z.object({ again: z.int(), of: z.int() });
export type HardToRead = z.infer<typeof hardToReadSchema>;

const newest = 20;
const mostKept = 120;
/** A hand that shakes, a parcel that shines: so many of the newest labels are nobody's fault. */
const usual = 4;
/** As many times more than before are not. */
const timesMore = 3;

/** A label was read back. */
export const withScans = (scans: Scans, printerId: string, taken: number): Scans => ({
  ...scans,
  [printerId]: [...(scans[printerId] ?? []), taken].slice(-mostKept),
});

const notAtOnce = (taken: readonly number[]): number => taken.filter((scans) => scans > 1).length;

/** Whether the labels of a printer have become hard to read: it is too light or too dark, or its head is worn. Null where not, or not known. */
export function hardToRead(scans: Scans, printerId: string): HardToRead | null {
  const taken = scans[printerId] ?? [];
  const [before, now] = [taken.slice(0, -newest), taken.slice(-newest)];
  if (before.length < newest) return null;
  const again = notAtOnce(now);
  const isMore = again / now.length >= (timesMore * notAtOnce(before)) / before.length;
  return again > usual && isMore ? { again, of: now.length } : null;
}
