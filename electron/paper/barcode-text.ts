import anyAscii from 'any-ascii';
import type { Address } from '../../shared/address.ts';
import { bareCode } from '../../shared/scan.ts';
import { type Gs1Element, groupSeparator, gs1Elements } from './gs1.ts';
import type { PositionedText } from './positioned-text.ts';
import { remembered } from './remembered.ts';

/** Shorter codes identify a destination, not a parcel; longer ones hold an address. */
const fewestCharacters = 8;
const mostCharacters = 48;
const fewestDigits = 6;
/** Fewer digits printed as text are a weight, a date or a house number. */
export const fewestPrintedDigits = 8;
const phoneEnd = 7;

/** True if a code can identify one parcel: long enough, mostly a number, and not as long as a whole address. */
function canNameParcel(code: string): boolean {
  return code.length >= fewestCharacters && code.length <= mostCharacters && code.replace(/\D/g, '').length >= fewestDigits;
}

const withoutEndSeparators = (text: string): string => text.replace(/^\x1d+|\x1d+$/g, '');

/** Returns the pattern of special characters: their prefix is the declared one, otherwise either of those that printers use. */
function escapesOfMatrix(parameter: string | undefined): RegExp {
  const prefix = parameter?.trim() ?? '';
  return new RegExp(`${prefix === '' ? '[_~]' : prefix.slice(0, 1).replace(/[.*+?^${}()|[\]\\/-]/, '\\$&')}(d\\d{3}|[1-3X])`, 'g');
}

const code39 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%';
function withModulo43(text: string, isAsked: string | undefined): string {
  const values = text.split('').map((char) => code39.indexOf(char));
  if (isAsked?.trim().toUpperCase() !== 'Y' || values.includes(-1)) return text;
  return text + (code39[values.reduce((sum, value) => sum + value, 0) % 43] ?? '');
}

/**
 * Returns what a scanner reads from a bar code field. `parameters` are those of the `^B` command. Characters that only switch the symbol's
 * alphabet are left out; a check digit that the printer adds is added.
 */
export function barcodeText(command: string, parameters: readonly string[], data: string): string {
  switch (command) {
    case '^BC': {
      const mode = parameters[5]?.trim().toUpperCase() ?? '';
      const text = withoutEndSeparators(data.replaceAll('>8', groupSeparator).replace(/>[0-9:;<=?]/g, ''));
      if (mode === 'D') return withoutEndSeparators(text.replace(/[\s)]/g, '').replaceAll('(', groupSeparator));
      return mode === 'U' ? withCheckDigit(text.replace(/\D/g, '').slice(0, 19).padStart(19, '0')) : text;
    }
    case '^B3':
      return withModulo43(data.trim().replace(/^\*(.*)\*$/s, '$1'), parameters[1]);
    case '^B2':
      return parameters[4]?.trim().toUpperCase() === 'Y' ? withCheckDigit(data) : data;
    case '^BE':
      return withCheckDigit(data.slice(0, 12).padStart(12, '0'));
    case '^B8':
      return withCheckDigit(data.slice(0, 7).padStart(7, '0'));
    case '^BU':
      return withCheckDigit(data.slice(0, 11).padStart(11, '0'));
    case '^BQ':
      return data.replace(/^[HQML](A,|M,(N|A|K|B\d{4}))/, '');
    case '^BX':
      return withoutEndSeparators(
        data.replace(escapesOfMatrix(parameters[6]), (_, escape: string) =>
          escape === '1' ? groupSeparator : escape.length === 4 ? String.fromCharCode(Number(escape.slice(1))) : '',
        ),
      );
    default:
      return data;
  }
}

/** Returns each code of a label that can identify its parcel, bare, once. */
export const codesOfBarcodes = (texts: readonly string[]): readonly string[] => [
  ...new Set(
    texts
      .filter((text) => !isDate(text))
      .map(bareCode)
      .filter(canNameParcel),
  ),
];

/** No label holds more, and each one is searched for. */
const mostNumbers = 200;

/**
 * Returns each number in the bar codes of a label that may identify a parcel, bare, once: the codes themselves, the GS1 values without
 * their identifiers, and the fields of a message.
 */
