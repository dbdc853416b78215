import { columnsRead, type Mapping, mappingBeside, mappingFor, mappingWithin } from '../../shared/mapping.ts';
import type { RowProblem } from '../../shared/order.ts';
import { type FileReason, maxOrderFileBytes, type RowReason } from '../../shared/order-file-reason.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { OrderFile } from '../bench/ports/orders.ts';
import { textOfBytes } from '../files/text.ts';
import { openCsv } from './csv-rows.ts';
import { type Entries, isListedOrder, jsonEntries, xmlEntries } from './entries.ts';
import { type EntryLayout, entryLayout, rowsOfEntry } from './entry-layout.ts';
import { isExcelXml, openExcelXml } from './excel-xml.ts';
import { columnsOf, mostRowsAbove } from './file-columns.ts';
import { contentOfFile, isJson } from './file-content.ts';
import type { Cells, Layout, Row } from './layout.ts';
import { layoutOf } from './layouts.ts';
import { isMagentoList } from './magento-layout.ts';
import { mappedLayout } from './mapped-layout.ts';
import { NotReadable } from './not-readable.ts';
import { plainColumns, plainLayout } from './plain-layout.ts';
import { noCells, type OpenOrderFile, startReading } from './reading-rows.ts';
import type { Table, TableRow } from './table.ts';
import { type Branch, isBranch, listAt, pathsOf, rowsByList, saysAnything, textsOf } from './tree.ts';
import { openWorkbook, type Sheet } from './workbook.ts';

/**
 * Opens CSV and Excel workbooks in every layout of `layouts.ts`, and JSON and XML in every one of `entries.ts` and in our own. A gap that
 * the packer can fill at the bench (a missing house number, an unknown country) is not a problem here. A row that cannot become an order
 * never blocks the rows of another order. Fails only if the file as a whole has none of these formats; the reason then states what it is
 * instead.
 */
export function openOrderFile({
  name,
  bytes,
  currency,
  mappings,
  letters = [],
}: OrderFile): Result<OpenOrderFile, 'order-file-unreadable'> {
  if (bytes.length > maxOrderFileBytes) return unreadable({ code: 'file-too-large', megabytes: maxOrderFileBytes / 2 ** 20 });
  try {
    const file = contentOfFile(bytes, letters);
    if ('instead' in file) return unreadable(file.instead);
    if ('workbook' in file) return openWorkbookFile(name, openWorkbook(file.workbook), currency, mappings);
    if ('xml' in file)
      return isExcelXml(file.xml)
        ? openWorkbookFile(name, openExcelXml(file.xml), currency, mappings)
        : openEntries(name, xmlEntries(file.xml), currency, mappings);
    if (/\.json$/i.test(name) || isJson(file)) return openEntries(name, jsonEntries(textOfBytes(file.utf8)), currency, mappings);
    const opened = openTable(name, openCsv(file.utf8), currency, mappings, [], file.otherLines);
    return opened.ok ? ok({ ...opened.value, keepsBytes: true }) : opened;
  } catch (error) {
    if (error instanceof NotReadable) return unreadable(error.reason);
    throw error;
  }
}

/** Reads all orders of a file at once, and the notes on its rows in file order. */
export function readOrderFile({
  currency = '',
  mappings = [],
  ...file
}: Pick<OrderFile, 'name' | 'bytes' | 'letters'> & Partial<Pick<OrderFile, 'currency' | 'mappings'>>) {
  const opened = openOrderFile({ ...file, currency, mappings });
  if (!opened.ok) return opened;
  const { orders, problems, skipped, remarks } = opened.value.next(Number.POSITIVE_INFINITY);
  const inFile = (list: readonly RowProblem[]): RowProblem[] => list.toSorted((one, other) => one.line - other.line);
  return ok({
    rows: opened.value.rows,
    needless: opened.value.needless,
    inOrders: orders.reduce((sum, { rows }) => sum + rows, 0),
    orders: orders.map(({ order }) => order),
    problems: inFile(problems),
    skipped: inFile(skipped),
    remarks: inFile(remarks),
  });
}

/** The failure has no log entry, so there is no `ref`. */
const unreadable = (reason: FileReason) => failed({ code: 'order-file-unreadable', ref: '', detail: '', reasons: [reason] });

