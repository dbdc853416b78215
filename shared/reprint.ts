import { z } from 'zod';

/** Why a label is printed again, in the order in which the reasons are offered. */
export const reprintReasons = ['nothing-came', 'damaged', 'badly-printed', 'lost', 'other'] as const;
export type ReprintReason = (typeof reprintReasons)[number];

/**
 * The label that a reprint replaces. `scanned`: it was at the bench, because one of its bar codes was scanned. `unreadable`, `not-here`: a
 * person said so. The new label has the same bar codes, so a later scan does not show which of the two it is.
 */
export const oldLabels = ['scanned', 'unreadable', 'not-here'] as const;
export type OldLabel = (typeof oldLabels)[number];

/** True if there may be an old label, which has to be destroyed. */
export const leavesOldLabel = (reason: ReprintReason): boolean => reason !== 'nothing-came' && reason !== 'lost';

/** The reason that a person gives. `oldLabel` is required if there may be one; `code` is what was scanned on it. */
export const givenReasonSchema = z.object({
  why: z.enum(reprintReasons),
  oldLabel: z
    .union([z.object({ is: z.literal('scanned'), code: z.string().max(4096) }), z.object({ is: z.enum(['unreadable', 'not-here']) })])
    .optional(),
});
export type GivenReason = z.infer<typeof givenReasonSchema>;

/** The reason of a reprint as it is stored; no old label if the reason leaves none. */
export const notedReasonSchema = z.object({ why: z.enum(reprintReasons), oldLabel: z.enum(oldLabels).optional() });
export type NotedReason = z.infer<typeof notedReasonSchema>;

/** One reprint, as the weekly list shows it. */
export const reprintSchema = notedReasonSchema.extend({
  at: z.iso.datetime(),
  orderKey: z.string(),
  shipmentNo: z.int(),
  /** Null if this bench bought the shipment. */
  bench: z.int().nullable(),
  courier: z.string(),
  printerId: z.string(),
  /** The packer; empty if no name was set, or if it is no longer kept. */
  by: z.string(),
});
export type Reprint = z.infer<typeof reprintSchema>;

/** How many of these have each value, the most frequent first. */
export function countsBy(reprints: readonly Reprint[], valueOf: (reprint: Reprint) => string): readonly { of: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const each of reprints) counts.set(valueOf(each), (counts.get(valueOf(each)) ?? 0) + 1);
  return [...counts].map(([of, count]) => ({ of, count })).sort((one, other) => other.count - one.count || one.of.localeCompare(other.of));
}
