import { z } from 'zod';
import { addressSchema } from './address.ts';
import { keyAccountSchema } from './key-account.ts';
import { labelVerdictSchema } from './label.ts';
import { messageSchema } from './message.ts';
import { orderKeySchema, orderSchema } from './order.ts';
import { paperKindSchema } from './paper-due.ts';
import { type PrintJob, printJobSchema } from './printer.ts';
import { type Service, serviceSchema } from './quote.ts';
import { servicePointSchema } from './service-point.ts';
import { slipKindSchema } from './slip-kind.ts';
import { moneySchema } from './units.ts';

export const bookingStates = ['draft', 'quoted', 'intent', 'sending', 'answered', 'booked', 'rejected', 'unknown', 'released'] as const;
export const bookingStateSchema = z.enum(bookingStates);
export type BookingState = z.infer<typeof bookingStateSchema>;

export const extrasSchema = z.object({ co2: z.boolean(), insurance: z.boolean(), servicePoint: servicePointSchema.nullable() });
export type Extras = z.infer<typeof extrasSchema>;
/** The extras that have a price; a service point has none. */
export const pricedExtrasSchema = extrasSchema.omit({ servicePoint: true });
export type PricedExtras = z.infer<typeof pricedExtrasSchema>;
export const noPricedExtras: PricedExtras = { co2: false, insurance: false };
/** In display order. */
export const pricedExtras = ['co2', 'insurance'] as const satisfies readonly (keyof PricedExtras)[];
export const noExtras: Extras = { co2: false, insurance: false, servicePoint: null };

/** Extras the packer asked for, independent of the selected service. A service point belongs to the service it was listed for. */
export const wishSchema = extrasSchema.extend({ pointOf: z.string() });
export type Wish = z.infer<typeof wishSchema>;
export const noWish: Wish = { ...noExtras, pointOf: '' };

/** Identifies the same service in another quote. */
export const serviceMark = ({ courierKey, serviceKey }: Pick<Service, 'courierKey' | 'serviceKey'>): string =>
  `${courierKey}/${serviceKey}`;

/** The part of a wish that this service offers; it is bought with it. */
export const extrasAt = (service: Service, { co2, insurance, servicePoint, pointOf }: Wish): Extras => ({
  co2: co2 && service.co2 !== null,
  insurance: insurance && service.insurance !== null,
  servicePoint: pointOf === serviceMark(service) ? servicePoint : null,
});

/** The part of a wish that this service does not offer. The packer sees it before anything is bought. */
export const leftOut = (wish: Wish, bought: Extras): readonly (keyof Extras)[] =>
  (['co2', 'insurance', 'servicePoint'] as const).filter((extra) => Boolean(wish[extra]) && !bought[extra]);

