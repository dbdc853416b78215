import type { ScannerProfile } from '../../shared/scanner-profile.ts';

/** Timeouts and limits, in ms. */
export interface Timing {
  /** A longer pause separates two codes. */
  readonly gapMs: number;
  /** No person types whole words with pauses this short. */
  readonly fastMs: number;
  /** After this silence, a single key that no field takes counts as pressed by a person. */
  readonly oneMs: number;
  /** After this silence, a code without an end is complete, or will never be. */
  readonly openMs: number;
}

/**
 * For a scanner that was not measured. A common one pauses for 80 ms on average between two keys and for at most 100, like a fast typist;
 * a fast scanner pauses for 10.
 */
const unknownTiming: Timing = { gapMs: 150, fastMs: 35, oneMs: 250, openMs: 500 };
const shortestGapMs = 60;
/** A slower scanner cannot be distinguished from a fast typist by its speed: with `fastMs` above 55, typed words were taken for scans. */
const fastScannerMs = 28;
/** A scanner that pauses longer between two keys of a code cannot be read. */
export const longestGapMs = unknownTiming.gapMs;
/** An end key that comes later may exceed the timeout the next time. */
export const latestEndMs = 0.9 * unknownTiming.openMs;

/** While a scanner is measured: all keys within a second of the last key belong to one scan. */
export const measuringTiming: Timing = { gapMs: 1000, fastMs: unknownTiming.fastMs, oneMs: 1000, openMs: 1000 };

const isFastScanner = ({ gapMs }: ScannerProfile): boolean => gapMs <= fastScannerMs;

/** A measured fast scanner has short timeouts; a slow one is handled like an unknown one. */
export function timingOf(profile: ScannerProfile | null): Timing {
  if (!profile || !isFastScanner(profile)) return unknownTiming;
  const gapMs = Math.min(unknownTiming.gapMs, Math.max(shortestGapMs, 4 * profile.gapMs));
  const fastMs = Math.max(unknownTiming.fastMs, 1.5 * profile.gapMs);
  return { gapMs, fastMs, oneMs: gapMs, openMs: profile.end === 'none' ? gapMs : unknownTiming.openMs };
}

/** True if slow keys may come from the scanner: it was not measured, or it is slow and its codes have no prefix. */
export const mayBeSlow = (profile: ScannerProfile | null): boolean =>
  !profile || (!isFastScanner(profile) && !profile.hasAim && profile.prefix === '');
