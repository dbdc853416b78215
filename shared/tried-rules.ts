import { z } from 'zod';
import { pointRuleSchema } from './shipping-rule.ts';
import { moneySchema } from './units.ts';

/** What rules do with an order. */
const outcomeSchema = z.object({
  /** Empty where no service is chosen. */
  service: z.string(),
  /** Who sends it, where the tried rules say another than the saved ones. The prices for that one are not known: none was asked. */
  sender: z.string().optional(),
  price: moneySchema.nullable(),
  /** The label printer that a rule names, and why its order would stop there. */
  printer: z.object({ name: z.string(), stops: z.enum(['not-named', 'other-format', 'in-doubt']).nullable() }).optional(),
  /** Where a rule says something of service points. Which one was nearest was not asked. */
  point: pointRuleSchema.optional(),
  /** Bought without a person. */
  isBought: z.boolean(),
});
export type TriedOutcome = z.infer<typeof outcomeSchema>;

/** What other rules would have done with the orders of a day that is over, at the prices of that day. */
export const triedRulesSchema = z.object({
  /** Null where no order of an earlier day was quoted. */
  day: z.iso.date().nullable(),
  orders: z.int().nonnegative(),
  changed: z.array(z.object({ orderKey: z.string(), city: z.string(), was: outcomeSchema, wouldBe: outcomeSchema })),
  /** How many orders each rule decides, by its place from 1 on. */
  decided: z.array(z.object({ no: z.int().positive(), orders: z.int().positive() })),
  /** What the chosen services cost together, one line for each kind and currency. */
  sums: z.array(z.object({ of: z.enum(['shipping', 'co2', 'insurance']), was: moneySchema, wouldBe: moneySchema })),
});
export type TriedRules = z.infer<typeof triedRulesSchema>;