/** Opens the first visible sheet that has the columns of a layout; the other sheets are reported. */
function openWorkbookFile(
  name: string,
  sheets: readonly Sheet[],
  currency: string,
  mappings: readonly Mapping[],
): Result<OpenOrderFile, 'order-file-unreadable'> {
  const failures: ReturnType<typeof unreadable>[] = [];
  for (const sheet of sheets.filter(({ isHidden }) => !isHidden)) {
    const others = sheets.filter((each) => each !== sheet).map((other): RowReason => ({ code: 'sheet-not-read', sheet: other.name }));
    const opened = openTable(name, sheet.table, currency, mappings, others);
    if (opened.ok) return opened;
    const isEmpty = opened.failure.reasons?.every((reason) => reason.code === 'columns-not-known' && reason.found.length === 0);
    if (isEmpty !== true) failures.push(opened);
  }
  return failures[0] ?? unreadable({ code: 'workbook-empty' });
}

/** Returns all line numbers of a row, which may contain line breaks. */
const linesOf = ({ line, text }: TableRow): number[] => text.split('\n').map((_text, at) => line + at);

const asRow = ({ line, text }: TableRow, cells: Cells = noCells): Row => ({ line, text, cells });

/** `="00123"` marks a text that a spreadsheet should not change. */
export const withoutFormula = (text: string): string => (text.startsWith('="') && text.endsWith('"') ? text.slice(2, -1) : text);

/** The cells of one row, prepared on demand: most columns of a layout are in no file. */
class NamedCells implements Cells {
  private readonly row: readonly string[];
  private readonly places: ReadonlyMap<string, number>;
  constructor(row: readonly string[], places: ReadonlyMap<string, number>) {
    this.row = row;
    this.places = places;
  }
  get(column: string): string | undefined {
    const at = this.places.get(column);
    return at === undefined ? undefined : this.cellAt(at);
  }
  keys(): Iterable<string> {
    return this.places.keys();
  }
  *[Symbol.iterator](): Generator<[string, string]> {
    for (const [column, at] of this.places) yield [column, this.cellAt(at)];
  }
  private cellAt(at: number): string {
    return withoutLostDigits(withoutFormula((this.row[at] ?? '').trim()));
  }
}

interface Header {
  readonly row: TableRow;
  readonly columns: readonly string[];
}

/** Reads rows up to the one with the column names of a layout. If there is none, the first row is taken as the header. */
function takeHeader(
  rows: ReturnType<Table['rows']>,
  mappings: readonly Mapping[],
): {
  readonly above: readonly TableRow[];
  readonly header: Header;
  readonly layout?: Layout;
} {
  const above: TableRow[] = [];
  let first: Header | undefined;
  while (above.length < mostRowsAbove) {
    const next = rows.next();
    if (next.done === true) break;
    const [row, cells] = next.value;
    const header: Header = { row, columns: columnsOf(cells) };
    const layout = layoutOf(new Set(header.columns.filter(Boolean)), mappings);
    if (layout) return { above, header, layout };
    above.push(row);
    first ??= header;
  }
  return { above, header: first ?? { row: { line: 1, text: '' }, columns: [] } };
}

