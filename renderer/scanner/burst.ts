import { type Arrived, asTyped } from './reading.ts';
import type { Timing } from './timing.ts';

/** Minimum number of keys in a scan; a shorter burst is typed. */
export const shortestScan = 3;
/** No typist rolls over more keys than this at a scanner's speed. */
const longestRoll = 12;
/** An overlap of at least this time, in ms, means that keys are pressed by fingers. */
const overlapMs = 8;
/** Share of a code that arrives at full speed, even if single keys are delayed. */
const fastShare = 0.75;

/** One key, or the result of several keys. */
export interface Part {
  readonly arrived: Arrived;
  readonly atMs: number;
  /** Time since the previous key, in ms; 0 for the first. For a character entered by its number: since its last digit. */
  readonly gapMs: number;
  /** The longest pause since the previous key, including Shift, Alt and digits between them, in ms. */
  readonly pauseMs: number;
  readonly code: string;
  /** True if the page received the key too, because it belongs to an input method. */
  readonly isPassed: boolean;
  /** Time of the release; undefined while unknown. */
  upAtMs: number | undefined;
}

/** Keys in close succession that are still undecided. */
export interface Burst {
  readonly parts: Part[];
  /** Time when the first key, or its Shift or Alt, was pressed. */
  readonly startedAtMs: number;
  lastAtMs: number;
  /** The longest pause since the last of `parts`, in ms. */
  pauseMs: number;
  /** True if a pause was longer than between two keys of a code. */
  cameApart: boolean;
  isEchoed: boolean;
  /** A function key that followed so soon that it may be a control character of the code. */
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

/** True if two of the keys were down at the same time, which only fingers do. */
export const overlaps = ({ parts }: Burst): boolean =>
  parts.some(({ upAtMs }, at) => {
    const next = parts[at + 1];
    return next !== undefined && upAtMs !== undefined && upAtMs > next.atMs + overlapMs;
  });

/** One key, or two overlapping keys: a press by a person. More keys are typing. */
export const isPressed = (burst: Burst): boolean => burst.parts.length === 1 || (burst.parts.length === 2 && overlaps(burst));

/** Why keys are not from a fast scanner. `fingers`: two of them were down at the same time. */
export type NotFast = 'one-key' | 'slow' | 'fingers';

/**
 * Returns why the keys did not come at a machine's speed, or undefined if they did. The end key does not count, because it may come late.
 */
export function whyNotFast(burst: Burst, { fastMs }: Timing): NotFast | undefined {
  const gaps = burst.parts.slice(1).map(({ gapMs }) => gapMs);
  if (gaps.length === 0) return 'one-key';
  if (gaps.filter((gap) => gap <= fastMs).length < fastShare * gaps.length) return 'slow';
  return burst.parts.length < longestRoll && overlaps(burst) ? 'fingers' : undefined;
}

export const isFast = (burst: Burst, timing: Timing): boolean => whyNotFast(burst, timing) === undefined;

/** True if a key of it could not be delivered. */
export const isIncomplete = ({ parts }: Burst): boolean => parts.some(({ arrived }) => arrived.is === 'lost');

/** The text of these keys as typed, without characters that an input method shows itself. */
export const typedText = ({ parts }: Burst): string =>
  parts.map(({ arrived, isPassed }) => (isPassed ? '' : (asTyped([arrived]) ?? ''))).join('');

/** True if a field would receive only some of its characters: the system did not convert character numbers, or digits without Num Lock. */
export const isUndelivered = (burst: Burst): boolean =>
  burst.parts.length > 1 &&
  (burst.parts.some(({ arrived }) => arrived.is === 'character' && arrived.typed === '') ||
    (typedText(burst) === '' && !burst.parts.some(({ isPassed }) => isPassed)));

/** True if an input method received all of it. Outside fields, an input method ignores keys. */
export const isComposedAway = (burst: Burst): boolean => burst.parts.length > 1 && typedText(burst) === '';

/** True if this is a code without its end so far: the reader waits for the end, not only for the next key. */
export const isOpen = (burst: Burst, timing: Timing, takesText: boolean): boolean =>
  burst.functionKey === undefined &&
  (burst.cameApart || (burst.parts.length >= shortestScan && isFast(burst, timing)) || (!takesText && !isPressed(burst)));

/** Time after its last key until it is decided, in ms. */
export function waitOf(burst: Burst, timing: Timing, takesText: boolean): number {
  if (isOpen(burst, timing, takesText)) return timing.openMs;
  if (burst.functionKey !== undefined) return timing.gapMs;
  return isPressed(burst) && !takesText ? timing.oneMs : timing.gapMs;
}
