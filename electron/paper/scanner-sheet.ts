import type { PrinterSettings } from '../../shared/printer.ts';
import { sheetCodes } from '../../shared/scanner-sheet.ts';
import { fieldText } from './test-label.ts';

const marginMm = 4;
const textMm = 4;
const barsMm = 14;
const rowMm = textMm + barsMm + 6;
/** The thinnest bar: wide enough for a low-resolution scanner. */
const barMm = 0.4;

/** Returns the codes that Setup measures a scanner with, as many on a page as fit its height. */
export function scannerSheetZpl({ dpi, widthMm, heightMm }: PrinterSettings): readonly Uint8Array[] {
  const dots = (mm: number): number => Math.round((mm * dpi) / 25.4);
  const [width, margin] = [dots(widthMm), dots(marginMm)];
  const perPage = Math.max(1, Math.floor((heightMm - marginMm) / rowMm));
  const bars = dots(Math.min(barsMm, heightMm - 2 * marginMm - textMm - 2));
  // The start, check and stop characters are 35 modules, each data character 11, and the quiet zones 20.
  const modules = 55 + 11 * Math.max(...sheetCodes.map((code) => code.length));
  const bar = Math.max(1, Math.min(dots(barMm), Math.floor(width / modules)));
  const row = (code: string, at: number, place: number): string => {
    const top = margin + place * dots(rowMm);
    const text = `SCANNER ${at + 1}/${sheetCodes.length}`;
    return [
      `^FO${margin},${top}^A0N,${dots(textMm)},${dots(textMm)}^FD${text}^FS`,
      `^FO${Math.max(margin, 10 * bar)},${top + dots(textMm + 1)}^BY${bar},3,${bars}^BCN,${bars},N,N,N,A^FH_^FD${fieldText(code)}^FS`,
    ].join('\n');
  };
  const rows = sheetCodes.map((code, at) => row(code, at, at % perPage));
  return Array.from({ length: Math.ceil(rows.length / perPage) }, (_each, page) => {
    const start = `^XA^CI28^PW${width}^LL${dots(heightMm)}^LH0,0^PON^LRN^FWN^MUD`;
    const own = rows.slice(page * perPage, (page + 1) * perPage);
    return Buffer.from(`${[start, ...own, '^PQ1,0,0,N^XZ'].join('\n')}\n`, 'utf8');
  });
}
