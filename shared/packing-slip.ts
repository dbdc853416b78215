import type { Address } from './address.ts';
import type { Booking } from './booking.ts';
import { asOf, keysIn } from './joined.ts';
import { isInBoxes, linesIn, type Order } from './order.ts';
import { type OrderLine, piecesOf } from './order-line.ts';
import type { PrintJob } from './printer.ts';

/** Items of one order, or of one of several boxes. */
export interface SlipSection {
  readonly order: string;
  /** Absent if the shipment has one box, or if it is not known what is in which box. */
  readonly box?: { readonly no: number; readonly of: number };
  readonly lines: readonly OrderLine[];
}

export interface PackingSlip {
  readonly sender: Address | null;
  readonly recipient: Address;
  readonly orders: readonly string[];
  readonly shipmentNo: number;
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** When the shipment was bought: a slip that is printed again has the same bytes. */
  readonly bookedAt: string;
  readonly hasPrices: boolean;
  readonly sections: readonly SlipSection[];
  /** Pieces of a partly shipped order that were sent earlier and that follow later. `lines`: those that follow; empty if they are not known. */
  readonly rest: { readonly before: number; readonly later: number; readonly lines: readonly OrderLine[] } | null;
}

/**
 * Returns the packing slip of a shipment. One gift among the items leaves out every price: the others would reveal it. `later`: the lines of a
 * partly shipped order that follow later; they are named only if they are as many pieces as the shipment left.
 */
export function packingSlipOf(booking: Booking, day: string, later: readonly OrderLine[]): PackingSlip {
  const { order, sender, shipmentNo, changedAt, slip } = booking;
  const { part, lines } = order;
  return {
    sender,
    recipient: order.recipient,
    orders: keysIn(order),
    shipmentNo,
    day,
    bookedAt: changedAt,
    hasPrices: slip !== 'without-prices' && lines.every(({ isGift }) => !isGift) && lines.some(({ price }) => price !== null),
    sections: keysIn(order).flatMap((key) => sectionsOf(asOf(booking, key).order)),
    rest: part ? { before: part.before, later: part.later, lines: piecesOf(later) === part.later ? later : [] } : null,
  };
}

function sectionsOf(order: Order): SlipSection[] {
  const { key, lines, parcels } = order;
  if (!isInBoxes(order)) return lines.length > 0 ? [{ order: key, lines }] : contentsOf(order);
  return parcels.flatMap((_parcel, at) => {
    const inBox = linesIn(order, at) ?? [];
    return inBox.length > 0 ? [{ order: key, box: { no: at + 1, of: parcels.length }, lines: inBox }] : [];
  });
}

/** An order without lines has only the contents of its parcels. */
const contentsOf = ({ key, parcels }: Order): SlipSection[] => {
  const lines = parcels.flatMap(({ contents }) => (contents === '' ? [] : [{ name: contents, sku: '', quantity: 1, price: null }]));
  return lines.length > 0 ? [{ order: key, lines }] : [];
};

const slipTitle = 'Packing slip ';
export const titleOfSlip = (orders: string): string => `${slipTitle}${orders}`;
/** True for a sheet that is a packing slip. Every other document came with the label. */
export const isSlip = ({ role, title }: Pick<PrintJob, 'role' | 'title'>): boolean => role === 'document' && title.startsWith(slipTitle);
