import type { Order, OrderKey, RowProblem } from '../../shared/order.ts';
import { oversized } from '../../shared/oversized.ts';
import { failed, ok } from '../../shared/result.ts';
import type { OrderFile, ReadOrderFile, ReadOrders } from '../bench/ports/orders.ts';
import { csvRows } from './csv-rows.ts';
import { textOfFile } from './file-text.ts';
import { jsonRows } from './json-rows.ts';
import { cell, type Layout, type Reading, type Row } from './layout.ts';
import { isPlain, plainColumns, plainLayout } from './plain-layout.ts';
import { isShopify, shopifyLayout } from './shopify-layout.ts';

const maxFileBytes = 50 * 1024 * 1024;
const longestRowShown = 500;

/**
 * Reads the orders of a file: CSV in Shopify's export layout or in our own, or JSON in our own. What a person can answer at the
 * bench (a missing house number, an unknown country) makes no problem here. A row that cannot become an order never holds back
 * those of another order. Fails only where the file as a whole is none of these; `detail` then says what it is instead.
 */
export function readOrderFile({ name, bytes, currency = '' }: OrderFile): ReturnType<ReadOrderFile> {
  if (bytes.length > maxFileBytes) return unreadable('The file is larger than 50 MB.');
  const file = textOfFile(bytes);
  if ('instead' in file) return unreadable(file.instead);
  const isJson = /\.json$/i.test(name) || /^\s*[[{]/.test(file.text);
  return isJson ? readJsonFile(name, file.text, currency) : readCsvFile(name, file.text, currency);
}

/** Nothing happened that a log could explain, so there is no `ref`. */
const unreadable = (detail: string) => failed({ code: 'order-file-unreadable', ref: '', detail });

function readCsvFile(name: string, text: string, currency: string): ReturnType<ReadOrderFile> {
  const [header, ...rows] = csvRows(text);
  const columns = header && 'cells' in header ? withoutEmptyEnd(header.cells.map((column) => column.trim().toLowerCase())) : [];
  const layout = layoutOf(new Set(columns));
  if (!header || !layout) return unreadable(noLayout(columns));
  const reading = startReading(name, layout, currency, new Set(columns));
  columns.forEach((column, at) => {
    if (column !== '' && columns.indexOf(column) < at)
      reading.tell(
        { line: header.line, text: column, cells: new Map() },
        `The column "${column}" stands here twice: only the first is read`,
      );
  });
  const taken = rows.flatMap((row): Row[] => {
    const cells = new Map<string, string>();
    const whole: Row = { line: row.line, text: row.text, cells };
    if ('broken' in row) {
      reading.refuse(whole, row.broken);
      return [];
    }
    columns.forEach((column, at) => {
      if (column !== '' && columns.indexOf(column) === at) cells.set(column, (row.cells[at] ?? '').trim());
    });
    if (row.cells.slice(columns.length).some((extra) => extra.trim() !== '')) {
      reading.refuse({ ...whole, cells: new Map() }, 'The row has more cells than the first row has columns');
      return [];
    }
    const lost = columns.slice(row.cells.length).filter(Boolean);
    if (lost.length > 0) reading.tell(whole, `The row ends early: nothing was read for ${lost.join(', ')}`);
    return [whole];
  });
  return ok(reading.done(taken, header.line, rows.length));
}

function readJsonFile(name: string, text: string, currency: string): ReturnType<ReadOrderFile> {
  const rows = jsonRows(text);
  if (typeof rows === 'string') return unreadable(`${rows} It must hold a list of objects with these names: ${plainColumns.join(', ')}.`);
  const columns = new Set(rows.flatMap((row) => Object.keys(row?.fields ?? {})));
  const reading = startReading(name, plainLayout, currency, columns);
  const taken = rows.flatMap((row, index): Row[] => {
    const line = index + 1;
    const whole: Row = {
      line,
      text: JSON.stringify(row?.fields ?? ''),
      cells: new Map(Object.entries(row?.fields ?? {}).map(([column, value]) => [column, value.trim()])),
    };
    if (!row) {
      reading.refuse({ ...whole, text: '' }, 'This entry is not an object');
      return [];
    }
    if (row.nested.length > 0) reading.tell(whole, `Not read, because it is no plain text or number: ${row.nested.join(', ')}`);
    return [whole];
  });
  return ok(reading.done(taken, 1, rows.length));
}

function withoutEmptyEnd(columns: readonly string[]): readonly string[] {
  return columns.slice(0, columns.findLastIndex((column) => column !== '') + 1);
}

function layoutOf(columns: ReadonlySet<string>): Layout | undefined {
  if (isShopify(columns)) return shopifyLayout;
  return isPlain(columns) ? plainLayout : undefined;
}

function noLayout(columns: readonly string[]): string {
  const wanted = `those of Shopify's order export (Name, Lineitem name, Shipping Name, ...), or these: ${plainColumns.join(', ')}`;
  if (columns.includes('handle') && columns.includes('title')) return "This is Shopify's export of products. Export the orders instead.";
  if (columns.includes('total spent') || columns.includes('total orders'))
    return "This is Shopify's export of customers. Export the orders instead.";
  const found = columns.filter(Boolean).slice(0, 12);
  return `The first row must name the columns: ${wanted}. It says: ${found.join(', ') || 'nothing'}.`;
}

/** Names of columns that speak of a fact in another way than ours, in the languages of shops. */
const speaksOf: Readonly<Record<Order['noDefaultFor'][number], RegExp>> = {
  box: /length|width|height|l[aä]nge|breite|h[oö]he|dimension|size|ma[sß]e|box|karton|\bcm\b|\bmm\b/,
  weight: /weight|gewicht|poids|peso|waga|v[iæe]kt|paino|hmotnost|\bkg\b|\bgrams?\b|\bg\b|\blbs?\b/,
  contents: /content|inhalt|inhoud|contenu|goods|waren|description|beschreibung/,
  value: /value|wert|worth|total|amount|betrag|bedrag|montant|importe|valor|prix|price|preis|waarde/,
  'hs-code': /\bhs\b|hs_code|tariff|taric|zolltarif|commodity/,
};

function startReading(file: string, layout: Layout, currency: string, columns: ReadonlySet<string>) {
  const problems: RowProblem[] = [];
  const skipped: RowProblem[] = [];
  const told: RowProblem[] = [];
  const noteIn =
    (list: RowProblem[]) =>
    ({ line, text, cells }: Row, reason: string): void =>
      void list.push({ file, line, orderKey: cell(cells, layout.keyColumn).slice(0, 80), reason, row: text.slice(0, longestRowShown) });
  const reading: Reading = {
    file,
    currency,
    columns,
    orders: new Map(),
    refuse: noteIn(problems),
    skip: noteIn(skipped),
    tell: noteIn(told),
  };

  /** Columns that say something nobody reads. */
  function unused(rows: readonly Row[]): readonly string[] {
    const foreign = [...columns].filter((column) => !layout.used(column) && !layout.needless(column));
    return foreign.filter((column) => rows.some(({ cells }) => cell(cells, column) !== ''));
  }

  return {
    ...reading,
    done(rows: readonly Row[], headerLine: number, total: number): ReadOrders {
      const foreign = unused(rows);
      for (const column of foreign)
        reading.tell({ line: headerLine, text: column, cells: new Map() }, `The column "${column}" is not known: nothing of it was used`);
      if (total === 0) reading.tell({ line: headerLine, text: '', cells: new Map() }, 'There is no row under the names of the columns');
      layout.read(rows, reading);
      for (const [key, order] of reading.orders) {
        const excess = oversized(order);
        if (excess === undefined) continue;
        reading.orders.delete(key);
        for (const row of rows) if (cell(row.cells, layout.keyColumn) === key) reading.refuse(row, excess);
      }
      const facts = (Object.keys(speaksOf) as Order['noDefaultFor'][number][]).filter((fact) =>
        foreign.some((column) => speaksOf[fact].test(column)),
      );
      const orders = [...reading.orders.values()].map((order) => ({
        ...order,
        noDefaultFor: [...new Set([...order.noDefaultFor, ...facts])],
      }));
      const inFile = (list: RowProblem[]): RowProblem[] => list.sort((one, other) => one.line - other.line);
      const lineOf = (key: OrderKey): number => rows.find(({ cells }) => cell(cells, layout.keyColumn) === key)?.line ?? headerLine;
      return { rows: total, orders, problems: inFile(problems), skipped: inFile(skipped), told: inFile(told), lineOf };
    },
  };
}
