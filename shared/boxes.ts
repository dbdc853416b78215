import type { Product } from './customs.ts';
import { askedForSome, emptyParcel, type Order, type OrderKey } from './order.ts';

/** Most boxes that one shipment is put in. The document of the service states no limit. */
export const mostBoxes = 20;

/** The pieces of each line that a box holds, in the sequence of the lines. */
type Box = readonly number[];

/** Why one shipment is not put in several boxes here: its file states its parcels already, or a person decides which items are sent. */
export interface NotBoxed {
  readonly code: 'not-one-parcel';
  readonly key: OrderKey;
}

/** Returns why this shipment cannot be put in several boxes; undefined if it can. */
export const notBoxed = ({ key, parcels, isPartlyRefunded }: Pick<Order, 'key' | 'parcels' | 'isPartlyRefunded'>): NotBoxed | undefined =>
  parcels.length !== 1 || isPartlyRefunded ? { code: 'not-one-parcel', key } : undefined;

/** The pieces that are in no closed box. */
export const besides = (pieces: Box, closed: readonly Box[]): Box =>
  pieces.map((count, at) => count - closed.reduce((sum, box) => sum + (box[at] ?? 0), 0));

export const isEmptyBox = (box: Box): boolean => box.every((count) => count === 0);

/**
 * The shipment in these closed boxes and one more with everything else, each a parcel of its own whose box and weight are missing. Unchanged
 * if one box holds everything. For shipments that `notBoxed` allows.
 */
export function inBoxes(shipment: Order, closed: readonly Box[]): Order {
  const last = besides(
    shipment.lines.map(({ quantity }) => quantity),
    closed,
  );
  const boxes = isEmptyBox(last) ? closed : [...closed, last];
  if (boxes.length < 2) return shipment;
  const hsCode = shipment.parcels[0]?.hsCode ?? '';
  return {
    ...shipment,
    parcels: boxes.map((box) => ({ ...emptyParcel, hsCode, products: productsIn(shipment, box), quantities: [...box] })),
    noDefaultFor: askedForSome(shipment),
  };
}

/** The goods of one box for customs. None if it is not certain which line each of them is: then customs gets the contents as a whole. */
function productsIn({ lines, parcels: [parcel] }: Order, box: Box): Product[] {
  const products = parcel?.products ?? [];
  const ofLines = lines.map(({ sku, quantity }) =>
    products.filter((product) => sku.trim() !== '' && product.code.trim() === sku.trim() && product.quantity === quantity),
  );
  const isCertain = ofLines.length === products.length && new Set(ofLines.flat()).size === ofLines.flat().length;
  if (!isCertain || ofLines.some(({ length }) => length !== 1)) return [];
  return ofLines.flatMap(([product], at) => {
    const quantity = box[at] ?? 0;
    return product && quantity > 0 ? [{ ...product, quantity }] : [];
  });
}