export const numbersInBarcodes = (texts: readonly string[]): readonly string[] =>
  [...new Set(texts.flatMap((text) => [...numbersIn(text), ...codesOfBarcodes([text])]))].slice(0, mostNumbers);

function numbersIn(text: string): readonly string[] {
  const dpd = /^%\w{7}(\d{14})\d{6}$/.exec(text)?.[1];
  if (dpd !== undefined) return [dpd];
  const elements = gs1Elements(text);
  if (elements) return codesOfBarcodes(elements.flatMap(numbersOfElement));
  const fields = text.split(/[\x00-\x1f|+:;,'"!?*^~\s]+/);
  if (fields.length < 2) return [];
  // Prefixes that identify a number in such a message: `31Z`, `1J`.
  return codesOfBarcodes(
    fields.flatMap((field) => [field.replace(text.startsWith('[)>') ? /^\d{0,3}[A-Z](?=[A-Z0-9]{8})/ : /^$/, ''), field]),
  );
}

/**
 * Products, places, dates and weights identify no parcel. Numbers for the courier's internal use are mostly printed with their identifier.
 */
function numbersOfElement({ identifier, value }: Gs1Element): readonly string[] {
  if (/^(0[1-4]|1[1-9]|2[0245]|3|4[12])/.test(identifier)) return [];
  return [value, identifier + value];
}

/**
 * Finds codes in printed text: a PDF's bars are pictures, so the numbers printed below them are used instead. Leaves out texts about
 * `people`: words of their addresses, their postal codes and telephone numbers.
 */
export const codesOfTexts = (texts: readonly PositionedText[], people: readonly Address[]): readonly string[] =>
  codesOfBarcodes(texts.flatMap(({ text }) => [text, ...text.split(/\s+/)]).filter(looksLikeCode)).filter((code) => !isAbout(people, code));

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** True for text as couriers print it below the bars: capitals and digits in groups, mostly digits, no group a word. */
const looksLikeCode = remembered((text) => {
  const digits = digitsOf(text).length;
  if (digits < fewestPrintedDigits) return false;
  const isGrouped = /^[A-Z0-9 ()/.,:-]+$/.test(text) && !/[A-Z]{5}|\b[A-Z]{3,}\b/.test(text);
  return isGrouped && digits * 2 > bareCode(text).length && !isDate(text);
});

/** True for "22.11.2026", "2026-11-22", "27082021". */
function isDate(text: string): boolean {
  const [, year, month, day] = /^(20\d\d)\D?(\d\d)\D?(\d\d)$/.exec(text.trim()) ?? [];
  const [, first, second, laterYear] = /^(\d\d)\D?(\d\d)\D?(20\d\d)$/.exec(text.trim()) ?? [];
  const isDayOf = (days: string | undefined, months: string | undefined): boolean =>
    Number(days) >= 1 && Number(days) <= 31 && Number(months) >= 1 && Number(months) <= 12;
  return (year !== undefined && isDayOf(day, month)) || (laterYear !== undefined && (isDayOf(first, second) || isDayOf(second, first)));
}

/** Returns the parts of an address field that may be in a code, or contain one. */
const partsOfField = remembered((field) => {
  const ascii = anyAscii(field).toUpperCase();
  const digits = digitsOf(field);
  return {
    // The end of a telephone number is the same however its beginning is written.
    phone: digits.length > phoneEnd ? digits.slice(-phoneEnd) : undefined,
    bare: bareCode(ascii),
    words: ascii.split(/[^A-Z]+/).filter((word) => word.length > 2),
  };
});

const isAbout = (people: readonly Address[], code: string): boolean =>
  people
    .flatMap((person) => Object.values(person))
    .some((field) => {
      const { phone, bare, words } = partsOfField(field);
      const isPhone = phone !== undefined && digitsOf(code).includes(phone);
      return isPhone || bare.includes(code) || words.some((word) => code.includes(word));
    });

/** Adds a GS1 check digit: weights 3 and 1 from the right. Returns a text with other characters unchanged. */
function withCheckDigit(digits: string): string {
  if (!/^\d+$/.test(digits)) return digits;
  const sum = digits
    .split('')
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return digits + String((10 - (sum % 10)) % 10);
}