/** One purchase of one shipment, with everything the screens show of it. Label and answer bytes stay in the journal. */
export const bookingSchema = z.object({
  id: z.string(),
  orderKey: orderKeySchema,
  /** 1, or higher for a second shipment of the same order, which always needs an explicit action with a reason. */
  shipmentNo: z.int().positive(),
  state: bookingStateSchema,
  packer: z.string(),
  openedAt: z.iso.datetime(),
  /** Time of the last state change, UTC. */
  changedAt: z.iso.datetime(),
  /** The order as it was when the intent was written. */
  order: orderSchema,
  sender: addressSchema.nullable(),
  service: serviceSchema.nullable(),
  extras: extrasSchema,
  price: moneySchema.nullable(),
  orderNo: z.string(),
  consignmentNo: z.string(),
  trackingNos: z.array(z.string()),
  verdict: labelVerdictSchema.nullable(),
  /**
   * Messages of the service: why it rejected the booking, or warnings beside a booking. Packbench's own message if the outcome is
   * unknown.
   */
  messages: z.array(messageSchema),
  /** When its label was scanned on its parcel; of several labels, the last one. */
  onParcelAt: z.iso.datetime().nullable(),
  /** The labels of a shipment of several parcels that are on their parcels, by their number; absent if none is. */
  piecesOnParcel: z
    .array(z.object({ piece: z.int().positive(), at: z.iso.datetime() }))
    .min(1)
    .optional(),
  pickupId: z.string().nullable(),
  /** Name of the label printer that a rule chose at the purchase. */
  labelPrinter: z.string().optional(),
  /** The packing slip that a rule demanded at the purchase. */
  slip: slipKindSchema.optional(),
  /** Full path of the PDF that a rule added at the purchase. */
  encloses: z.string().optional(),
  /** Account at the service, if it was stored. */
  account: z.string().optional(),
  /** The key and account it was sent with, if they are no longer in use: the service may not find the booking with the current ones. */
  otherAccount: keyAccountSchema.nullable(),
  jobs: z.array(printJobSchema),
  /** Documents of the shipment that a person still has to handle. */
  papersDue: z.array(paperKindSchema),
  /** The bench that sent it, if it was another one. Its id is not in this journal. */
  bench: z.int().optional(),
  /** Its bench closed the label without printing it, so no driver is requested for it. */
  isLabelClosed: z.boolean().optional(),
});
export type Booking = z.infer<typeof bookingSchema>;

/** Data to settle an unknown booking: the request and the answer, readable. */
export const exchangeSchema = z.object({
  sentAt: z.iso.datetime().nullable(),
  sent: z.string(),
  answer: z.string(),
  /** Set if it could not be decoded: the reference of the fault. The raw data is kept. */
  unreadable: z.string().optional(),
});
export type Exchange = z.infer<typeof exchangeSchema>;

/** Number of parcels in these shipments, as a driver counts them. */
export const parcelsIn = (bookings: readonly Pick<Booking, 'order'>[]): number =>
  bookings.reduce((sum, { order }) => sum + Math.max(1, order.parcels.length), 0);

/**
 * All pieces of the label copy that got furthest. Of equal copies it is the earliest, because a reprint has times of its own. Empty if no
 * label was queued.
 */
export function furthestCopy({ jobs }: Booking): PrintJob[] {
  const labels = jobs.filter((job) => job.role === 'label').sort((one, other) => one.copy - other.copy);
  const copies = [...new Set(labels.map((job) => job.copy))].map((copy) => labels.filter((job) => job.copy === copy));
  return copies.find(isPrinted) ?? copies.find(isSent) ?? copies[0] ?? [];
}

/** True if the printer counted more labels than this job sent: it may print each label twice, or another computer prints on it. */
export const isCountedMore = ({ detail }: Pick<PrintJob, 'detail'>): boolean =>
  typeof detail === 'object' && detail.code === 'more-labels-counted';

/** True if it is bought or may be. Nothing else is bought for its order until that is settled. */
export const isSettledOrOpen = ({ state }: Pick<Booking, 'state'>): boolean =>
  state === 'booked' || state === 'unknown' || state === 'sending' || state === 'answered';

/** True if the printer reported every piece as printed. */
export const isPrinted = (copy: readonly PrintJob[]): boolean => copy.length > 0 && copy.every((job) => job.state === 'printed');
const isSent = (copy: readonly PrintJob[]): boolean =>
  copy.length > 0 && copy.every((job) => job.state === 'printed' || job.state === 'sent');

/** The four truths of a shipment, never merged: how far it is known to be. */
export type Truth = 0 | 1 | 2 | 3 | 4;
export function truthOf(booking: Booking): Truth {
  if (booking.state !== 'booked') return 0;
  if (booking.onParcelAt !== null) return 4;
  const copy = furthestCopy(booking);
  if (isPrinted(copy)) return 3;
  return isSent(copy) ? 2 : 1;
}

/** True if the label went to a printer that did not report whether it was printed. */
export const isLabelInDoubt = (booking: Booking): boolean =>
  truthOf(booking) === 1 && furthestCopy(booking).some(({ state }) => state === 'print-unknown');
