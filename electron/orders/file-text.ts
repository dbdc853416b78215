import { guessedText } from '../files/text.ts';

/** The text of an order file, or what the file is instead. */
export type FileText = { readonly text: string } | { readonly instead: string };

const instead = (what: string): FileText => ({ instead: what });

export function textOfFile(bytes: Uint8Array): FileText {
  const foreign = foreignKind(bytes);
  if (foreign !== undefined) return instead(foreign);
  const text = guessedText(bytes);
  const nul = text.indexOf('\u0000');
  if (nul >= 0) {
    const line = text.slice(0, nul).split('\n').length;
    return instead(`There is a NUL byte in line ${line}, which no text holds: the file is damaged, or it is no text.`);
  }
  if (text.trim() === '') return instead('The file is empty.');
  return foreignText(text.trimStart()) ?? { text };
}

const beginnings: readonly (readonly [bytes: readonly number[], what: string])[] = [
  [[0xd0, 0xcf, 0x11, 0xe0], 'This is an old Excel workbook (XLS). Open it and save it as CSV.'],
  [[0x25, 0x50, 0x44, 0x46], 'This is a PDF, which holds pages and no rows. Export the orders as CSV.'],
  [[0x1f, 0x8b], 'This file is packed (gzip). Unpack it first.'],
  [[0x89, 0x50, 0x4e, 0x47], 'This is a picture (PNG).'],
  [[0xff, 0xd8, 0xff], 'This is a picture (JPEG).'],
];

function foreignKind(bytes: Uint8Array): string | undefined {
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) {
    const names = new TextDecoder('latin1').decode(bytes);
    if (/\[Content_Types\]\.xml|xl\/work/.test(names)) return 'This is an Excel workbook (XLSX). Open it and save it as CSV.';
    if (names.includes('opendocument.spreadsheet')) return 'This is an OpenDocument spreadsheet. Open it and save it as CSV.';
    return 'This is a ZIP archive. Unpack it first.';
  }
  return beginnings.find(([beginning]) => startsWith(bytes, beginning))?.[1];
}

const startsWith = (bytes: Uint8Array, beginning: readonly number[]): boolean => beginning.every((byte, at) => bytes[at] === byte);

function foreignText(text: string): FileText | undefined {
  if (/^<(?:!doctype html|html|head|body)\b/i.test(text)) {
    const title = /<title[^>]*>([^<]{1,100})/i.exec(text)?.[1]?.trim();
    const isLogin = /type=["']?password|log[ -]?in|sign[ -]?in|anmeld/i.test(text);
    const page = `This is a web page${title ? ` ("${title}")` : ''}, not an order file.`;
    return instead(isLogin ? `${page} The shop asks to sign in: sign in there and export again.` : `${page} Export the orders as CSV.`);
  }
  if (/^<\?xml|^<[a-z]/i.test(text)) return instead('This is an XML file. Export the orders as CSV or JSON.');
  return text.startsWith('{\\rtf') ? instead('This is a text document (RTF). Save it as plain CSV.') : undefined;
}
