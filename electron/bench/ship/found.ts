import type { WorkflowAt } from '../../../shared/bench.ts';
import type { Booking } from '../../../shared/booking.ts';
import type { NotFoundCode } from '../../../shared/call-codes.ts';
import type { ParcelElsewhere, UnreadOrder } from '../../../shared/elsewhere.ts';
import { type Order, orderKeySchema } from '../../../shared/order.ts';
import type { Question } from '../../../shared/question.ts';
import { type ForeignCode, foreignCode, slotOf } from '../../../shared/scan.ts';
import type { BenchContext } from '../context.ts';
import { readableRows } from '../readable-rows.ts';
import { elsewhereOf } from '../readiness.ts';

/** What a code leads to: the order it means, and what was last done with it, or the shipment that has the number. */
export interface Found {
  readonly order: Order | undefined;
  readonly known: Booking | undefined;
  /** More than one where orders are told apart only by how their keys are spelt: a person says which. */
  readonly among: readonly Order[];
  /** Its row of an order file was left out and waits in Resolve; another spelling of its number may be somebody else's order. */
  readonly isLeftOut: boolean;
  /** Another bench has this order, and this bench cannot open it yet. */
  readonly unread: UnreadOrder | undefined;
  /** What another bench booked for it, where that is a later shipment than any that this one sent. */
  readonly elsewhere: ParcelElsewhere | undefined;
}

export function lookUp(context: BenchContext, code: string): Found {
  const { journal } = context;
  const among = orderKeySchema.safeParse(code).success ? journal.ordersAt(slotOf(code)) : [];
  const exact = among.find(({ key }) => key === code);
  if (!exact && isLeftOut(context, code, among))
    return { order: undefined, known: undefined, among: [], isLeftOut: true, unread: undefined, elsewhere: undefined };
  const written = exact ?? among[0];
  const known = written ? journal.latestOf(written.key) : journal.findBooking(code);
  const order = written ?? (known && journal.order(known.orderKey));
  const said = order || known ? undefined : journal.unreadAt(slotOf(code));
  const unread = said?.isPast ? undefined : said;
  return { order, known, among, isLeftOut: false, unread, elsewhere: elsewhereAt(context, code, order, known) };
}

/** The same for an order that a person chose. */
export function foundOf(context: BenchContext, order: Order): Found {
  const known = context.journal.latestOf(order.key);
  return { order, known, among: [], isLeftOut: false, unread: undefined, elsewhere: elsewhereOf(context, order.key, known) };
}

/** What another bench booked for what a code leads to, as far as this bench knows. */
function elsewhereAt(
  context: BenchContext,
  code: string,
  order: Pick<Order, 'key'> | undefined,
  known: Booking | undefined,
): ParcelElsewhere | undefined {
  const key = order?.key ?? known?.orderKey;
  if (key !== undefined) return elsewhereOf(context, key, known);
  return context.journal.elsewhereAt(slotOf(code)) ?? context.journal.findElsewhere(code);
}

const isLeftOut = (context: BenchContext, code: string, among: readonly Order[]): boolean =>
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

/** What a person is told of a code that leads to nothing here. */
export function foreignFailure(code: string, { isLeftOut, unread }: Pick<Found, 'isLeftOut' | 'unread'>): NotFoundCode {
  if (isLeftOut) return 'order-left-out';
  if (unread) return 'order-sealed';
  return failures[foreignCode(code)];
}

/** The question a scale answers: scales that type like a scanner send kilograms with a decimal point, which no order key has. */
export const weightQuestion = (workflow: WorkflowAt<'asking'>, code: string): Question | undefined =>
  workflow.questions[0]?.kind === 'weight' && isWeight(code) ? workflow.questions[0] : undefined;

export const isWeight = (text: string): boolean => /^\d{1,4}[.,]\d{1,3}$/.test(text);
