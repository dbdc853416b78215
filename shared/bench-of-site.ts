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
