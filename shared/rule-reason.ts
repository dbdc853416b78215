import { z } from 'zod';
import { printsAtSchema, ruleFacts, ruleMarkSchema } from './shipping-rule.ts';

const format = z.enum(['ZPL', 'PDF']);

/** How rules came into a purchase. What each says stands in `renderer/text/`. */
export const ruleReasonSchema = z.discriminatedUnion('code', [
  /** `by`: the rule that names the sender; null where the order does. */
  z.object({ code: z.literal('sender-not-listed'), name: z.string(), by: ruleMarkSchema.nullable() }),
  z.object({ code: z.literal('sender-hangs-on'), by: ruleMarkSchema, fact: z.enum(ruleFacts) }),
  /** Who sends where there are several; `by` null where no rule said so. */
  z.object({ code: z.literal('sent-as'), name: z.string(), account: z.string(), by: ruleMarkSchema.nullable() }),
  z.object({ code: z.literal('printer-not-named'), name: z.string(), by: ruleMarkSchema }),
  /** `format`: what its route is for; `takes`: what it takes. */
  z.object({ code: z.literal('printer-of-other-format'), name: z.string(), by: ruleMarkSchema, format, takes: format }),
  z.object({ code: z.literal('printer-hangs-on'), by: ruleMarkSchema, fact: z.enum(ruleFacts) }),
  /** `chosen`: the service, its price and its extras. `doubt`: the fact that was not known, so that a person decided. */
  z.object({ code: z.literal('chosen-by-rule'), chosen: z.string(), by: ruleMarkSchema, doubt: z.enum(ruleFacts).nullable() }),
  /** The rules that decided about a service point and the label printer, where they did. `by` null: a person or no rule chose the service. */
  z.object({
    code: z.literal('chosen-by-rules'),
    chosen: z.string(),
    by: ruleMarkSchema.nullable(),
    doubt: z.enum(ruleFacts).nullable(),
    printer: printsAtSchema.nullable(),
    point: ruleMarkSchema.nullable(),
  }),
]);
export type RuleReason = z.infer<typeof ruleReasonSchema>;
