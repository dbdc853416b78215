import { testLabelCode } from '../../shared/command-keys.ts';
import type { PrinterSettings } from '../../shared/printer.ts';
import { makePdf } from './make-pdf.ts';

/** Escapes a text for a field with `^FH_`. */
export const fieldText = (text: string): string => text.replace(/[\^~_\\]/g, (char) => `_${char.charCodeAt(0).toString(16)}`);

/**
 * Draws as many lines as fit, each as thick as the gap behind it. A print head that is too dark closes the gaps, one that is too light
 * breaks the lines.
 */
function fineLines(left: number, top: number, size: number, dots: number, isUpright: boolean): string {
  return Array.from({ length: Math.floor(size / (2 * dots)) }, (_, index) => {
    const at = 2 * dots * index;
    return isUpright ? `^FO${left + at},${top}^GB${dots},${size},${dots}^FS` : `^FO${left},${top + at}^GB${size},${dots},${dots}^FS`;
  }).join('');
}

/** Thicknesses of the lines in dots; each is drawn vertically and horizontally. */
const thicknesses = [1, 2, 3, 4];

/**
 * Returns a label that shows if size, resolution, darkness and print head are right: a frame at the edges, steps of 10 mm in both
 * directions, a Code 128 to scan back, fine lines.
 */
export function testLabelZpl({ dpi, widthMm, heightMm }: PrinterSettings, benchName: string): Uint8Array {
  const dots = (mm: number): number => Math.round((mm * dpi) / 25.4);
  const [width, height] = [dots(widthMm), dots(heightMm)];
  // Designed for a width of 102 mm, and scaled down for narrow stock.
  const unit = (mm: number): number => Math.max(1, dots((mm * Math.min(widthMm, heightMm * 0.9)) / 102));
  const line = (y: number, size: number, text: string): string =>
    `^FO${unit(5)},${unit(y)}^A0N,${unit(size)},${unit(size)}^FB${width - unit(10)},1,0,L,0^FH_^FD${fieldText(text)}^FS`;
  // The start, check and stop characters are 35 modules, and each data character is 11.
  const modules = 35 + 11 * testLabelCode.length;
  const block = Math.min(unit(10), Math.floor((width - unit(12)) / 8) - unit(1));
  const bar = Math.max(2, Math.floor((width * 0.75) / modules));
  const parts = [
    `^XA^CI28^PW${width}^LL${height}^LH0,0^PON^LRN^FWN^MUD`,
    `^FO0,0^GB${width},${height},${unit(0.5)}^FS`,
    line(4, 13, 'TEST'),
    `^FO${unit(5)},${unit(19)}^GB${width - unit(10)},${unit(0.8)},${unit(0.8)}^FS`,
    line(22, 7, benchName),
    line(31, 5, `${dpi} DPI`),
    line(38, 5, `${widthMm} x ${heightMm} mm`),
    // Ten millimetres each, full size: a ruler shows a wrong resolution at once.
    ...Array.from({ length: Math.max(1, Math.floor(widthMm / 10) - 1) }, (_, index) =>
      index % 2 === 0 ? `^FO${dots(5 + index * 10)},${unit(46)}^GB${dots(10)},${unit(3)},${unit(3)}^FS` : '',
    ),
    line(50, 3.5, 'Each black or white step is 10 mm'),
    `^FO${Math.round((width - modules * bar) / 2)},${unit(57)}^BY${bar},3,${unit(22)}^BCN,${unit(22)},N,N,N,A^FD${testLabelCode}^FS`,
    `^FO0,${unit(81)}^A0N,${unit(5)},${unit(5)}^FB${width},1,0,C,0^FD${testLabelCode}^FS`,
    ...Array.from({ length: Math.max(1, Math.floor(heightMm / 10) - 1) }, (_, index) =>
      index % 2 === 0 ? `^FO${width - unit(4)},${dots(5 + index * 10)}^GB${unit(2)},${dots(10)},${unit(2)}^FS` : '',
    ),
    ...thicknesses.flatMap((thick, index) => [
      fineLines(unit(5) + index * (block + unit(1)), unit(90), block, thick, true),
      fineLines(unit(5) + (thicknesses.length + index) * (block + unit(1)), unit(90), block, thick, false),
    ]),
    '^PQ1,0,0,N^XZ',
  ];
  return Buffer.from(`${parts.filter((part) => part !== '').join('\n')}\n`, 'utf8');
}

/** Returns a page for the document printer; the A4 page fits on Letter too, because its margins are wide. */
export function testPagePdf(benchName: string): Promise<Uint8Array> {
  return makePdf((pdf) => {
    pdf.addPage({ size: 'A4', margin: 0 });
    pdf.rect(42, 56, 511, 700).lineWidth(1).stroke('#000');
    pdf.font('Helvetica-Bold').fontSize(48).text('TEST PAGE', 72, 100, { lineBreak: false });
    pdf.rect(72, 160, 451, 3).fill('#000');
    pdf.fontSize(24).text(benchName, 72, 186, { width: 451, height: 60, ellipsis: true });
    pdf.font('Helvetica').fontSize(14);
    pdf.text('Packbench prints its documents here.', 72, 260, { lineBreak: false });
    pdf.text('The line below is 100 mm long.', 72, 300, { lineBreak: false });
    pdf.rect(72, 326, (100 / 25.4) * 72, 6).fill('#000');
    for (const [index, shade] of ['#000', '#444', '#888', '#ccc', '#fff'].entries())
      pdf.rect(72 + index * 80, 360, 80, 60).fillAndStroke(shade, '#000');
  });
}
