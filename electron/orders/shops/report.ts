import { z } from 'zod';
import type { ShopReply } from '../../bench/ports/orders.ts';
import type { ApiAnswer } from './shop-client.ts';

/** A report of the bench, as the outbox keeps it. */
export const reportSchema = z.object({
  event: z.enum(['shipped', 'tracking', 'cancelled']),
  order: z.string(),
  shop_order: z.string(),
  tracking_numbers: z.array(z.string()),
  links: z.record(z.string(), z.string()),
  consignment_number: z.string(),
  courier: z.string(),
  service: z.string(),
  at: z.string(),
  /** The items of this order in this shipment; empty if it left without one. */
  items: z.array(z.object({ sku: z.string(), name: z.string(), quantity: z.int() })),
  complete: z.boolean(),
  otherwise: z.string().optional(),
});
export type Report = z.infer<typeof reportSchema>;

/** Until the tracking numbers are known, the shop gets the consignment number. */
export const numbersOf = ({ tracking_numbers: numbers, consignment_number: consignment }: Report): readonly string[] =>
  numbers.length > 0 ? numbers : [consignment].filter(Boolean);

/** The reply to a report whose request was not answered as it should be. */
export const notTaken = (answer: Exclude<ApiAnswer, { readonly is: 'answered' }>, isWrite: boolean): ShopReply =>
  answer.is === 'refused'
    ? { is: 'refused', why: answer.why }
    : { is: 'later', afterMs: answer.afterMs, why: answer.why, mayBeTaken: isWrite && answer.mayBeTaken };

export const unknownReply: ShopReply = { is: 'later', afterMs: 0, why: { code: 'shop-answer-unknown' }, mayBeTaken: false };
