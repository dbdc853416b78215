import { type Order, orderKeySchema, type RowProblem } from '../../shared/order.ts';
import type { FileReason, RowReason } from '../../shared/order-file-reason.ts';
import { oversized } from '../../shared/oversized.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import { slotOf } from '../../shared/scan.ts';
import type { OrderFile, OrderSlice } from '../bench/ports/orders.ts';
import { openCsv } from './csv-rows.ts';
import { textOfFile } from './file-text.ts';
import { jsonRows } from './json-rows.ts';
import { type Cells, cell, isUnread, type Layout, type Reading, type Row, readKey, type ToldRow } from './layout.ts';
import { layoutOf } from './layouts.ts';
import { plainColumns, plainLayout } from './plain-layout.ts';

/** What a part of a file says, as `OrderSlice`, with the orders themselves. */
export interface ReadSlice extends Omit<OrderSlice, 'prepared' | 'lines'> {
  readonly orders: readonly { readonly order: Order; readonly line: number }[];
}

/** A file whose rows were all looked at once, and whose orders are made as they are asked for. */
export interface OpenOrderFile {
  readonly rows: number;
  /** The next orders and problems, together at least `count` while there are as many. */
  next(count: number): ReadSlice;
}

const maxFileMegabytes = 50;
const longestRowShown = 500;

/**
 * Opens CSV in Shopify's export layout or in our own, or JSON in our own. What a person can answer at the bench (a missing house
 * number, an unknown country) makes no problem here. A row that cannot become an order never holds back those of another order.
 * Fails only where the file as a whole is none of these; a reason then says what it is instead.
 */
