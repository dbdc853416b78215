import { deflateSync, gzipSync } from 'node:zlib';
import type { HostileInput } from './hostile-bench.ts';
import { label } from './papers.ts';
import { pdfOf, stream } from './small-pdf.ts';
import { checkedPicture } from './zpl-pictures.ts';

const zpl = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const whole = (fields: string): Uint8Array => zpl(`^XA^CI28^FO20,20^A0N,30,30^FDAnna Lehmann^FS${fields}^XZ`);
/** Repeats a piece until the total is nearly one MB. */
const filled = (piece: string, most = 980_000): string => piece.repeat(Math.floor(most / piece.length));
const numbered = (count: number, piece: (at: number) => string): string => Array.from({ length: count }, (_, at) => piece(at)).join('');

const packedLabel = (bytes: number): Uint8Array =>
  gzipSync(Buffer.concat([zpl('^XA^CI28^FO20,20^A0N,30,30^FDAnna Lehmann^FS'), Buffer.alloc(bytes, ' '), zpl('^XZ')]));
const thirty = (bytes: Uint8Array): readonly string[] => Array.from({ length: 30 }, () => Buffer.from(bytes).toString('base64'));

export const labels: readonly HostileInput[] = [
  label('ZPL of one text of a megabyte', () => whole(`^FO20,60^A0N,30,30^FD${'A'.repeat(980_000)}^FS`)),
  label('ZPL of half a million carets', () => zpl(`^XA${'^'.repeat(980_000)}^XZ`)),
  label('ZPL of 90,000 commands that draw nothing', () => whole(filled('^FO1,1^FS', 800_000))),
  label('ZPL of 30,000 texts, each in a place of its own', () =>
    whole(numbered(30_000, (at) => `^FO${at % 800},${at % 1200}^FDA${at}^FS`)),
  ),
  label('ZPL of 12,000 bar codes', () => whole(numbered(12_000, (at) => `^FO${at % 800},${at % 1200}^BCN,50^FD${at}12345678^FS`))),
  label('ZPL of 15,000 frames in each other', () =>
    whole(numbered(15_000, (at) => `^FO${at % 400},${at % 600}^GB${800 - (at % 400)},${1200 - (at % 600)},2^FS`)),
  ),
  label('ZPL of packed pictures that unpack to four megabytes', () =>
    whole(numbered(4, () => `^FO0,0${checkedPicture(Buffer.alloc(1_000_000))}^FS`)),
  ),
  label('ZPL of packed pictures that are as large as the gate lets through', () =>
    whole(numbered(4, () => `^FO0,0${checkedPicture(Buffer.alloc(520_000))}^FS`)),
  ),
  label('ZPL of packed pictures that say they are larger than they are', () =>
    whole(filled(`^GFC,9999999,9999999,999,:Z64:${deflateSync(Buffer.alloc(2_000_000)).toString('base64')}:0000^FS`)),
  ),
  label('ZPL that recalls a form that recalls itself', () => zpl(`^XA^DFR:A^XFR:A^FS^XZ${filled('^XA^XFR:A^FS^XZ', 20_000)}`)),
  label('ZPL of blocks of a million lines', () => whole(filled('^FO1,1^FB9999,9999,9999,J,9999^FDA \\& B \\& C^FS'))),
  label('ZPL packed by gzip a thousand times over', () => packedLabel(24_000_000)),
  label('ZPL packed by gzip that is as large as is unpacked', () => packedLabel(2_620_000)),
  label('a list of 30 labels, each of 24 MB when unpacked', () => packedLabel(24_000_000), thirty),
  label('a list of 30 labels, together as large as is unpacked', () => packedLabel(87_000), thirty),
  label('a PDF whose page unpacks to a gigabyte', () =>
    pdfOf([{ content: stream(deflateSync(Buffer.alloc(400_000_000, '0 0 m 9 9 l S\n')), '/Filter /FlateDecode') }]),
  ),
  label('a PDF page in ten levels of ten copies', () => pdfOf([nested(10)])),
  label('a PDF of 100 pages as large as a house', () =>
    pdfOf(Array.from({ length: 100 }, () => ({ size: [14_400, 14_400] as const, content: stream(Buffer.from('0 0 14400 14400 re f')) }))),
  ),
  label('a PDF of 60,000 letters, each in a place of its own', () =>
    pdfOf([
      {
        content: stream(
          Buffer.from(`BT /F1 4 Tf ${numbered(60_000, (at) => `1 0 0 1 ${at % 590} ${at % 840} Tm(a)Tj `)}ET`).subarray(0, 980_000),
        ),
      },
    ]),
  ),
  label('a PDF of 40,000 dashed curves', () =>
    pdfOf([{ content: stream(Buffer.from(`[0.01 0.01] 0 d ${filled('0 0 m 9 900 900 9 600 800 c S ')}`)) }]),
  ),
  label('a PDF picture of 900 million dots', () => pdfOf([picture(30_000, 30_000)])),
  label('a PDF picture of 100 million dots in colour', () => pdfOf([picture(10_000, 10_000, 3)])),
  label('a PDF whose pages are their own parents', () => pdfOf([{ content: stream(Buffer.from('')) }], { isCircular: true })),
  label('a PDF that names 900,000 parts', () =>
    Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from(filled('1 0 obj\n<<>>\nendobj\n')), Buffer.from('startxref\n9\n%%EOF')]),
  ),
];

/** A form that draws ten others, each of which draws ten others, and so on. */
function nested(depth: number) {
  return { content: stream(Buffer.from('/X0 Do '.repeat(10))), forms: depth };
}

/** A picture of one colour, so that it compresses well. */
function picture(width: number, height: number, colours: 1 | 3 = 1) {
  const packed = deflateSync(Buffer.alloc(Math.min(width * height * colours, 900_000_000)), { level: 9 });
  const space = colours === 3 ? '/DeviceRGB' : '/DeviceGray';
  const about = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace ${space} /BitsPerComponent 8 /Filter /FlateDecode`;
  return { content: stream(Buffer.from('288 0 0 432 0 0 cm /X0 Do')), picture: stream(packed, about) };
}
