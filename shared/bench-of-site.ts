import { z } from 'zod';
import { printerStatusSchema } from './printer.ts';
import { worldSchema } from './world.ts';

/** What a bench tells the others of its printers. */
export const printersOfBenchSchema = z.object({ label: printerStatusSchema, document: printerStatusSchema });
export type PrintersOfBench = z.infer<typeof printersOfBenchSchema>;

/** One bench of those that share a ledger, as the ledger knows it. */
export const benchOfSiteSchema = z.object({
  bench: z.int(),
  isHere: z.boolean(),
  isRetired: z.boolean(),
  /** Of its program; empty where it never told one. */
  version: z.string(),
  /** Null where it never told of them, or in words this version does not know. */
  printers: printersOfBenchSchema.nullable(),
  /** For how long it was not heard, by the ledger's clock; null where it never was. */
  silentMs: z.number().nonnegative().nullable(),
  /** What it sent and did not hear of yet, and what nobody knows the end of. */
  sending: z.int().nonnegative(),
  unknown: z.int().nonnegative(),
  /** In these worlds nothing is granted before it has told again what it knows. */
  waitedIn: z.array(worldSchema),
  /** Whether it can read what the others sealed. */
  hasKey: z.boolean(),
});
export type BenchOfSite = z.infer<typeof benchOfSiteSchema>;

/** A site that this bench may join: what its server tells of it, and what this bench would hand over. */
export const namedSiteSchema = z.object({
  /** Of this look: what is joined is what was shown. */
  id: z.string(),
  server: z.object({ host: z.string(), port: z.int(), database: z.string(), isEncrypted: z.boolean() }),
  /** The others, by the server's word. */
  benches: z.int().nonnegative(),
  /** The bench that shows the code; null by address and token. */
  invitedBy: z.int().nullable(),
  /** Of the environment that is open; each comes with the name and address of a person. Null if none is that others may know of. */
  handsOver: z.object({ orders: z.int().nonnegative(), shipments: z.int().nonnegative() }).nullable(),
  /** What a person types to join. It was drawn for this look, so no code can hold it. */
  word: z.string(),
});
export type NamedSite = z.infer<typeof namedSiteSchema>;
