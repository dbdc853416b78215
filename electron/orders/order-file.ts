import type { Order, RowProblem } from '../../shared/order.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import { csvRows, textOfFile } from './csv-rows.ts';
import { jsonRows } from './json-rows.ts';
import { type Cells, cell, type Layout } from './layout.ts';
import { isPlain, plainColumns, plainLayout } from './plain-layout.ts';
import { isShopify, shopifyLayout } from './shopify-layout.ts';

export interface OrderFile {
  /** As the person knows it; kept with the orders. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface ReadOrders {
  readonly orders: Order[];
  readonly problems: RowProblem[];
}

const maxFileBytes = 50 * 1024 * 1024;
const longestRowShown = 500;

/**
 * Reads the orders of a file: CSV in Shopify's export layout or in our own, or JSON in our own. What a person can answer at the
 * bench (a missing house number, an unknown country) makes no problem here. A row that cannot become an order never holds back
 * another. Fails only where the file as a whole is none of these; `detail` then says what was expected.
 */
export function readOrderFile({ name, bytes }: OrderFile): Result<ReadOrders> {
  if (bytes.length > maxFileBytes) return unreadable('The file is larger than 50 MB.');
  const text = textOfFile(bytes);
  if (text.includes('\u0000')) return unreadable('This is not a text file. A spreadsheet must be saved as CSV first.');
  return /\.json$/i.test(name) || /^\s*[[{]/.test(text) ? readJsonFile(name, text) : readCsvFile(name, text);
}

/** Nothing happened that a log could explain, so there is no `ref`. */
const unreadable = (detail: string) => failed({ code: 'order-file-unreadable', ref: '', detail });

function readCsvFile(name: string, text: string): Result<ReadOrders> {
  const [header, ...rows] = csvRows(text);
  if (!header) return unreadable('The file is empty.');
  const columns = 'cells' in header ? header.cells.map((column) => column.trim().toLowerCase()) : [];
  const layout = layoutOf(new Set(columns));
  if (!layout)
    return unreadable(
      `The first row must name the columns: those of Shopify's order export (Name, Lineitem name, Shipping Name, ...), or these: ${plainColumns.join(', ')}.`,
    );
  const reading = startReading(name, layout, layout === shopifyLayout ? 'name' : 'order');
  for (const row of rows) {
    if ('broken' in row) reading.refuse(row.line, '', row.broken, row.text);
    else if (row.cells.slice(columns.length).some((extra) => extra.trim() !== ''))
      reading.refuse(row.line, '', 'The row has more cells than the first row has columns', row.text);
    else reading.take(row.line, new Map(columns.map((column, at) => [column, (row.cells[at] ?? '').trim()])), row.text);
  }
  return ok(reading.done());
}

function readJsonFile(name: string, text: string): Result<ReadOrders> {
  const rows = jsonRows(text);
  if (!rows) return unreadable(`The file must hold a list of objects with these names: ${plainColumns.join(', ')}.`);
  const reading = startReading(name, plainLayout, 'order');
  rows.forEach((row, index) => {
    if (!row) reading.refuse(index + 1, '', 'This entry is not an object', '');
    else reading.take(index + 1, new Map(Object.entries(row).map(([column, value]) => [column, value.trim()])), JSON.stringify(row));
  });
  return ok(reading.done());
}

function layoutOf(columns: ReadonlySet<string>): Layout | undefined {
  if (isShopify(columns)) return shopifyLayout;
  return isPlain(columns) ? plainLayout : undefined;
}

function startReading(file: string, layout: Layout, keyColumn: string) {
  const orders = new Map<string, Order>();
  const problems: RowProblem[] = [];
  const refuse = (line: number, orderKey: string, reason: string, row: string): void => {
    problems.push({ file, line, orderKey: orderKey.slice(0, 80), reason, row: row.slice(0, longestRowShown) });
  };
  return {
    refuse,
    take(line: number, cells: Cells, row: string): void {
      const reason = layout(cells, orders, file);
      if (reason !== undefined) refuse(line, cell(cells, keyColumn), reason, row);
    },
    done: (): ReadOrders => ({ orders: [...orders.values()], problems }),
  };
}
