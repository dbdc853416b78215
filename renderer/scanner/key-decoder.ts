import { withoutSymbology } from '../../shared/scan.ts';

/** The longest pause between two characters of one scan, and between the last and the terminator. */
export const burstGapMs = 35;
/** Held keys are handed to the page as typing when nothing followed for this long. */
export const releaseAfterMs = 40;
/** A shorter burst is typing: two quick digits and Enter are a person's. */
export const minScanLength = 3;
/**
 * A burst so soon behind other keys that came as fast, or behind a single key, is the rest of a code that was held up or broken: it may
 * spell another order's number. Longer pauses are a person's, who may type a digit and scan at once.
 */
const restWithinMs = { burst: 250, key: 60 } as const;

/** One keydown, as far as a scan depends on it. */
export interface KeyPress {
  readonly key: string;
  /** Milliseconds on any clock that only moves forward. */
  readonly atMs: number;
  readonly isRepeat: boolean;
  /** True while an input method composes a character. */
  readonly isComposing: boolean;
  /** Ctrl, Alt or Meta is down, and not as AltGr. */
  readonly isCommand: boolean;
}

export interface KeyDecision {
  /** Held text that turned out to be typing: to be handed over before anything else. */
  readonly typed: string;
  /** A finished scan. */
  readonly scan: string | null;
  /** True when the page must not see this key. */
  readonly isTaken: boolean;
}

export interface KeyDecoder {
  readonly press: (press: KeyPress) => KeyDecision;
  /** Nothing followed: answers what was held, as typing. */
  readonly release: () => string;
  readonly isHolding: () => boolean;
  /** Until now keys went elsewhere: what comes at once is the rest of a code. */
  readonly begin: (atMs: number) => void;
  /** Whether a function key pressed now is a control character of the code that is arriving: some scanners type a group separator as F8. */
  readonly isOfCode: (atMs: number) => boolean;
}

export const modifierKeys: ReadonlySet<string> = new Set([
  'Shift',
  'Control',
  'Alt',
  'AltGraph',
  'Meta',
  'CapsLock',
  'NumLock',
  'Fn',
  'FnLock',
  'ScrollLock',
]);
const isPrintable = (key: string): boolean => Array.from(key).length === 1;

/**
 * Tells a scanner from a person by how fast keys follow each other: hold, then release. Every printable key is held; a
 * terminator soon after makes a scan of what is held, anything else makes it typing. So a scan never reaches the page.
 */
export function createKeyDecoder(): KeyDecoder {
  let held = '';
  let lastAtMs = Number.NEGATIVE_INFINITY;
  let endedAtMs = Number.NEGATIVE_INFINITY;
  /** How many characters came one behind the other as fast as a scanner sends them. */
  let run = 0;
  /** What is held is no whole code: its beginning was handed over as typing, or another window had a part of it. */
  let isRest = false;

  const release = (): string => {
    const typed = held;
    held = '';
    return typed;
  };
  const decide = (typed: string, isTaken: boolean, scan: string | null = null): KeyDecision => ({ typed, scan, isTaken });

  const press = ({ key, atMs, isRepeat, isComposing, isCommand }: KeyPress): KeyDecision => {
    const isInBurst = held !== '' && atMs - lastAtMs <= burstGapMs;
    if (modifierKeys.has(key)) {
      if (isInBurst) lastAtMs = atMs;
      return decide('', false);
    }
    if (isComposing) return decide(release(), false);
    if (isEnd(key, isCommand)) {
      // A scanner that ends with carriage return and line feed ends once.
      if (held === '' && atMs - endedAtMs <= releaseAfterMs) {
        endedAtMs = atMs;
        return decide('', true);
      }
      if (isInBurst && !isRepeat && held.length >= minScanLength) {
        lastAtMs = Number.NEGATIVE_INFINITY;
        if (isRest) return decide(release(), true);
        endedAtMs = atMs;
        return decide('', true, withoutSymbology(release()));
      }
      return decide(release(), false);
    }
    // Control characters inside a barcode (a group separator) come as Ctrl and a key; they are no part of a number.
    if (isCommand) return isInBurst && isPrintable(key) ? decide('', true) : decide(release(), false);
    if (!isPrintable(key)) return decide(release(), false);
    const pauseMs = atMs - lastAtMs;
    const isBehindOthers = pauseMs <= (run > 1 ? restWithinMs.burst : restWithinMs.key);
    run = pauseMs <= burstGapMs ? run + 1 : 1;
    lastAtMs = atMs;
    if (isRepeat) return decide(release() + key, true);
    const typed = isInBurst ? '' : release();
    if (held === '') isRest = isBehindOthers;
    held += key;
    return decide(typed, true);
  };

  const begin = (atMs: number): void => {
    if (held !== '') isRest = true;
    run = 1;
    lastAtMs = atMs;
  };

  const isOfCode = (atMs: number): boolean => {
    // A person may press one digit and a function key as fast.
    const isInCode = held.length > 1 && atMs - lastAtMs <= burstGapMs;
    if (isInCode) lastAtMs = atMs;
    return isInCode;
  };

  return { press, release, isHolding: () => held !== '', begin, isOfCode };
}

const isEnd = (key: string, isCommand: boolean): boolean => (isCommand ? /^[jm]$/i.test(key) : key === 'Enter' || key === 'Tab');
