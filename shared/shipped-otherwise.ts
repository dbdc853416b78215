import { z } from 'zod';
import { orderKeySchema } from './order.ts';
import { heldSchema, type OtherWay, otherWays } from './order-plan.ts';

/** An order that a person shipped without a label, as its shop receives it. `why`: a note, or how it was shipped if the way is `other`. */
export const shippedOtherwiseSchema = heldSchema.pick({ by: true, at: true, why: true }).extend({
  orderKey: orderKeySchema,
  way: z.enum(otherWays),
});
export type ShippedOtherwise = z.infer<typeof shippedOtherwiseSchema>;

const wayNames: Readonly<Record<OtherWay, string>> = {
  letter: 'Letter',
  'own-vehicle': 'Own vehicle',
  collected: 'Collected by the customer',
  other: '',
};

/** How an order was shipped without a label, as a shop receives it. */
export const wayText = ({ way, why }: Pick<ShippedOtherwise, 'way' | 'why'>): string => [wayNames[way], why].filter(Boolean).join(': ');
