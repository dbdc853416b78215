import { type Address, emptyAddress } from '../../shared/address.ts';
import {
  consignmentTypes,
  currencyOf,
  type DefaultedFact,
  defaultedFacts,
  emptyOrder,
  emptyParcel,
  type Hold,
  incoterms,
  type Order,
  type OrderKey,
  type Parcel,
} from '../../shared/order.ts';
import type { ItemFact, OrderLine } from '../../shared/order-line.ts';
import { priorities } from '../../shared/order-plan.ts';
import { isDay } from '../../shared/shipment-check.ts';
import { readAmount, readCentimetres, readGrams } from '../../shared/units.ts';
import { readAddress, readCustomsCosts, readHsCode, readProduct, readThirdParty } from './customs-columns.ts';
import { factInOwnColumns, itemColumns, readItemFacts, scannableLines } from './item-facts.ts';
import { amountIn, type Cells, cell, isUnread, type Layout, type Reading, type Row, type Unread, unread } from './layout.ts';
import { orderStateOf } from './order-state.ts';
import { isCollected } from './shipping-method.ts';
import { readPieces } from './shop-order.ts';

/**
 * Our own layout, for CSV and JSON. Only `order` must be filled; the packer enters other missing data at the bench. One row is one parcel:
 * rows with the same `order` are parcels of one shipment, and the address and the shipment's facts of the first row count. A later row
 * without parcel data that names a product or a third party adds it to the parcel or the shipment before (their columns are in
 * `customs-columns.ts`). A row may also name an item of the order (`item_…`). If its parcel data are empty or those of the row before,
 * it is a further item and not a further parcel.
 *
 * `street` may hold the house number if `house_number` is empty. `country` is a code or a name. `weight_kg` is the whole parcel.
 */
export const plainColumns: readonly string[] = (
  'order name company street house_number street_2 street_3 postal_code city province country phone email eori ' +
  'weight_kg length_cm width_cm height_cm contents value currency hs_code reference note delivery_instructions ' +
  'type incoterms stackable batteries own_customs_invoice return_label preferred_date sender priority ship_by shipping_method ' +
  'status payment_status delivery_status cancelled'
).split(' ');

export const isPlain = (columns: ReadonlySet<string>): boolean =>
  columns.has('order') && ['name', 'street', 'city', 'country', 'postal_code'].filter((name) => columns.has(name)).length >= 2;

const used = new Set([
  ...plainColumns,
  ...'item_name item_sku item_quantity item_price'.split(' '),
  ...itemColumns,
  ...'transport_costs insurance_costs other_costs export_declaration third_party_type'.split(' '),
  ...'code description quantity weight_kg origin value hs_code'.split(' ').map((name) => `product_${name}`),
  ...'name company street house_number street_2 street_3 postal_code city province country phone email eori'
    .split(' ')
    .map((name) => `third_party_${name}`),
]);

export const plainLayout: Layout = {
  keyColumn: 'order',
  used: (column) => used.has(column),
  needless: () => false,
  readOrder(key, rows, reading) {
    let order: Order | undefined;
    let isWhole = true;
    const items: { readonly row: Row; readonly line: OrderLine }[] = [];
    for (const row of rows) {
      const line = readItem(row, reading, order);
      const read = isUnread(line) ? line : withRow(order, key, row, line !== null, isWhole, reading);
      if (isUnread(read)) {
        reading.refuse(row, read.unread);
        isWhole = false;
        continue;
      }
      order = read;
      if (line && !isUnread(line)) items.push({ row, line });
    }
    if (!order) return undefined;
    const states = statesOf(rows, reading);
    const lines = scannableLines(items, key, reading);
    return { ...order, lines, ...states, hold: states.hold ?? (isWhole ? order.hold : 'row-unreadable') };
  },
};

const stateColumns = [
  ['status', 'order'],
  ['payment_status', 'payment'],
  ['delivery_status', 'delivery'],
  ['cancelled', 'cancelled'],
] as const;
/** Order of priority if there are several holds. */
const holdsByWeight = ['cancelled', 'refunded', 'fulfilled', 'unpaid', 'on-hold'] as const satisfies readonly Hold[];

/** Returns the holds that the shop reports, in any row. Unknown words may mean anything: the order is held until a user decides. */
function statesOf(rows: readonly Row[], reading: Reading): Pick<Order, 'hold'> & Partial<Pick<Order, 'isPartlyRefunded'>> {
  const ofRows: (Hold | null)[] = [];
  let isPartlyRefunded = false;
  for (const row of rows) {
    const found = stateColumns.flatMap(([column, of]) => {
      const written = cell(row.cells, column);
      const state = orderStateOf(of, written);
      if (state === undefined) reading.remark(row, { code: 'state-not-known', written });
      if (state === 'partly-refunded') isPartlyRefunded = true;
      return state === null ? [] : [state ?? 'on-hold'];
    });
    if (found.length > 0) ofRows.push(holdsByWeight.find((hold) => found.includes(hold)) ?? null);
  }
  const [first = null, ...others] = new Set(ofRows);
  const [row] = rows;
  if (others.length > 0 && row) reading.remark(row, { code: 'rows-in-different-states' });
  return { hold: others.length > 0 ? 'on-hold' : first, ...(isPartlyRefunded ? { isPartlyRefunded } : {}) };
}

