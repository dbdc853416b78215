import { z } from 'zod';
import { labelLines } from './address.ts';

/** Why an order is held here, or needs another check by a person. The sentences are in `renderer/text/`. */
export const planReasonSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('held-here'), by: z.string(), at: z.string(), why: z.string() }),
  z.object({ code: z.literal('change-unread'), bench: z.int(), at: z.string() }),
  z.object({ code: z.literal('was-unread'), bench: z.int(), at: z.string() }),
  z.object({
    code: z.literal('address-changed'),
    lines: z.array(z.object({ line: z.enum(labelLines), was: z.string(), now: z.string() })).readonly(),
  }),
  z.object({ code: z.literal('held-after-deletion'), by: z.string(), at: z.string() }),
]);
export type PlanReason = z.infer<typeof planReasonSchema>;
