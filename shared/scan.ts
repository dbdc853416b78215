import { type Command, commandOf, reservedPrefixOf } from './command-keys.ts';

export type Scan =
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'nothing' };

/** A number in its form for comparison: without blanks, in capitals. Its punctuation stays: `1-2` is not `12`. */
export const bareNumber = (text: string): string => text.replace(/\s+/g, '').toUpperCase();

/**
 * Keys of one slot mean one order, in any spelling: `#1001` and `1001` are the same, but `ord 1` and `ORD-1` differ. `source` separates
 * orders of two shops with the same number; empty if all shops share their numbers.
 */
export const slotOf = (key: string, source = ''): string => source + bareNumber(key).replace(/^#+(?=.)/, '');

/**
 * An order key in its stored form, because two spellings that look alike would be two orders: without invisible characters, each
 * character composed.
 */
export const plainKey = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();

/** Without the AIM symbology identifier that some scanners send first: `]C1`, `]E0`. */
export const withoutSymbology = (text: string): string => text.replace(/^\][A-Za-z][0-9A-Za-z](?=.)/, '');

/**
 * A bar code in its form for comparison: capitals and digits only, because scanners and symbologies add other characters around and
 * between them.
 */
export const bareCode = (text: string): string =>
  withoutSymbology(text)
    .replace(/[^A-Za-z0-9]/g, '')
    .toUpperCase();

/** The lengths of EAN and UPC codes. */
const productDigits = /^(\d{8}|\d{12,14})$/;

/**
 * An item code in its form for comparison: capitals and digits only. EAN and UPC codes are padded to 14 digits, because some scanners
 * send a UPC-A code with a leading zero and some without. Empty if the text contains no Latin letter or digit.
 */
export function itemCode(text: string): string {
  const bare = bareCode(text);
  return productDigits.test(bare) ? bare.padStart(14, '0') : bare;
}

/**
 * Distinguishes a command from an order key, a tracking number or a consignment number. Drops control characters that a scanner adds and
 * the symbology identifier.
 */
export function readScan(raw: string): Scan {
  const text = withoutSymbology(raw.replace(/[\u0000-\u001f\u007f]/g, '').trim());
  if (!text) return { kind: 'nothing' };
  const command = commandOf(text);
  if (command) return { kind: 'command', command };
  return reservedPrefixOf(text) === undefined ? { kind: 'number', text } : { kind: 'nothing' };
}

/** True if only a scanner sends such a text: a command, the test label, or a code with a symbology identifier (`]C1`). */
export const isOnlyScanned = (text: string): boolean =>
  text.trim() !== '' && (withoutSymbology(text) !== text || readScan(text).kind !== 'number');

/**
 * Why a window is not sure of a scan. `end`: the end is missing, so it may be part of a code. `layout`: it contains characters whose key
 * depends on the keyboard layout, and the scanner's layout is unknown.
 */
export const scanDoubts = ['end', 'layout'] as const;
export type ScanDoubt = (typeof scanDoubts)[number];

/** Likely kind of a code that leads to nothing here: packers scan any code on the parcel. */
export type ForeignCode = 'product' | 'web-page' | 'unknown';

export function foreignCode(text: string): ForeignCode {
  if (/^(https?:\/\/|www\.)\S+$/i.test(text)) return 'web-page';
  return isProductCode(text) ? 'product' : 'unknown';
}

/** True for EAN and UPC codes of all lengths: digits, the last of which is a check digit. */
export function isProductCode(text: string): boolean {
  if (!productDigits.test(text)) return false;
  const weighed = Array.from(text, Number)
    .reverse()
    .reduce((sum, digit, index) => sum + digit * (index % 2 === 0 ? 1 : 3), 0);
  return weighed % 10 === 0;
}
