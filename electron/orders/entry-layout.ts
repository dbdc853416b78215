import { emptyAddress } from '../../shared/address.ts';
import { countryCode } from '../../shared/country-name.ts';
import { emptyParcel, type Hold, type Order } from '../../shared/order.ts';
import type { ItemFact } from '../../shared/order-line.ts';
import { minorDigits, readCentimetres, readGrams } from '../../shared/units.ts';
import { factInOwnColumns, itemColumns } from './item-facts.ts';
import { type Cells, cell, isUnread, type Layout, type Reading, type Row, readStreet } from './layout.ts';
import { isGiftCard, readShopOrder, type Shop, shopItem } from './shop-order.ts';
import type { Branch } from './tree.ts';

/** An item of an order from a shop's JSON or XML. */
export interface EntryItem {
  readonly id: string;
  readonly name: string;
  readonly sku: string;
  readonly quantity: string;
  /** Price of one piece; `priceOfAll` is set instead if the shop gives the total of all pieces. */
  readonly price: string;
  readonly priceOfAll?: string;
  /** Further facts, as texts of Packbench's own columns: a weight in kilograms, bar codes with commas between them. */
  readonly facts?: Readonly<Partial<Record<ItemFact, string>>>;
  /** Reason why the item is not shipped; `no` if the shop states that it is shipped, null if the shop states nothing. */
  readonly stays: 'sent' | 'paid-back' | 'needless' | 'no' | null;
}

const addressColumns = ['name', 'company', 'street', 'street_2', 'postal_code', 'city'] as const;
const otherColumns = ['house_number', 'street_3', 'province', 'country', 'phone', 'email'] as const;
const parcelColumns = ['weight_kg', 'length_cm', 'width_cm', 'height_cm'] as const;
type Fact = (typeof addressColumns)[number] | (typeof otherColumns)[number] | (typeof parcelColumns)[number];

/** An order from a shop's JSON or XML, independent of the shop. */
export interface Entry {
  readonly key: string;
  /** Id of the order at its shop; absent if the shop has none besides the number. */
  readonly shopId?: string;
  readonly facts: Readonly<Partial<Record<Fact, string>>>;
  readonly currency: string;
  readonly note: string;
  /** The customer's shipping method; `isCollected` is set if the shop has an id for a collection. */
  readonly shippingMethod?: { readonly name: string; readonly isCollected?: boolean };
  readonly hold: Hold | null;
  /** The shop's name of the state if the state is unknown. */
  readonly unknownState?: string;
  readonly isPartlyRefunded?: boolean;
  readonly items: readonly EntryItem[];
  /** True if the shop knows the weight of the goods. That is not the weight of the parcel. */
  readonly hasWeight?: boolean;
}

/** Describes how one shop writes orders in JSON or XML. */
export interface EntryLayout {
  isOf(tree: Branch): boolean;
  read(tree: Branch): Entry;
  /** Names of an order that are read; `needless`: names that do not concern the parcel. */
  readonly used: ReadonlySet<string>;
  readonly needless: RegExp;
}

/** Converts an entry to rows with columns: its facts and its first item, then one row for each further item. */
export function rowsOfEntry({ key, facts, items, ...entry }: Entry, line: number): readonly Map<string, string>[] {
  const [first, ...more] = items.map((item) => new Map(Object.entries(itemCells(item))));
  const whole = new Map<string, string>([
    ['order', key],
    ['shop_id', entry.shopId ?? ''],
    ...Object.entries(facts),
    ['currency', entry.currency],
    ['note', entry.note],
    ['shipping_method', entry.shippingMethod?.name ?? ''],
    ['is_collected', entry.shippingMethod?.isCollected === true ? 'yes' : ''],
    ['hold', entry.hold ?? ''],
    ['state', entry.unknownState ?? ''],
    ['partly_refunded', entry.isPartlyRefunded === true ? 'yes' : ''],
    ['has_weight', entry.hasWeight === true ? 'yes' : ''],
    ...(first ?? []),
  ]);
  return [whole, ...more.map((cells) => cells.set('order', key))].map((cells) => cells.set('entry', String(line)));
}

const itemCells = ({ id, name, sku, quantity, price, priceOfAll, stays, facts = {} }: EntryItem): Record<string, string> => ({
  item_id: id,
  item: name,
  sku,
  quantity: withoutZeros(quantity),
  price,
  price_of_all: priceOfAll ?? '',
  stays: stays ?? '',
  ...Object.fromEntries(Object.entries(facts).flatMap(([fact, text]) => (text === '' ? [] : [[`item_${fact}`, text]]))),
});

/** Programs write `2.0000` for two pieces. */
const withoutZeros = (digits: string): string => digits.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');

/**
 * Returns an amount as programs write it, or an empty text if it is finer than any coin: a rounded price is not the price that was charged.
 */
function inCoins(digits: string, currency: string): string {
  const bare = withoutZeros(digits);
  const places = bare.split('.')[1]?.length ?? 0;
  return /^[A-Z]{3}$/.test(currency) && places > minorDigits(currency) ? '' : bare;
}

