import type { FileLetters } from '../../shared/file-letters.ts';
import type { FileReason, ForeignKind } from '../../shared/order-file-reason.ts';
import { guessedText, textOfBytes, type Utf8Text } from '../files/text.ts';
import { encodingOf } from './file-letters.ts';
import { isWorkbook } from './workbook.ts';
import { startsAsZip, type ZipParts, zipParts } from './zip-parts.ts';

/** The content of an order file, or the reason why it is not one. */
export type FileContent = Utf8Text | { readonly xml: Uint8Array } | { readonly workbook: ZipParts } | { readonly instead: FileReason };

const instead = (what: FileReason): FileContent => ({ instead: what });
const ofKind = (kind: ForeignKind): FileContent => instead({ code: 'file-of-other-kind', kind });

/** @throws NotReadable if the encoding of a text cannot be determined; `answers` are the users' earlier choices for such files. */
export function contentOfFile(bytes: Uint8Array, answers: readonly FileLetters[]): FileContent {
  if (startsAsZip(bytes)) return contentOfZip(bytes);
  if (startsWith(bytes, compoundFile)) return instead(foreignWorkbook(bytes));
  const foreign = beginnings.find(([beginning]) => startsWith(bytes, beginning))?.[1];
  if (foreign !== undefined) return ofKind(foreign);
  const guessed = guessedText(bytes, (older) => encodingOf(older, answers));
  const { utf8 } = guessed;
  const nul = utf8.indexOf(0);
  if (nul >= 0) return instead({ code: 'file-no-text', line: textOfBytes(utf8.subarray(0, nul)).split('\n').length });
  const beginning = beginningOf(utf8);
  if (beginning === '') return instead({ code: 'file-empty' });
  return foreignText(beginning, utf8) ?? guessed;
}

const [beginningBytes, lessThan] = [64 * 1024, 0x3c];

/** The first words of a text show its kind, so a large file is never held as one text. */
const beginningOf = (utf8: Uint8Array): string =>
  textOfBytes(utf8.subarray(0, beginningBytes)).trimStart() || textOfBytes(utf8).trimStart();

/** Signature of Excel files before 2007, and of encrypted files since then. */
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0];
const beginnings: readonly (readonly [bytes: readonly number[], kind: ForeignKind])[] = [
  [[0x25, 0x50, 0x44, 0x46], 'pdf'],
  [[0x1f, 0x8b], 'gzip'],
  [[0x89, 0x50, 0x4e, 0x47], 'png'],
  [[0xff, 0xd8, 0xff], 'jpeg'],
];

const latin = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

function contentOfZip(bytes: Uint8Array): FileContent {
  const parts = zipParts(bytes);
  if (parts && isWorkbook(parts)) return { workbook: parts };
  const names = parts ? [...parts.keys()].join() : latin(bytes);
  if (!parts && /\[Content_Types\]\.xml|xl\/work/.test(names)) return instead({ code: 'workbook-broken' });
  return ofKind(latin(bytes.subarray(0, 200)).includes('opendocument.spreadsheet') ? 'ods' : 'zip');
}

const foreignWorkbook = (bytes: Uint8Array): FileReason =>
  latin(bytes).replaceAll('\0', '').includes('EncryptedPackage')
    ? { code: 'workbook-encrypted' }
    : { code: 'file-of-other-kind', kind: 'xls' };

const startsWith = (bytes: Uint8Array, beginning: readonly number[]): boolean => beginning.every((byte, at) => bytes[at] === byte);

function foreignText(beginning: string, utf8: Uint8Array): FileContent | undefined {
  const behindNotes = beginning.replace(/^(?:<\?[^>]*\?>\s*|<!--[^]*?-->\s*)+/, '');
  if (/^<(?:!doctype html|html|head|body|table|meta)\b/i.test(behindNotes)) {
    const text = textOfBytes(utf8);
    const title = /<title[^<>]*>([^<]{1,100})/i.exec(text)?.[1]?.trim();
    const asksToSignIn = /type=["']?password|log[ -]?in|sign[ -]?in|anmeld/i.test(text);
    return instead({ code: 'file-web-page', title: title ?? '', asksToSignIn });
  }
  if (/^<[?!a-z_]/i.test(beginning)) return { xml: utf8.subarray(utf8.indexOf(lessThan)) };
  return beginning.startsWith('{\\rtf') ? ofKind('rtf') : undefined;
}

export const isJson = ({ utf8 }: Utf8Text): boolean => /^[[{]/.test(beginningOf(utf8));
