import { crc32, deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import type { PdfPage } from './pdf-pages.ts';

export type Pdf = InstanceType<typeof PDFDocument>;

interface PdfOptions {
  /** Date in the file; two drawings with the same date have the same bytes. Now, if it is not given. */
  readonly createdAt?: Date;
  /** Keeps all pages until the end, so that the last step can number them. */
  readonly bufferPages?: boolean;
}

/** Draws a PDF and returns its bytes. */
export async function makePdf(
  draw: (pdf: Pdf) => void | Promise<void>,
  { createdAt, bufferPages = false }: PdfOptions = {},
): Promise<Uint8Array> {
  const info = { Producer: 'Packbench', ...(createdAt && { CreationDate: createdAt }) };
  const pdf = new PDFDocument({ autoFirstPage: false, margin: 0, bufferPages, info });
  const chunks: Buffer[] = [];
  const done = new Promise<void>((resolve, reject) =>
    pdf
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', resolve)
      .on('error', reject),
  );
  await draw(pdf);
  pdf.end();
  await done;
  return new Uint8Array(Buffer.concat(chunks));
}

/**
 * Returns a PDF of drawn pages. It contains only pictures, so only the appearance of a foreign PDF reaches the spooler. Prints SAMPLE over
 * each page if `sample` is true.
 */
export function pdfOfPages(pages: Iterable<PdfPage> | AsyncIterable<PdfPage>, sample: boolean): Promise<Uint8Array> {
  return makePdf(async (pdf) => {
    for await (const { widthPoints, heightPoints, image } of pages) {
      pdf.addPage({ size: [widthPoints, heightPoints], margin: 0 });
      if (image) pdf.image(greyPng(image.grey, image.width, image.height), 0, 0, { width: widthPoints, height: heightPoints });
      if (sample) overprint(pdf, widthPoints, heightPoints);
    }
  });
}

/** Prints SAMPLE over the current page. */
export function overprint(pdf: Pdf, width: number, height: number): void {
  const diagonal = Math.hypot(width, height);
  pdf.save();
  pdf.rotate((-Math.atan2(height, width) * 180) / Math.PI, { origin: [width / 2, height / 2] });
  pdf.font('Helvetica-Bold').strokeColor('#000').fillColor('#fff').lineJoin('round');
  for (const [text, size, y] of [
    ['SAMPLE', 0.135, -0.135],
    ['DO NOT SHIP', 0.083, 0.02],
  ] as const) {
    pdf.fontSize(size * diagonal).lineWidth(0.006 * diagonal);
    const x = width / 2 - pdf.widthOfString(text) / 2;
    pdf.text(text, x, height / 2 + y * diagonal, { lineBreak: false, fill: true, stroke: true });
  }
  pdf.restore();
}

export function greyPng(grey: Uint8Array, width: number, height: number): Buffer {
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) rows.set(grey.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', new Uint8Array())]);
}
