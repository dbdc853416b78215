import type { WorkflowAt } from '../../../shared/bench.ts';
import type { Booking } from '../../../shared/booking.ts';
import type { NotFoundCode } from '../../../shared/call-codes.ts';
import type { ParcelElsewhere, UnreadOrder } from '../../../shared/elsewhere.ts';
import { type Order, orderKeySchema } from '../../../shared/order.ts';
import type { Question } from '../../../shared/question.ts';
import { type ForeignCode, foreignCode, slotOf } from '../../../shared/scan.ts';
import { type ReadableRows, readableRows } from '../readable-rows.ts';
import { elsewhereOf } from '../readiness.ts';

/** Result for a code: the order it means, with its latest booking, or the shipment that has the number. */
export interface Found {
  readonly order: Order | undefined;
  readonly known: Booking | undefined;
  /** More than one if orders differ only in how their keys are spelt: a person chooses. */
  readonly among: readonly Order[];
  /** Its row of an order file was left out and waits in Resolve; another spelling of its number may be another customer's order. */
  readonly isLeftOut: boolean;
  /** Another bench has this order, and this bench cannot decrypt it yet. */
  readonly unread: UnreadOrder | undefined;
  /** Booking of another bench, if it is a later shipment than any that this bench sent. */
  readonly elsewhere: ParcelElsewhere | undefined;
}

export function lookUp(context: ReadableRows, code: string): Found {
  const { journal } = context;
  const among = orderKeySchema.safeParse(code).success ? journal.ordersAt(slotOf(code)) : [];
  const exact = among.find(({ key }) => key === code);
  if (!exact && isLeftOut(context, code, among))
    return { order: undefined, known: undefined, among: [], isLeftOut: true, unread: undefined, elsewhere: undefined };
  const written = exact ?? among[0];
  const known = written ? journal.latestOf(written.key) : journal.findBooking(code);
  const order = written ?? (known && journal.order(known.orderKey));
  const marked = order || known ? undefined : journal.unreadAt(slotOf(code));
  const unread = marked?.isPast ? undefined : marked;
  return { order, known, among, isLeftOut: false, unread, elsewhere: elsewhereAt(context, code, order, known) };
}

/** As `lookUp`, for an order that a person chose. */
export function foundOf(context: ReadableRows, order: Order): Found {
  const known = context.journal.latestOf(order.key);
  return { order, known, among: [], isLeftOut: false, unread: undefined, elsewhere: elsewhereOf(context, order.key, known) };
}

/** Returns what another bench booked for the code, as far as this bench knows. */
function elsewhereAt(
  context: ReadableRows,
  code: string,
  order: Pick<Order, 'key'> | undefined,
  known: Booking | undefined,
): ParcelElsewhere | undefined {
  const key = order?.key ?? known?.orderKey;
  if (key !== undefined) return elsewhereOf(context, key, known);
  return context.journal.elsewhereAt(slotOf(code)) ?? context.journal.findElsewhere(code);
}

const isLeftOut = (context: ReadableRows, code: string, among: readonly Order[]): boolean =>
  readableRows(context)
    .map(({ problem }) => problem.orderKey)
    .some((key) => key === code || (key !== '' && among.length === 0 && slotOf(key) === slotOf(code)));

export const isForeign = ({ order, known, elsewhere }: Found): boolean =>
  order === undefined && known === undefined && elsewhere === undefined;

const failures: Record<ForeignCode, NotFoundCode> = {
  product: 'code-of-product',
  'web-page': 'code-of-web-page',
  unknown: 'order-not-found',
};

/** Returns the failure to show for a code that leads to nothing here. */
export function foreignFailure(code: string, { isLeftOut, unread }: Pick<Found, 'isLeftOut' | 'unread'>): NotFoundCode {
  if (isLeftOut) return 'order-left-out';
  if (unread) return 'order-encrypted';
  return failures[foreignCode(code)];
}

/** Returns the question that a scale answers. Scales that type like a scanner send kilograms with a decimal point; no order key has one. */
export const weightQuestion = (workflow: WorkflowAt<'asking'>, code: string): Question | undefined =>
  workflow.questions[0]?.kind === 'weight' && isWeight(code) ? workflow.questions[0] : undefined;

export const isWeight = (text: string): boolean => /^\d{1,4}[.,]\d{1,3}$/.test(text);
