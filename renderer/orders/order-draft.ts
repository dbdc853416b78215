import type { Address } from '../../shared/address.ts';
import type { CustomsCosts, Product } from '../../shared/customs.ts';
import { boxOf, isNoNumber, noNumberWord } from '../../shared/delivery-place.ts';
import { currencyOf, type Order, type Parcel, withTypedWeight } from '../../shared/order.ts';
import type { ProblemPlace, ShipmentProblem } from '../../shared/shipment-check.ts';
import type { ShipmentReason } from '../../shared/shipment-reason.ts';
import { kilogramDigits, type Money, moneyDigits, readAmount, readGrams, readSize, sizeDigits } from '../../shared/units.ts';

/** An order while it is edited: numbers are texts until all of them can be parsed. All other values are in `order`. */
export interface OrderDraft {
  readonly order: Order;
  readonly parcels: readonly ParcelDraft[];
  readonly costs: Readonly<Record<CostName, string>>;
}

export interface ParcelDraft {
  readonly parcel: Parcel;
  readonly size: string;
  readonly weight: string;
  readonly value: string;
  readonly products: readonly ProductDraft[];
}

export interface ProductDraft {
  readonly product: Product;
  readonly quantity: string;
  readonly weight: string;
  readonly value: string;
}

export const costNames = ['transport', 'insurance', 'other'] as const;
export type CostName = (typeof costNames)[number];

const digitsOf = (money: Money | null): string => (money ? moneyDigits(money) : '');
const kilogramsOf = (grams: number | null): string => (grams === null ? '' : kilogramDigits(grams));

export const draftOf = (order: Order): OrderDraft => ({
  order,
  parcels: order.parcels.map(parcelDraftOf),
  costs: {
    transport: digitsOf(order.customsCosts.transport),
    insurance: digitsOf(order.customsCosts.insurance),
    other: digitsOf(order.customsCosts.other),
  },
});

export function parcelDraftOf(parcel: Parcel): ParcelDraft {
  const { weightGrams, value, products } = parcel;
  return {
    parcel,
    size: sizeDigits(parcel),
    weight: kilogramsOf(weightGrams),
    value: digitsOf(value),
    products: products.map(productDraftOf),
  };
}

export const productDraftOf = (product: Product): ProductDraft => ({
  product,
  quantity: String(product.quantity),
  weight: kilogramsOf(product.weightGrams),
  value: digitsOf(product.value),
});

export interface ReadOrder {
  /** Null while any of its texts cannot be parsed. */
  readonly order: Order | null;
  /** The texts that cannot be parsed, each with its field. */
  readonly unread: readonly ShipmentProblem[];
}

/** Empty texts are missing facts; the bench asks for them, or leaves them out. */
export function readDraft(draft: OrderDraft, usualCurrency: string): ReadOrder {
  const unread: ShipmentProblem[] = [];
  const currency = currencyOf(draft.order, usualCurrency);
  const refuse = (place: ProblemPlace, field: string, why: ShipmentReason): null => {
    unread.push({ ...place, field, stops: true, why });
    return null;
  };
  const weightIn = (written: string, place: ProblemPlace): number | null =>
    written.trim() ? (readGrams(written) ?? refuse(place, 'weightGrams', { code: 'weight-unreadable' })) : null;
  /** An existing amount keeps its currency. */
  const moneyIn = (written: string, before: Money | null, place: ProblemPlace, field: string): Money | null =>
    written.trim()
      ? (readAmount(written, before?.currency ?? currency) ??
        refuse(place, field, { code: 'amount-unreadable', currency: before?.currency ?? currency }))
      : null;

  const parcels = draft.parcels.map(({ parcel, size, weight, value, products }, index): Parcel => {
    const place: ProblemPlace = { part: 'parcel', index };
    const lengths = size.trim() ? (readSize(size) ?? refuse(place, 'lengthCm', { code: 'size-unreadable' })) : null;
    return {
      ...withTypedWeight(parcel, weightIn(weight, place)),
      ...(lengths ?? { lengthCm: null, widthCm: null, heightCm: null }),
      value: moneyIn(value, parcel.value, place, 'value'),
      products: products.map(({ product, quantity, weight: each, value: worth }, at) => {
        const place: ProblemPlace = { part: 'product', parcel: index, index: at };
        const count = /^[1-9]\d{0,5}$/.test(quantity.trim())
          ? Number(quantity)
          : refuse(place, 'quantity', { code: 'quantity-unreadable' });
        return {
          ...product,
          quantity: count ?? 1,
          weightGrams: weightIn(each, place),
          value: moneyIn(worth, product.value, place, 'value'),
        };
      }),
    };
  });
  const costs: ProblemPlace = { part: 'customs-costs' };
  const { customsCosts: before } = draft.order;
  const costIn = (name: CostName): Money | null => moneyIn(draft.costs[name], before[name], costs, name);
  const customsCosts: CustomsCosts = {
    ...before,
    transport: costIn('transport'),
    insurance: costIn('insurance'),
    other: costIn('other'),
  };
  const recipient = numbered(draft.order.recipient);
  const goesTo = boxOf(recipient) ? draft.order.goesTo : null;
  return { order: unread.length === 0 ? { ...draft.order, recipient, goesTo, parcels, customsCosts } : null, unread };
}

/** A dash as house number means that there is none. */
const numbered = (address: Address): Address =>
  isNoNumber(address.houseNumber) ? { ...address, houseNumber: noNumberWord(address.country) } : address;
