import { isOnlyScanned, readScan } from '../../shared/scan.ts';
import type { Unreadable } from '../../shared/scan-reason.ts';
import type { ScannerEnd, ScannerProfile } from '../../shared/scanner-profile.ts';
import {
  type Burst,
  isComposedAway,
  isFast,
  isIncomplete,
  isPressed,
  isUndelivered,
  type NotFast,
  overlaps,
  type Part,
  shortestScan,
  whyNotFast,
} from './burst.ts';
import { asScanned, plainCode, readingsOf } from './reading.ts';
import { mayBeSlow, timingOf } from './timing.ts';

/** A text field that has the focus. */
export interface KeyField {
  /** `number`: digits, point and comma only. `code`: typed text is treated like a scan. `secret`: nothing of it is remembered. */
  readonly takes: 'text' | 'number' | 'code' | 'secret';
  /** True if typed text will be the whole content: the field is empty, or all of it is selected. */
  readonly isEmpty: boolean;
}

/**
 * Preceding keys that may have been the beginning of the burst's code. `open`: a scan without an end. `part`: a part of an unreadable
 * code. `one`, `text`: one or several keys that a person may have pressed. `few`: one or two keys at a speed no person reaches. `focus`:
 * another window had the keys.
 */
export interface Before {
  readonly is: 'open' | 'part' | 'one' | 'text' | 'few' | 'focus';
  readonly endedAtMs: number;
}

export interface Situation {
  readonly burst: Burst;
  /** Cause of the burst's end: Enter or Tab, silence, or an action that only a person does. */
  readonly by: 'end' | 'silence' | 'person';
  readonly profile: ScannerProfile | null;
  /** The end key of this scanner, if known. */
  readonly knownEnd: ScannerEnd | undefined;
  readonly before: Before | undefined;
  readonly field: KeyField | undefined;
  /** True if the open screen takes typed characters as a code although no field has the focus. */
  readonly takesCodes: boolean;
}

/**
 * Why a burst is a scan. `marked`: it begins like no typed text. `fast`: no person types this fast. `ended`: its end key followed keys
 * that nothing else takes.
 */
export type WhyScan = 'marked' | 'fast' | 'ended';
/** Why a burst is typed. `few`: fewer keys than a code has. */
export type WhyTyped = NotFast | 'few';

/** Result for a burst. */
export type Decision =
  /** `texts`: possible readings, the likeliest first. `hasEnd` is false if its end may still come. */
  | { readonly is: 'scan'; readonly why: WhyScan; readonly texts: readonly string[]; readonly hasEnd: boolean }
  /** Slow keys without a target: a scan if the code is known. */
  | { readonly is: 'scan-if-known'; readonly texts: readonly string[]; readonly hasEnd: boolean }
  | { readonly is: 'unreadable'; readonly why: Unreadable }
  /** Text for the field. `isAskedAbout`: if it is a known code, the packer is asked. */
  | { readonly is: 'typed'; readonly why: WhyTyped; readonly isAskedAbout: boolean }
  /** Text for the screen that takes typed codes. */
  | { readonly is: 'typed-code'; readonly why: WhyTyped }
  /** One key of the open screen, or two overlapping ones. */
  | { readonly is: 'key'; readonly why: WhyTyped }
  /** The scanner is being measured: no action. */
  | { readonly is: 'measured' };

/** The rest of a code comes within this time after its first part. */
export const restMs = 900;
/** Within this time after a pressed key no packer scans: the burst may be the rest of a code that came apart after that key. */
const restOfTypedMs = 650;
/** Within this time after a change of windows, the other window may have received the first keys. */
const restOfFocusMs = 150;
/** Shorter texts are typed too often to ask about them. */
const shortestAsked = 4;

/** Possible readings of these keys as a code; empty if a character is missing in every possible layout. */
export function textsOf({ parts }: { readonly parts: readonly Part[] }, profile: ScannerProfile | null): readonly string[] {
  const arrived = parts.map((part) => part.arrived);
  if (!profile) return readingsOf(arrived);
  const text = asScanned(arrived, profile.country, profile.undoesCapsLock);
  return text === null ? [] : [plainCode(text)].filter((each) => each !== '');
}

