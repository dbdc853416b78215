import { z } from 'zod';
import { labelLines } from './address.ts';
import { otherWays } from './order-plan.ts';

/** Facts that have to be equal before one shipment can take several orders: no rule decides which one would count. */
export const factsToAgree = ['sender', 'type', 'incoterms', 'invoice', 'return-label', 'date', 'place', 'shipping-method'] as const;
export type FactToAgree = (typeof factsToAgree)[number];

/** Why an order is held here, or needs another check by a person. The sentences are in `renderer/text/`. */
export const planReasonSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('held-here'), by: z.string(), at: z.string(), why: z.string() }),
  z.object({ code: z.literal('shipped-otherwise'), by: z.string(), at: z.string(), way: z.enum(otherWays), note: z.string() }),
  z.object({ code: z.literal('change-unread'), bench: z.int(), at: z.string() }),
  z.object({ code: z.literal('was-unread'), bench: z.int(), at: z.string() }),
  z.object({
    code: z.literal('address-changed'),
    lines: z.array(z.object({ line: z.enum(labelLines), was: z.string(), now: z.string() })).readonly(),
  }),
  z.object({ code: z.literal('facts-differ'), fact: z.enum(factsToAgree) }),
  z.object({ code: z.literal('not-one-parcel'), key: z.string() }),
  z.object({ code: z.literal('own-customs'), key: z.string() }),
  z.object({ code: z.literal('shares-parcel'), key: z.string() }),
  z.object({ code: z.literal('ships-again'), key: z.string() }),
  z.object({ code: z.literal('return-number-taken'), key: z.string() }),
  z.object({ code: z.literal('return-without-sender') }),
  z.object({ code: z.literal('return-label-set-aside') }),
  z.object({ code: z.literal('return-over-border'), from: z.string(), to: z.string() }),
  z.object({ code: z.literal('held-after-deletion'), by: z.string(), at: z.string() }),
]);
export type PlanReason = z.infer<typeof planReasonSchema>;
