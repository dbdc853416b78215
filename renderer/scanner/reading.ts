import { type ScannerCountry, scannerCountries } from '../../shared/scanner-profile.ts';
import { characterAt, isWritingKey, padDigit } from './layouts.ts';

/** One key of a code, as the system delivered it. */
export interface KeyStroke {
  /** The physical key (`event.code`); empty if a program typed the character. */
  readonly code: string;
  /** What the layout of this PC made of it (`event.key`). */
  readonly key: string;
  readonly shift: boolean;
  readonly altGr: boolean;
  readonly capsLock: boolean;
}

/** One part of what arrives between two pauses. */
export type Arrived =
  | ({ readonly is: 'key' } & KeyStroke)
  /** A character by its number (Alt and digits of the number pad), or a control character. `typed`: what the system made of it. */
  | { readonly is: 'character'; readonly character: string; readonly typed: string }
  /** Something that could not be delivered or makes no sense inside a code. */
  | { readonly is: 'lost' };

/** The separator between the parts of a GS1 code. */
export const groupSeparator = '\u001d';
const replacement = '\ufffd';

/** Whether this key belongs into a text, whatever the layout and the input method of the PC make of it. */
export const writes = ({ code, key }: Pick<KeyStroke, 'code' | 'key'>): boolean =>
  isWritingKey(code) ? !isNavigation(code, key) : Array.from(key).length === 1;

/** A key of the number pad that moves the cursor while Num Lock is off. */
export const isNavigation = (code: string, key: string): boolean =>
  padDigit(code) !== undefined && key.length > 1 && key !== 'Process' && key !== 'Unidentified';

/** The text as the layout of this PC has it; null if a character is missing. It is what a person typed. */
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
 * The text as a scanner of this country means it; null if a key writes nothing there. The layout, the dead keys, the input method and
 * Caps Lock of the PC do not count. Characters without a physical key are taken as they came.
 */
export function asScanned(arrived: readonly Arrived[], country: ScannerCountry, undoesCapsLock = false): string | null {
  let text = '';
  let pending = '';
  for (const each of arrived) {
    const read = each.is === 'key' ? keyRead(each, country, undoesCapsLock) : each;
    if (read === undefined || read.is === 'lost') return null;
    // A dead key and a blank write the sign itself; with another key a scanner would mean a letter that no bar code has.
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

/** Some scanners write the separator out. */
const writtenSeparator = /<GS>|\{GS\}/gi;

/** A code without what a scanner writes around it: a leading separator says only that the code is of GS1. */
export const plainCode = (text: string): string => text.replaceAll(writtenSeparator, groupSeparator).replace(/^\u001d+/, '');

const isPlain = (text: string): boolean => /^[\x20-\x7e\x1d]+$/.test(text);

/**
 * What a code can mean if the country of the scanner is not known, the likeliest first: by the layout of this PC, then by that of the
 * United States, which scanners leave the factory with. Bar codes hold plain characters, so a reading with others comes last, and only by
 * the layout of this PC. Empty if a character is missing in every layout.
 */
export function readingsOf(arrived: readonly Arrived[]): readonly string[] {
  const typed = asTyped(arrived);
  const all = [typed, ...scannerCountries.map((country) => asScanned(arrived, country))].filter((text) => text !== null);
  const plain = all.filter(isPlain);
  return [...new Set([...plain, ...(typed === null ? [] : [typed])].map(plainCode))].filter((text) => text !== '');
}

const shapeOf = (text: string): string => text.replaceAll(/[A-Za-z]/g, 'A').replaceAll(/\d/g, '0');

/** Whether two readings differ only in letters that lie on other keys elsewhere: then nothing in the code tells which one is meant. */
export const isAlike = (one: string, other: string): boolean => one !== other && shapeOf(one) === shapeOf(other);