function openTable(
  name: string,
  table: Table,
  currency: string,
  mappings: readonly Mapping[],
  remarks: readonly RowReason[] = [],
  otherLines: ReadonlySet<number> = new Set(),
): Result<OpenOrderFile, 'order-file-unreadable'> {
  const rows = table.rows();
  const {
    above,
    header: { row: header, columns },
    layout,
  } = takeHeader(rows, mappings);
  if (!layout) return unreadable(noLayout(columns, mappings));
  const named = columns
    .map((column, at) => [column, at] as const)
    .filter(([column, at]) => column !== '' && columns.indexOf(column) === at);
  const places = new Map(named);
  const reading = startReading<TableRow>(
    name,
    layout,
    currency,
    new Set(columns),
    header.line,
    (_row, text) => new NamedCells(table.cellsOf(text), places),
  );
  for (const row of above) reading.passOver(asRow(row), { code: 'row-above-columns' });
  for (const reason of remarks) reading.remark({ line: header.line, text: '', cells: noCells }, reason);
  columns.forEach((column, at) => {
    if (column !== '' && columns.indexOf(column) < at)
      reading.remark({ line: header.line, text: column, cells: noCells }, { code: 'column-twice', column });
  });
  const usedAt = named.filter(([column]) => layout.used(column)).map(([column, at]) => ({ column, at, flawIn: flawsOfColumn(column) }));
  for (const [row, read] of rows) {
    if ('code' in read) {
      const put = read.code === 'row-hidden' ? reading.passOver : reading.leaveOut;
      put(asRow(row), read);
      continue;
    }
    if (closesReport(read) || repeatsHeader(read, columns)) {
      reading.passOver(asRow(row), { code: closesReport(read) ? 'row-below-orders' : 'columns-named-again' });
      continue;
    }
    if (read.length > columns.length && read.slice(columns.length).some((extra) => extra.trim() !== '')) {
      reading.leaveOut(asRow(row), { code: 'more-cells-than-columns' });
      continue;
    }
    const cells = new NamedCells(read, places);
    const lost = read.length < columns.length ? columns.slice(read.length).filter(Boolean) : [];
    if (otherLines.size > 0 && linesOf(row).some((line) => otherLines.has(line)))
      reading.remark(asRow(row, cells), { code: 'row-in-other-letters' });
    // It is unknown if the end is cut off or cells in the middle are missing, so the values may be in wrong columns.
    let flaw: RowReason | undefined = lost.length > 0 && table.isEven !== true ? { code: 'row-ends-early', columns: lost } : undefined;
    for (const { column, at, flawIn } of usedAt) {
      const written = (read[at] ?? '').trim();
      if (written === '') continue;
      flaw ??= flawIn(written);
      if (hasLostDigits(written)) {
        if (column === layout.keyColumn) flaw ??= { code: 'digits-lost', column, written };
        else reading.remark(asRow(row, cells), { code: 'digits-lost', column, written });
      }
    }
    reading.take(row, cells, flaw);
  }
  return ok(reading.done());
}

function openEntries(
  name: string,
  entries: Entries | FileReason,
  currency: string,
  mappings: readonly Mapping[],
): Result<OpenOrderFile, 'order-file-unreadable'> {
  if ('code' in entries) return unreadable(entries);
  const { layout, list, isXml } = entries;
  if (layout) return openShopEntries(name, entries, layout, currency);
  const named = new Set(list.flatMap(({ tree }) => (tree ? pathsOf(tree) : [])));
  const exact = mappingFor(mappings, named);
  const isPlain = named.has('order') || named.size === 0;
  const mapping = exact ?? (isPlain ? undefined : mappingWithin(mappings, named));
  if (mapping) {
    const read = new Set(columnsRead(mapping));
    const rows = (tree: Branch): readonly [Branch, ...Branch[]] => rowsByList(tree, (path) => read.has(path));
    const cells = (tree: Branch): Map<string, string> => new Map(textsOf(tree));
    return openNamedEntries(name, entries, mappedLayout(mapping), currency, cells, isMappedBy(mapping), rows);
  }
  if (isPlain) return openNamedEntries(name, entries, plainLayout, currency, plainCells, isListedOrder, withItemRows);
  const why = noLayout([...named], mappings);
  return unreadable(isXml && why.code === 'columns-not-known' ? { ...why, code: 'xml-without-orders' } : why);
}

const isMappedBy =
  (mapping: Mapping) =>
  (tree: Branch): boolean =>
    mappingWithin([mapping], new Set(pathsOf(tree))) !== undefined;

/** Opens entries that are read by the names of their texts. `rowsOf`: the entry, and a row for each part that the layout reads as one. */
function openNamedEntries(
  name: string,
  { list, beside }: Entries,
  layout: Layout,
  currency: string,
  cellsOf: (tree: Branch) => Map<string, string>,
  isOrder: (tree: Branch) => boolean,
  rowsOf: (tree: Branch) => readonly [Branch, ...Branch[]] = (tree) => [tree],
): Result<OpenOrderFile, 'order-file-unreadable'> {
  const columns = new Set<string>();
  for (const { tree } of list) for (const row of tree ? rowsOf(tree) : []) for (const column of cellsOf(row).keys()) columns.add(column);
  const reading = startReading<NamedEntry>(name, layout, currency, columns, 1, ({ tree }) => cellsOf(tree));
  for (const { line, tree } of list) {
    if (!tree) {
      reading.leaveOut({ line, text: '', cells: noCells }, { code: 'entry-no-object' });
      continue;
    }
    const [first, ...more] = rowsOf(tree);
    const row = new NamedEntry(line, first);
    const cells = cellsOf(first);
    const isRead = (each: string): boolean =>
      [...cells.keys()].some((path) => path.startsWith(`${asColumn(each)}.`)) || (more.length > 0 && asColumn(each) === itemList);
    const nested = Object.keys(tree).filter((each) => typeof tree[each] === 'object' && !isRead(each) && saysAnything(tree[each] ?? null));
    if (nested.length > 0) reading.remark({ line, text: row.text, cells }, { code: 'values-not-plain', names: nested });
    reading.take(row, cells);
    for (const part of more) reading.take(new NamedEntry(line, part), cellsOf(part));
  }
  for (const { line, tree, list: other } of beside(isOrder))
    reading.leaveOut({ line, text: JSON.stringify(tree), cells: cellsOf(tree) }, { code: 'in-other-list', list: other });
  return ok(reading.done());
}

