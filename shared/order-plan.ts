import { z } from 'zod';

/** The most urgent first. */
export const priorities = ['high', 'normal', 'low'] as const;
export const prioritySchema = z.enum(priorities);
export type Priority = z.infer<typeof prioritySchema>;

/**
 * Who holds an order here, since when and why. `isBack`: it was deleted by them then, and a file has brought it again since. `changedBy`:
 * no person holds it, but this bench changed it and the change cannot be opened here. It can be released only once that `isPast`: the ledger
 * no longer keeps the change.
 */
export const heldSchema = z.object({
  by: z.string(),
  at: z.string(),
  why: z.string(),
  isBack: z.boolean(),
  changedBy: z.int().optional(),
  isPast: z.boolean().optional(),
});
export type Held = z.infer<typeof heldSchema>;

/** When an order is to be shipped, by its file or by a person here, whose word counts; a newer file changes none of theirs. */
export const orderPlanSchema = z.object({
  held: heldSchema.nullable(),
  priority: prioritySchema,
  /** `YYYY-MM-DD`, or empty. */
  shipBy: z.string(),
});
export type OrderPlan = z.infer<typeof orderPlanSchema>;

export const noPlan: OrderPlan = { held: null, priority: 'normal', shipBy: '' };

/** Orders in the order of this text are shipped in turn: the urgent first, of these what has to leave soonest. */
export const turnOf = ({ priority, shipBy }: OrderPlan): string => `${priorities.indexOf(priority)} ${shipBy || '9999'}`;
