import type { PaperFormat, PrinterSettings } from '../../shared/printer.ts';
import type { Sheet } from '../bench/ports/paper.ts';
import { makePdf } from './make-pdf.ts';
import { fieldText } from './test-label.ts';

interface Group {
  readonly group: string;
  readonly orders: number;
}

const titleOf = ({ group }: Group): string => group || 'Several products';
const countOf = ({ orders }: Group): string => (orders === 1 ? '1 order' : `${orders} orders`);

/**
 * Returns the sheet before the labels of a group: black at both ends, so that it is visible in a stack, and without a bar code or an
 * address.
 */
export async function separatorSheet(printer: PrinterSettings, format: PaperFormat, group: Group): Promise<Sheet> {
  return { format, bytes: format === 'ZPL' ? separatorZpl(printer, group) : await separatorPdf(printer, group) };
}

function separatorZpl({ dpi, widthMm, heightMm }: PrinterSettings, group: Group): Uint8Array {
  const dots = (mm: number): number => Math.round((mm * dpi) / 25.4);
  const [width, height, bar, margin] = [dots(widthMm), dots(heightMm), dots(heightMm / 8), dots(4)];
  const size = Math.round(height / 9);
  const text = (y: number, lines: number, content: string): string =>
    `^FO${margin},${y}^A0N,${size},${size}^FB${width - 2 * margin},${lines},0,L,0^FH_^FD${fieldText(content)}^FS`;
  const parts = [
    `^XA^CI28^PW${width}^LL${height}^LH0,0^PON^LRN^FWN^MUD`,
    `^FO0,0^GB${width},${bar},${bar}^FS`,
    text(bar + margin, 3, titleOf(group)),
    text(height - bar - margin - size, 1, countOf(group)),
    `^FO0,${height - bar}^GB${width},${bar},${bar}^FS`,
    '^PQ1,0,0,N^XZ',
  ];
  return Buffer.from(`${parts.join('\n')}\n`, 'utf8');
}

function separatorPdf({ widthMm, heightMm }: PrinterSettings, group: Group): Promise<Uint8Array> {
  const points = (mm: number): number => (mm / 25.4) * 72;
  const [width, height, bar, margin] = [points(widthMm), points(heightMm), points(heightMm / 8), points(4)];
  return makePdf((pdf) => {
    pdf.addPage({ size: [width, height], margin: 0 });
    pdf.rect(0, 0, width, bar).fill('#000');
    pdf.rect(0, height - bar, width, bar).fill('#000');
    const size = height / 9;
    pdf.font('Helvetica-Bold').fontSize(size).fillColor('#000');
    pdf.text(titleOf(group), margin, bar + margin, { width: width - 2 * margin, height: size * 3.5, ellipsis: true });
    pdf.text(countOf(group), margin, height - bar - margin - size, { lineBreak: false });
  });
}