const itemDetails = ['item_quantity', 'item_price', ...itemColumns];

/** Returns the item that a row names, null if it names none, or why it cannot be read. Without the column, the quantity is 1. */
function readItem(row: Row, reading: Reading, known: Order | undefined): OrderLine | null | Unread {
  const at = (name: string): string => cell(row.cells, `item_${name}`);
  const name = at('name') || at('sku');
  if (name === '') {
    if (itemDetails.some((column) => cell(row.cells, column) !== '')) reading.remark(row, { code: 'item-without-name' });
    return null;
  }
  const quantity = reading.columns.has('item_quantity') ? readPieces(at('quantity')) : 1;
  if (quantity === undefined) return unread({ code: 'quantity-malformed', written: at('quantity') });
  const report = (fact: ItemFact | 'price', written: string): void =>
    reading.remark(row, { code: 'item-fact-unusable', item: name, fact, written });
  const price = readAmount(at('price'), currencyIn(row.cells, known, reading));
  if (!price && at('price') !== '') report('price', at('price'));
  return { name, sku: at('sku'), quantity, price: price ?? null, ...readItemFacts(factInOwnColumns(row.cells), report) };
}

const currencyIn = (cells: Cells, known: Order | undefined, reading: Reading): string =>
  cell(cells, 'currency').toUpperCase() || (known ? currencyOf(known, reading.currency) : reading.currency);

/** Returns the order with one more row, or why the row cannot be used. */
function withRow(
  known: Order | undefined,
  key: OrderKey,
  { cells, ...row }: Row,
  isItem: boolean,
  isWhole: boolean,
  reading: Reading,
): Order | Unread {
  const recipient = readAddress((name) => cell(cells, name));
  if (known && !sameOrEmpty(known.recipient, recipient)) return unread({ code: 'other-recipient', order: key });
  if (!known && !isWhole && sameOrEmpty(emptyAddress, recipient)) return unread({ code: 'first-row-unreadable' });
  const currencyWritten = cell(cells, 'currency').toUpperCase();
  const currency = currencyIn(cells, known, reading);
  const parcel = readParcel(cells, currency);
  if (isUnread(parcel)) return parcel;
  const thirdParty = readThirdParty(cells);
  if (isUnread(thirdParty)) return thirdParty;
  const facts = known ?? readFacts(cells, currency);
  if (isUnread(facts)) return facts;
  const order: Order = known ?? {
    ...emptyOrder,
    ...facts,
    key,
    source: reading.file,
    recipient,
    parcels: [],
    noDefaultFor: factsWithColumn(reading.columns),
  };
  if (
    currencyWritten === '' &&
    !known &&
    (parcel.value ?? parcel.products[0]?.value ?? (cell(cells, 'item_price') || null)) &&
    reading.columns.has('currency')
  )
    reading.remark({ cells, ...row }, { code: 'currency-assumed', currency });
  return {
    ...order,
    parcels: withParcel(order.parcels, parcel, cells, isItem),
    thirdParties: [...order.thirdParties, ...(thirdParty ? [thirdParty] : [])],
  };
}

/** A file with a column for a fact either states the fact there or forgot it: a default would hide that. */
const columnsOfFact: Readonly<Record<DefaultedFact, readonly string[]>> = {
  box: ['length_cm', 'width_cm', 'height_cm'],
  weight: ['weight_kg'],
  contents: ['contents'],
  value: ['value'],
  'hs-code': ['hs_code'],
};
const factsWithColumn = (columns: ReadonlySet<string>): DefaultedFact[] =>
  defaultedFacts.filter((fact) => columnsOfFact[fact].some((column) => columns.has(column)));

const parcelColumns = ['weight_kg', 'length_cm', 'width_cm', 'height_cm', 'contents', 'value', 'hs_code'];

/** A row that only names an item, a product or a third party continues the parcel before it; so does an item that repeats its data. */
function withParcel(parcels: readonly Parcel[], parcel: Parcel, cells: Cells, isItem: boolean): Parcel[] {
  const last = parcels.at(-1);
  const saysParcel = parcelColumns.some((name) => cell(cells, name) !== '') && !(isItem && last && isSameParcel(last, parcel));
  const continues = isItem || parcel.products.length > 0 || cell(cells, 'third_party_type') !== '';
  if (saysParcel || !continues || !last) return [...parcels, parcel];
  return [...parcels.slice(0, -1), { ...last, products: [...last.products, ...parcel.products] }];
}

const isSameParcel = (one: Parcel, other: Parcel): boolean =>
  JSON.stringify({ ...one, products: [] }) === JSON.stringify({ ...other, products: [] });

