import { z } from 'zod';

/** Why a person here keeps an order from being shipped. What each says stands in `renderer/text/`. */
export const planReasonSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('held-here'), by: z.string(), at: z.string(), why: z.string() }),
  z.object({ code: z.literal('held-after-deletion'), by: z.string(), at: z.string() }),
]);
export type PlanReason = z.infer<typeof planReasonSchema>;
