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
  /** `number`: digits, point and comma only. `code`: what is typed there is taken like a scan. */
  readonly takes: 'text' | 'number' | 'code';
  /** What is typed will be all that stands there: it is empty, or all of it is selected. */
  readonly isEmpty: boolean;
}

/**
 * What came before a burst and may have been the beginning of its code. `open`: it was scanned without an end. `one`, `text`: a key, or
 * several, that a person may have pressed. `few`: one or two keys that came as no person presses them. `focus`: another window had the keys.
 */
export interface Before {
  readonly is: 'open' | 'part' | 'one' | 'text' | 'few' | 'focus';
  readonly endedAtMs: number;
}

export interface Situation {
  readonly burst: Burst;
  /** What ends the burst: Enter or Tab, silence, or something that only a person does. */
  readonly by: 'end' | 'silence' | 'person';
  readonly profile: ScannerProfile | null;
  /** Which end this scanner sends, if that is known. */
  readonly knownEnd: ScannerEnd | undefined;
  readonly before: Before | undefined;
  readonly field: KeyField | undefined;
  /** The open screen takes typed characters as a code although no field has the focus. */
  readonly takesCodes: boolean;
}

/**
 * Why a burst is a scan. `marked`: it begins as no person's text does. `fast`: no person types so fast. `ended`: its end came behind keys
 * that nothing else takes.
 */
export type WhyScan = 'marked' | 'fast' | 'ended';
/** Why a burst is of a person. `few`: fewer keys than a code has. */
export type WhyTyped = NotFast | 'few';

/** What a burst is. */
export type Decision =
  /** `texts`: what it can mean, the likeliest first. `hasEnd` is false if its end may still come. */
  | { readonly is: 'scan'; readonly why: WhyScan; readonly texts: readonly string[]; readonly hasEnd: boolean }
  /** Slow keys that nothing takes: a scan if the code is known. */
  | { readonly is: 'scan-if-known'; readonly texts: readonly string[]; readonly hasEnd: boolean }
  | { readonly is: 'unreadable'; readonly why: Unreadable }
  /** Text for the field. `isAskedAbout`: if it is a known code, the packer is asked. */
  | { readonly is: 'typed'; readonly why: WhyTyped; readonly isAskedAbout: boolean }
  /** Text for the screen that takes typed codes. */
  | { readonly is: 'typed-code'; readonly why: WhyTyped }
  /** A key of the open screen, or two that were pressed as one rolls over to the other. */
  | { readonly is: 'key'; readonly why: WhyTyped }
  /** The scanner is being measured: it acts on nothing. */
  | { readonly is: 'measured' };

/** So soon behind a part of a code comes its rest. */
export const restMs = 900;
/** So soon behind a key nobody scans: it may be the rest of a code that came apart behind it. */
const restOfTypedMs = 650;
/** So soon behind a change of windows: the other one may have got the first keys. */
const restOfFocusMs = 150;
/** A shorter text is typed all the time. */
const shortestAsked = 4;

/** What these keys can mean as a code; empty if a character is missing in every layout it can be. */
export function textsOf({ parts }: { readonly parts: readonly Part[] }, profile: ScannerProfile | null): readonly string[] {
  const arrived = parts.map((part) => part.arrived);
  if (!profile) return readingsOf(arrived);
  const text = asScanned(arrived, profile.country, profile.undoesCapsLock);
  return text === null ? [] : [plainCode(text)].filter((each) => each !== '');
}

/** Decides what a burst is: by its content first, then by its end and by silence; by its speed only if no person types so fast. */
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
    // A person types no code by the numbers of its characters.
    if (burst.parts.some(({ arrived }) => arrived.is !== 'key')) return unreadable('came-apart');
    if (!isComposedAway(burst)) return { is: 'typed-code', why: whyTyped(situation) };
    const isWhole = by === 'silence' && hasNoEnd(situation) && count >= shortestScan && texts.length > 0;
    return isWhole ? { is: 'scan-if-known', texts, hasEnd: false } : unreadable('lost-character');
  }
  if (isPressed(burst)) return { is: 'key', why: whyTyped(situation) };
  if (by === 'end' && count >= shortestScan) return whole(situation, texts, 'ended');
  // Never keys of the screen: a part of a code would choose by them.
  const mayBeScan = by === 'silence' && count >= shortestScan && mayHaveNoEnd(situation) && mayBeSlow(profile);
  return mayBeScan && texts.length > 0 ? { is: 'scan-if-known', texts, hasEnd: false } : unreadable('not-understood');
}

const unreadable = (why: Unreadable): Decision => ({ is: 'unreadable', why });

const hasNoEnd = ({ knownEnd }: Situation): boolean => knownEnd === 'none';
const mayHaveNoEnd = (situation: Situation): boolean => situation.knownEnd === undefined || hasNoEnd(situation);

/** What is decided by speed has enough keys for a code. */
const whyTyped = ({ burst, profile }: Situation): WhyTyped => whyNotFast(burst, timingOf(profile)) ?? 'few';

const scan = (situation: Situation, texts: readonly string[], why: WhyScan): Decision => ({
  is: 'scan',
  why,
  texts,
  hasEnd: situation.by === 'end',
});

/** A command is whole by itself; of any other code a part may have come. */
function markedCode(situation: Situation, text: string): Decision {
  if (readScan(text).kind === 'command') return { is: 'scan', why: 'marked', texts: [text], hasEnd: true };
  return situation.by === 'end' || mayHaveNoEnd(situation) ? whole(situation, [text], 'marked') : unreadable('no-end');
}

/** Whether it begins as no person's text does, so that its end is waited for. */
export const isMarkedBurst = (burst: Burst, profile: ScannerProfile | null): boolean =>
  burst.parts.length >= shortestScan && textsOf(burst, profile).some((text) => isMarked(text, profile));

/** A text that no person types: a command, an AIM identifier, or the prefix of this scanner. */
function isMarked(text: string, profile: ScannerProfile | null): boolean {
  const prefix = profile?.prefix ?? '';
  return isOnlyScanned(text) || (prefix !== '' && text.length > prefix.length && text.startsWith(prefix));
}

/** Whether it may be the rest of a code whose beginning came before. */
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
  // Nobody presses Alt between two letters; what is left of the code would be another one.
  if (by !== 'person' && (isIncomplete(burst) || isUndelivered(burst))) {
    const isWhole = by === 'end' && profile !== null && burst.parts.length >= shortestScan;
    return isWhole ? whole(situation, texts, 'ended') : unreadable('lost-character');
  }
  const isComplete = by === 'end' || (by === 'silence' && mayHaveNoEnd(situation));
  const mayBeScan = isComplete && mayBeSlow(profile) && burst.parts.length >= shortestAsked && !overlaps(burst);
  return { is: 'typed', why: whyTyped(situation), isAskedAbout: mayBeScan && field.takes !== 'code' };
}
