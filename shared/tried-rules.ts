import { z } from 'zod';
import { moneySchema } from './units.ts';

/** What rules do with an order. */
const outcomeSchema = z.object({
  /** Empty where no service is chosen. */
  service: z.string(),
  /** Who sends it, where the tried rules say another than the saved ones. The prices for that one are not known: none was asked. */
  sender: z.string().optional(),
  price: moneySchema.nullable(),
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
