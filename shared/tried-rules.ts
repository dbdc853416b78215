import { z } from 'zod';
import { pointRuleSchema } from './shipping-rule.ts';
import { moneySchema } from './units.ts';

/** Result of rules for an order. */
const outcomeSchema = z.object({
  /** Empty if no service is chosen. */
  service: z.string(),
  /** The sender, if the tried rules name another than the saved ones. Its prices are unknown, because none were requested. */
  sender: z.string().optional(),
  price: moneySchema.nullable(),
  /** The label printer that a rule names, and why its order would stop there. */
  printer: z.object({ name: z.string(), stops: z.enum(['not-named', 'other-format', 'in-doubt']).nullable() }).optional(),
  /** Set if a rule concerns service points. The nearest one was not requested. */
  point: pointRuleSchema.optional(),
  /** True if it is bought without a person. */
  isBought: z.boolean(),
});
export type TriedOutcome = z.infer<typeof outcomeSchema>;

/** Result that other rules would have had for the orders of a past day, at the prices of that day. */
export const triedRulesSchema = z.object({
  /** Null if no order of an earlier day was quoted. */
  day: z.iso.date().nullable(),
  orders: z.int().nonnegative(),
  changed: z.array(z.object({ orderKey: z.string(), city: z.string(), was: outcomeSchema, wouldBe: outcomeSchema })),
  /** Number of orders that each rule decides, by its place, counted from 1. */
  decided: z.array(z.object({ no: z.int().positive(), orders: z.int().positive() })),
  /** Total price of the chosen services, one line for each kind and currency. */
  sums: z.array(z.object({ of: z.enum(['shipping', 'co2', 'insurance']), was: moneySchema, wouldBe: moneySchema })),
});
export type TriedRules = z.infer<typeof triedRulesSchema>;
