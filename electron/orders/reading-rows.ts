import { type Order, type OrderKey, orderKeySchema, type RowProblem } from '../../shared/order.ts';
import { mostUnreadableRows, type RowReason } from '../../shared/order-file-reason.ts';
import { oversized } from '../../shared/oversized.ts';
import { slotOf } from '../../shared/scan.ts';
import type { OrderSlice } from '../bench/ports/orders.ts';
import { type Cells, cell, isUnread, type Layout, type Reading, type Row, readKey, type ToldRow } from './layout.ts';
import { NotReadable } from './not-readable.ts';
import { shortPostalCode } from './short-postal-code.ts';

/** With the line it begins at, those of its further rows, and how many rows of the file are part of it. */
interface ReadOrder {
  readonly order: Order;
  readonly line: number;
  readonly moreLines: readonly number[];
  readonly rows: number;
}

/** What a part of a file says, as `OrderSlice`, with the orders themselves. */
export interface ReadSlice extends Omit<OrderSlice, 'prepared' | 'lines' | 'moreLines' | 'rowCounts'> {
  readonly orders: readonly ReadOrder[];
}

/** A file whose rows were all looked at once, and whose orders are made as they are asked for. */
export interface OpenOrderFile {
  readonly rows: number;
  /** Columns with something in them that says nothing of a parcel. */
  readonly needless: readonly string[];
  /** Its orders are read from the bytes as they are asked for; else nothing needs these any more. */
  readonly keepsBytes?: true;
  /** The next orders and problems, together about `count`, and of all else that is said of rows no more than a few times that. */
  next(count: number): ReadSlice;
}

const longestRowShown = 500;
/** Above what the texts of an order leave room for. A column of something else, taken for order numbers, puts a whole file under one. */
const mostRowsOfOrder = 10_000;

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

/** For each order that is asked for at once, so much may be said of its rows; the rest comes with the next ones. */
const mostNotesOfOrder = 4;

/** A row as a file keeps it until its order is made. */
type Stands = Omit<Row, 'cells'>;

interface Notes {
  readonly problems: RowProblem[];
  readonly skipped: RowProblem[];
  readonly told: RowProblem[];
}

export const noCells: Cells = new Map();

