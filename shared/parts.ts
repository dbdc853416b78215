import type { BookingState } from './booking.ts';
import { notJoined } from './joined.ts';
import { askedForSome, emptyParcel, type Order, type Part, totalOfLines } from './order.ts';
import { type OrderLine, piecesOf, withPieces } from './order-line.ts';
import type { PlanReason } from './plan-reason.ts';

/** A shipment of an order that is or may be bought. */
export interface StandingShipment {
  /** Null if another bench has it. */
  readonly bookingId: string | null;
  readonly shipmentNo: number;
  readonly state: BookingState;
  /** The pieces it took; null if they cannot be read here. */
  readonly lines: readonly OrderLine[] | null;
  /** As in `Part`; 0 for a shipment that took everything. */
  readonly later: number;
}

/** Why the rest of an order cannot be shipped. Each is also the code of the failure that is shown. */
export type RestProblem =
  /** The pieces of an earlier shipment are not known here. */
  | 'part-not-known'
  /** The order no longer has every piece that was shipped. */
  | 'part-not-in-order';

export type Rest =
  | { readonly is: 'left'; readonly lines: readonly OrderLine[]; readonly part: Part }
  | { readonly is: 'problem'; readonly code: RestProblem };

/** Reasons why an order is not sent in parts, besides those of `notJoined`. */
export type NotSplit = Extract<PlanReason, { code: 'not-one-parcel' | 'own-customs' | 'shares-parcel' }>;

/** Returns why this shipment cannot be split; undefined if it can. */
export function notSplit(order: Order): NotSplit | undefined {
  if (order.joined) return { code: 'shares-parcel', key: order.key };
  const why = notJoined([order]);
  return why && why.code !== 'facts-differ' ? why : undefined;
}

/**
 * Returns the pieces of an order that no shipment took. Undefined if the order lacks a piece that was shipped. Lines are compared by SKU and
 * name; a line whose name the shop has changed since, by its SKU.
 */
export function without(lines: readonly OrderLine[], taken: readonly OrderLine[]): readonly OrderLine[] | undefined {
  const left = lines.map(({ quantity }) => quantity);
  const toTake = taken.map(({ quantity }) => quantity);
  for (const isSame of [isSameLine, isSameSku])
    for (const [at, shipped] of taken.entries())
      for (const [index, line] of lines.entries()) {
        if (!isSame(line, shipped)) continue;
        const pieces = Math.min(left[index] ?? 0, toTake[at] ?? 0);
        left[index] = (left[index] ?? 0) - pieces;
        toTake[at] = (toTake[at] ?? 0) - pieces;
      }
  if (toTake.some((pieces) => pieces > 0)) return undefined;
  return withPieces(lines, left);
}

const isSameLine = (one: OrderLine, other: OrderLine): boolean => one.sku === other.sku && one.name === other.name;
const isSameSku = (one: OrderLine, other: OrderLine): boolean => one.sku !== '' && one.sku === other.sku;

/**
 * Returns what the next shipment of a partly shipped order takes. Undefined if no part waits for its rest: the ordinary rules decide about
 * this order. `shipments`: all that stand, at every bench.
 */
export function restOf({ lines }: Pick<Order, 'lines'>, shipments: readonly StandingShipment[]): Rest | undefined {
  const parts = shipments.toSorted((one, other) => one.shipmentNo - other.shipmentNo);
  const last = parts.at(-1);
  if (!last || last.later === 0 || last.state !== 'booked') return undefined;
  const taken: OrderLine[] = [];
  for (const [index, { shipmentNo, state, lines: its, later }] of parts.entries()) {
    // A shipment that is missing here may have taken any of the pieces.
    if (its === null || shipmentNo !== index + 1 || state !== 'booked' || later === 0) return { is: 'problem', code: 'part-not-known' };
    taken.push(...its);
  }
  const left = without(lines, taken);
  if (!left) return { is: 'problem', code: 'part-not-in-order' };
  // The shop has removed the rest from the order.
  if (left.length === 0) return undefined;
  return { is: 'left', lines: left, part: { no: last.shipmentNo + 1, before: piecesOf(taken), later: 0 } };
}

/**
 * The shipment of some pieces of an order, as an order. Box, weight and contents are missing, because those of the whole order do not fit a
 * part. For orders that `notSplit` allows.
 */
export function partOf(order: Order, lines: readonly OrderLine[], part: Part): Order {
  const [parcel] = order.parcels;
  return {
    ...order,
    lines: [...lines],
    parcels: [{ ...emptyParcel, value: totalOfLines({ lines }), hsCode: parcel?.hsCode ?? '' }],
    noDefaultFor: askedForSome(order),
    part,
  };
}

/** Splits a shipment, or a whole order, into the pieces that go now and the number of those that go later. */
export function splitOff(order: Order, now: readonly OrderLine[]): Order {
  const { no, before } = order.part ?? { no: 1, before: 0 };
  return partOf(order, now, { no, before, later: piecesOf(order.lines) - piecesOf(now) });
}

/** True if a shipment takes only pieces that no other one took, as the next one of its order. Always for a shipment that is no part. */
export function fits(shipment: Order, order: Pick<Order, 'lines'>, shipments: readonly StandingShipment[]): boolean {
  const { part, lines } = shipment;
  if (!part) return true;
  const rest = restOf(order, shipments);
  const first = shipments.length === 0 ? { lines: order.lines, part: { no: 1, before: 0 } } : undefined;
  const open = rest?.is === 'left' ? rest : first;
  if (!open || open.part.no !== part.no || open.part.before !== part.before) return false;
  const left = without(open.lines, lines);
  return left !== undefined && lines.length > 0 && piecesOf(left) === part.later;
}

/** Pieces of the whole order, as this shipment knew it. */
export const piecesOfOrder = ({ lines, part }: Pick<Order, 'lines' | 'part'>): number =>
  piecesOf(lines) + (part ? part.before + part.later : 0);
