import type { Address } from '../../shared/address.ts';
import { countryRules } from '../../shared/country-rules.ts';
import { type Order, type OrderKey, orderKeySchema, type RowProblem } from '../../shared/order.ts';
import { mostUnreadableRows, type RowReason } from '../../shared/order-file-reason.ts';
import { oversized } from '../../shared/oversized.ts';
import { slotOf } from '../../shared/scan.ts';
import type { OrderSlice } from '../bench/ports/orders.ts';
import { type Cells, cell, isUnread, type Layout, type Reading, type ReportedRow, type Row, readKey } from './layout.ts';
import { NotReadable } from './not-readable.ts';

/** An order with the line of its first row, the lines of its other rows, and its number of rows in the file. */
interface ReadOrder {
  readonly order: Order;
  readonly line: number;
  readonly moreLines: readonly number[];
  readonly rows: number;
}

/** The content of a part of a file, like `OrderSlice`, with the orders themselves. */
export interface ReadSlice extends Omit<OrderSlice, 'prepared' | 'lines' | 'moreLines' | 'rowCounts'> {
  readonly orders: readonly ReadOrder[];
}

/** A file whose rows were all checked once; its orders are created on demand. */
export interface OpenOrderFile {
  readonly rows: number;
  /** Columns that are not empty but do not concern a parcel. */
  readonly needless: readonly string[];
  /** True if its orders are read from the bytes on demand; otherwise the bytes are no longer needed. */
  readonly keepsBytes?: true;
  /** Returns the next orders and problems, about `count` together, and at most a few times as many other notes on rows. */
  next(count: number): ReadSlice;
}

const longestRowShown = 500;
/** More than the texts of an order allow. If another column is mistaken for the order number, a whole file may get one number. */
const mostRowsOfOrder = 10_000;

/** Column names that describe a fact in other words than ours, in the languages of shops. */
const speaksOf: Readonly<Record<Order['noDefaultFor'][number], RegExp>> = {
  box: /length|width|height|l[aä]nge|breite|h[oö]he|dimension|size|ma[sß]e|box|karton|\bcm\b|\bmm\b/,
  weight: /weight|gewicht|poids|peso|waga|v[iæe]kt|paino|hmotnost|\bkg\b|\bgrams?\b|\bg\b|\blbs?\b/,
  contents: /content|inhalt|inhoud|contenu|goods|waren|description|beschreibung/,
  value: /value|wert|worth|total|amount|betrag|bedrag|montant|importe|valor|prix|price|preis|waarde/,
  'hs-code': /\bhs\b|hs_code|tariff|taric|zolltarif|commodity/,
};

/** Short texts in few rows cannot make an oversized order: checking each order takes longer than creating it. */
const mayBeOversized = (rows: readonly Row[]): boolean =>
  rows.length > 100 || rows.reduce((characters, { text }) => characters + text.length, 0) > 2000;

/** Number of notes per requested order; the rest is returned with the next orders. */
const mostNotesOfOrder = 4;

/** A row as it is stored until its order is created. */
type Stands = Omit<Row, 'cells'>;

interface Notes {
  readonly problems: RowProblem[];
  readonly skipped: RowProblem[];
  readonly remarks: RowProblem[];
}

export const noCells: Cells = new Map();

