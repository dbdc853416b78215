import type { Booking } from './booking.ts';
import { valueOfProducts } from './customs.ts';
import { emptyParcel, type Order, type OrderKey, orderKeySchema, totalOfLines } from './order.ts';
import { priorities } from './order-plan.ts';
import { type FactToAgree, factsToAgree } from './plan-reason.ts';
import type { Money } from './units.ts';

/** Why one shipment cannot take these orders. */
type NotJoined =
  | { readonly code: 'facts-differ'; readonly fact: FactToAgree }
  /** An order that has more than one parcel, or asks a person which of its goods are still to be sent. */
  | { readonly code: 'not-one-parcel'; readonly key: OrderKey }
  /** An order with customs costs or other parties: these belong to one declaration. */
  | { readonly code: 'own-customs'; readonly key: OrderKey };

const agreed: Readonly<Record<FactToAgree, (order: Order) => unknown>> = {
  sender: ({ sender }) => sender,
  type: ({ consignmentType }) => consignmentType,
  incoterms: ({ incoterms }) => incoterms,
  invoice: ({ ownCustomsInvoice }) => ownCustomsInvoice,
  'return-label': ({ returnLabel }) => returnLabel,
  date: ({ preferredDate }) => preferredDate,
  place: ({ goesTo }) => goesTo,
  'shipping-method': ({ shippingMethod }) => shippingMethod,
};

/** Returns why one shipment cannot take these orders, or undefined if it can. The addresses are compared elsewhere. */
export function notJoined([lead, ...others]: readonly [Order, ...Order[]]): NotJoined | undefined {
  for (const { key, parcels, isPartlyRefunded, customsCosts, thirdParties } of [lead, ...others]) {
    if (parcels.length !== 1 || isPartlyRefunded) return { code: 'not-one-parcel', key };
    if (thirdParties.length > 0 || Object.values(customsCosts).some(Boolean)) return { code: 'own-customs', key };
  }
  const fact = factsToAgree.find((each) => others.some((other) => agreed[each](other) !== agreed[each](lead)));
  return fact && { code: 'facts-differ', fact };
}

/**
 * The shipment of several orders in one parcel, as an order with the key and the address of the first. Box and weight are
 * missing, because those of one order do not fit all of them. For orders that `notJoined` allows.
 */
export function joinOrders(lead: Order, others: readonly Order[]): Order {
  const all = [lead, ...others];
  const parcels = all.flatMap((order) => order.parcels);
  const values = all.map(valueOf);
  const products = parcels.flatMap((parcel) => parcel.products);
  const { priority, shipBy } = earliestOf(all);
  return {
    ...lead,
    reference: all.map(({ reference, key }) => reference || key).join(' + '),
    lines: all.flatMap(({ lines }) => lines),
    parcels: [
      {
        ...emptyParcel,
        contents: parcels.every(({ contents }) => contents !== '')
          ? joinedTexts(
              parcels.map(({ contents }) => contents),
              ', ',
            )
          : '',
        value: sumOf(values),
        hsCode: parcels.every(({ hsCode }) => hsCode === parcels[0]?.hsCode) ? (parcels[0]?.hsCode ?? '') : '',
        // A parcel whose products are only partly known is declared as a whole.
        products: parcels.every((parcel) => parcel.products.length > 0) ? products : [],
      },
    ],
    noteForPacker: joinedTexts(
      all.map(({ noteForPacker, key }) => (noteForPacker === '' ? '' : `${key}: ${noteForPacker}`)),
      '\n',
    ),
    deliveryInstructions: joinedTexts(
      all.map(({ deliveryInstructions }) => deliveryInstructions),
      '; ',
    ),
    stackable: everyOne(all.map(({ stackable }) => stackable)),
    hasBatteries: anyOne(all.map(({ hasBatteries }) => hasBatteries)),
    noDefaultFor: [
      ...new Set([
        ...all.flatMap(({ noDefaultFor }) => noDefaultFor),
        'box',
        'weight',
        ...(values.some(Boolean) ? (['value'] as const) : []),
      ] as const),
    ],
    ...(priority && { priority }),
    ...(shipBy && { shipBy }),
    joined: others.map(({ key, reference, lines }) => ({ key, shipmentNo: 1, reference, lines: lines.length })),
  };
}

/** The keys of all orders of a shipment, the first one first. */
export const keysIn = ({ key, joined = [] }: Pick<Order, 'key' | 'joined'>): OrderKey[] => [key, ...joined.map((order) => order.key)];

/** The numbers of all orders of a shipment, as people read them. */
export const ordersShown = ({ order }: Pick<Booking, 'order'>): string => keysIn(order).join(' + ');

/** True if this shipment takes the order with this key. */
export const takes = (order: Pick<Order, 'key' | 'joined'>, key: string): boolean => keysIn(order).some((each) => each === key);

/**
 * A booking as the shop of one of its orders sees it: that order's number and lines, and the numbers of the shared parcel. The price is
 * stated with the first order only, so that it can be added up.
 */
export function asOf(booking: Booking, key: string): Booking {
  const { order } = booking;
  const { joined = [] } = order;
  if (joined.length === 0) return key === booking.orderKey ? booking : { ...booking, orderKey: orderKeySchema.parse(key), price: null };
  const others = joined.reduce((sum, { lines }) => sum + lines, 0);
  const { joined: _joined, ...alone } = order;
  let from = order.lines.length - others;
  if (!joined.some((each) => each.key === key)) return { ...booking, order: { ...alone, ...linesBetween(order, 0, from) } };
  for (const { key: its, shipmentNo, reference, lines } of joined) {
    if (its === key)
      return {
        ...booking,
        orderKey: its,
        shipmentNo,
        price: null,
        order: { ...alone, key: its, reference, ...linesBetween(order, from, from + lines) },
      };
    from += lines;
  }
  return booking;
}

/** Some lines of a shipment, and what of them is in which parcel. */
const linesBetween = ({ lines, parcels }: Order, from: number, to: number): Pick<Order, 'lines' | 'parcels'> => ({
  lines: lines.slice(from, to),
  parcels: parcels.map((parcel) => (parcel.quantities ? { ...parcel, quantities: parcel.quantities.slice(from, to) } : parcel)),
});

const joinedTexts = (texts: readonly string[], between: string): string => [...new Set(texts.filter(Boolean))].join(between);

const everyOne = (all: readonly (boolean | null)[]): boolean | null => (all.includes(false) ? false : all.includes(null) ? null : true);
const anyOne = (all: readonly (boolean | null)[]): boolean | null => (all.includes(true) ? true : all.includes(null) ? null : false);

/** Value of the goods of an order as its own file states it, or null. */
const valueOf = (order: Order): Money | null =>
  order.parcels[0]?.value ?? valueOfProducts(order.parcels[0]?.products ?? []) ?? totalOfLines(order);

/** Null if a value is missing or currencies differ. */
function sumOf(values: readonly (Money | null)[]): Money | null {
  const [first] = values;
  if (!first || values.some((value) => value?.currency !== first.currency)) return null;
  return { minor: values.reduce((sum, value) => sum + (value?.minor ?? 0), 0), currency: first.currency };
}

/** The most urgent priority and the earliest day of any of the orders. */
function earliestOf(all: readonly Order[]): Pick<Order, 'priority' | 'shipBy'> {
  return {
    priority: priorities.find((each) => all.some(({ priority }) => priority === each)),
    shipBy: all
      .flatMap(({ shipBy }) => shipBy ?? [])
      .toSorted()
      .at(0),
  };
}
