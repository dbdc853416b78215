import { reservedPrefixOf } from '../../shared/command-keys.ts';
import type { FileLetters } from '../../shared/file-letters.ts';
import { mappedText, type ProductField, productColumns } from '../../shared/mapping.ts';
import type { RowProblem } from '../../shared/order.ts';
import { type FileReason, maxOrderFileBytes, type RowReason } from '../../shared/order-file-reason.ts';
import { longestSku, type ProductData, productKey } from '../../shared/product-data.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { ProductSlice } from '../bench/ports/orders.ts';
import { openCsv } from './csv-rows.ts';
import { isExcelXml, openExcelXml } from './excel-xml.ts';
import { columnsOf, mostRowsAbove } from './file-columns.ts';
import { contentOfFile, isJson } from './file-content.ts';
import { isPicture, readItemFacts, readYesNo } from './item-facts.ts';
import { readKit } from './kit.ts';
import { layoutOf } from './layouts.ts';
import { NotReadable } from './not-readable.ts';
import { hasLostDigits, withoutFormula } from './open-order-file.ts';
import type { Table, TableRow } from './table.ts';
import { openWorkbook } from './workbook.ts';

interface GivenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly letters: readonly FileLetters[];
}

/** A file of products that is read in parts. */
export interface OpenProductFile {
  /** At least this many rows, unless the file ends. */
  next(rows: number): ProductSlice;
}

/** Opens a CSV file or an Excel workbook of products. Fails if the file as a whole is none, and states what it is instead. */
export function openProductFile({ name, bytes, letters }: GivenFile): Result<OpenProductFile, 'order-file-unreadable'> {
  if (bytes.length > maxOrderFileBytes) return unreadable({ code: 'file-too-large', megabytes: maxOrderFileBytes / 2 ** 20 });
  try {
    const tables = tablesOf(bytes, letters);
    if ('code' in tables) return unreadable(tables);
    let found: readonly string[] = [];
    for (const table of tables) {
      const opened = openTable(name, table);
      if (!('found' in opened)) return 'code' in opened ? unreadable(opened) : ok(opened);
      if (found.length === 0) found = opened.found;
    }
    return unreadable({ code: 'products-without-sku', found: found.slice(0, 12) });
  } catch (error) {
    if (error instanceof NotReadable) return unreadable(error.reason);
    throw error;
  }
}

const unreadable = (reason: FileReason) => failed({ code: 'order-file-unreadable', ref: '', detail: '', reasons: [reason] });

function tablesOf(bytes: Uint8Array, letters: readonly FileLetters[]): readonly Table[] | FileReason {
  const file = contentOfFile(bytes, letters);
  if ('instead' in file) return file.instead;
  const visible = (sheets: ReturnType<typeof openWorkbook>): Table[] => sheets.flatMap(({ table, isHidden }) => (isHidden ? [] : [table]));
  if ('workbook' in file) return visible(openWorkbook(file.workbook));
  if ('xml' in file) return isExcelXml(file.xml) ? visible(openExcelXml(file.xml)) : { code: 'products-not-table' };
  return isJson(file) ? { code: 'products-not-table' } : [openCsv(file.utf8)];
}

type Columns = ReturnType<typeof productColumns>;

/** The row with the column names is among the first ones. */
function openTable(name: string, table: Table): OpenProductFile | FileReason | { readonly found: readonly string[] } {
  const rows = table.rows();
  let first: readonly string[] = [];
  for (let above = 0; above < mostRowsAbove; above += 1) {
    const next = rows.next();
    if (next.done === true) break;
    const [, cells] = next.value;
    const columns = columnsOf(cells);
    if (first.length === 0) first = columns;
    const sources = productColumns([...new Set(columns.filter(Boolean))]);
    if (layoutOf(new Set(columns.filter(Boolean)), [])) return { code: 'products-are-orders' };
    if (sources.sku && Object.keys(sources).length > 1) return readingOf(name, rows, columns, sources, table.isEven === true);
  }
  return { found: first.filter(Boolean) };
}

/** The text of a field in a row: that of its first filled column. */
type TextOf = (field: ProductField) => string;

interface Told {
  readonly reason: RowReason;
  /** True if the product is taken without this fact. */
  readonly isFact: boolean;
}