/** Its text and its cells are created on demand, so that a large file is never held as either. */
class NamedEntry {
  readonly line: number;
  readonly tree: Branch;
  constructor(line: number, tree: Branch) {
    this.line = line;
    this.tree = tree;
  }
  get text(): string {
    return JSON.stringify(this.tree);
  }
}

const asColumn = (name: string): string => name.trim().toLowerCase();
function plainCells(tree: Branch): Map<string, string> {
  const cells = new Map<string, string>();
  for (const [name, value] of Object.entries(tree)) if (typeof value === 'string') cells.set(asColumn(name), value.trim());
  return cells;
}

/** Name of the list of items in an order with our own names. */
const itemList = 'items';

/** The order, and a row for each of its items: `{"order": "A-1", "items": [{"name": "Mug", "quantity": 2}]}`. */
function withItemRows(tree: Branch): readonly [Branch, ...Branch[]] {
  const items = listAt(tree, itemList).filter(isBranch);
  const { order = '' } = tree;
  return [tree, ...items.map((item): Branch => ({ order, ...itemCells(item) }))];
}

const itemCells = (item: Branch): Branch =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => {
      const column = asColumn(name);
      const text = Array.isArray(value) ? value.filter((each) => typeof each === 'string').join(',') : value;
      return [column === 'barcodes' ? 'item_barcode' : `item_${column}`, text];
    }),
  );

function openShopEntries(
  name: string,
  { list, beside }: Entries,
  layout: EntryLayout,
  currency: string,
): Result<OpenOrderFile, 'order-file-unreadable'> {
  const reading = startReading<Row>(name, entryLayout, currency, new Set(), 1, ({ cells }) => cells);
  const unused = new Set<string>();
  const needless = new Set<string>();
  for (const { line, tree } of list) {
    if (!tree) {
      reading.leaveOut({ line, text: '', cells: noCells }, { code: 'entry-no-object' });
      continue;
    }
    for (const name in tree)
      if (!layout.used.has(name) && saysAnything(tree[name] ?? null)) (layout.needless.test(name) ? needless : unused).add(name);
    for (const cells of rowsOfEntry(layout.read(tree), line)) {
      const text = [...cells.values()].filter(Boolean).join(' · ');
      reading.take({ line, text, cells }, cells);
    }
  }
  for (const { line, tree, list: other } of beside(isListedOrder)) {
    const [cells = noCells] = rowsOfEntry(layout.read(tree), line);
    reading.leaveOut({ line, text: JSON.stringify(tree), cells }, { code: 'in-other-list', list: other });
  }
  for (const column of unused) reading.remark({ line: 1, text: column, cells: noCells }, { code: 'column-not-used', column });
  return ok({ ...reading.done(), needless: [...needless] });
}

function noLayout(columns: readonly string[], mappings: readonly Mapping[]): FileReason {
  if (columns.includes('handle') && columns.includes('title')) return { code: 'export-of-products' };
  if (columns.includes('total spent') || columns.includes('total orders')) return { code: 'export-of-customers' };
  if (isMagentoList(new Set(columns))) return { code: 'list-without-addresses' };
  if (columns.includes('order #') && columns.includes('customer type')) return { code: 'export-without-addresses' };
  const near = mappingBeside(mappings, new Set(columns));
  if (near) return { code: 'mapping-lacks-columns', mapping: near.mapping.name, missing: near.missing };
  return { code: 'columns-not-known', found: columns.filter(Boolean).slice(0, 12), columns: plainColumns };
}

