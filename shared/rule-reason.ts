import { z } from 'zod';
import { printsAtSchema, ruleFacts, ruleMarkSchema } from './shipping-rule.ts';

const format = z.enum(['ZPL', 'PDF']);

/** Effects of rules on a purchase. The sentences are in `renderer/text/`. */
export const ruleReasonSchema = z.discriminatedUnion('code', [
  /** `by`: the rule that names the sender; null if the order does. */
  z.object({ code: z.literal('sender-not-listed'), name: z.string(), by: ruleMarkSchema.nullable() }),
  z.object({ code: z.literal('sender-hangs-on'), by: ruleMarkSchema, fact: z.enum(ruleFacts) }),
  /** The sender if there are several; `by` is null if no rule chose it. */
  z.object({ code: z.literal('sent-as'), name: z.string(), account: z.string(), by: ruleMarkSchema.nullable() }),
  z.object({ code: z.literal('printer-not-named'), name: z.string(), by: ruleMarkSchema }),
  /** `format`: the format of its route; `takes`: the format that it accepts. */
  z.object({ code: z.literal('printer-of-other-format'), name: z.string(), by: ruleMarkSchema, format, takes: format }),
  z.object({ code: z.literal('printer-hangs-on'), by: ruleMarkSchema, fact: z.enum(ruleFacts) }),
  /** `chosen`: the service, its price and its extras. `doubt`: the unknown fact because of which a person decided. */
  z.object({ code: z.literal('chosen-by-rule'), chosen: z.string(), by: ruleMarkSchema, doubt: z.enum(ruleFacts).nullable() }),
  /** The rules that decided on the service point and the label printer, if any. `by` null: a person or no rule chose the service. */
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
