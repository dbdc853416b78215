import { countryCodes } from '../../shared/address.ts';
import { reservedPrefixOf } from '../../shared/command-keys.ts';
import { countryCode } from '../../shared/country-name.ts';
import { hsDigits, isHsCode } from '../../shared/customs.ts';
import { itemFactNamed } from '../../shared/mapping.ts';
import type { OrderKey } from '../../shared/order.ts';
import {
  type ItemFact,
  itemFacts,
  longestBarcode,
  longestPicture,
  longestShelf,
  mostBarcodes,
  type OrderLine,
} from '../../shared/order-line.ts';
import { itemCode, slotOf } from '../../shared/scan.ts';
import { readGrams } from '../../shared/units.ts';
import { type Cells, cell, type Reading, type Row } from './layout.ts';

/** Facts of an item that no parcel needs: one that cannot be read is reported and left out, and never holds an order back. */
export type LineFacts = Omit<OrderLine, 'name' | 'sku' | 'quantity' | 'price' | 'differs'>;

/** Returns the text of a fact in a row; empty if the row has none. */
type FactText = (fact: ItemFact) => string;

/** Columns of the facts of a row's item, in Packbench's own names. */
export const itemColumns: readonly string[] = itemFacts.map((fact) => `item_${fact}`);
export const factInOwnColumns =
  (cells: Cells): FactText =>
  (fact) =>
    cell(cells, `item_${fact}`);

/** Columns with facts of items that some shops add to an export, by their common names. */
export interface FactColumns {
  isOne(column: string): boolean;
  /** Returns the reader of a row in a file with these columns. */
  textsOf(cells: Cells, columns: ReadonlySet<string>): FactText;
}

/** `needless`: columns of the export with another meaning, whatever their names are. */
export function factColumns(used: ReadonlySet<string>, needless: RegExp): FactColumns {
  const factOf = (column: string): ItemFact | undefined => {
    const fact = itemFactNamed(column);
    return fact && (used.has(column) || !needless.test(column)) ? fact : undefined;
  };
  // All rows of a file share one set of columns.
  const known = new WeakMap<ReadonlySet<string>, ReadonlyMap<ItemFact, readonly string[]>>();
  const columnsIn = (columns: ReadonlySet<string>): ReadonlyMap<ItemFact, readonly string[]> => {
    const found = new Map<ItemFact, string[]>();
    for (const column of columns) {
      const fact = factOf(column);
      if (fact && !found.get(fact)?.push(column)) found.set(fact, [column]);
    }
    known.set(columns, found);
    return found;
  };
  return {
    isOne: (column) => factOf(column) !== undefined,
    textsOf: (cells, columns) => {
      const named = known.get(columns) ?? columnsIn(columns);
      return (fact) => {
        const texts = (named.get(fact) ?? []).map((column) => cell(cells, column)).filter(Boolean);
        if (fact === 'barcode') return texts.join(',');
        return (fact === 'gift' ? texts.find((text) => !isNo(text)) : undefined) ?? texts[0] ?? '';
      };
    },
  };
}

const isNo = (text: string): boolean => /^(?:0|-|no|none|n|false|nein|non|nee|nej|nei|nie)$/i.test(text);
const isYes = (text: string): boolean => /^(?:1|x|yes|y|true|ja|oui|s[ií]|tak|j)$/i.test(text);

/** Undefined for a text that is neither. */
export const readYesNo = (text: string): boolean | undefined => (isYes(text) ? true : isNo(text) ? false : undefined);

/** Reads the facts of an item. `report` receives each fact that cannot be used. */
export function readItemFacts(textOf: FactText, report: (fact: ItemFact, written: string) => void): LineFacts {
  const facts: { -readonly [Fact in keyof LineFacts]: LineFacts[Fact] } = {};
  const read = <Value>(fact: ItemFact, parse: (written: string) => Value | undefined): Value | undefined => {
    const written = textOf(fact);
    if (written === '') return undefined;
    const value = parse(written);
    if (value === undefined) report(fact, written);
    return value;
  };
  const barcodes = codesIn(textOf('barcode'), (written) => report('barcode', written));
  if (barcodes.length > 0) facts.barcodes = barcodes;
  const weight = read('weight_kg', (written) => (/^0+(?:[.,]0+)?$/.test(written) ? 0 : readGrams(written)));
  if (weight) facts.weightGrams = weight;
  const hsCode = read('hs_code', (written) => (isHsCode(written) ? hsDigits(written) : undefined));
  if (hsCode !== undefined) facts.hsCode = hsCode;
  const origin = read('origin', originOf);
  if (origin !== undefined) facts.originCountry = origin;
  const picture = read('picture', (written) => (isPicture(written) ? written : undefined));
  if (picture !== undefined) facts.picture = picture;
  const shelf = read('shelf', (written) => (written.length > longestShelf ? undefined : written));
  if (shelf !== undefined) facts.shelf = shelf;
  // A text for the recipient is a gift too.
  if (read('gift', (written) => !isNo(written)) === true) facts.isGift = true;
  if (read('serial', readYesNo) === true) facts.needsSerial = true;
  return facts;
}

/** A cell may hold several codes. */
function codesIn(text: string, report: (written: string) => void): string[] {
  if (text === '') return [];
  const codes = [...new Set(text.split(/[,;|\n]/).map((code) => code.trim()))].filter((code) => itemCode(code) !== '');
  const short = codes.filter((code) => code.length <= longestBarcode);
  for (const code of [...codes.filter((each) => each.length > longestBarcode), ...short.slice(mostBarcodes)]) report(code);
  return short.slice(0, mostBarcodes);
}

function originOf(written: string): string | undefined {
  const code = countryCode(written);
  return countryCodes.has(code) ? code : undefined;
}

export const isPicture = (written: string): boolean =>
  written.length <= longestPicture && /^https?:\/\//i.test(written) && URL.canParse(written);

/** An item of an order, and its row. */
interface PlacedLine {
  readonly row: Row;
  readonly line: OrderLine;
}

/** Orders with more lines get no pictures: their addresses would take the space that the order's other texts may need. */
const mostWithPictures = 100;

/**
 * Returns the lines with bar codes that mean their item. A code that is also a command or the number of the order is left out. A code of
 * two items stays on both. All of these are reported.
 */
export function scannableLines(items: readonly PlacedLine[], key: OrderKey, { remark }: Pick<Reading, 'remark'>): OrderLine[] {
  const holders = new Map<string, OrderLine>();
  return items.map(({ row, line: whole }) => {
    const { picture, ...rest } = whole;
    const line = picture === undefined || items.length <= mostWithPictures ? whole : rest;
    if (!line.barcodes) return line;
    const { name } = line;
    const barcodes = line.barcodes.filter((written) => {
      const prefix = reservedPrefixOf(written);
      if (prefix !== undefined) remark(row, { code: 'barcode-of-command', item: name, written, prefix });
      else if (slotOf(written) === slotOf(key)) remark(row, { code: 'barcode-of-order', item: name, written });
      else return true;
      return false;
    });
    for (const written of barcodes) {
      const other = holders.get(itemCode(written));
      if (!other) holders.set(itemCode(written), line);
      else if (other.sku !== line.sku || other.name !== name)
        remark(row, { code: 'barcode-of-two-items', item: name, other: other.name, written });
    }
    const { barcodes: _all, ...without } = line;
    return barcodes.length > 0 ? { ...without, barcodes } : without;
  });
}
