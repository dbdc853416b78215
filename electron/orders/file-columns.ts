import type { FileLetters } from '../../shared/file-letters.ts';
import type { FileReason } from '../../shared/order-file-reason.ts';
import { textOfBytes } from '../files/text.ts';
import { openCsv } from './csv-rows.ts';
import { type Entries, jsonEntries, xmlEntries } from './entries.ts';
import { isExcelXml, openExcelXml } from './excel-xml.ts';
import { contentOfFile, isJson } from './file-content.ts';
import { NotReadable } from './not-readable.ts';
import type { Table, TableCells } from './table.ts';
import { rowsByList, textsOf } from './tree.ts';
import { openWorkbook } from './workbook.ts';

/** Largest number of rows above the column names, which may describe the report. */
export const mostRowsAbove = 10;

/** Returns the column names in lower case with single blanks. */
export const columnsOf = (cells: TableCells): readonly string[] =>
  'code' in cells ? [] : withoutEmptyEnd(cells.map((column) => column.trim().replace(/\s+/g, ' ').toLowerCase()));

function withoutEmptyEnd(columns: readonly string[]): readonly string[] {
  return columns.slice(0, columns.findLastIndex((column) => column !== '') + 1);
}

/** The columns of a file that may have no known layout, and the cells of its first rows. */
export interface FoundColumns {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Takes the row with the most names as the header. Undefined if the file has no rows and columns. */
export function columnsOfFile(bytes: Uint8Array, count: number, letters: readonly FileLetters[] = []): FoundColumns | undefined {
  try {
    const file = contentOfFile(withoutLaterRows(bytes), letters);
    if ('instead' in file) return undefined;
    if ('workbook' in file) return columnsOfTable(openWorkbook(file.workbook).find(({ isHidden }) => !isHidden)?.table, count);
    if ('xml' in file)
      return isExcelXml(file.xml) ? columnsOfTable(openExcelXml(file.xml)[0]?.table, count) : columnsOfEntries(xmlEntries(file.xml), count);
    return isJson(file) ? columnsOfEntries(jsonEntries(textOfBytes(file.utf8)), count) : columnsOfTable(openCsv(file.utf8), count);
  } catch (error) {
    if (error instanceof NotReadable) return undefined;
    throw error;
  }
}

/** The names and the first rows of a file are within this size. */
const beginningBytes = 256 * 1024;

/** Returns the beginning of a large file of lines. A packed or nested file is returned whole. */
function withoutLaterRows(bytes: Uint8Array): Uint8Array {
  const start = Buffer.from(bytes.subarray(0, 64))
    .toString('latin1')
    .replace(/^[^!-~]*/, '');
  if (bytes.length <= beginningBytes || /^(?:[<[{]|PK)/.test(start.replaceAll('\0', ''))) return bytes;
  const end = bytes.lastIndexOf(0x0a, beginningBytes);
  // A character of UTF-16 takes two bytes.
  return bytes.subarray(0, start.includes('\0') ? end - (end % 2) : end);
}

function columnsOfTable(table: Table | undefined, count: number): FoundColumns | undefined {
  if (!table) return undefined;
  const first: (readonly string[])[] = [];
  for (const [, cells] of table.rows()) {
    if (!('code' in cells)) first.push(cells);
    if (first.length === mostRowsAbove + count) break;
  }
  const namesIn = (row: readonly string[]): number => row.filter((each) => each.trim() !== '').length;
  const most = Math.max(...first.slice(0, mostRowsAbove).map(namesIn));
  const at = first.findIndex((row) => namesIn(row) === most);
  const header = columnsOf(first[at] ?? []);
  const columns = [...new Set(header.filter(Boolean))];
  const rows = first.slice(at + 1, at + 1 + count).map((row) => columns.map((column) => (row[header.indexOf(column)] ?? '').trim()));
  return { columns, rows };
}

function columnsOfEntries(entries: Entries | FileReason, count: number): FoundColumns | undefined {
  if ('code' in entries) return undefined;
  const texts = entries.list.flatMap(({ tree }) => (tree ? rowsByList(tree, () => true).map((row) => new Map(textsOf(row))) : []));
  const columns = [...new Set(texts.flatMap((each) => [...each.keys()]))];
  return { columns, rows: texts.slice(0, count).map((each) => columns.map((column) => each.get(column) ?? '')) };
}
