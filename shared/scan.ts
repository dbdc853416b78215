import { type Command, commandOf, reservedPrefixOf } from './command-keys.ts';

export type Scan =
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'nothing' };

/** A number as it is compared: people put blanks and small letters in different places. Its own signs stay: `1-2` is not `12`. */
export const bareNumber = (text: string): string => text.replace(/\s+/g, '').toUpperCase();

/**
 * Keys of one slot mean one order, however they are written: `#1001`, `1001`, `ord 1`, `ORD-1` is another. `source` sets apart what
 * two shops number alike; empty where all share their numbers.
 */
export const slotOf = (key: string, source = ''): string => source + bareNumber(key).replace(/^#+(?=.)/, '');

/** An order key as it is written down: two spellings that look alike would be two orders. Without signs nobody sees, each letter as one. */
export const plainKey = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();

/** Without the three signs by which some scanners say first what kind of bar code it is, as AIM has them: `]C1`, `]E0`. */
export const withoutSymbology = (text: string): string => text.replace(/^\][A-Za-z][0-9A-Za-z](?=.)/, '');

/** A bar code as it is compared: capitals and digits alone, since scanners and symbols put their own signs around and between them. */
export const bareCode = (text: string): string =>
  withoutSymbology(text)
    .replace(/[^A-Za-z0-9]/g, '')
    .toUpperCase();

/** The lengths of EAN and UPC codes. */
const productDigits = /^(\d{8}|\d{12,14})$/;

/**
 * The code of an item as it is compared: without separators, in capitals. EAN and UPC codes are filled up to 14 digits, because some
 * scanners send a UPC-A code with a zero in front and some without. Empty if the text holds no Latin letter or digit.
 */
export function itemCode(text: string): string {
  const bare = bareCode(text);
  return productDigits.test(bare) ? bare.padStart(14, '0') : bare;
}

/**
 * Tells a command from an order key, a tracking or a consignment number. Control characters that a scanner adds, and the identifier of
 * the kind of bar code, are dropped.
 */
export function readScan(raw: string): Scan {
  const text = withoutSymbology(raw.replace(/[\u0000-\u001f\u007f]/g, '').trim());
  if (!text) return { kind: 'nothing' };
  const command = commandOf(text);
  if (command) return { kind: 'command', command };
  return reservedPrefixOf(text) === undefined ? { kind: 'number', text } : { kind: 'nothing' };
}

/** Whether only a scanner sends such a text: a command, the test label, or a code with the identifier of its kind (`]C1`). */
export const isOnlyScanned = (text: string): boolean =>
  text.trim() !== '' && (withoutSymbology(text) !== text || readScan(text).kind !== 'number');

/**
 * Why a window is not sure of a scan. `end`: it came without its end and may be a part of a code. `layout`: letters in it lie on other keys
 * in other countries, and it is not known which one the scanner is set to.
 */
export const scanDoubts = ['end', 'layout'] as const;
export type ScanDoubt = (typeof scanDoubts)[number];

/** What a code that leads to nothing here most likely was: people scan what lies in front of them. */
export type ForeignCode = 'product' | 'web-page' | 'unknown';

export function foreignCode(text: string): ForeignCode {
  if (/^(https?:\/\/|www\.)\S+$/i.test(text)) return 'web-page';
  return isProductCode(text) ? 'product' : 'unknown';
}

/** EAN and UPC in all their lengths: digits, the last of which checks the others. */
export function isProductCode(text: string): boolean {
  if (!productDigits.test(text)) return false;
  const weighed = Array.from(text, Number)
    .reverse()
    .reduce((sum, digit, index) => sum + digit * (index % 2 === 0 ? 1 : 3), 0);
  return weighed % 10 === 0;
}