const sameOrEmpty = (known: Address, again: Address): boolean =>
  (['name', 'street', 'houseNumber', 'postalCode', 'city', 'country'] as const).every(
    (field) => again[field] === '' || again[field] === known[field],
  );

/** Returns the facts of the whole shipment in a row, or why it cannot be read. */
function readFacts(cells: Cells, currency: string): Partial<Order> | Unread {
  const consignmentType = chosen(cells, 'type', consignmentTypes);
  if (consignmentType === undefined) return unread({ code: 'type-not-known', written: cell(cells, 'type') });
  const terms = chosen(cells, 'incoterms', incoterms);
  if (terms === undefined) return unread({ code: 'incoterms-not-known', written: cell(cells, 'incoterms') });
  const preferredDate = cell(cells, 'preferred_date');
  if (preferredDate !== '' && !/^\d{4}-\d{2}-\d{2}$/.test(preferredDate)) return unread({ code: 'date-malformed', written: preferredDate });
  const priority = chosen(cells, 'priority', priorities);
  if (priority === undefined) return unread({ code: 'priority-not-known', column: 'priority', written: cell(cells, 'priority') });
  const shipBy = cell(cells, 'ship_by');
  if (shipBy !== '' && !isDay(shipBy)) return unread({ code: 'ship-by-malformed', column: 'ship_by', written: shipBy });
  const answers: Record<string, boolean | null> = {};
  for (const name of ['stackable', 'batteries', 'own_customs_invoice', 'return_label']) {
    const answer = readYesNo(cell(cells, name));
    if (answer === undefined) return unread({ code: 'neither-yes-nor-no', column: name, written: cell(cells, name) });
    answers[name] = answer;
  }
  const costs = readCustomsCosts(cells, currency);
  if (isUnread(costs)) return costs;
  const sender = cell(cells, 'sender');
  return {
    ...(sender && { sender }),
    reference: cell(cells, 'reference'),
    noteForPacker: cell(cells, 'note'),
    ...methodIn(cell(cells, 'shipping_method')),
    deliveryInstructions: cell(cells, 'delivery_instructions'),
    consignmentType,
    incoterms: terms,
    preferredDate,
    stackable: answers['stackable'] ?? null,
    hasBatteries: answers['batteries'] ?? null,
    ownCustomsInvoice: answers['own_customs_invoice'] ?? null,
    returnLabel: answers['return_label'] ?? null,
    customsCosts: costs,
    ...(priority && { priority }),
    ...(shipBy && { shipBy }),
  };
}

/** An order that the customer collects is not shipped. */
const methodIn = (written: string): Pick<Order, 'shippingMethod'> & Partial<Pick<Order, 'hold'>> => ({
  ...(written && { shippingMethod: written.slice(0, 200) }),
  ...(isCollected(written) && { hold: 'nothing-to-ship' }),
});

/** Returns one of the words that a column may hold, null if it is empty, or undefined for another word. */
function chosen<Word extends string>(cells: Cells, column: string, words: readonly Word[]): Word | null | undefined {
  const written = cell(cells, column).toLowerCase();
  return written === '' ? null : words.find((word) => word.toLowerCase() === written);
}

/** Null if the cell is empty; undefined if it is neither yes nor no. */
function readYesNo(text: string): boolean | null | undefined {
  if (text === '') return null;
  if (/^(?:1|yes|y|true|x)$/i.test(text)) return true;
  return /^(?:0|no|n|false)$/i.test(text) ? false : undefined;
}

/** Returns a parcel, or why the row cannot be read. An empty cell is a fact that is still unknown. */
function readParcel(cells: Cells, currency: string): Parcel | Unread {
  const weight = cell(cells, 'weight_kg');
  const weightGrams = readGrams(weight);
  if (weight !== '' && weightGrams === undefined) return unread({ code: 'weight-malformed', written: weight });
  const sizes: (number | null)[] = [];
  for (const name of ['length_cm', 'width_cm', 'height_cm']) {
    const size = readCentimetres(cell(cells, name) || '0');
    if (size === undefined) return unread({ code: 'size-malformed', column: name, written: cell(cells, name) });
    sizes.push(size || null);
  }
  const [lengthCm = null, widthCm = null, heightCm = null] = sizes;
  const value = amountIn(cells, 'value', currency);
  if (isUnread(value)) return value;
  const hsCode = readHsCode(cell(cells, 'hs_code'));
  if (hsCode === undefined) return unread({ code: 'row-hs-code-malformed', written: cell(cells, 'hs_code') });
  const product = readProduct(cells, currency);
  if (isUnread(product)) return product;
  return {
    ...emptyParcel,
    weightGrams: weightGrams ?? null,
    lengthCm,
    widthCm,
    heightCm,
    contents: cell(cells, 'contents'),
    value,
    hsCode,
    products: product ? [product] : [],
  };
}
