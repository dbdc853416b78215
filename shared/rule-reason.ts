import { z } from 'zod';
import { ruleFacts, ruleMarkSchema } from './shipping-rule.ts';

/** How rules came into a purchase. What each says stands in `renderer/text/`. */
export const ruleReasonSchema = z.discriminatedUnion('code', [
  /** `chosen`: the service, its price and its extras. `doubt`: the fact that was not known, so that a person decided. */
  z.object({ code: z.literal('chosen-by-rule'), chosen: z.string(), by: ruleMarkSchema, doubt: z.enum(ruleFacts).nullable() }),
]);
export type RuleReason = z.infer<typeof ruleReasonSchema>;
