import { z } from 'zod';
import { readWhole } from './read-whole.ts';
import { type RulesInForce, rulesVersionSchema } from './shipping-rule.ts';

const rulesFileSchema = rulesVersionSchema.pick({ list: true, last: true }).extend({ is: z.literal('packbench-shipping-rules') });

type Rules = Pick<RulesInForce, 'list' | 'last'>;

/** The rules as a file that another bench can take over. */
export const writeRulesFile = ({ list, last }: Rules): string => JSON.stringify({ is: 'packbench-shipping-rules', list, last }, null, 2);

/** Undefined where it is no file of rules, or of rules of which this version does not know all. */
export function readRulesFile(text: string): z.infer<typeof rulesFileSchema> | undefined {
  try {
    return readWhole(rulesFileSchema, JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
