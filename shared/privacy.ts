import { z } from 'zod';
import { orderKeySchema } from './order.ts';
import { keptClasses } from './retention.ts';

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

/** A search with fewer letters and digits finds a whole order number only. */
export const shortestQuery = 3;

/** Everything of a search that counts: letters, digits and @, without accents and capitals. */
export const plainQuery = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}@]/gu, '');

/** Why the run of the last night could not finish. It is tried again every hour. */
export const retentionProblems = ['clock-doubted', 'no-backup', 'copy-kept', 'file-kept', 'site-kept', 'failed'] as const;

/** The nightly deletion. `lastAt`: when it finished last; null if it never did. */
export const retentionStateSchema = z.object({
  lastAt: z.iso.datetime().nullable(),
  problem: z.enum(retentionProblems).nullable(),
});
export type RetentionState = z.infer<typeof retentionStateSchema>;

/** Proof of an erasure. It contains no name: `request` is a keyed digest of what was searched for. */
export const receiptSchema = z.object({
  at: z.iso.datetime(),
  request: z.string(),
  orders: z.int(),
  shipments: z.int(),
  labels: z.int(),
  lines: z.int(),
  /** Backups from which it was erased too. */
  backups: z.int(),
  /** Documents and order files outside the records that were deleted. */
  files: z.int(),
  /** Files that could not be searched or deleted. */
  filesLeft: z.int(),
  /** Orders that stay for now. */
  stay: z.int(),
  /** Copies that could not be changed. It is tried again each night. */
  copiesLeft: z.int(),
  /** The other benches of the site erase it too. */
  isShared: z.boolean(),
});
export type Receipt = z.infer<typeof receiptSchema>;

/** The lines of the history about people's data. */
export const privacyActs = ['person-searched', 'person-exported', 'erased'] as const;
export type PrivacyAct = (typeof privacyActs)[number];

/** How long people's data is kept, what there is, and the last receipt. */
export const privacySchema = z.object({
  classes: z.array(
    z.object({
      class: z.enum(keptClasses),
      days: z.int(),
      /** The oldest day of which there is still data; null if there is none. */
      oldest: z.iso.date().nullable(),
    }),
  ),
  receipt: receiptSchema.nullable(),
  /** The newest searches, exports and erasures, newest first, and who made them. */
  acts: z.array(z.object({ at: z.iso.datetime(), act: z.enum(privacyActs), by: z.string() })),
});
export type Privacy = z.infer<typeof privacySchema>;