/** Gathers the rows of a file under the orders they are part of, and makes those orders as they are asked for. */
export function startReading<Kept extends Stands>(
  file: string,
  layout: Layout,
  currency: string,
  columns: ReadonlySet<string>,
  headerLine: number,
  cellsOf: (row: Kept, text: string) => Cells,
) {
  const noNotes = (): Notes => ({ problems: [], skipped: [], told: [] });
  let notes = noNotes();
  const noteOf = ({ line, text, cells }: ToldRow, reason: RowReason): RowProblem => ({
    file,
    line,
    orderKey: cell(cells, layout.keyColumn).slice(0, 80),
    reason,
    row: text.slice(0, longestRowShown),
  });
  /** What becomes of rows while their order is made: each is counted once, and where two reasons are found a refusal outweighs. */
  const fates = new Map<ToldRow, { readonly list: 'problems' | 'skipped'; readonly note: RowProblem }>();
  const fateIn =
    (list: 'problems' | 'skipped') =>
    (row: ToldRow, reason: RowReason): void => {
      if (fates.get(row)?.list !== 'problems') fates.set(row, { list, note: noteOf(row, reason) });
    };
  const settleFates = (): number => {
    for (const { list, note } of fates.values()) notes[list].push(note);
    const { size } = fates;
    fates.clear();
    return size;
  };
  const reading: Reading = {
    file,
    currency,
    columns,
    refuse: fateIn('problems'),
    skip: fateIn('skipped'),
    tell: (row, reason) => void notes.told.push(noteOf(row, reason)),
  };
  const ofHeader = (text: string): Row => ({ line: headerLine, text, cells: noCells });
  /** An order of one row, as most are, without a list for it: of a large file the lists take more than the rows. */
  const rowsAt = new Map<string, Kept | Kept[]>();
  /** Rows whose order is known, but of which a cell cannot be read. */
  const flaws = new Map<number, RowReason>();
  const foreign = [...columns].filter((column) => !layout.used(column));
  /** Columns that say something nobody reads. */
  const unread = new Set<string>();
  let total = 0;

  const leaveOut = (row: ToldRow, reason: RowReason): void => {
    total += 1;
    notes.problems.push(noteOf(row, reason));
  };

  /** The orders in the order of the file, those of one slot behind each other; undefined for one that nothing is left of. */
  function* orders(noDefaultFor: Order['noDefaultFor']): Generator<ReadOrder | undefined> {
    for (const [slot, kept] of rowsAt) {
      rowsAt.delete(slot);
      const rows = Array.isArray(kept) ? kept.map(wholeRow) : [wholeRow(kept)];
      if (rows.length > mostRowsOfOrder) {
        for (const row of rows)
          notes.problems.push(noteOf(row, { code: 'more-rows-than-an-order', rows: rows.length, most: mostRowsOfOrder }));
        yield undefined;
        continue;
      }
      const byKey = Map.groupBy(rows, ({ cells }) => orderKeySchema.parse(cell(cells, layout.keyColumn)));
      for (const [key, all] of byKey) yield orderOf(key, all, noDefaultFor);
    }
  }

  function wholeRow(row: Kept): Row {
    const { line, text } = row;
    return { line, text, cells: cellsOf(row, text) };
  }

  function orderOf(key: OrderKey, all: readonly Row[], noDefaultFor: Order['noDefaultFor']): ReadOrder | undefined {
    const rows = flaws.size === 0 ? all : withoutFlawed(all);
    const read = rows.length === 0 ? undefined : layout.readOrder(key, rows, reading);
    const order = read && rows.length < all.length ? { ...read, hold: read.hold ?? 'row-unreadable' } : read;
    const excess = order && (mayBeOversized(rows) ? oversized(order) : undefined);
    if (excess !== undefined) for (const row of rows) reading.refuse(row, excess);
    const lines = new Set(all.filter((row) => !fates.has(row)).map((row) => row.line));
    const rowCount = all.length - settleFates();
    if (!order || excess !== undefined) return undefined;
    const short = shortPostalCode(order.recipient);
    if (short && rows[0]) reading.tell(rows[0], short);
    const whole = noDefaultFor.length === 0 ? order : { ...order, noDefaultFor: [...new Set([...order.noDefaultFor, ...noDefaultFor])] };
    const line = rows[0]?.line ?? 1;
    lines.delete(line);
    return { order: whole, line, moreLines: [...lines], rows: rowCount };
  }

  const withoutFlawed = (rows: readonly Row[]): readonly Row[] =>
    rows.filter((row) => {
      const flaw = flaws.get(row.line);
      if (flaw) reading.refuse(row, flaw);
      return !flaw;
    });

  return {
    tell: reading.tell,
    leaveOut,
    passOver(row: ToldRow, reason: RowReason): void {
      total += 1;
      notes.skipped.push(noteOf(row, reason));
    },
    take(row: Kept, cells: Pick<Cells, 'get'>, flaw?: RowReason): void {
      const read = readKey(cell(cells, layout.keyColumn));
      for (const column of foreign) if (!unread.has(column) && cell(cells, column) !== '') unread.add(column);
      const isKeyFlawed = flaw && 'column' in flaw && flaw.column === layout.keyColumn;
      if (isKeyFlawed) {
        leaveOut({ line: row.line, text: row.text, cells }, flaw);
        return;
      }
      if (isUnread(read)) {
        leaveOut({ line: row.line, text: row.text, cells }, read.unread);
        return;
      }
      total += 1;
      if (flaw) flaws.set(row.line, flaw);
      const slot = slotOf(read.key);
      const before = rowsAt.get(slot);
      if (Array.isArray(before)) before.push(row);
      else rowsAt.set(slot, before === undefined ? row : [before, row]);
    },
    /** @throws NotReadable if no order can come of too many rows */
    done(): OpenOrderFile {
      const many = [...rowsAt.values()].filter((rows) => Array.isArray(rows) && rows.length > mostRowsOfOrder) as Kept[][];
      if (many.reduce((sum, rows) => sum + rows.length, notes.problems.length) > mostUnreadableRows)
        throw new NotReadable({ code: 'file-rows-unreadable', most: mostUnreadableRows });
      const unused = [...unread].filter((column) => !layout.needless(column));
      for (const column of unused) reading.tell(ofHeader(column), { code: 'column-not-used', column });
      if (total === 0) reading.tell(ofHeader(''), { code: 'no-rows' });
      const facts = (Object.keys(speaksOf) as Order['noDefaultFor'][number][]).filter((fact) =>
        unused.some((column) => speaksOf[fact].test(column)),
      );
      const left = orders(facts);
      let coming = left.next();
      return {
        rows: total,
        needless: [...unread].filter(layout.needless),
        next(count) {
          const found: ReadOrder[] = [];
          const most = count * mostNotesOfOrder;
          const isFull = (): boolean =>
            found.length + notes.problems.length >= count || notes.skipped.length >= most || notes.told.length >= most;
          for (; coming.done !== true && !isFull(); coming = left.next()) if (coming.value) found.push(coming.value);
          const { problems, skipped, told } = notes;
          notes = { problems: problems.slice(count), skipped: skipped.slice(most), told: told.slice(most) };
          return {
            orders: found,
            problems: problems.slice(0, count),
            skipped: skipped.slice(0, most),
            told: told.slice(0, most),
            isLast: coming.done === true && Object.values(notes).every((left: readonly RowProblem[]) => left.length === 0),
          };
        },
      };
    },
  };
}