/** Collects the notes on the rows of a file until they are handed over. */
function createNotes(file: string, keyColumn: string) {
  const noNotes = (): Notes => ({ problems: [], skipped: [], remarks: [] });
  let notes = noNotes();
  const noteOf = ({ line, text, cells }: ReportedRow, reason: RowReason): RowProblem => ({
    file,
    line,
    orderKey: cell(cells, keyColumn).slice(0, 80),
    reason,
    row: text.slice(0, longestRowShown),
  });
  /** Results for rows while their order is created: each row is counted once, and if two reasons are found, a refusal wins. */
  const fates = new Map<ReportedRow, { readonly list: 'problems' | 'skipped'; readonly note: RowProblem }>();
  const fateIn =
    (list: 'problems' | 'skipped') =>
    (row: ReportedRow, reason: RowReason): void => {
      if (fates.get(row)?.list !== 'problems') fates.set(row, { list, note: noteOf(row, reason) });
    };
  const settleFates = (): number => {
    for (const { list, note } of fates.values()) notes[list].push(note);
    const { size } = fates;
    fates.clear();
    return size;
  };

  return {
    refuse: fateIn('problems'),
    skip: fateIn('skipped'),
    hasFate: (row: ReportedRow): boolean => fates.has(row),
    settleFates,
    add: (list: keyof Notes, row: ReportedRow, reason: RowReason): void => void notes[list].push(noteOf(row, reason)),
    waiting: (): Readonly<Notes> => notes,
    take(mostProblems: number, mostOthers: number): Notes {
      const { problems, skipped, remarks } = notes;
      notes = { problems: problems.slice(mostProblems), skipped: skipped.slice(mostOthers), remarks: remarks.slice(mostOthers) };
      return { problems: problems.slice(0, mostProblems), skipped: skipped.slice(0, mostOthers), remarks: remarks.slice(0, mostOthers) };
    },
  };
}
type RowNotes = ReturnType<typeof createNotes>;

