import { z } from 'zod';
import { printerStatusSchema } from './printer.ts';
import { worldSchema } from './world.ts';

/** Printer states that a bench reports to the other benches. */
export const printersOfBenchSchema = z.object({ label: printerStatusSchema, document: printerStatusSchema });
export type PrintersOfBench = z.infer<typeof printersOfBenchSchema>;

/** One bench of a site, as the ledger knows it. */
export const benchOfSiteSchema = z.object({
  bench: z.int(),
  isHere: z.boolean(),
  isRetired: z.boolean(),
  /** Program version; empty if the bench never reported one. */
  version: z.string(),
  /** Null if it never reported its printers, or reported them in a form that this version does not know. */
  printers: printersOfBenchSchema.nullable(),
  /** Time since its last call, in milliseconds by the ledger's clock; null if it never called. */
  silentMs: z.number().nonnegative().nullable(),
  /** Number of attempts it has sent without an answer yet, or whose outcome is unknown. */
  sending: z.int().nonnegative(),
  unknown: z.int().nonnegative(),
  /** In these environments nothing is reserved before it has reported its changes again. */
  waitedIn: z.array(worldSchema),
  /** True if it has the key to decrypt data of the other benches. */
  hasKey: z.boolean(),
});
export type BenchOfSite = z.infer<typeof benchOfSiteSchema>;

/** A site that this bench may join: data of its server, and the data that this bench would hand over. */
export const namedSiteSchema = z.object({
  /** Id of this preview, so that the bench joins exactly the site that was shown. */
  id: z.string(),
  server: z.object({ host: z.string(), port: z.int(), database: z.string(), isEncrypted: z.boolean() }),
  /** Number of other benches, according to the server. */
  benches: z.int().nonnegative(),
  /** The bench that shows the code; null if the site is joined by address and token. */
  invitedBy: z.int().nullable(),
  /** Counts for the open environment; each order and shipment has a person's name and address. Null if other benches may know of none. */
  handsOver: z.object({ orders: z.int().nonnegative(), shipments: z.int().nonnegative() }).nullable(),
  /** The word a person types to join. It is drawn for this preview, so no code can contain it. */
  word: z.string(),
});
export type NamedSite = z.infer<typeof namedSiteSchema>;
