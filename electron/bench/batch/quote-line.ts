import { leavesCustomsTerritory } from '../../../shared/address.ts';
import { answerFits, type BatchLine } from '../../../shared/batch.ts';
import { isSettledOrOpen } from '../../../shared/booking.ts';
import type { Failure } from '../../../shared/failure.ts';
import { type Order, type OrderKey, withDefaults } from '../../../shared/order.ts';
import { type Question, questionsOf } from '../../../shared/question.ts';
import { isSureToGo, type Quote, type Service } from '../../../shared/quote.ts';
import type { Choice } from '../../../shared/rules.ts';
import type { ShipmentProblem } from '../../../shared/shipment-check.ts';
import { type PrintsAt, rulesInForce, wantsPoint } from '../../../shared/shipping-rule.ts';
import type { BenchContext } from '../context.ts';
import { digestOf } from '../exchange/digest.ts';
import { heldFailure } from '../held.ts';
import { withKnownNumber } from '../known-number.ts';
import { incompleteCode, letterProblems } from '../letter-problems.ts';
import { type SentAs, sentAs } from '../sent-as.ts';
import { printsAt } from '../ship/label-printer.ts';
import type { Offers } from '../ship/offers.ts';
import type { Purchase } from '../ship/purchase.ts';
import { unreadRules } from '../unread-rules.ts';

/** What is known of an order before its price is asked. */
type Ready =
  | { readonly is: 'left' }
  | { readonly is: 'stopped'; readonly failure: Failure }
  | { readonly is: 'asked'; readonly order: Order; readonly questions: readonly Question[] }
  | { readonly is: 'ready'; readonly order: Order; readonly from: SentAs; readonly printsAt: PrintsAt | null; readonly asWritten: string };

/** The price of one order, with all that is needed to buy it. */
export interface Priced {
  readonly order: Order;
  readonly from: SentAs;
  readonly asWritten: string;
  readonly quote: Quote;
  readonly choice: Choice;
  readonly service: Service;
}

interface Doings {
  readonly offers: Offers;
  readonly writtenNow: Purchase['writtenNow'];
  readonly mayBeShipped: (key: OrderKey) => Failure | undefined;
  readonly until: () => AbortSignal;
}

/** A fact that is missing is asked about at the scan, and so is the service point that a rule wants. */
export const isForBatch = ({ doubt, point, why }: Choice): boolean => !doubt && !wantsPoint({ point }) && why !== 'first';

/** An order with what Setup knows, as it would be sent now. */
export function readyLine(context: BenchContext, key: OrderKey, { writtenNow, mayBeShipped }: Omit<Doings, 'offers' | 'until'>): Ready {
  const { journal, courier, fail } = context;
  const stopped = (failure: Failure): Ready => ({ is: 'stopped', failure });
  const settings = context.settings();
  const written = journal.order(key);
  if (!written) return stopped(fail('order-not-found', key).failure);
  const latest = journal.latestOf(key);
  if (latest && isSettledOrOpen(latest)) return { is: 'left' };
  if (written.hold) return stopped(fail(`order-${written.hold}`).failure);
  const held = heldFailure(context, key);
  if (held) return stopped(held);
  const doubt = mayBeShipped(key);
  if (doubt) return stopped(doubt);
  const rules = rulesInForce(settings);
  const unread = unreadRules(context, rules);
  if (unread) return stopped(unread);
  const from = sentAs(context, written, rules);
  if (!from.ok && from.failure.code !== 'sender-in-doubt') return stopped(from.failure);
  const needsCustoms = from.ok && leavesCustomsTerritory(from.value.address, written.recipient);
  const order = withDefaults(withKnownNumber(context, written), settings, needsCustoms);
  const stopWith = (problems: readonly ShipmentProblem[]): Ready =>
    stopped(
      fail(
        incompleteCode(problems),
        problems.map(({ why }) => why),
      ).failure,
    );
  const unsendable = from.ok ? letterProblems(context, { sender: from.value.address, order }) : [];
  if (unsendable.length > 0) return stopWith(unsendable);
  const questions = questionsOf(order, needsCustoms);
  // What has an answer of its own is asked in the order's form.
  const ownAnswers = questions.filter((question) => answerFits(order, question) === null);
  if (ownAnswers.length > 0)
    return stopped(
      fail(
        'order-incomplete',
        ownAnswers.map(({ kind }) => ({ code: 'fact-asked', kind })),
      ).failure,
    );
  if (questions.length > 0) return { is: 'asked', order, questions };
  if (!from.ok) return stopped(from.failure);
  const problems = courier.problems({ sender: from.value.address, order }).filter((problem) => problem.stops);
  if (problems.length > 0) return stopWith(problems);
  const printed = printsAt(context, { order, from: from.value }, rules);
  if (!printed.ok) return stopped(printed.failure);
  return { is: 'ready', order, from: from.value, printsAt: printed.value, asWritten: writtenNow(written, rules) };
}

/** Asks the price of one order: what becomes of its line, and the offer where there is one. */
export async function quoteLine(
  context: BenchContext,
  key: OrderKey,
  doings: Doings,
): Promise<{ readonly change: Partial<BatchLine>; readonly priced?: Priced }> {
  const ready = readyLine(context, key, doings);
  switch (ready.is) {
    case 'left':
      return { change: { state: 'left', questions: [] } };
    case 'stopped':
      return { change: { state: 'stopped', failure: ready.failure, questions: [] } };
    case 'asked':
      return { change: { state: 'asked', questions: [...ready.questions] } };
    case 'ready':
  }
  const { order, from, asWritten } = ready;
  const asked = await doings.offers.ask({ order, from }, rulesInForce(context.settings()), undefined, doings.until());
  if (!asked.ok) return { change: { state: 'stopped', failure: asked.failure, questions: [] } };
  const { quote, choice } = asked.value;
  const service = quote.services.find(({ serviceId }) => serviceId === choice.serviceId);
  if (!service || !isForBatch(choice)) return { change: { state: 'stopped', failure: context.fail('rule-asks').failure, questions: [] } };
  // Whoever ships it alone sees that it is not known whether it goes there.
  if (!isSureToGo(service, order)) return { change: { state: 'stopped', failure: context.fail('rule-asks').failure, questions: [] } };
  return {
    change: {
      state: 'quoted',
      service,
      extras: choice.extras,
      printer: ready.printsAt?.name,
      digest: digestOf(asWritten),
      failure: null,
      questions: [],
    },
    priced: { order, from, asWritten, quote, choice, service },
  };
}
