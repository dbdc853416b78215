import { z } from 'zod';

/** Number of scans that each label of a printer needed to be read back, newest last, by the printer's id. */
export const scansSchema = z.record(z.string(), z.array(z.int().positive()));
export type Scans = z.infer<typeof scansSchema>;

/** Number of the newest labels that were not read at the first scan; the share was smaller before. */
export const hardToReadSchema = z.object({ again: z.int(), of: z.int() });
export type HardToRead = z.infer<typeof hardToReadSchema>;

const newest = 20;
const mostKept = 120;
/** Up to this many of the newest labels fail for harmless reasons, such as a shaking hand or a reflecting parcel. */
const usual = 4;
/** Factor by which failures must increase to count as a fault. */
const timesMore = 3;

/** Adds a label that was read back. */
export const withScans = (scans: Scans, printerId: string, taken: number): Scans => ({
  ...scans,
  [printerId]: [...(scans[printerId] ?? []), taken].slice(-mostKept),
});

const notAtOnce = (taken: readonly number[]): number => taken.filter((scans) => scans > 1).length;

/** Set if labels of a printer have become hard to read: print too light or too dark, or a worn head. Null if not, or if unknown. */
export function hardToRead(scans: Scans, printerId: string): HardToRead | null {
  const taken = scans[printerId] ?? [];
  const [before, now] = [taken.slice(0, -newest), taken.slice(-newest)];
  if (before.length < newest) return null;
  const again = notAtOnce(now);
  const isMore = again / now.length >= (timesMore * notAtOnce(before)) / before.length;
  return again > usual && isMore ? { again, of: now.length } : null;
}
