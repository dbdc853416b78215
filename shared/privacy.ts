import { z } from 'zod';
import { orderKeySchema } from './order.ts';

/** Why an order of a person stays: it is not settled, or its parcel is on its way. */
export const staysBecause = ['not-settled', 'on-its-way'] as const;

/** An order that mentions a person who asked. */
export const personsOrderSchema = z.object({
  key: orderKeySchema,
  /** As the order has it, so that a person can tell two people of one name apart. */
  name: z.string(),
  city: z.string(),
  shipments: z.int(),
  labels: z.int(),
  /** Null if it can be erased. */
  stays: z.enum(staysBecause).nullable(),
});
export type PersonsOrder = z.infer<typeof personsOrderSchema>;

/** Proof of an erasure. It names nobody: `request` is a keyed digest of what was searched for. */
export const receiptSchema = z.object({
  at: z.iso.datetime(),
  request: z.string(),
  orders: z.int(),
  shipments: z.int(),
  labels: z.int(),
  lines: z.int(),
  /** Backups from which it was erased too. */
  backups: z.int(),
  /** Orders that stay for now. */
  stay: z.int(),
  /** Copies that could not be changed; they must be deleted by hand. */
  copiesLeft: z.int(),
});
export type Receipt = z.infer<typeof receiptSchema>;