function readingOf(
  name: string,
  rows: ReturnType<Table['rows']>,
  columns: readonly string[],
  sources: Columns,
  isEven: boolean,
): OpenProductFile {
  const lines = new Map<string, number>();
  /** Title and picture of each group, from its first row. */
  const groups = new Map<string, Pick<ProductData, 'name' | 'picture'>>();
  const parents = new Map<string, ProductData>();
  const place = new Map(columns.map((column, at) => [column, columns.indexOf(column) === at ? at : columns.indexOf(column)]));

  function read(row: TableRow, cells: readonly string[]): { readonly product?: ProductData; readonly told: readonly Told[] } {
    const told: Told[] = [];
    const leaveOut = (reason: RowReason): void => void told.push({ reason, isFact: true });
    const refuse = (reason: RowReason) => ({ told: [{ reason, isFact: false }] });
    const lost = cells.length < columns.length ? columns.slice(cells.length).filter(Boolean) : [];
    if (lost.length > 0 && !isEven) return refuse({ code: 'row-ends-early', columns: lost });
    if (cells.slice(columns.length).some((extra) => extra.trim() !== '')) return refuse({ code: 'more-cells-than-columns' });
    const cellOf = (column: string): string => withoutFormula((cells[place.get(column) ?? -1] ?? '').trim());
    const textOf = textsOf(sources, cellOf);
    const sku = textOf('sku');
    const group = textOf('group');
    if (sku === '') return isOnlyPicture(textOf) ? { told: [] } : refuse({ code: 'product-without-sku' });
    if (hasLostDigits(sku)) return refuse({ code: 'digits-lost', column: sources.sku?.columns[0] ?? '', written: sku });
    if (sku.length > longestSku) return refuse({ code: 'product-sku-too-long', most: longestSku });
    const earlier = lines.get(productKey(sku));
    if (earlier !== undefined) return refuse({ code: 'product-twice', sku, line: earlier });
    lines.set(productKey(sku), row.line);
    const own = factsOf(sku, textOf, leaveOut);
    if (group !== '' && !groups.has(group)) groups.set(group, { name: own.name, ...pictureOfAll(sources, cellOf) });
    const parent = parents.get(productKey(textOf('parent')));
    parents.set(productKey(sku), own);
    const { barcodes: _ofParent, parts: _kit, ...ofParent } = parent ?? {};
    const { name: groupName = '', picture } = groups.get(group) ?? {};
    const product = { ...ofParent, ...(picture !== undefined && { picture }), ...own, name: own.name || groupName || (parent?.name ?? '') };
    return { product, told };
  }

  return {
    next(count) {
      const slice = { rows: 0, passedOver: 0, products: [] as ProductData[], refused: [] as RowProblem[], leftOut: [] as RowProblem[] };
      while (slice.rows < count) {
        const next = rows.next();
        if (next.done === true) return { ...slice, isLast: true };
        const [row, cells] = next.value;
        slice.rows += 1;
        const { product, told } = 'code' in cells ? { told: [{ reason: cells, isFact: false }] } : read(row, cells);
        if (product) slice.products.push(product);
        else if (told.length === 0) slice.passedOver += 1;
        for (const { reason, isFact } of told)
          (isFact ? slice.leftOut : slice.refused).push({ file: name, line: row.line, orderKey: '', reason, row: row.text.slice(0, 200) });
      }
      return { ...slice, isLast: false };
    },
  };
}

function textsOf(sources: Columns, cellOf: (column: string) => string): TextOf {
  return (field) => {
    const source = sources[field];
    if (!source) return '';
    if (field === 'weight_kg') return mappedText('item_weight_kg', source, cellOf).trim();
    return source.columns.map(cellOf).find(Boolean) ?? '';
  };
}

/** The picture of a product, not that of one of its variants. */
function pictureOfAll({ picture }: Columns, cellOf: (column: string) => string): Pick<ProductData, 'picture'> {
  const written = picture?.columns
    .filter((column) => !column.includes('variant'))
    .map(cellOf)
    .find(Boolean);
  return written !== undefined && isPicture(written) ? { picture: written } : {};
}

/** A row with a further picture of the product above it. */
const isOnlyPicture = (textOf: TextOf): boolean =>
  textOf('picture') !== '' && (['name', 'barcode', 'hs_code', 'origin', 'weight_kg'] as const).every((field) => isNothing(textOf(field)));

/** Shops write a weight of zero if they know none. */
const isNothing = (text: string): boolean => /^(?:0+(?:[.,]0+)?)?$/.test(text);

function factsOf(sku: string, textOf: TextOf, leaveOut: (reason: RowReason) => void): ProductData {
  const name = textOf('name').slice(0, 300);
  const item = name || sku;
  const isRead = new Set<string>(['barcode', 'weight_kg', 'hs_code', 'origin', 'picture']);
  const facts = readItemFacts(
    (fact) => {
      if (!isRead.has(fact)) return '';
      const written = textOf(fact as ProductField);
      if (fact === 'picture') return written.split(/\s*,\s*(?=https?:)/)[0] ?? '';
      if (!hasLostDigits(written)) return written;
      leaveOut({ code: 'item-fact-unusable', item, fact, written });
      return '';
    },
    (fact, written) => leaveOut({ code: 'item-fact-unusable', item, fact, written }),
  );
  const { barcodes = [], weightGrams, hsCode, originCountry, picture } = facts;
  const codes = barcodes.filter((code) => {
    const prefix = reservedPrefixOf(code);
    if (prefix !== undefined) leaveOut({ code: 'barcode-of-command', item, written: code, prefix });
    return prefix === undefined;
  });
  const written = textOf('batteries');
  const hasBatteries = readYesNo(written);
  if (written !== '' && hasBatteries === undefined) leaveOut({ code: 'neither-yes-nor-no', column: 'batteries', written });
  const kit = textOf('parts');
  const parts = kit === '' ? [] : readKit(sku, kit);
  if (typeof parts === 'string') leaveOut({ code: parts, item, written: kit });
  return {
    sku,
    name,
    ...(typeof parts !== 'string' && parts.length > 0 && { parts }),
    ...(codes.length > 0 && { barcodes: codes }),
    ...(weightGrams !== undefined && { weightGrams }),
    ...(hsCode !== undefined && { hsCode }),
    ...(originCountry !== undefined && { originCountry }),
    ...(picture !== undefined && { picture }),
    ...(hasBatteries !== undefined && { hasBatteries }),
  };
}
