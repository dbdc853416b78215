import { answerFits, type BatchLine } from '../../../shared/batch.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Order } from '../../../shared/order.ts';
import type { Question } from '../../../shared/question.ts';
import type { QuestionKind } from '../../../shared/question-kind.ts';
import { isSureToGo, type Quote, type Service } from '../../../shared/quote.ts';
import type { Ready, SentAs } from '../../../shared/readiness.ts';
import type { Choice } from '../../../shared/rules.ts';
import { type RulesInForce, rulesInForce, wantsPoint } from '../../../shared/shipping-rule.ts';
import type { BenchContext } from '../context.ts';
import { digestOf } from '../exchange/digest.ts';
import { type Assessed, failureFor, readinessToPrice, withFieldReasons } from '../readiness.ts';
import { toSameAddress } from '../same-address.ts';
import { mustConfirmNote, rulesCheckItems } from '../ship/checking-off.ts';
import type { Offers } from '../ship/offers.ts';
import type { Purchase } from '../ship/purchase.ts';
import { givenAnswer, joinedOrderGone, lineShipment } from './line-shipment.ts';

/** Step for one order before its quote. */
type Line =
  | { readonly is: 'left' }
  | { readonly is: 'stopped'; readonly failure: Failure }
  | { readonly is: 'asked'; readonly order: Order; readonly questions: readonly Question[] }
  | (Ready & { readonly asWritten: string });

/** The quote of one order, with everything needed to buy it. */
export interface Priced {
  readonly order: Order;
  readonly from: SentAs;
  readonly asWritten: string;
  readonly quote: Quote;
  readonly choice: Choice;
  readonly service: Service;
}

export type QuoteLineContext = Pick<
  BenchContext,
  'allPrinters' | 'courier' | 'fail' | 'journal' | 'keyAccount' | 'now' | 'printers' | 'settings'
>;

/** The orders of a line, and what a person answered for their parcel. */
type LineFacts = Pick<BatchLine, 'orderKey' | 'joined' | 'answers'>;

interface QuoteLineDeps {
  readonly offers: Pick<Offers, 'ask'>;
  readonly writtenNow: Purchase['writtenNow'];
  readonly until: () => AbortSignal;
}

/** Missing facts, and the service point that a rule requires, are asked for at the scan. */
export const isForBatch = ({ doubt, point, why }: Choice): boolean => !doubt && !wantsPoint({ point }) && why !== 'first';

/** Checks if this batch may quote and buy a line now, using `assess` and the answers that a batch accepts. */
export function readyLine(context: QuoteLineContext, line: LineFacts, { writtenNow }: Pick<QuoteLineDeps, 'writtenNow'>): Line {
  const { fail } = context;
  const stopped = (failure: Failure): Line => ({ is: 'stopped', failure });
  const shipment = lineShipment(context, line);
  if (!shipment.ok) return stopped(shipment.failure);
  const rules = rulesInForce(context.settings());
  const { readiness, meant } = assessedLine(context, shipment.value, line, rules);
  if (readiness.is === 'stop') {
    if (readiness.code !== 'shipped') return stopped(failureFor(context, withFieldReasons(readiness)));
    return line.joined ? stopped(joinedOrderGone(context, line)) : { is: 'left' };
  }
  if (readiness.is === 'ask' && readiness.about === 'earlier-shipment') return stopped(fail('may-be-shipped', line.orderKey).failure);
  // No user sees this order while its batch is bought.
  const [why] = readiness.byPerson;
  if (why) return stopped(failureFor(context, why));
  // A batch has no packer who could scan the items off.
  const isWhole = readiness.is === 'ready';
  const work = { order: readiness.order, rules, sender: meant.sender, isWhole };
  if (mustConfirmNote(context, work)) return stopped(fail('note-not-confirmed').failure);
  if (rulesCheckItems(context, work)) return stopped(fail('items-not-checked').failure);
  if (readiness.is === 'ready') return { ...readiness, asWritten: writtenNow(shipment.value, rules) };
  // A question with a separate answer for each order is asked in the order's form.
  const ownAnswers = readiness.questions.filter((question) => answerFits(readiness.order, question) === null);
  if (ownAnswers.length === 0) return { is: 'asked', order: readiness.order, questions: readiness.questions };
  return stopped(
    fail(
      'order-incomplete',
      ownAnswers.map(({ kind }) => ({ code: 'fact-asked', kind })),
    ).failure,
  );
}

/** Returns `readinessToPrice` for what a line ships. The facts of a parcel of several orders are those that were given for this parcel. */
function assessedLine(context: QuoteLineContext, shipment: Order, { joined, answers }: LineFacts, rules: RulesInForce): Assessed {
  const answered = new Set<QuestionKind>();
  for (let order = shipment; ; ) {
    const assessed = readinessToPrice(context, order, rules);
    const { readiness } = assessed;
    if (!joined || readiness.is !== 'ask' || readiness.about !== 'facts') return assessed;
    const open = readiness.questions.filter(({ kind }) => !answered.has(kind));
    const given = givenAnswer(context, readiness.written, open, answers);
    if (!given) return assessed;
    answered.add(given.kind);
    order = given.order;
  }
}

/**
 * Requests the quote of one order: the change of its line, and the offer if there is one. An order stops if another open order goes to its
 * address, because one parcel may take both: only a person decides that.
 */
export async function quoteLine(
  context: QuoteLineContext,
  line: LineFacts,
  { offers, until, writtenNow }: QuoteLineDeps,
): Promise<{ readonly change: Partial<BatchLine>; readonly priced?: Priced }> {
  const ready = readyLine(context, line, { writtenNow });
  const order = context.journal.order(line.orderKey);
  const isAlone = !line.joined && (ready.is === 'ready' || ready.is === 'asked');
  const sameAddress = isAlone && order ? toSameAddress(context, order).map((other) => other.order.key) : [];
  if (sameAddress.length > 0) {
    const { failure } = context.fail('address-shared', sameAddress.join(', '));
    return { change: { state: 'stopped', failure, questions: [], sameAddress } };
  }
  switch (ready.is) {
    case 'left':
      return { change: { state: 'left', questions: [] } };
    case 'stopped':
      return { change: { state: 'stopped', failure: ready.failure, questions: [] } };
    case 'asked':
      return { change: { state: 'asked', questions: [...ready.questions] } };
    case 'ready':
  }
  const { from, asWritten } = ready;
  const asked = await offers.ask({ order: ready.order, from }, rulesInForce(context.settings()), undefined, until());
  if (!asked.ok) return { change: { state: 'stopped', failure: asked.failure, questions: [] } };
  const { quote, choice } = asked.value;
  const service = quote.services.find(({ serviceId }) => serviceId === choice.serviceId);
  if (!service || !isForBatch(choice)) return { change: { state: 'stopped', failure: context.fail('rule-asks').failure, questions: [] } };
  // If it is unsure that the service goes there, the packer decides when shipping the order alone.
  if (!isSureToGo(service, ready.order)) return { change: { state: 'stopped', failure: context.fail('rule-asks').failure, questions: [] } };
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
    priced: { order: ready.order, from, asWritten, quote, choice, service },
  };
}
