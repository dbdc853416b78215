import type { Address } from '../../shared/address.ts';
import { emptyOrder, type Hold, type Order, type OrderKey } from '../../shared/order.ts';
import type { RowReason } from '../../shared/order-file-reason.ts';
import { mostPieces, type OrderLine } from '../../shared/order-line.ts';
import { readAmount } from '../../shared/units.ts';
import { type FactColumns, readItemFacts, scannableLines } from './item-facts.ts';
import { type Cells, cell, isUnread, type Reading, type Row, type Unread, unread } from './layout.ts';
import { type RepeatedIn, repeatedRows } from './repeated-rows.ts';
import { isCollected } from './shipping-method.ts';

/** An item from a row of a shop's export. */
export interface ShopItem {
  readonly row: Row;
  readonly line: OrderLine;
}

/** The differences between the exports of shops that write one row per item. */
export interface Shop extends RepeatedIn {
  /** At least one of them is filled in a row with the order's destination. */
  readonly addressColumns: readonly string[];
  /** At least one of them is filled in the row with the order's own facts, which may have no address. */
  readonly factColumns: readonly string[];
  recipientOf(cells: Cells): Address;
  /** Returns an empty text if the row names none. */
  currencyOf(cells: Cells): string;
  /** Returns the item of a row; undefined if the row has none. */
  itemOf(cells: Cells, currency: string): OrderLine | undefined | Unread;
  /** Further facts of a row's item. */
  readonly facts: Pick<FactColumns, 'textsOf'>;
  /** Returns why an item is not shipped, which does not affect the rest of its order. */
  notToShip(item: ShopItem, rows: readonly Row[]): RowReason | null;
  /** Returns the hold that the shop reports for the order, in any row. */
  holdOf(rows: readonly Row[], reading: Reading): Hold | null;
  isPartlyRefunded(rows: readonly Row[]): boolean;
  noteOf(cells: Cells): string;
  /**
   * Returns the customer's shipping method; `isCollected` is set if the shop itself reports a collection. Absent if the export has no
   * method.
   */
  shippingMethodOf?(cells: Cells): { readonly name: string; readonly isCollected?: boolean };
  /** Columns of the latest shipping day, and the parser of their format. Absent if the export has none. */
  readonly shipBy?: { readonly columns: readonly string[]; readonly dayOf: (written: string) => string | undefined };
  readonly noDefaultFor: Order['noDefaultFor'];
}

const longestMethod = 200;

/** Returns the order of a shop whose export has one row per item. */
export function readShopOrder(shop: Shop, key: OrderKey, all: readonly Row[], reading: Reading): Order | undefined {
  const saysOneOf = ({ cells }: Row, columns: readonly string[]): boolean => columns.some((name) => cell(cells, name) !== '');
  const hasAddress = (row: Row): boolean => saysOneOf(row, shop.addressColumns);
  const first = all.find(hasAddress) ?? all.find((row) => saysOneOf(row, shop.factColumns));
  if (!first) {
    for (const row of all) reading.refuse(row, { code: 'first-row-missing' });
    return undefined;
  }
  const recipient = shop.recipientOf(first.cells);
  const others = all.filter((row) => hasAddress(row) && !isSame(shop.recipientOf(row.cells), recipient));
  for (const row of others) reading.refuse(row, { code: 'other-recipient', order: key });
  const rows = all.filter((row) => !others.includes(row));

  const currency = rows.map(({ cells }) => shop.currencyOf(cells)).find(Boolean) ?? reading.currency;
  const items = readItems(shop, rows, currency.toUpperCase(), reading);
  const { toShip, needless } = sorted(shop, items.items, rows, reading);
  const isWhole = others.length === 0 && items.isWhole;
  const method = rows.map(({ cells }) => shop.shippingMethodOf?.(cells)).find((each) => each !== undefined && each.name !== '');
  const collects = method !== undefined && (method.isCollected ?? isCollected(method.name));
  const hold =
    shop.holdOf(rows, reading) ??
    (collects ? 'nothing-to-ship' : null) ??
    (toShip.length === 0 && items.items.length > 0 ? 'nothing-to-ship' : null) ??
    (isWhole ? null : 'row-unreadable');
  if (!hasAddress(first) && hold === null) {
    for (const row of rows) reading.refuse(row, { code: 'address-missing' });
    return undefined;
  }
  if (hold !== 'nothing-to-ship' || collects)
    for (const { row, line } of needless) reading.skip(row, { code: 'item-needs-no-shipping', item: line.name });
  const isPartlyRefunded = shop.isPartlyRefunded(rows);
  const lines = scannableLines(hold === 'nothing-to-ship' && toShip.length === 0 ? needless : toShip, key, reading);
  return {
    ...emptyOrder,
    key,
    source: reading.file,
    recipient,
    // The export does not show which items were refunded, and the sent items are worth less than the listed ones.
    lines: isPartlyRefunded ? lines.map((line) => ({ ...line, price: null })) : lines,
    noteForPacker: shop.noteOf(first.cells),
    ...(isPartlyRefunded && { isPartlyRefunded }),
    ...shipByOf(shop, rows, reading),
    ...(method && { shippingMethod: method.name.slice(0, longestMethod) }),
    noDefaultFor: [...shop.noDefaultFor],
    hold,
  };
}

