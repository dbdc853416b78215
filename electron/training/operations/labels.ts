import { encodedLabels } from '../encoded-labels.ts';
import { done, type Envelope, refused } from '../envelope.ts';
import type { Fields } from '../fields.ts';
import { namedOrders, type OperationContext } from './operation.ts';

/** Returns one file for all orders: ZPL only if every order was booked with ZPL labels. */
export async function labels(request: Fields, context: OperationContext): Promise<Envelope> {
  const problems: string[] = [];
  const orders = namedOrders(request['order_numbers'], 'order_numbers', problems, context);
  if (problems.length > 0) return refused(...problems);
  const format = orders.every((order) => order.labelFormat === 'ZPL') ? 'ZPL' : 'PDF';
  return done({ order_numbers: orders.map((order) => order.orderNo), labels: await encodedLabels(orders, format, context.now) });
}
