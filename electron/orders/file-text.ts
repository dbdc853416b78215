import type { FileReason, ForeignKind } from '../../shared/order-file-reason.ts';
import { guessedText } from '../files/text.ts';

/** The text of an order file, or what the file is instead. */
export type FileText = { readonly text: string } | { readonly instead: FileReason };

const instead = (what: FileReason): FileText => ({ instead: what });
const ofKind = (kind: ForeignKind): FileText => instead({ code: 'file-of-other-kind', kind });

export function textOfFile(bytes: Uint8Array): FileText {
  const foreign = foreignKind(bytes);
  if (foreign !== undefined) return ofKind(foreign);
  const text = guessedText(bytes);
  const nul = text.indexOf('\u0000');
  if (nul >= 0) return instead({ code: 'file-no-text', line: text.slice(0, nul).split('\n').length });
  if (text.trim() === '') return instead({ code: 'file-empty' });
  return foreignText(text.trimStart()) ?? { text };
}

const beginnings: readonly (readonly [bytes: readonly number[], kind: ForeignKind])[] = [
  [[0xd0, 0xcf, 0x11, 0xe0], 'xls'],
  [[0x25, 0x50, 0x44, 0x46], 'pdf'],
  [[0x1f, 0x8b], 'gzip'],
  [[0x89, 0x50, 0x4e, 0x47], 'png'],
  [[0xff, 0xd8, 0xff], 'jpeg'],
];

function foreignKind(bytes: Uint8Array): ForeignKind | undefined {
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) {
    const names = new TextDecoder('latin1').decode(bytes);
    if (/\[Content_Types\]\.xml|xl\/work/.test(names)) return 'xlsx';
    if (names.includes('opendocument.spreadsheet')) return 'ods';
    return 'zip';
  }
  return beginnings.find(([beginning]) => startsWith(bytes, beginning))?.[1];
}

const startsWith = (bytes: Uint8Array, beginning: readonly number[]): boolean => beginning.every((byte, at) => bytes[at] === byte);

function foreignText(text: string): FileText | undefined {
  if (/^<(?:!doctype html|html|head|body)\b/i.test(text)) {
    const title = /<title[^>]*>([^<]{1,100})/i.exec(text)?.[1]?.trim();
    const asksToSignIn = /type=["']?password|log[ -]?in|sign[ -]?in|anmeld/i.test(text);
    return instead({ code: 'file-web-page', title: title ?? '', asksToSignIn });
  }
  if (/^<\?xml|^<[a-z]/i.test(text)) return ofKind('xml');
  return text.startsWith('{\\rtf') ? ofKind('rtf') : undefined;
}
