import { z } from 'zod';
import { bookingStates } from './booking.ts';
import { keyAccountSchema } from './key-account.ts';
import { longestServiceText } from './oversized.ts';
import { documentFormatSchema } from './printer.ts';
import { remarkSchema } from './remark.ts';
import { saidSchema } from './said.ts';
import { servicePointSchema } from './service-point.ts';

/** A pickup walks the same states as a booking; `booked` means the driver is ordered. */
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
  /** Where the parcels are handed in; null where a driver comes to the door. */
  dropOffPoint: servicePointSchema.nullable(),
  /** Of any bench: those of others are not in this journal. */
  bookingIds: z.array(z.string()),
  collectionNo: z.string(),
  /** What came as the manifest; null where none came. */
  manifestFormat: documentFormatSchema.nullable(),
  /** Where the manifest went: printed, sent, or saved as this file. */
  manifestTold: remarkSchema,
  said: z.array(saidSchema),
  changedAt: z.iso.datetime(),
  /** The account of the service it is of, where that was noted. */
  account: z.string().optional(),
  /** With what it was sent, where that is not the key and an account in use. */
  otherAccount: keyAccountSchema.nullable(),
  /** The bench that ordered it, where that is another one than this. */
  bench: z.int().optional(),
  /** How many parcels its shipments have; absent if nobody counted them. */
  parcels: z.int().nonnegative().optional(),
});
export type Pickup = z.infer<typeof pickupSchema>;

/** What a driver counts, or as many shipments if that is not known. */
export const parcelsOf = ({ parcels, bookingIds }: Pick<Pickup, 'parcels' | 'bookingIds'>): number => parcels ?? bookingIds.length;

/** Whether a person has to see to the manifest. */
export const isNotPrinted = ({ manifestTold }: Pick<Pickup, 'manifestTold'>): boolean =>
  typeof manifestTold !== 'string' && manifestTold.code === 'manifest-not-printed';

export const pickupRequestSchema = z.object({
  courierKey: z.string().min(1),
  /** Of the group it is for. Absent: the door of the first sender, and the account that Setup connects with. */
  place: z.string().max(200).optional(),
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  readyTime: z.string().regex(/^\d{2}:\d{2}$/),
  closingTime: z.string().regex(/^\d{2}:\d{2}$/),
  instructions: z.string().max(500),
  withLeftOvers: z.boolean(),
  /** The key of a drop-off point that was listed for this courier: only parcels that may be handed in at one go along. Absent: a driver comes. */
  dropOff: z.string().max(longestServiceText).optional(),
  /** Why a driver is needed where one is ordered already, or may be; else empty. */
  again: z.string().max(500),
  /** The pickup whose parcels are asked for once more. Absent: those that wait. */
  secondOf: z.string().max(100).optional(),
  /** A person saw what speaks against the day, the times or the parcels, and asks all the same. */
  isSure: z.boolean().optional(),
});
export type PickupRequest = z.infer<typeof pickupRequestSchema>;

/** What the services named for the collection of some parcels. */
export const collectsSchema = z.object({
  /** The days, the first on top. */
  days: z.array(z.string()),
  /** `HH:MM` of the earliest hour, empty if they named none. */
  cutOff: z.string(),
});
export type Collects = z.infer<typeof collectsSchema>;

/** Parcels of one courier, one door and one account that are booked and not yet handed over. */
export const pickupGroupSchema = z.object({
  courierKey: z.string(),
  /** The door they stand at and the account they were shipped for, as one word. */
  place: z.string(),
  /** Which sender and account that is, where there are several. */
  from: z.string(),
  courierName: z.string(),
  ...collectsSchema.shape,
  /** Parcels, not shipments: what a driver counts. So are the others. */
  today: z.int().nonnegative(),
  leftOver: z.int().nonnegative(),
  /** The day the oldest of the left-overs was booked, empty where there is none. */
  leftOverSince: z.string(),
  /** The order keys of those whose label is not known to have come out. */
  notOut: z.array(z.string()),
  /** How many of them the service lets people hand in at a drop-off point. */
  droppable: z.object({ today: z.int().nonnegative(), leftOver: z.int().nonnegative() }),
});
export type PickupGroup = z.infer<typeof pickupGroupSchema>;

/** In the order the drivers come; who gave no time stands last. */
export const byCutOff = (one: PickupGroup, other: PickupGroup): number =>
  Number(one.cutOff === '') - Number(other.cutOff === '') ||
  one.cutOff.localeCompare(other.cutOff) ||
  one.courierName.localeCompare(other.courierName);

/** A pickup as it is listed: one that may still be asked for again says what the services named for its parcels. */
export const listedPickupSchema = pickupSchema.extend({ ...collectsSchema.shape, from: pickupGroupSchema.shape.from });
export type ListedPickup = z.infer<typeof listedPickupSchema>;

/** Asked for, and not answered yet. */
export const isUnderWay = ({ state }: Pickup): boolean => state === 'intent' || state === 'sending' || state === 'answered';
