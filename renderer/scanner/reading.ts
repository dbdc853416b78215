import { type ScannerCountry, scannerCountries } from '../../shared/scanner-profile.ts';
import { characterAt, isWritingKey, padDigit } from './layouts.ts';

/** One key of a code, as the system delivered it. */
export interface KeyStroke {
  /** The physical key (`event.code`); empty if a program typed the character. */
  readonly code: string;
  /** The character in this PC's layout (`event.key`). */
  readonly key: string;
  readonly shift: boolean;
  readonly altGr: boolean;
  readonly capsLock: boolean;
}

/** One part of what arrives between two pauses. */
export type Arrived =
  | ({ readonly is: 'key' } & KeyStroke)
  /** A character entered by its number (Alt and digits of the number pad), or a control character. `typed`: the system's result. */
  | { readonly is: 'character'; readonly character: string; readonly typed: string }
  /** A key that could not be delivered or makes no sense in a code. */
  | { readonly is: 'lost' };

/** The separator between the parts of a GS1 code. */
export const groupSeparator = '\u001d';
const replacement = '\ufffd';

/** True if this key writes text, regardless of the PC's layout and input method. */
export const writes = ({ code, key }: Pick<KeyStroke, 'code' | 'key'>): boolean =>
  isWritingKey(code) ? !isNavigation(code, key) : Array.from(key).length === 1;

/** A key of the number pad that moves the cursor while Num Lock is off. */
export const isNavigation = (code: string, key: string): boolean =>
  padDigit(code) !== undefined && key.length > 1 && key !== 'Process' && key !== 'Unidentified';

/** The text in this PC's layout, as a person typed it; null if a character is missing. */
export function asTyped(arrived: readonly Arrived[]): string | null {
  let text = '';
  for (const each of arrived) {
    if (each.is === 'lost') return null;
    const character = each.is === 'character' ? each.typed : each.key;
    if (Array.from(character).length !== 1 || character === replacement) return null;
    text += character;
  }
  return text;
}

/**
 * The text as a scanner of this country sends it; null if a key writes nothing there. The layout, dead keys, input method and Caps Lock
 * of the PC are ignored. Characters without a physical key are used as they came.
 */
export function asScanned(arrived: readonly Arrived[], country: ScannerCountry, undoesCapsLock = false): string | null {
  let text = '';
  let pending = '';
  for (const each of arrived) {
    const read = each.is === 'key' ? keyRead(each, country, undoesCapsLock) : each;
    if (read === undefined || read.is === 'lost') return null;
    // A dead key and a blank write the character itself. With another key, the result would be a character that no bar code has.
    if (pending !== '') {
      if (read.character !== ' ') return null;
      text += pending;
      pending = '';
    } else if (read.is === 'dead') pending = read.character;
    else text += read.character;
  }
  return pending === '' ? text : null;
}

type Read = { readonly is: 'character' | 'dead'; readonly character: string } | { readonly is: 'lost' };

function keyRead({ code, key, shift, altGr, capsLock }: KeyStroke, country: ScannerCountry, undoesCapsLock: boolean): Read | undefined {
  if (code === '' || !isWritingKey(code))
    return Array.from(key).length === 1 && key !== replacement ? { is: 'character', character: key } : undefined;
  const isTurned = capsLock && undoesCapsLock && isLetterKey(country, code);
  const found = characterAt(country, code, { shift: shift !== isTurned, altGr });
  return found && { is: found.isDead ? 'dead' : 'character', character: found.character };
}

const isLetterKey = (country: ScannerCountry, code: string): boolean => {
  const [small, capital] = [false, true].map((shift) => characterAt(country, code, { shift, altGr: false })?.character ?? '');
  return small !== capital && small?.toUpperCase() === capital;
};

/** Some scanners send the separator as text. */
const writtenSeparator = /<GS>|\{GS\}/gi;

/** A code without a scanner's additions. A leading separator only marks the code as GS1. */
export const plainCode = (text: string): string => text.replaceAll(writtenSeparator, groupSeparator).replace(/^\u001d+/, '');

const isPlain = (text: string): boolean => /^[\x20-\x7e\x1d]+$/.test(text);

/**
 * Possible readings of a code if the country of the scanner is unknown, the likeliest first: in the layout of this PC, then in that of
 * the United States, the factory setting of scanners. Bar codes contain plain characters, so a reading with others comes last, and only
 * in the layout of this PC. Empty if a character is missing in every layout.
 */
export function readingsOf(arrived: readonly Arrived[]): readonly string[] {
  const typed = asTyped(arrived);
  const all = [typed, ...scannerCountries.map((country) => asScanned(arrived, country))].filter((text) => text !== null);
  const plain = all.filter(isPlain);
  return [...new Set([...plain, ...(typed === null ? [] : [typed])].map(plainCode))].filter((text) => text !== '');
}

const shapeOf = (text: string): string => text.replaceAll(/[A-Za-z]/g, 'A').replaceAll(/\d/g, '0');

/** True if two readings differ only in characters whose key depends on the layout, so the code itself does not show which one is right. */
export const isAlike = (one: string, other: string): boolean => one !== other && shapeOf(one) === shapeOf(other);