/** Decides what a burst is: first by its content, then by its end key and by silence; by its speed only if no person types that fast. */
export function decide(situation: Situation): Decision {
  const { burst, by, profile, field, takesCodes } = situation;
  const texts = textsOf(burst, profile);
  const count = burst.parts.length;
  const marked = by === 'person' ? undefined : texts.find((text) => isMarked(text, profile));
  if (marked !== undefined && !burst.cameApart) return markedCode(situation, marked);
  if (burst.cameApart || isRest(situation)) return unreadable('came-apart');
  if (count >= shortestScan && isFast(burst, timingOf(profile))) return fastCode(situation, texts);
  if (field) return inField(situation, field, texts);
  if (takesCodes) {
    if (by === 'end') return whole(situation, texts, 'ended');
    // A person does not type a code by character numbers.
    if (burst.parts.some(({ arrived }) => arrived.is !== 'key')) return unreadable('came-apart');
    if (!isComposedAway(burst)) return { is: 'typed-code', why: whyTyped(situation) };
    const isWhole = by === 'silence' && hasNoEnd(situation) && count >= shortestScan && texts.length > 0;
    return isWhole ? { is: 'scan-if-known', texts, hasEnd: false } : unreadable('lost-character');
  }
  if (isPressed(burst)) return { is: 'key', why: whyTyped(situation) };
  if (by === 'end' && count >= shortestScan) return whole(situation, texts, 'ended');
  // Never treated as keys of the screen, because a part of a code would then choose something.
  const mayBeScan = by === 'silence' && count >= shortestScan && mayHaveNoEnd(situation) && mayBeSlow(profile);
  return mayBeScan && texts.length > 0 ? { is: 'scan-if-known', texts, hasEnd: false } : unreadable('not-understood');
}

const unreadable = (why: Unreadable): Decision => ({ is: 'unreadable', why });

const hasNoEnd = ({ knownEnd }: Situation): boolean => knownEnd === 'none';
const mayHaveNoEnd = (situation: Situation): boolean => situation.knownEnd === undefined || hasNoEnd(situation);

/** A burst that reaches this without a speed reason has too few keys for a code. */
const whyTyped = ({ burst, profile }: Situation): WhyTyped => whyNotFast(burst, timingOf(profile)) ?? 'few';

const scan = (situation: Situation, texts: readonly string[], why: WhyScan): Decision => ({
  is: 'scan',
  why,
  texts,
  hasEnd: situation.by === 'end',
});

/** A command is complete in itself; any other code may be only a part. */
function markedCode(situation: Situation, text: string): Decision {
  if (readScan(text).kind === 'command') return { is: 'scan', why: 'marked', texts: [text], hasEnd: true };
  return situation.by === 'end' || mayHaveNoEnd(situation) ? whole(situation, [text], 'marked') : unreadable('no-end');
}

/** True if it begins like no typed text, so that the reader waits for its end. */
export const isMarkedBurst = (burst: Burst, profile: ScannerProfile | null): boolean =>
  burst.parts.length >= shortestScan && textsOf(burst, profile).some((text) => isMarked(text, profile));

/** True for a text that no person types: a command, an AIM identifier, or the prefix of this scanner. */
function isMarked(text: string, profile: ScannerProfile | null): boolean {
  const prefix = profile?.prefix ?? '';
  return isOnlyScanned(text) || (prefix !== '' && text.length > prefix.length && text.startsWith(prefix));
}

/** True if it may be the rest of a code whose beginning came before. */
function isRest({ burst, by, before, profile, field, takesCodes }: Situation): boolean {
  if (!before) return false;
  const since = burst.startedAtMs - before.endedAtMs;
  const isLong = burst.parts.length >= shortestScan;
  const isFastOrPressed = isFast(burst, timingOf(profile)) || (!field && !takesCodes);
  switch (before.is) {
    case 'open':
      return since <= restMs;
    case 'part':
      // A few letters that stay in a field do no harm yet.
      return since <= restMs && (isLong || by === 'end' || isFastOrPressed);
    case 'one':
    case 'text':
      return since <= restOfTypedMs && isLong && isFastOrPressed;
    case 'few':
      return since <= restMs && isLong && isFastOrPressed;
    case 'focus':
      return since <= restOfFocusMs && isLong;
  }
}

function fastCode(situation: Situation, texts: readonly string[]): Decision {
  const { by, profile } = situation;
  if (profile && (profile.hasAim || profile.prefix !== '')) return unreadable('no-start');
  return by === 'end' || mayHaveNoEnd(situation) ? whole(situation, texts, 'fast') : unreadable('no-end');
}

/** A code, unless a character of it is missing. */
const whole = (situation: Situation, texts: readonly string[], why: WhyScan): Decision =>
  texts.length === 0 || isIncomplete(situation.burst) ? unreadable('lost-character') : scan(situation, texts, why);

/** Slow keys, or very few, while a field has the focus. */
function inField(situation: Situation, field: KeyField, texts: readonly string[]): Decision {
  const { burst, by, profile } = situation;
  if (field.takes === 'code' && field.isEmpty && by === 'end') return whole(situation, texts, 'ended');
  // No person presses Alt between two letters; the remaining characters would be a different code.
  if (by !== 'person' && (isIncomplete(burst) || isUndelivered(burst))) {
    const isWhole = by === 'end' && profile !== null && burst.parts.length >= shortestScan;
    return isWhole ? whole(situation, texts, 'ended') : unreadable('lost-character');
  }
  const isComplete = by === 'end' || (by === 'silence' && mayHaveNoEnd(situation));
  const mayBeScan = isComplete && mayBeSlow(profile) && burst.parts.length >= shortestAsked && !overlaps(burst);
  return { is: 'typed', why: whyTyped(situation), isAskedAbout: mayBeScan && field.takes !== 'code' };
}