/** Collects the rows of a file by order, and creates those orders on demand. */
export function startReading<Kept extends Stands>(
  file: string,
  layout: Layout,
  currency: string,
  columns: ReadonlySet<string>,
  headerLine: number,
  cellsOf: (row: Kept, text: string) => Cells,
) {
  const notes = createNotes(file, layout.keyColumn);
  const reading: Reading = {
    file,
    currency,
    columns,
    refuse: notes.refuse,
    skip: notes.skip,
    remark: (row, reason) => notes.add('remarks', row, reason),
  };
  const ofHeader = (text: string): Row => ({ line: headerLine, text, cells: noCells });
  /** Most orders have one row, which is stored without a list: in a large file the lists take more memory than the rows. */
  const rowsAt = new Map<string, Kept | Kept[]>();
  /** Reasons for rows with a known order and an unreadable cell, by line. */
  const flaws = new Map<number, RowReason>();
  const foreign = [...columns].filter((column) => !layout.used(column));
  /** Columns that are not empty and that the layout does not use. */
  const unread = new Set<string>();
  let total = 0;

  const leaveOut = (row: ReportedRow, reason: RowReason): void => {
    total += 1;
    notes.add('problems', row, reason);
  };

  /** Yields the orders in file order, those of one slot together; undefined for an order without usable rows. */
  function* orders(noDefaultFor: Order['noDefaultFor']): Generator<ReadOrder | undefined> {
    for (const [slot, kept] of rowsAt) {
      rowsAt.delete(slot);
      const rows = Array.isArray(kept) ? kept.map(wholeRow) : [wholeRow(kept)];
      if (rows.length > mostRowsOfOrder) {
        for (const row of rows) notes.add('problems', row, { code: 'more-rows-than-an-order', rows: rows.length, most: mostRowsOfOrder });
        yield undefined;
        continue;
      }
      const byKey = Map.groupBy(rows, ({ cells }) => orderKeySchema.parse(cell(cells, layout.keyColumn)));
      for (const [key, all] of byKey) yield orderOf(key, all, { layout, reading, flaws, notes, noDefaultFor });
    }
  }

  function wholeRow(row: Kept): Row {
    const { line, text } = row;
    return { line, text, cells: cellsOf(row, text) };
  }

  return {
    remark: reading.remark,
    leaveOut,
    passOver(row: ReportedRow, reason: RowReason): void {
      total += 1;
      notes.add('skipped', row, reason);
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
    /** @throws NotReadable if too many rows cannot become part of an order */
    done(): OpenOrderFile {
      const many = [...rowsAt.values()].filter((rows) => Array.isArray(rows) && rows.length > mostRowsOfOrder) as Kept[][];
      if (many.reduce((sum, rows) => sum + rows.length, notes.waiting().problems.length) > mostUnreadableRows)
        throw new NotReadable({ code: 'file-rows-unreadable', most: mostUnreadableRows });
      const unused = [...unread].filter((column) => !layout.needless(column));
      for (const column of unused) reading.remark(ofHeader(column), { code: 'column-not-used', column });
      if (total === 0) reading.remark(ofHeader(''), { code: 'no-rows' });
      const facts = (Object.keys(speaksOf) as Order['noDefaultFor'][number][]).filter((fact) =>
        unused.some((column) => speaksOf[fact].test(column)),
      );
      return { rows: total, needless: [...unread].filter(layout.needless), next: inSlices(orders(facts), notes) };
    },
  };
}

interface OrderMaking {
  readonly layout: Layout;
  readonly reading: Reading;
  /** Reasons for rows that are left out of the order, by line. */
  readonly flaws: ReadonlyMap<number, RowReason>;
  readonly notes: RowNotes;
  readonly noDefaultFor: Order['noDefaultFor'];
}

function orderOf(key: OrderKey, all: readonly Row[], making: OrderMaking): ReadOrder | undefined {
  const { layout, reading, flaws, notes, noDefaultFor } = making;
  const rows = flaws.size === 0 ? all : withoutFlawed(all, flaws, reading);
  const read = rows.length === 0 ? undefined : layout.readOrder(key, rows, reading);
  const order = read && rows.length < all.length ? { ...read, hold: read.hold ?? 'row-unreadable' } : read;
  const excess = order && (mayBeOversized(rows) ? oversized(order) : undefined);
  if (excess !== undefined) for (const row of rows) reading.refuse(row, excess);
  const lines = new Set(all.filter((row) => !notes.hasFate(row)).map((row) => row.line));
  const rowCount = all.length - notes.settleFates();
  if (!order || excess !== undefined) return undefined;
  const short = shortPostalCode(order.recipient);
  if (short && rows[0]) reading.remark(rows[0], short);
  const whole = noDefaultFor.length === 0 ? order : { ...order, noDefaultFor: [...new Set([...order.noDefaultFor, ...noDefaultFor])] };
  const line = rows[0]?.line ?? 1;
  lines.delete(line);
  return { order: whole, line, moreLines: [...lines], rows: rowCount };
}

const withoutFlawed = (rows: readonly Row[], flaws: ReadonlyMap<number, RowReason>, reading: Reading): readonly Row[] =>
  rows.filter((row) => {
    const flaw = flaws.get(row.line);
    if (flaw) reading.refuse(row, flaw);
    return !flaw;
  });

/** Returns the orders in parts, with the notes on rows that are known by then. */
function inSlices(left: Iterator<ReadOrder | undefined>, notes: RowNotes): OpenOrderFile['next'] {
  let coming = left.next();
  return (count) => {
    const found: ReadOrder[] = [];
    const most = count * mostNotesOfOrder;
    const isFull = (): boolean => {
      const { problems, skipped, remarks } = notes.waiting();
      return found.length + problems.length >= count || skipped.length >= most || remarks.length >= most;
    };
    for (; coming.done !== true && !isFull(); coming = left.next()) if (coming.value) found.push(coming.value);
    const taken = notes.take(count, most);
    const isLast = coming.done === true && Object.values(notes.waiting()).every((rest: readonly RowProblem[]) => rest.length === 0);
    return { orders: found, ...taken, isLast };
  };
}

const forms = new Map<string, RegExp>();

function wholeForm(form: string): RegExp {
  const known = forms.get(form);
  if (known) return known;
  const whole = new RegExp(`^(?:${form})$`, 'i');
  forms.set(form, whole);
  return whole;
}

/** Returns a reason for a postal code that fits its country only with the leading zero that spreadsheets remove. */
function shortPostalCode({ postalCode, country }: Pick<Address, 'postalCode' | 'country'>): RowReason | undefined {
  const rule = countryRules[country];
  if (!rule || !/^[1-9]\d*$/.test(postalCode)) return undefined;
  const fits = wholeForm(rule.form);
  return !fits.test(postalCode) && fits.test(`0${postalCode}`) ? { code: 'postal-code-short', written: postalCode, country } : undefined;
}
