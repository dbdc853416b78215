import { z } from 'zod';
import { prioritySchema } from './order-plan.ts';

/**
 * Stages of an order. `held`: by a person here; `barred`: by its shop. `partly`: a part was shipped, and the rest is left. `otherwise`:
 * shipped without a label of Packbench.
 */
export const orderStages = ['to-ship', 'held', 'barred', 'booking', 'unknown', 'partly', 'shipped', 'otherwise'] as const;
export type OrderStage = (typeof orderStages)[number];

/** `turn`: in batch order, the urgent first, and among these the earliest day to ship by. */
export const orderSorts = ['newest', 'oldest', 'turn', 'ship-by', 'order', 'country', 'source', 'state'] as const;
export type OrderSort = (typeof orderSorts)[number];

/** `late`: the day is over. `today` and `week`: by then at the latest. */
export const shipByFilters = ['late', 'today', 'week', 'some', 'none'] as const;
export type ShipByFilter = (typeof shipByFilters)[number];

/** Imported today, within seven days, or before that. */
export const takenFilters = ['today', 'week', 'before'] as const;
export type TakenFilter = (typeof takenFilters)[number];

/** Filter and sort order of a list of orders; null means any. */
export const orderFilterSchema = z.object({
  stage: z.enum(orderStages).nullable(),
  source: z.string().max(500).nullable(),
  country: z.string().max(100).nullable(),
  taken: z.enum(takenFilters).nullable(),
  shipBy: z.enum(shipByFilters).nullable(),
  priority: prioritySchema.nullable(),
  sort: z.enum(orderSorts),
});
export type OrderFilter = z.infer<typeof orderFilterSchema>;

export const allOrders: OrderFilter = {
  stage: null,
  source: null,
  country: null,
  taken: null,
  shipBy: null,
  priority: null,
  sort: 'newest',
};

export const isAllOrders = (filter: OrderFilter): boolean =>
  (Object.keys(allOrders) as (keyof OrderFilter)[]).every((field) => filter[field] === allOrders[field]);
