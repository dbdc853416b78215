import { answerFits, type BatchLine } from '../../../shared/batch.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Order, OrderKey } from '../../../shared/order.ts';
import type { Question } from '../../../shared/question.ts';
import { isSureToGo, type Quote, type Service } from '../../../shared/quote.ts';
import type { Ready, SentAs } from '../../../shared/readiness.ts';
import type { Choice } from '../../../shared/rules.ts';
import { rulesInForce, wantsPoint } from '../../../shared/shipping-rule.ts';
import type { BenchContext } from '../context.ts';
import { digestOf } from '../exchange/digest.ts';
import { failureFor, readinessToPrice, withFieldReasons } from '../readiness.ts';
import type { Offers } from '../ship/offers.ts';
import type { Purchase } from '../ship/purchase.ts';

/** What a batch does with one order before its price is asked. */
type Line =
  | { readonly is: 'left' }
  | { readonly is: 'stopped'; readonly failure: Failure }
  | { readonly is: 'asked'; readonly order: Order; readonly questions: readonly Question[] }
  | (Ready & { readonly asWritten: string });

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
  readonly until: () => AbortSignal;
}

/** A fact that is missing is asked about at the scan, and so is the service point that a rule wants. */
export const isForBatch = ({ doubt, point, why }: Choice): boolean => !doubt && !wantsPoint({ point }) && why !== 'first';

/** Whether an order may be priced and bought by this batch now, as far as `assess` and the answers that a batch takes go. */
export function readyLine(context: BenchContext, key: OrderKey, { writtenNow }: Pick<Doings, 'writtenNow'>): Line {
  const { journal, fail } = context;
  const stopped = (failure: Failure): Line => ({ is: 'stopped', failure });
  const order = journal.order(key);
  if (!order) return stopped(fail('order-not-found', key).failure);
  const rules = rulesInForce(context.settings());
  const { readiness } = readinessToPrice(context, order, rules);
  if (readiness.is === 'stop')
    return readiness.code === 'shipped' ? { is: 'left' } : stopped(failureFor(context, withFieldReasons(readiness)));
  if (readiness.is === 'ask' && readiness.about === 'earlier-shipment') return stopped(fail('may-be-shipped', key).failure);
  // Nobody sees this order while its batch is bought.
  const [why] = readiness.byPerson;
  if (why) return stopped(failureFor(context, why));
  if (readiness.is === 'ready') return { ...readiness, asWritten: writtenNow(order, rules) };
  // A question that each order answers for itself is asked in the order's form.
  const ownAnswers = readiness.questions.filter((question) => answerFits(readiness.order, question) === null);
  if (ownAnswers.length === 0) return { is: 'asked', order: readiness.order, questions: readiness.questions };
  return stopped(
    fail(
      'order-incomplete',
      ownAnswers.map(({ kind }) => ({ code: 'fact-asked', kind })),
    ).failure,
  );
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
