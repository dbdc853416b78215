import { z } from 'zod';
import { type RulesInForce, rulesVersionSchema } from './shipping-rule.ts';

/** Increase `form` with any change of a rule: a bench that does not know the new part would apply a different rule. */
const rulesFileSchema = rulesVersionSchema
  .pick({ list: true, last: true })
  .extend({ is: z.literal('packbench-shipping-rules'), form: z.literal(1) });

type Rules = Pick<RulesInForce, 'list' | 'last'>;

/** The rules as a file for another bench. */
export const writeRulesFile = ({ list, last }: Rules): string =>
  JSON.stringify({ is: 'packbench-shipping-rules', form: 1, list, last } satisfies z.infer<typeof rulesFileSchema>, null, 2);

/** Undefined if the text is not a file of rules, or has another form. */
export function readRulesFile(text: string): z.infer<typeof rulesFileSchema> | undefined {
  try {
    return rulesFileSchema.safeParse(JSON.parse(text)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
