import { type Arrived, asTyped } from './reading.ts';
import type { Timing } from './timing.ts';

/** A shorter burst is a person's. */
export const shortestScan = 3;
/** Nobody rolls over more keys than that as fast as a scanner. */
const longestRoll = 12;
/** Keys that overlap so long are pressed by fingers. */
const overlapMs = 8;
/** So much of a code comes at full speed, whatever holds up single keys. */
const fastShare = 0.75;

/** One key, or what several keys stand for. */
export interface Part {
  readonly arrived: Arrived;
  readonly atMs: number;
  /** Since the key before it; 0 for the first. Of a character by its number: since its last digit. */
  readonly gapMs: number;
  /** The longest pause since the key before it, with Shift, Alt and digits between them. */
  readonly pauseMs: number;
  readonly code: string;
  /** The page got the key too: it belongs to an input method. */
  readonly isPassed: boolean;
  /** When it was let go; undefined while that is not known. */
  upAtMs: number | undefined;
}

/** Keys that came close behind each other and are not decided about yet. */
export interface Burst {
  readonly parts: Part[];
  /** When the first of them was pressed, or the Shift or Alt that belongs to it. */
  readonly startedAtMs: number;
  lastAtMs: number;
  /** The longest pause since the last of `parts`. */
  pauseMs: number;
  /** A pause in it was longer than one between two keys of a code. */
  cameApart: boolean;
  isEchoed: boolean;
  /** A function key so soon behind it that it may be a control character of the code. */
  functionKey: string | undefined;
}

export const newBurst = (atMs: number, startedAtMs: number): Burst => ({
  parts: [],
  startedAtMs,
  lastAtMs: atMs,
  pauseMs: 0,
  cameApart: false,
  isEchoed: false,
  functionKey: undefined,
});

/** Whether two of the keys were down at the same time, as only fingers do it. */
export const overlaps = ({ parts }: Burst): boolean =>
  parts.some(({ upAtMs }, at) => {
    const next = parts[at + 1];
    return next !== undefined && upAtMs !== undefined && upAtMs > next.atMs + overlapMs;
  });

/** One key, or two that fingers held down together: what a person presses. More of them is somebody who types. */
export const isPressed = (burst: Burst): boolean => burst.parts.length === 1 || (burst.parts.length === 2 && overlaps(burst));

/** Why keys are not those of a fast scanner. `fingers`: two of them were down at the same time. */
export type NotFast = 'one-key' | 'slow' | 'fingers';

/** Returns why the keys did not come as a machine sends them, or undefined if they did. The end does not count: it may come late. */
export function whyNotFast(burst: Burst, { fastMs }: Timing): NotFast | undefined {
  const gaps = burst.parts.slice(1).map(({ gapMs }) => gapMs);
  if (gaps.length === 0) return 'one-key';
  if (gaps.filter((gap) => gap <= fastMs).length < fastShare * gaps.length) return 'slow';
  return burst.parts.length < longestRoll && overlaps(burst) ? 'fingers' : undefined;
}

export const isFast = (burst: Burst, timing: Timing): boolean => whyNotFast(burst, timing) === undefined;

/** Whether something in it could not be delivered. */
export const isIncomplete = ({ parts }: Burst): boolean => parts.some(({ arrived }) => arrived.is === 'lost');

/** What a person typed with these keys; what an input method shows itself is left out. */
export const typedText = ({ parts }: Burst): string => parts.map(({ arrived }) => asTyped([arrived]) ?? '').join('');

/** Whether a field would get only some of its characters: the system made nothing of their numbers, or of digits without Num Lock. */
export const isUndelivered = (burst: Burst): boolean =>
  burst.parts.length > 1 &&
  (burst.parts.some(({ arrived }) => arrived.is === 'character' && arrived.typed === '') ||
    (typedText(burst) === '' && !burst.parts.some(({ isPassed }) => isPassed)));

/** Whether an input method has all of it. Outside fields it makes nothing of keys. */
export const isComposedAway = (burst: Burst): boolean => burst.parts.length > 1 && typedText(burst) === '';

/** Whether it is a code without its end so far: then its end is waited for, and not only its next key. */
export const isOpen = (burst: Burst, timing: Timing, takesText: boolean): boolean =>
  burst.functionKey === undefined &&
  (burst.cameApart || (burst.parts.length >= shortestScan && isFast(burst, timing)) || (!takesText && !isPressed(burst)));

/** So long after its last key it is decided about, in ms. */
export function waitOf(burst: Burst, timing: Timing, takesText: boolean): number {
  if (isOpen(burst, timing, takesText)) return timing.openMs;
  if (burst.functionKey !== undefined) return timing.gapMs;
  return isPressed(burst) && !takesText ? timing.oneMs : timing.gapMs;
}
