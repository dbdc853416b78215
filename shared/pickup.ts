import { z } from 'zod';
import { addressSchema } from './address.ts';
import { bookingStates } from './booking.ts';
import { keyAccountSchema } from './key-account.ts';
import { messageSchema } from './message.ts';
import { longestServiceText } from './oversized.ts';
import { documentFormatSchema } from './printer.ts';
import { remarkSchema } from './remark.ts';
import { servicePointSchema } from './service-point.ts';

/** A pickup has the same states as a booking; `booked` means the driver is ordered. */
export const pickupStateSchema = z.enum(bookingStates);

export const pickupSchema = z.object({
  id: z.string(),
  state: pickupStateSchema,
  courierKey: z.string(),
  courierName: z.string(),
  /** Local text of the warehouse: YYYY-MM-DD and HH:MM. */
  date: z.string(),
  readyTime: z.string(),
  closingTime: z.string(),
  instructions: z.string(),
  /** The place where the parcels are handed in; null if a driver collects them. */
  dropOffPoint: servicePointSchema.nullable(),
  /** Bookings of any bench: those of others are not in this journal. */
  bookingIds: z.array(z.string()),
  collectionNo: z.string(),
  /** Format of the manifest; null if none came. */
  manifestFormat: documentFormatSchema.nullable(),
  /** Result for the manifest: printed, sent, or saved as this file. */
  manifestOutcome: remarkSchema,
  messages: z.array(messageSchema),
  changedAt: z.iso.datetime(),
  /** Account at the service, if it was stored. */
  account: z.string().optional(),
  /** The key and account it was sent with, if they are no longer in use. */
  otherAccount: keyAccountSchema.nullable(),
  /** The bench that ordered it, if it was another one. */
  bench: z.int().optional(),
  /** Number of parcels in its shipments; absent if not counted. */
  parcels: z.int().nonnegative().optional(),
});
export type Pickup = z.infer<typeof pickupSchema>;

/** Number of parcels as a driver counts them, or of shipments if that is not known. */
export const parcelsOf = ({ parcels, bookingIds }: Pick<Pickup, 'parcels' | 'bookingIds'>): number => parcels ?? bookingIds.length;

/** True if a person has to handle the manifest. */
export const isNotPrinted = ({ manifestOutcome }: Pick<Pickup, 'manifestOutcome'>): boolean =>
  typeof manifestOutcome !== 'string' && manifestOutcome.code === 'manifest-not-printed';

export const pickupRequestSchema = z.object({
  courierKey: z.string().min(1),
  /** Place of its group. Absent: the address of the first sender, and the account that Setup connects with. */
  place: z.string().max(200).optional(),
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  readyTime: z.string().regex(/^\d{2}:\d{2}$/),
  closingTime: z.string().regex(/^\d{2}:\d{2}$/),
  instructions: z.string().max(500),
  withLeftOvers: z.boolean(),
  /**
   * The key of a drop-off point that was listed for this courier; only parcels that may be dropped off are included. Absent: a driver
   * comes.
   */
  dropOff: z.string().max(longestServiceText).optional(),
  /** Reason for another driver if one is or may be ordered already; else empty. */
  again: z.string().max(500),
  /** The pickup whose parcels are requested again. Absent: the waiting parcels. */
  secondOf: z.string().max(100).optional(),
  /** A person saw the problems of the day, the times or the parcels, and confirmed the request. */
  isSure: z.boolean().optional(),
});
export type PickupRequest = z.infer<typeof pickupRequestSchema>;

/** Collection times that the services named for some parcels. */
export const collectsSchema = z.object({
  /** The days, earliest first. */
  days: z.array(z.string()),
  /** `HH:MM`, the earliest cut-off; empty if the services named none. */
  cutOff: z.string(),
});
export type Collects = z.infer<typeof collectsSchema>;

/** One shipment that waits for a driver. */
export const waitingShipmentSchema = z.object({
  bookingId: z.string(),
  /** The keys of its orders. */
  orders: z.string(),
  consignmentNo: z.string(),
  to: addressSchema.pick({ name: true, company: true, city: true }),
  parcels: z.int().positive(),
  isLeftOver: z.boolean(),
  isDroppable: z.boolean(),
});
export type WaitingShipment = z.infer<typeof waitingShipmentSchema>;

/** Parcels of one courier, one address and one account that are booked and not yet handed over. */
export const pickupGroupSchema = z.object({
  courierKey: z.string(),
  /** The address of the parcels and the account they were shipped for, as one key. */
  place: z.string(),
  /** Name of the sender and account, if there are several. */
  from: z.string(),
  /** The address to which the driver comes; null if no sender was known at the purchase and none is now. */
  address: addressSchema.nullable(),
  courierName: z.string(),
  ...collectsSchema.shape,
  /** Number of parcels, not shipments, as a driver counts them. The other counts are parcels too. */
  today: z.int().nonnegative(),
  leftOver: z.int().nonnegative(),
  /** The booking day of the oldest left-over parcel; empty if there is none. */
  leftOverSince: z.string(),
  /** Order keys of parcels whose label may not have been printed. */
  notOut: z.array(z.string()),
  /** Order keys of shipments of which some labels are on their parcels and others are not. */
  notPlaced: z.array(z.string()),
  /** Number of parcels that may be handed in at a drop-off point. */
  droppable: z.object({ today: z.int().nonnegative(), leftOver: z.int().nonnegative() }),
  /** Left-over shipments first, then those of today, each in order of booking. */
  shipments: z.array(waitingShipmentSchema),
});
export type PickupGroup = z.infer<typeof pickupGroupSchema>;

/** Earliest cut-off first; groups without one last. */
export const byCutOff = (one: PickupGroup, other: PickupGroup): number =>
  Number(one.cutOff === '') - Number(other.cutOff === '') ||
  one.cutOff.localeCompare(other.cutOff) ||
  one.courierName.localeCompare(other.courierName);

/** A pickup as it is listed. If it may be requested again, it contains the collection times of its parcels' services. */
export const listedPickupSchema = pickupSchema.extend({ ...collectsSchema.shape, from: pickupGroupSchema.shape.from });
export type ListedPickup = z.infer<typeof listedPickupSchema>;

/** True if it was requested and is not answered yet. */
export const isUnderWay = ({ state }: Pickup): boolean => state === 'intent' || state === 'sending' || state === 'answered';
