import { z } from 'zod';
import { addressSchema } from './address.ts';
import { keyAccountSchema } from './key-account.ts';
import { labelVerdictSchema } from './label.ts';
import { orderKeySchema, orderSchema } from './order.ts';
import { paperKindSchema } from './paper-due.ts';
import { type PrintJob, printJobSchema } from './printer.ts';
import { type Service, serviceSchema } from './quote.ts';
import { saidSchema } from './said.ts';
import { servicePointSchema } from './service-point.ts';
import { moneySchema } from './units.ts';

export const bookingStates = ['draft', 'quoted', 'intent', 'sending', 'answered', 'booked', 'rejected', 'unknown', 'released'] as const;
export const bookingStateSchema = z.enum(bookingStates);
export type BookingState = z.infer<typeof bookingStateSchema>;

export const extrasSchema = z.object({ co2: z.boolean(), insurance: z.boolean(), servicePoint: servicePointSchema.nullable() });
export type Extras = z.infer<typeof extrasSchema>;
/** The extras that have a price; a service point is a place. */
export const pricedExtrasSchema = extrasSchema.omit({ servicePoint: true });
export type PricedExtras = z.infer<typeof pricedExtrasSchema>;
export const noPricedExtras: PricedExtras = { co2: false, insurance: false };
/** In the order they are shown. */
export const pricedExtras = ['co2', 'insurance'] as const satisfies readonly (keyof PricedExtras)[];
export const noExtras: Extras = { co2: false, insurance: false, servicePoint: null };

/** The extras a person asked for, whatever service is selected. A service point is of the service it was listed for. */
export const wishSchema = extrasSchema.extend({ pointOf: z.string() });
export type Wish = z.infer<typeof wishSchema>;
export const noWish: Wish = { ...noExtras, pointOf: '' };

/** The same service in another quote. */
export const serviceMark = ({ courierKey, serviceKey }: Pick<Service, 'courierKey' | 'serviceKey'>): string =>
  `${courierKey}/${serviceKey}`;

/** What of a wish this service offers: that is bought with it. */
export const extrasAt = (service: Service, { co2, insurance, servicePoint, pointOf }: Wish): Extras => ({
  co2: co2 && service.co2 !== null,
  insurance: insurance && service.insurance !== null,
  servicePoint: pointOf === serviceMark(service) ? servicePoint : null,
});

/** What of a wish this service leaves out: a person is told before anything is bought. */
export const leftOut = (wish: Wish, bought: Extras): readonly (keyof Extras)[] =>
  (['co2', 'insurance', 'servicePoint'] as const).filter((extra) => Boolean(wish[extra]) && !bought[extra]);

/** One purchase of one shipment. Everything the screens show of it; label and answer bytes stay in the journal. */
export const bookingSchema = z.object({
  id: z.string(),
  orderKey: orderKeySchema,
  /** 1, or higher for a second shipment of the same order, which is always an explicit act with a reason. */
  shipmentNo: z.int().positive(),
  state: bookingStateSchema,
  packer: z.string(),
  openedAt: z.iso.datetime(),
  /** When the state was last changed, UTC. */
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
  /** The service's own words: why it was rejected, or warnings beside a booking. Ours of one whose outcome is unknown. */
  said: z.array(saidSchema),
  onParcelAt: z.iso.datetime().nullable(),
  pickupId: z.string().nullable(),
  /** The name of the label printer that a rule gave it when it was bought. */
  labelPrinter: z.string().optional(),
  /** The account of the service it is of, where that was noted. */
  account: z.string().optional(),
  /** With what it was sent, where that is not the key and an account in use: the service may not know it for these. */
  otherAccount: keyAccountSchema.nullable(),
  jobs: z.array(printJobSchema),
  /** What of its papers somebody still has to see to. */
  papersDue: z.array(paperKindSchema),
  /** The bench that sent it, where that is another one than this: its id is none of this journal. */
  bench: z.int().optional(),
  /** Its bench closed its label without printing it: no driver is asked for it. */
  isLabelClosed: z.boolean().optional(),
});
export type Booking = z.infer<typeof bookingSchema>;

/** What a person needs to settle an unknown booking: what went out and what came back, readable. */
export const exchangeSchema = z.object({
  sentAt: z.iso.datetime().nullable(),
  sent: z.string(),
  answer: z.string(),
  /** Where it could not be read, the reference of what broke; it is kept all the same. */
  unreadable: z.string().optional(),
});
export type Exchange = z.infer<typeof exchangeSchema>;

/** How many parcels these shipments have: what a driver counts. */
export const parcelsIn = (bookings: readonly Pick<Booking, 'order'>[]): number =>
  bookings.reduce((sum, { order }) => sum + Math.max(1, order.parcels.length), 0);

/**
 * The copy of the label that got furthest, all its pieces: of several as far, the earliest, for a reprint has times of its own.
 * Empty where no label was queued.
 */
export function furthestCopy({ jobs }: Booking): PrintJob[] {
  const labels = jobs.filter((job) => job.role === 'label').sort((one, other) => one.copy - other.copy);
  const copies = [...new Set(labels.map((job) => job.copy))].map((copy) => labels.filter((job) => job.copy === copy));
  return copies.find(isPrinted) ?? copies.find(isSent) ?? copies[0] ?? [];
}

/** The printer counted more labels than this job sent: it may print each label twice, or another computer prints there. */
export const isCountedMore = ({ detail }: Pick<PrintJob, 'detail'>): boolean =>
  typeof detail === 'object' && detail.code === 'more-labels-counted';

/** It is bought, or may be: nothing else is bought for its order until that is settled. */
export const isSettledOrOpen = ({ state }: Pick<Booking, 'state'>): boolean =>
  state === 'booked' || state === 'unknown' || state === 'sending' || state === 'answered';

/** The printer said of every piece that it came out. */
export const isPrinted = (copy: readonly PrintJob[]): boolean => copy.length > 0 && copy.every((job) => job.state === 'printed');
const isSent = (copy: readonly PrintJob[]): boolean =>
  copy.length > 0 && copy.every((job) => job.state === 'printed' || job.state === 'sent');

/** The four truths, never merged: how far this shipment is known to be. */
export type Truth = 0 | 1 | 2 | 3 | 4;
export function truthOf(booking: Booking): Truth {
  if (booking.state !== 'booked') return 0;
  if (booking.onParcelAt !== null) return 4;
  const copy = furthestCopy(booking);
  if (isPrinted(copy)) return 3;
  return isSent(copy) ? 2 : 1;
}

/** The label went to a printer that did not say whether it came out. */
export const isLabelInDoubt = (booking: Booking): boolean =>
  truthOf(booking) === 1 && furthestCopy(booking).some(({ state }) => state === 'print-unknown');
