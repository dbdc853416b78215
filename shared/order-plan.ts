import { z } from 'zod';

/** Most urgent first. */
export const priorities = ['high', 'normal', 'low'] as const;
export const prioritySchema = z.enum(priorities);
export type Priority = z.infer<typeof prioritySchema>;

/** How an order leaves without a label of Packbench. */
export const otherWays = ['letter', 'own-vehicle', 'collected', 'other'] as const;
export type OtherWay = (typeof otherWays)[number];

/**
 * A hold on an order here: the person, the time and the reason. `isBack`: that person deleted it, and a file has brought it again since.
 * `changedBy`: no person holds it, but this bench changed it and the change cannot be decrypted here. Such an order can be released only
 * if `isPast` is set: the ledger no longer keeps the change. `otherwise`: that person shipped it without a label, and `why` is a note about
 * it; nothing is bought for it until a person gives a reason.
 */
export const heldSchema = z.object({
  by: z.string(),
  at: z.string(),
  why: z.string(),
  isBack: z.boolean(),
  changedBy: z.int().optional(),
  isPast: z.boolean().optional(),
  otherwise: z.enum(otherWays).optional(),
});
export type Held = z.infer<typeof heldSchema>;

/** When an order is to be shipped, according to its file or a person here. The person's values win; a newer file does not change them. */
export const orderPlanSchema = z.object({
  held: heldSchema.nullable(),
  priority: prioritySchema,
  /** `YYYY-MM-DD`, or empty. */
  shipBy: z.string(),
});
export type OrderPlan = z.infer<typeof orderPlanSchema>;

export const noPlan: OrderPlan = { held: null, priority: 'normal', shipBy: '' };

/** Sort key of the shipping order: the urgent first, and among these the earliest day to ship by. */
export const turnOf = ({ priority, shipBy }: OrderPlan): string => `${priorities.indexOf(priority)} ${shipBy || '9999'}`;