/** Values that a spreadsheet shows if a formula failed. */
const formulaError = /^#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|GETTING_DATA)$/i;
/** House numbers such as 3-1 that a spreadsheet converted to a date. */
const day = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d)?$/;
const isOfPlace = /house|street|address|zip|post(?:al)?.?code|phone/;

/** Returns a check for a column: why a cell of it does not contain what its author meant. */
function flawsOfColumn(column: string): (written: string) => RowReason | undefined {
  const saysPlace = isOfPlace.test(column);
  return (written) => {
    if (written.startsWith('#') && formulaError.test(written)) return { code: 'formula-failed', column, written };
    return saysPlace && day.test(written) ? { code: 'date-instead', column, written } : undefined;
  };
}

/** True for values like `4.93012E+11`: a spreadsheet saved a long number the way it displayed it. */
export function hasLostDigits(written: string): boolean {
  // This runs for every cell of a file, and few cells have a plus at these places.
  const { length } = written;
  if (written.charCodeAt(length - 3) !== plus && written.charCodeAt(length - 4) !== plus) return false;
  return /^-?\d(?:[.,]\d+)?E\+\d{2,3}$/i.test(written);
}
const plus = 0x2b;

/** Returns an empty text if digits are lost: no number is better than a wrong one. */
const withoutLostDigits = (written: string): string => (hasLostDigits(written) ? '' : written);

/** Words of rows that count, sum up or sign the orders of a report, in the languages of shops. */
const closing = [
  /^(?:(?:grand |sub)?totals?|summe|gesamt(?:summe|betrag)?|total g[eé]n[eé]ral|totaux?|totaal|eindtotaal|total general|totale(?: generale)?|somma|suma|razem|ogółem|łącznie|i alt|summa)(?: (?:of )?(?:orders?|bestellungen|aufträge|commandes?|bestellingen|pedidos|ordini|zamówień))?\s*[:=]?(?:\s*[\d.,]+)?$/i,
  /^\d*\s*(?:records?|rows?|orders?|results?)(?:\(s\))? (?:downloaded|exported|found|in total|listed)\b/i,
  /^(?:records?|rows?|orders?)(?:\(s\))? (?:downloaded|exported)\b/i,
  /^(?:number|count|no\.?) of (?:records?|rows?|orders?)\b/i,
  /^(?:anzahl|nombre de|aantal|número de|numero di|liczba) (?:der )?(?:datensätze|zeilen|bestellungen|aufträge|commandes|lignes|bestellingen|regels|pedidos|filas|ordini|righe|zamówień|wierszy)\b/iu,
  /^seller id\s*:/i,
  /^(?:report |file )?(?:generated|exported|created|printed) (?:on|at|by|:)/i,
  /^(?:exportiert|erstellt) am\b|^export[ée] le\b|^généré le\b|^gemaakt op\b|^generado el\b|^generato il\b|^wygenerowano\b/iu,
  /^[-*=#\s]*(?:end of (?:report|file|list|data)|ende|dateiende|fin(?: du fichier| del informe)?|eof|einde(?: bestand)?|fine|koniec(?: pliku)?)[-*=#\s]*$/i,
];
/** True for an amount or a count beside a sum. */
const isFigure = (text: string): boolean => /^[-+]?\p{Sc}?\s*(?:[A-Z]{3}\s*)?\d[\d.,' ]*\s*(?:\p{Sc}|[A-Z]{3}|[a-z]{1,3})?$/u.test(text);

/** True for a row that closes a report: it begins with such words, and has only figures beside them. No order has so little. */
function closesReport(cells: readonly string[]): boolean {
  const [first, ...others] = cells.map((each) => each.trim()).filter(Boolean);
  if (first === undefined) return false;
  // eBay writes its count and its words in separate cells.
  const words = /^\d+$/.test(first) && others.length === 1 ? `${first} ${others[0]}` : first;
  return closing.some((each) => each.test(words)) && (words !== first || others.every(isFigure));
}

/** True for a row that repeats the column names, as in a file made of several. */
const repeatsHeader = (cells: readonly string[], columns: readonly string[]): boolean =>
  columns.length > 1 && columns.every((column, at) => (cells[at] ?? '').trim().replace(/\s+/g, ' ').toLowerCase() === column);