/** Returns the earliest day in all rows. An unreadable day is reported, and does not hold the order back. */
function shipByOf({ shipBy }: Shop, rows: readonly Row[], reading: Reading): Pick<Order, 'shipBy'> {
  const days = rows.flatMap((row) =>
    (shipBy?.columns ?? []).flatMap((column) => {
      const written = cell(row.cells, column);
      if (written === '') return [];
      const day = shipBy?.dayOf(written);
      if (day === undefined) reading.remark(row, { code: 'ship-by-malformed', column, written });
      return day ?? [];
    }),
  );
  const [first] = days.sort();
  return first === undefined ? {} : { shipBy: first };
}

const isSame = (one: Address, other: Address): boolean =>
  (['name', 'street', 'houseNumber', 'postalCode', 'city', 'country'] as const).every((field) => one[field] === other[field]);

/** Returns the items of the rows, each once; a row with an unreadable item is refused. */
function readItems(
  shop: Shop,
  rows: readonly Row[],
  currency: string,
  reading: Reading,
): { readonly items: readonly ShopItem[]; readonly isWhole: boolean } {
  const items: ShopItem[] = [];
  let isWhole = true;
  for (const row of rows) {
    const line = shop.itemOf(row.cells, currency);
    if (isUnread(line)) {
      reading.refuse(row, line.unread);
      isWhole = false;
    } else if (line) items.push({ row, line });
  }
  const repeated = repeatedRows(items, rows, currency, shop);
  for (const { row, of } of repeated) reading.skip(row, { code: 'row-repeated', line: of.line });
  const again = new Set(repeated.map(({ row }) => row));
  return { items: items.filter(({ row }) => !again.has(row)).map((item) => withFacts(shop, item, reading)), isWhole };
}

function withFacts({ facts }: Shop, { row, line }: ShopItem, reading: Reading): ShopItem {
  const read = readItemFacts(facts.textsOf(row.cells, reading.columns), (fact, written) =>
    reading.remark(row, { code: 'item-fact-unusable', item: line.name, fact, written }),
  );
  return { row, line: { ...line, ...read } };
}

/** Separates the items to be shipped from those that need no shipping. Items that were already sent or refunded are skipped. */
function sorted(shop: Shop, items: readonly ShopItem[], rows: readonly Row[], reading: Reading) {
  const toShip: ShopItem[] = [];
  const needless: ShopItem[] = [];
  for (const item of items) {
    const why = shop.notToShip(item, rows);
    if (why === null) toShip.push(item);
    else if (why.code === 'item-needs-no-shipping') needless.push(item);
    else reading.skip(item.row, why);
  }
  return { toShip, needless };
}

export const isGiftCard = (name: string): boolean =>
  /\b(?:e-?)?gift ?(?:cards?|certificates?|vouchers?)\b|geschenkgutschein|cadeaubon|carte[- ]cadeau|tarjeta (?:de )?regalo/i.test(name);

/** Returns an item with these values, undefined if there is none, or why its row cannot be read. */
export function shopItem(
  { name, sku, quantity, price }: { readonly name: string; readonly sku: string; readonly quantity: string; readonly price: string },
  currency: string,
): OrderLine | undefined | Unread {
  if (name === '' && sku === '') return undefined;
  const pieces = readPieces(quantity);
  if (pieces === undefined) return unread({ code: 'quantity-malformed', written: quantity });
  const amount = readAmount(price, currency);
  if (price !== '' && currency !== '' && !amount) return unread({ code: 'amount-malformed', column: 'price', written: price, currency });
  return { name: name || sku, sku, quantity: pieces, price: amount ?? null };
}

/** Returns a number of pieces, or undefined for anything else. Some programs write `2.00`. */
export function readPieces(written: string): number | undefined {
  const [, digits] = /^(\d{1,6})(?:[.,]0{1,2})?$/.exec(written) ?? [];
  const pieces = Number(digits ?? 0);
  return pieces >= 1 && pieces <= mostPieces ? pieces : undefined;
}

/** Returns the values of a column in all rows; `on-hold` and `On hold` both become `on_hold`. */
export const statusesOf = (rows: readonly Row[], column: string): string[] =>
  rows
    .map(({ cells }) =>
      cell(cells, column)
        .toLowerCase()
        .replace(/[\s-]+/g, '_'),
    )
    .filter(Boolean);
