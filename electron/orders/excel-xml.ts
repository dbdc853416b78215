import { csvRow } from '../../shared/csv-row.ts';
import { piecesOf, textOfBytes } from '../files/text.ts';
import { cellsOf } from './csv-rows.ts';
import type { Table } from './table.ts';
import { type Attributes, walkXml } from './walk-xml.ts';
import type { Sheet } from './workbook.ts';
import { xmlBroken } from './xml-tree.ts';

/** A sheet has no more columns. */
const mostColumns = 16_384;

/** True for a workbook in one XML file, as Excel 2003 and shops write it. */
export const isExcelXml = (xml: Uint8Array): boolean =>
  /<(?:\w+:)?Workbook\b[^>]*urn:schemas-microsoft-com:office:spreadsheet/.test(textOfBytes(xml.subarray(0, 4000)));

/** Returns the sheets of such a workbook in their order. */
export function openExcelXml(xml: Uint8Array): readonly Sheet[] {
  const names: { readonly name: string; isHidden: boolean }[] = [];
  const visitor = {
    open(name: string, attributes: Attributes): void {
      if (name === 'Worksheet') names.push({ name: attributes['Name'] ?? '', isHidden: false });
    },
    text: (): void => undefined,
  };
  for (const _ of walkXml(piecesOf(xml), visitor, xmlBroken));
  return names.map((sheet, at) => ({
    ...sheet,
    table: { isEven: true, rows: () => rowsOf(xml, at), cellsOf: (text) => cellsOf(text, '\t') ?? [] },
  }));
}

function* rowsOf(xml: Uint8Array, sheet: number): ReturnType<Table['rows']> {
  let found: { line: number; cells: readonly string[]; isHidden: boolean }[] = [];
  let at = -1;
  let line = 0;
  let isHidden = false;
  let cells: string[] = [];
  let column = -1;
  let isData = false;
  let written = '';
  const visitor = {
    open(name: string, attributes: Attributes): void {
      if (name === 'Worksheet') {
        at += 1;
        line = 0;
      } else if (at !== sheet) return;
      else if (name === 'Row') {
        line = Number(attributes['Index'] ?? line + 1);
        isHidden = attributes['Hidden'] === '1';
        cells = [];
        column = -1;
      } else if (name === 'Cell') column = Number(attributes['Index'] ?? column + 2) - 1;
      else if (name === 'Data') {
        isData = true;
        written = '';
      }
    },
    text(text: string): void {
      if (isData) written += text;
    },
    close(name: string): void {
      if (at !== sheet) return;
      if (name === 'Data') {
        isData = false;
        if (!(column >= 0 && column < mostColumns)) return;
        while (cells.length < column) cells.push('');
        cells[column] = written.replace(/T00:00:00(?:\.0+)?$/, '');
      } else if (name === 'Row' && cells.some((each) => each.trim() !== '')) found.push({ line, cells, isHidden });
    },
  };
  for (const _ of walkXml(piecesOf(xml), visitor, xmlBroken)) {
    for (const row of found)
      yield [{ line: Math.max(1, row.line), text: csvRow(row.cells, '\t') }, row.isHidden ? { code: 'row-hidden' } : row.cells];
    found = [];
  }
  return undefined;
}
