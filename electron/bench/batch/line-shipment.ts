import { type BatchLine, keysOfLine, pickGroup } from '../../../shared/batch.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Order } from '../../../shared/order.ts';
import { asItems, offeredAnswer, type Question, withAnswer } from '../../../shared/question.ts';
import type { QuestionKind } from '../../../shared/question-kind.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import { toSameAddress } from '../same-address.ts';
import { joinFree } from '../ship/joining.ts';

type LineOrders = Pick<BatchLine, 'orderKey' | 'joined'>;

/**
 * Returns what a line ships: its stored order, or the shipment of the orders that a person put in one parcel. Fails if one of these was
 * changed, held, cancelled or shipped meanwhile, or goes to another address.
 */
export function lineShipment(
  context: Pick<BenchContext, 'fail' | 'journal'>,
  line: LineOrders,
): Result<Order, 'order-not-found' | 'joined-order-gone'> {
  const order = context.journal.order(line.orderKey);
  if (!order) return context.fail('order-not-found', line.orderKey);
  const { joined } = line;
  if (!joined) return ok(order);
  const atAddress = toSameAddress(context, order).map((other) => other.order);
  const others = joined.flatMap((key) => atAddress.find((other) => other.key === key) ?? []);
  const shipment = others.length === joined.length ? joinFree(context, order, others) : undefined;
  return shipment?.ok ? shipment : context.fail('joined-order-gone', keysOfLine(line).join(', '));
}

/** Shown if the orders of one parcel changed after they were put together. */
export const joinedOrderGone = ({ fail }: Pick<BenchContext, 'fail'>, line: LineOrders): Failure =>
  fail('joined-order-gone', keysOfLine(line).join(', ')).failure;

/** Orders are picked together if each of them is of the same product. */
export function groupOf(orders: readonly Order[]): string {
  const [group = '', ...more] = new Set(orders.map(pickGroup));
  return more.length > 0 ? '' : group;
}

/**
 * Returns the shipment with one of these questions answered: as a person answered it for this parcel, or by the weight of its items. Undefined
 * if a person has to answer. Only for shipments that no order stores.
 */
export function givenAnswer(
  { settings }: Pick<BenchContext, 'settings'>,
  shipment: Order,
  questions: readonly Question[],
  answers: BatchLine['answers'],
): { readonly order: Order; readonly kind: QuestionKind } | undefined {
  const { boxes, currency } = settings();
  for (const question of questions) {
    const { kind } = question;
    const given = answers?.[kind] ?? (offeredAnswer(question) === asItems ? asItems : undefined);
    const order = given === undefined ? undefined : withAnswer(shipment, question, given, boxes, currency);
    if (order) return { order, kind };
  }
  return undefined;
}
