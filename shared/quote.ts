import { z } from 'zod';
import type { Order } from './order.ts';
import { moneySchema } from './units.ts';

/** A parcel to a box or machine is not offered a service that says it does not go there. */
export const mayGo = ({ toBoxes }: Service, order: Pick<Order, 'goesTo'>): boolean => isToDoor(order) || toBoxes !== false;
export const isSureToGo = ({ toBoxes }: Service, order: Pick<Order, 'goesTo'>): boolean => isToDoor(order) || toBoxes === true;
const isToDoor = ({ goesTo }: Pick<Order, 'goesTo'>): boolean => goesTo === null || goesTo === 'door';

/** What an extra costs; `not-said` where it is offered without a price that can be read, null where it is not offered. */
export const extraOfferSchema = z.union([moneySchema, z.literal('not-said')]).nullable();
export type ExtraOffer = z.infer<typeof extraOfferSchema>;

/** One service of a quote. Times are the service's own local text (`2026-11-24 before 18:00`), kept as given. */
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
  /** Whether it delivers to PO boxes and parcel machines; absent where the service does not say. */
  toBoxes: z.boolean().optional(),
});
export type Service = z.infer<typeof serviceSchema>;

/** An offer that is shown and cannot be bought: its price cannot be read, or its id is missing or also the id of another offer. */
export const unsoldSchema = z.object({ name: z.string(), because: z.enum(['price', 'id']) });
export type Unsold = z.infer<typeof unsoldSchema>;

/** `askedAt` is our own time, UTC. A quote is good for one run of the program and for `quoteLifetimeMs`. */
export const quoteSchema = z.object({
  id: z.string(),
  askedAt: z.iso.datetime(),
  services: z.array(serviceSchema),
  /** Absent if every offer can be bought. One of these may be the better one, so no rule decides beside them. */
  unsold: z.array(unsoldSchema).optional(),
  /** What the service complains about beside the services it offers, such as a courier that is left out. */
  said: z.array(z.string()),
});
export type Quote = z.infer<typeof quoteSchema>;

/** After this a quote is asked again before anything is bought: the service's document gives no lifetime. */
export const quoteLifetimeMs = 15 * 60_000;
