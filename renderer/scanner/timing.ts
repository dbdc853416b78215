import type { ScannerProfile } from '../../shared/scanner-profile.ts';

/** How long to wait for what, in ms. */
export interface Timing {
  /** A longer pause separates two codes. */
  readonly gapMs: number;
  /** No person types whole words with such short pauses. */
  readonly fastMs: number;
  /** A single key that no field takes is a person's after such a silence. */
  readonly oneMs: number;
  /** A code without an end is complete, or will never be, after such a silence. */
  readonly openMs: number;
}

/**
 * For a scanner that was not measured. A common one pauses for 80 ms on average between two keys and for 100 at most, as a quick typist
 * does; a quick one pauses for 10.
 */
const unknownTiming: Timing = { gapMs: 150, fastMs: 35, oneMs: 250, openMs: 500 };
const shortestGapMs = 60;
/** A slower scanner cannot be told from a quick typist by its speed: words of typists with `fastMs` above 55 were taken for scans. */
const fastScannerMs = 28;
/** A scanner that pauses longer between two keys of a code cannot be read. */
export const longestGapMs = unknownTiming.gapMs;
/** An end that comes later behind its code may come too late the next time. */
export const latestEndMs = 0.9 * unknownTiming.openMs;

/** While a scanner is measured: whatever comes within a second of the last key is of one scan. */
export const measuringTiming: Timing = { gapMs: 1000, fastMs: unknownTiming.fastMs, oneMs: 1000, openMs: 1000 };

const isFastScanner = ({ gapMs }: ScannerProfile): boolean => gapMs <= fastScannerMs;

/** A fast scanner that was measured keeps nobody waiting; a slow one is told from a typist as if it were unknown. */
export function timingOf(profile: ScannerProfile | null): Timing {
  if (!profile || !isFastScanner(profile)) return unknownTiming;
  const gapMs = Math.min(unknownTiming.gapMs, Math.max(shortestGapMs, 4 * profile.gapMs));
  const fastMs = Math.max(unknownTiming.fastMs, 1.5 * profile.gapMs);
  return { gapMs, fastMs, oneMs: gapMs, openMs: profile.end === 'none' ? gapMs : unknownTiming.openMs };
}

/** Whether slow keys may be those of the scanner: it was not measured, or is slow and marks its codes by nothing. */
export const mayBeSlow = (profile: ScannerProfile | null): boolean =>
  !profile || (!isFastScanner(profile) && !profile.hasAim && profile.prefix === '');
