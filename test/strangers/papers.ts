import { crc32, deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import type { Manifest } from './service-nature.ts';

/** Returns a document with this text, in one of the forms that services send. */
export async function drawPaper(kind: Exclude<Manifest, 'none'>, words: string): Promise<Uint8Array> {
  switch (kind) {
    case 'PDF':
      return pdfOf(words);
    case 'text':
      return Buffer.from(`${words}\n\n1  parcel\nSignature ________\n`);
    case 'HTML':
      return Buffer.from(`<!DOCTYPE html><html><body><h1>${words}</h1><p>Signature</p></body></html>`);
    case 'PNG':
      return pngOf();
    case 'ZPL':
      return Buffer.from(`^XA^CI28^PW812^LL1218^FO40,60^A0N,40,40^FD${words}^FS^XZ`);
  }
}

async function pdfOf(words: string): Promise<Uint8Array> {
  const document = new PDFDocument({ size: 'A4' });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise<void>((resolve) => document.on('end', resolve));
  document.fontSize(18).text(words);
  document.end();
  await ended;
  return Buffer.concat(parts);
}

/** Returns a white picture of 8 by 8 pixels. */
function pngOf(): Uint8Array {
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(data.length);
    const tail = Buffer.alloc(4);
    tail.writeUInt32BE(crc32(body));
    return Buffer.concat([head, body, tail]);
  };
  const header = Buffer.from([0, 0, 0, 8, 0, 0, 0, 8, 8, 0, 0, 0, 0]);
  const rows = Buffer.concat(Array.from({ length: 8 }, () => Buffer.from('\0\xff\xff\xff\xff\xff\xff\xff\xff', 'latin1')));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', new Uint8Array()),
  ]);
}