export function openOrderFile({ name, bytes, currency }: OrderFile): Result<OpenOrderFile, 'order-file-unreadable'> {
  if (bytes.length > maxFileMegabytes * 1024 * 1024) return unreadable({ code: 'file-too-large', megabytes: maxFileMegabytes });
  const file = textOfFile(bytes);
  if ('instead' in file) return unreadable(file.instead);
  const isJson = /\.json$/i.test(name) || /^\s*[[{]/.test(file.text);
  return isJson ? openJsonFile(name, file.text, currency) : openCsvFile(name, file.text, currency);
}

/** All orders of a file at once, and what is to be said of its rows in the order they stand in. */
export function readOrderFile({ currency = '', ...file }: Omit<OrderFile, 'currency'> & { readonly currency?: string }) {
  const opened = openOrderFile({ ...file, currency });
  if (!opened.ok) return opened;
  const { orders, problems, skipped, told } = opened.value.next(Number.POSITIVE_INFINITY);
  const inFile = (list: readonly RowProblem[]): RowProblem[] => list.toSorted((one, other) => one.line - other.line);
  return ok({
    rows: opened.value.rows,
    orders: orders.map(({ order }) => order),
    problems: inFile(problems),
    skipped: inFile(skipped),
    told: inFile(told),
  });
}

/** Nothing happened that a log could explain, so there is no `ref`. */
const unreadable = (reason: FileReason) => failed({ code: 'order-file-unreadable', ref: '', detail: '', reasons: [reason] });

function openCsvFile(name: string, text: string, currency: string): Result<OpenOrderFile, 'order-file-unreadable'> {
  const file = openCsv(text);
  const rows = file.rows();
  const [header, first] = rows.next().value ?? [{ line: 1, text: '' }, []];
  const columns = withoutEmptyEnd((first ?? []).map((column) => column.trim().toLowerCase()));
  const layout = layoutOf(new Set(columns));
  if (!layout) return unreadable(noLayout(columns));
  const named = columns
    .map((column, at) => [column, at] as const)
    .filter(([column, at]) => column !== '' && columns.indexOf(column) === at);
  const places = new Map(named);
  /** Cut out as they are asked for: most columns of a layout are in no file. */
  const cellsIn = (row: readonly string[]): Cells => {
    const cellAt = (at: number): string => (row[at] ?? '').trim();
    return {
      get(column) {
        const at = places.get(column);
        return at === undefined ? undefined : cellAt(at);
      },
      keys: () => places.keys(),
      [Symbol.iterator]: () => named.map(([column, at]): [string, string] => [column, cellAt(at)])[Symbol.iterator](),
    };
  };
  const reading = startReading<Stands>(name, layout, currency, new Set(columns), header.line, (row) => cellsIn(file.cellsOf(row)));
  columns.forEach((column, at) => {
    if (column !== '' && columns.indexOf(column) < at)
      reading.tell({ ...header, text: column, cells: noCells }, { code: 'column-twice', column });
  });
  for (const [row, read] of rows) {
    if (!read) {
      reading.leaveOut({ ...row, cells: noCells }, { code: 'quotes-unmatched' });
      continue;
    }
    if (read.length > columns.length && read.slice(columns.length).some((extra) => extra.trim() !== '')) {
      reading.leaveOut({ ...row, cells: noCells }, { code: 'more-cells-than-columns' });
      continue;
    }
    const cells = cellsIn(read);
    const lost = columns.slice(read.length).filter(Boolean);
    if (lost.length > 0) reading.tell({ ...row, cells }, { code: 'row-ends-early', columns: lost });
    reading.take(row, cells);
  }
  return ok(reading.done());
}

function openJsonFile(name: string, text: string, currency: string): Result<OpenOrderFile, 'order-file-unreadable'> {
  const rows = jsonRows(text, plainColumns);
  if ('code' in rows) return unreadable(rows);
  const columns = new Set(rows.flatMap((row) => Object.keys(row?.fields ?? {})));
  const reading = startReading<Row>(name, plainLayout, currency, columns, 1, ({ cells }) => cells);
  rows.forEach((row, index) => {
    const line = index + 1;
    if (!row) {
      reading.leaveOut({ line, text: '', cells: noCells }, { code: 'entry-no-object' });
      return;
    }
    const cells = new Map(Object.entries(row.fields).map(([column, value]) => [column, value.trim()]));
    const whole: Row = { line, text: JSON.stringify(row.fields), cells };
    if (row.nested.length > 0) reading.tell(whole, { code: 'values-not-plain', names: row.nested });
    reading.take(whole, cells);
  });
  return ok(reading.done());
}

const noCells: Cells = new Map();

function withoutEmptyEnd(columns: readonly string[]): readonly string[] {
  return columns.slice(0, columns.findLastIndex((column) => column !== '') + 1);
}

function noLayout(columns: readonly string[]): FileReason {
  if (columns.includes('handle') && columns.includes('title')) return { code: 'export-of-products' };
  if (columns.includes('total spent') || columns.includes('total orders')) return { code: 'export-of-customers' };
  return { code: 'columns-not-known', found: columns.filter(Boolean).slice(0, 12), columns: plainColumns };
}

/** Names of columns that speak of a fact in another way than ours, in the languages of shops. */
const speaksOf: Readonly<Record<Order['noDefaultFor'][number], RegExp>> = {
  box: /length|width|height|l[aä]nge|breite|h[oö]he|dimension|size|ma[sß]e|box|karton|\bcm\b|\bmm\b/,
  weight: /weight|gewicht|poids|peso|waga|v[iæe]kt|paino|hmotnost|\bkg\b|\bgrams?\b|\bg\b|\blbs?\b/,
  contents: /content|inhalt|inhoud|contenu|goods|waren|description|beschreibung/,
  value: /value|wert|worth|total|amount|betrag|bedrag|montant|importe|valor|prix|price|preis|waarde/,
  'hs-code': /\bhs\b|hs_code|tariff|taric|zolltarif|commodity/,
};

/** So little text, in so few rows, makes no order that holds too much of it: looking through each order takes longer than making it. */
const mayBeOversized = (rows: readonly Row[]): boolean =>
  rows.length > 100 || rows.reduce((characters, { text }) => characters + text.length, 0) > 2000;

/** A row as a file keeps it until its order is made. */
type Stands = Omit<Row, 'cells'>;

interface Notes {
  readonly problems: RowProblem[];
  readonly skipped: RowProblem[];
  readonly told: RowProblem[];
}

function startReading<Kept extends Stands>(
  file: string,
  layout: Layout,
  currency: string,
  columns: ReadonlySet<string>,
  headerLine: number,
  cellsOf: (row: Kept) => Cells,
) {
  const noNotes = (): Notes => ({ problems: [], skipped: [], told: [] });
  let notes = noNotes();
  const noteIn =
    (list: keyof Notes) =>
    ({ line, text, cells }: ToldRow, reason: RowReason): void =>
      void notes[list].push({
        file,
        line,
        orderKey: cell(cells, layout.keyColumn).slice(0, 80),
        reason,
        row: text.slice(0, longestRowShown),
      });
  const reading: Reading = { file, currency, columns, refuse: noteIn('problems'), skip: noteIn('skipped'), tell: noteIn('told') };
  const ofHeader = (text: string): Row => ({ line: headerLine, text, cells: noCells });
  const rowsAt = new Map<string, Kept[]>();
  const foreign = [...columns].filter((column) => !layout.used(column) && !layout.needless(column));
  /** Columns that say something nobody reads. */
  const unused = new Set<string>();
  let total = 0;

  const leaveOut = (row: ToldRow, reason: RowReason): void => {
    total += 1;
    reading.refuse(row, reason);
  };

  /** The orders in the order of the file, those of one slot behind each other. */
  function* orders(noDefaultFor: Order['noDefaultFor']): Generator<ReadSlice['orders']> {
    for (const [slot, kept] of rowsAt) {
      rowsAt.delete(slot);
      const rows = kept.map((row): Row => ({ line: row.line, text: row.text, cells: cellsOf(row) }));
      const byKey = Map.groupBy(rows, ({ cells }) => orderKeySchema.parse(cell(cells, layout.keyColumn)));
      yield [...byKey].flatMap(([key, rows]) => {
        const order = layout.readOrder(key, rows, reading);
        const excess = order && (mayBeOversized(rows) ? oversized(order) : undefined);
        if (excess !== undefined) for (const row of rows) reading.refuse(row, excess);
        if (!order || excess !== undefined) return [];
        return [{ order: { ...order, noDefaultFor: [...new Set([...order.noDefaultFor, ...noDefaultFor])] }, line: rows[0]?.line ?? 1 }];
      });
    }
  }

  return {
    tell: reading.tell,
    leaveOut,
    take(row: Kept, cells: Pick<Cells, 'get'>): void {
      const read = readKey(cell(cells, layout.keyColumn));
      for (const column of foreign) if (!unused.has(column) && cell(cells, column) !== '') unused.add(column);
      if (isUnread(read)) {
        leaveOut({ ...row, cells }, read.unread);
        return;
      }
      total += 1;
      const slot = slotOf(read.key);
      if (!rowsAt.get(slot)?.push(row)) rowsAt.set(slot, [row]);
    },
    done(): OpenOrderFile {
      for (const column of unused) reading.tell(ofHeader(column), { code: 'column-not-used', column });
      if (total === 0) reading.tell(ofHeader(''), { code: 'no-rows' });
      const facts = (Object.keys(speaksOf) as Order['noDefaultFor'][number][]).filter((fact) =>
        [...unused].some((column) => speaksOf[fact].test(column)),
      );
      const left = orders(facts);
      let coming = left.next();
      return {
        rows: total,
        next(count) {
          const found: ReadSlice['orders'][number][] = [];
          for (; coming.done !== true && found.length + notes.problems.length < count; coming = left.next()) found.push(...coming.value);
          const { problems, ...said } = notes;
          notes = { ...noNotes(), problems: problems.slice(count) };
          return { orders: found, problems: problems.slice(0, count), ...said, isLast: coming.done === true && problems.length <= count };
        },
      };
    },
  };
}
