import { type DrawingContext, render } from 'bwip-js/node';
import PDFDocument from 'pdfkit';
import type { LabelFacts } from './label-facts.ts';

/** Returns the document's bytes. `at` is the creation date, so the same facts give the same bytes. */
export async function pdfBytes(size: [number, number], at: Date, draw: (pdf: PDFKit.PDFDocument) => void): Promise<Buffer> {
  const pdf = new PDFDocument({ size, margin: 0, autoFirstPage: false, info: { CreationDate: at, Producer: 'Packbench training' } });
  const chunks: Buffer[] = [];
  const done = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  draw(pdf);
  pdf.end();
  await done;
  return Buffer.concat(chunks);
}

/** Draws one line, with the font size reduced to fit into `room` points. */
export function fittedText(
  pdf: PDFKit.PDFDocument,
  text: string,
  x: number,
  y: number,
  size: number,
  room: number,
  align: 'left' | 'right' = 'left',
): void {
  pdf.fontSize(size);
  const width = pdf.widthOfString(text);
  if (width > room) pdf.fontSize((size * room) / width);
  pdf.text(text, x, y, { width: room + 2, align, lineBreak: false });
}

/** Bars of a Code 128, centred in the width. */
export function drawCode128(pdf: PDFKit.PDFDocument, text: string, x: number, y: number, width: number, height: number): void {
  const bars: { readonly middle: number; readonly thickness: number }[] = [];
  const modules = render(
    { bcid: 'code128', text, scale: 1 },
    barCollector((middle, thickness) => bars.push({ middle, thickness })),
  );
  const unit = Math.min(width / modules, 1.6);
  const start = x + (width - modules * unit) / 2;
  // The library places a bar of one module at 6 by its right edge, 7, and one of three modules at 16 by 18.
  for (const { middle, thickness } of bars) pdf.rect(start + (middle - Math.ceil(thickness / 2)) * unit, y, thickness * unit, height);
  pdf.fill('#000');
}

/** Collects the bars as they are drawn, one dot per module; the result of the drawing is its width in modules. */
function barCollector(bar: (middle: number, thickness: number) => void): DrawingContext<number> {
  let width = 0;
  return {
    scale: (x, y) => [x, y],
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init: (dots) => {
      width = dots;
    },
    line: (x, _y0, _x1, _y1, thickness) => bar(x, thickness),
    polygon: () => undefined,
    hexagon: () => undefined,
    ellipse: () => undefined,
    fill: () => undefined,
    text: () => undefined,
    end: () => width,
  };
}

function drawLabel(pdf: PDFKit.PDFDocument, facts: LabelFacts): void {
  pdf.addPage({ size: [288, 432], margin: 0 });
  const rule = (y: number, thickness: number): void => void pdf.rect(9, y, 270, thickness).fill('#000');
  const caption = (text: string, x: number, y: number): void => {
    pdf.font('Helvetica').fillColor('#000');
    fittedText(pdf, text, x, y, 7, 100);
  };
  pdf.rect(9, 9, 270, 44).fill('#000');
  pdf.font('Helvetica-Bold').fillColor('#fff');
  fittedText(pdf, facts.courier, 18, 19, 28, 170);
  fittedText(pdf, facts.isReturn ? 'RETURN' : facts.piece, 190, 20, 24, 80, 'right');
  pdf.fillColor('#000');
  fittedText(pdf, facts.service, 10, 60, 16, 170);
  fittedText(pdf, facts.weight, 190, 60, 16, 86, 'right');
  rule(81, 1);
  caption('FROM', 10, 86);
  facts.from.forEach((text, index) => fittedText(pdf, text, 10, 95 + index * 9.6, 8.5, 156));
  rule(165, 1);
  pdf.rect(175, 81, 1, 85).fill('#000');
  for (const [index, [name, value]] of [
    ['REF', facts.reference === '' ? '-' : facts.reference],
    ['SHIP DATE', facts.date],
    ['ORDER', facts.orderNo],
  ].entries()) {
    caption(name ?? '', 183, 86 + index * 26);
    pdf.font('Helvetica-Bold');
    fittedText(pdf, value ?? '', 183, 95 + index * 26, 12, 94);
  }
  pdf.font('Helvetica-Bold');
  fittedText(pdf, 'TO', 10, 171, 10, 60);
  pdf.font('Helvetica');
  const beside = facts.toServicePoint ? 'SERVICE POINT' : facts.toPhone === '' ? '' : `Tel ${facts.toPhone}`;
  fittedText(pdf, beside, 130, 172, 8, 146, 'right');
  pdf.font('Helvetica-Bold');
  facts.to.forEach((text, index) => fittedText(pdf, text, 10, 185 + index * 18, 15, 266));
  rule(314, 2);
  fittedText(pdf, facts.routing, 10, 321, 26, 266);
  rule(349, 1);
  drawCode128(pdf, facts.trackingNo, 20, 356, 248, 53);
  pdf.font('Helvetica').fillColor('#000').fontSize(12);
  pdf.text(facts.trackingNo, 9, 414, { width: 270, align: 'center', lineBreak: false });
}

/** 4 x 6 inch pages, one per label. */
export async function labelsPdf(labels: readonly LabelFacts[], at: Date): Promise<Buffer> {
  return await pdfBytes([288, 432], at, (pdf) => {
    for (const facts of labels) drawLabel(pdf, facts);
  });
}