const whyStays = { sent: 'item-sent-already', 'paid-back': 'item-paid-back', needless: 'item-needs-no-shipping' } as const;

const ofItem = new Set(['item_id', 'item', 'sku', 'quantity', 'price', 'price_of_all', 'stays', ...itemColumns]);

const shop: Shop = {
  addressColumns,
  factColumns: ['order'],
  facts: { textsOf: factInOwnColumns },
  isOfItem: (column) => ofItem.has(column),
  subtotalColumn: '',
  discountColumn: '',
  recipientOf(cells) {
    const at = (fact: Fact): string => cell(cells, fact);
    const country = countryCode(at('country'));
    const number = at('house_number');
    return {
      ...emptyAddress,
      name: at('name') || at('company'),
      company: at('company'),
      ...(number === ''
        ? readStreet(at('street'), at('street_2'), country)
        : { street: at('street'), houseNumber: number, street2: at('street_2') }),
      street3: at('street_3'),
      postalCode: at('postal_code'),
      city: at('city'),
      province: at('province'),
      country,
      phone: at('phone'),
      email: at('email'),
    };
  },
  currencyOf: (cells) => cell(cells, 'currency'),
  itemOf(cells, currency) {
    const [name, sku, quantity] = [cell(cells, 'item'), cell(cells, 'sku'), cell(cells, 'quantity')];
    const ofAll = inCoins(cell(cells, 'price_of_all'), currency);
    const line = shopItem({ name, sku, quantity, price: ofAll || inCoins(cell(cells, 'price'), currency) }, currency);
    if (!line || isUnread(line) || !line.price || ofAll === '') return line;
    const minor = line.price.minor / line.quantity;
    return { ...line, price: Number.isInteger(minor) ? { ...line.price, minor } : null };
  },
  notToShip({ row: { cells }, line }) {
    const stays = cell(cells, 'stays') as keyof typeof whyStays | 'no' | '';
    if (stays === 'no') return null;
    if (stays !== '') return { code: whyStays[stays], item: line.name };
    return isGiftCard(line.name) ? { code: 'item-needs-no-shipping', item: line.name } : null;
  },
  holdOf(rows, reading) {
    for (const row of rows) {
      const written = cell(row.cells, 'state');
      if (written !== '') reading.remark(row, { code: 'state-not-known', written });
    }
    const holds = rows.map(({ cells }) => cell(cells, 'hold') as Hold | '');
    return holds.find((hold) => hold !== '') || null;
  },
  isPartlyRefunded: (rows) => rows.some(({ cells }) => cell(cells, 'partly_refunded') !== ''),
  noteOf: (cells) => cell(cells, 'note'),
  shippingMethodOf: (cells) => ({
    name: cell(cells, 'shipping_method'),
    ...(cell(cells, 'is_collected') !== '' && { isCollected: true }),
  }),
  noDefaultFor: ['contents', 'value'],
};

/** Layout for the rows of entries. */
export const entryLayout: Layout = {
  keyColumn: 'order',
  used: () => true,
  needless: () => false,
  readOrder(key, all, reading) {
    const [first, ...others] = [...Map.groupBy(all, ({ cells }) => cell(cells, 'entry')).values()];
    if (!first?.[0]) return undefined;
    const isWhole = others.filter((entry) => !isRepeated(first, entry, reading)).length === 0;
    const order = readShopOrder(shop, key, first, reading);
    return order && withParcel(isWhole ? order : { ...order, hold: order.hold ?? 'row-unreadable' }, first[0].cells);
  },
};

/** Skips an order that the file repeats unchanged. If it differs, reports it: only the packer can decide which one is right. */
function isRepeated(first: readonly Row[], entry: readonly Row[], reading: Reading): boolean {
  const contentOf = (rows: readonly Row[]): string =>
    JSON.stringify(rows.map(({ cells }) => [...cells].filter(([name]) => name !== 'entry')));
  const line = first[0]?.line ?? 1;
  const isSame = contentOf(first) === contentOf(entry);
  for (const row of entry)
    if (isSame) reading.skip(row, { code: 'row-repeated', line });
    else reading.refuse(row, { code: 'order-twice', line });
  return isSame;
}

function withParcel(order: Order, cells: Cells): Order {
  const weight = cell(cells, 'weight_kg');
  const [lengthCm, widthCm, heightCm] = parcelColumns.slice(1).map((name) => readCentimetres(cell(cells, name) || '0') || null);
  const shopId = cell(cells, 'shop_id');
  const knowsWeight = weight !== '' || cell(cells, 'has_weight') !== '';
  return {
    ...order,
    ...(shopId !== '' && { shopId }),
    parcels: [
      {
        ...emptyParcel,
        weightGrams: readGrams(weight) ?? null,
        lengthCm: lengthCm ?? null,
        widthCm: widthCm ?? null,
        heightCm: heightCm ?? null,
      },
    ],
    noDefaultFor: knowsWeight ? [...order.noDefaultFor, 'weight'] : order.noDefaultFor,
  };
}
