import { withoutSymbology } from '../../shared/scan.ts';

/** The longest pause between two characters of one scan, and between the last and the terminator. */
export const burstGapMs = 35;
/** Held keys are handed to the page as typing when nothing followed for this long. */
export const releaseAfterMs = 40;
/** A shorter burst is typing: two quick digits and Enter are a person's. */
export const minScanLength = 3;

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
        endedAtMs = atMs;
        return decide('', true, withoutSymbology(release()));
      }
      return decide(release(), false);
    }
    // Control characters inside a barcode (a group separator) come as Ctrl and a key; they are no part of a number.
    if (isCommand) return isInBurst && isPrintable(key) ? decide('', true) : decide(release(), false);
    if (!isPrintable(key)) return decide(release(), false);
    if (isRepeat) return decide(release() + key, true);
    const typed = isInBurst ? '' : release();
    held += key;
    lastAtMs = atMs;
    return decide(typed, true);
  };

  return { press, release, isHolding: () => held !== '' };
}

const isEnd = (key: string, isCommand: boolean): boolean => (isCommand ? /^[jm]$/i.test(key) : key === 'Enter' || key === 'Tab');
