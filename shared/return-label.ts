import { type Address, leavesCustomsTerritory } from './address.ts';
import type { Booking } from './booking.ts';
import { noCustomsCosts } from './customs.ts';
import type { Learned } from './learned.ts';
import { type Box, emptyParcel, type Order, type OrderKey, orderKeySchema, type Parcel, type ReturnOf } from './order.ts';
import type { PlanReason } from './plan-reason.ts';
import type { Sender } from './sender.ts';
import type { RulesInForce } from './shipping-rule.ts';

const suffix = ' (return)';

/** The key of the return label of an order; undefined if the number of the order is too long for it. */
export const returnKeyOf = (key: string): OrderKey | undefined => orderKeySchema.safeParse(`${key}${suffix}`).data;

/** Why no return label is bought for a shipment. */
export type NoReturn = Extract<PlanReason, { code: `return-${string}` }>;

/** The sender of Setup that a return goes to: the one that the parcel was sent from, at its present address; undefined if it is gone. */
export function returnsTo(booking: Pick<Booking, 'sender'>, senders: readonly Sender[]): Sender | undefined {
  const { sender } = booking;
  const isSame = ({ address }: Sender): boolean => sender !== null && JSON.stringify(address) === JSON.stringify(sender);
  const isSameName = ({ address }: Sender): boolean => sender !== null && nameOf(address) === nameOf(sender);
  return senders.find(isSame) ?? senders.find(isSameName) ?? (senders.length === 1 ? senders[0] : undefined);
}

const nameOf = ({ company, name }: Address): string => (company.trim() || name.trim()).toLowerCase();

/**
 * The return label of a shipment, as an order: from the customer to `to`. It is one parcel. Box and weight are missing, because a packer
 * states what comes back; those of a shipment of one parcel are offered.
 */
export function returnOrder(
  { order }: Pick<Booking, 'order'>,
  { key, of }: { readonly key: OrderKey; readonly of: OrderKey },
  to: Sender,
  boxes: readonly Box[],
): Order {
  const [parcel, ...others] = order.parcels;
  const only = others.length === 0 ? parcel : undefined;
  return {
    key,
    source: order.source,
    reference: key,
    sender: to.name,
    recipient: to.address,
    lines: [],
    parcels: [only ? likeParcel(only, boxes, order.joined !== undefined) : emptyParcel],
    noteForPacker: '',
    deliveryInstructions: '',
    consignmentType: order.consignmentType,
    incoterms: null,
    stackable: order.stackable,
    hasBatteries: order.hasBatteries,
    ownCustomsInvoice: false,
    returnLabel: false,
    preferredDate: '',
    thirdParties: [],
    customsCosts: noCustomsCosts,
    noDefaultFor: ['box', 'weight'],
    goesTo: 'door',
    hold: null,
    returnOf: { key: of, from: order.recipient, account: to.account, like: only ? likeOf(only, boxes) : null },
  };
}

const isPreset = ({ boxName }: Parcel, boxes: readonly Box[]): boolean => boxes.some(({ name }) => name === boxName);

/**
 * A box of Setup is offered as an answer, together with the weight. Another size is kept as it is, because it has no name to offer. Contents
 * and value of a shared parcel are left out: they include those of other orders.
 */
const likeParcel = (parcel: Parcel, boxes: readonly Box[], isShared = false): Parcel => ({
  ...emptyParcel,
  ...(!isShared && { contents: parcel.contents, value: parcel.value }),
  ...(!isPreset(parcel, boxes) && {
    boxName: parcel.boxName,
    lengthCm: parcel.lengthCm,
    widthCm: parcel.widthCm,
    heightCm: parcel.heightCm,
  }),
});

const likeOf = (parcel: Parcel, boxes: readonly Box[]): ReturnOf['like'] => ({
  boxName: isPreset(parcel, boxes) ? parcel.boxName : null,
  weightGrams: parcel.weightGrams,
});

/**
 * Returns why a return is not bought here because of customs: its declaration says that goods come back and names the export, and the
 * service has no fields for that.
 */
export const overBorder = ({ recipient, returnOf }: Order): NoReturn | undefined =>
  returnOf && leavesCustomsTerritory(returnOf.from, recipient)
    ? { code: 'return-over-border', from: returnOf.from.country, to: recipient.country }
    : undefined;

/** The rules for a return label: none, so that a person chooses its service. The rules of Setup are for parcels that go out. */
export const rulesOfReturn = ({ version }: RulesInForce): RulesInForce => ({ version, list: [], last: 'ask' });

/** Box and weight of the shipment that comes back, for the facts that its return lacks; undefined if they are not known. */
export function offeredForReturn({ parcels: [parcel], returnOf }: Pick<Order, 'parcels' | 'returnOf'>): Learned | undefined {
  const like = returnOf?.like;
  if (!like || !parcel) return undefined;
  const lacksBox = parcel.lengthCm === null || parcel.widthCm === null || parcel.heightCm === null;
  const boxName = lacksBox ? like.boxName : null;
  const weightGrams = parcel.weightGrams === null ? like.weightGrams : null;
  if (lacksBox ? boxName === null : weightGrams === null) return undefined;
  return { boxName, weightGrams, parcels: 1, spreadGrams: 0, isSteady: true };
}

/** The same return once more, as if its first label were the shipment that comes back. */
export function againReturned(order: Order, boxes: readonly Box[]): Order {
  const [parcel] = order.parcels;
  if (!parcel || !order.returnOf) return order;
  return { ...order, parcels: [likeParcel(parcel, boxes)], returnOf: { ...order.returnOf, like: likeOf(parcel, boxes) } };
}

/** True if the return still goes to an address of Setup. */
export const isReturnCurrent = ({ recipient }: Order, { senders }: { readonly senders: readonly Sender[] }): boolean =>
  senders.some(({ address }) => JSON.stringify(address) === JSON.stringify(recipient));
