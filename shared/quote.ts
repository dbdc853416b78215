import { z } from 'zod';
import type { Order } from './order.ts';
import { moneySchema } from './units.ts';

/** False for a service that excludes the box or machine this parcel goes to. */
export const mayGo = ({ toBoxes }: Service, order: Pick<Order, 'goesTo'>): boolean => isToDoor(order) || toBoxes !== false;
export const isSureToGo = ({ toBoxes }: Service, order: Pick<Order, 'goesTo'>): boolean => isToDoor(order) || toBoxes === true;
const isToDoor = ({ goesTo }: Pick<Order, 'goesTo'>): boolean => goesTo === null || goesTo === 'door';

/** Price of an extra; `price-unknown` if it is offered without a readable price, null if it is not offered. */
export const extraOfferSchema = z.union([moneySchema, z.literal('price-unknown')]).nullable();
export type ExtraOffer = z.infer<typeof extraOfferSchema>;

/** One service of a quote. Times are the service's local text (`2026-11-24 before 18:00`), kept unchanged. */
export const serviceSchema = z.object({
  serviceId: z.string(),
  courierKey: z.string(),
  courierName: z.string(),
  serviceKey: z.string(),
  serviceName: z.string(),
  collection: z.string(),
  arrival: z.string(),
  originServicePoints: z.boolean(),
  destinationServicePoints: z.boolean(),
  co2: extraOfferSchema,
  insurance: extraOfferSchema,
  subTotal: moneySchema.nullable(),
  vat: moneySchema.nullable(),
  total: moneySchema,
  /** True if it delivers to PO boxes and parcel machines; absent if the service does not specify. */
  toBoxes: z.boolean().optional(),
});
export type Service = z.infer<typeof serviceSchema>;

/** An offer that is shown but cannot be bought: its price cannot be read, or its id is missing or used twice. */
export const unsoldSchema = z.object({ name: z.string(), because: z.enum(['price', 'id']) });
export type Unsold = z.infer<typeof unsoldSchema>;

/** `askedAt` is this computer's time, UTC. A quote is valid for one run of the program and for `quoteLifetimeMs`. */
export const quoteSchema = z.object({
  id: z.string(),
  askedAt: z.iso.datetime(),
  services: z.array(serviceSchema),
  /** Absent if every offer can be bought. One of these may be the better one, so no rule decides beside them. */
  unsold: z.array(unsoldSchema).optional(),
  /** Warnings of the service beside its offers, such as a courier that is left out. */
  messages: z.array(z.string()),
});
export type Quote = z.infer<typeof quoteSchema>;

/** An older quote is requested again before anything is bought. The service's document specifies no lifetime. */
export const quoteLifetimeMs = 15 * 60_000;
