import { setImmediate as turn } from 'node:timers/promises';
import type { Answer, CallArgs } from '../../../shared/ipc.ts';
import { localMoment } from '../../../shared/local-moment.ts';
import type { Order } from '../../../shared/order.ts';
import type { Quote, Service } from '../../../shared/quote.ts';
import { assess, meantBy, type Readiness, type ReadinessFacts } from '../../../shared/readiness.ts';
import { ok } from '../../../shared/result.ts';
import type { Choice } from '../../../shared/rules.ts';
import { usualSender } from '../../../shared/sender.ts';
import { type RulesInForce, rulesInForce } from '../../../shared/shipping-rule.ts';
import type { TriedOutcome, TriedRules } from '../../../shared/tried-rules.ts';
import type { BenchContext } from '../context.ts';
import { labelPrintersKnown, todayFor } from '../readiness.ts';
import { offeredIn } from './choice-in.ts';

/** Number of newest shipments to search. */
const mostTried = 500;
/** Number of shipments between two turns of other work. */
const atOnce = 10;

/** Compares these rules with the saved ones, on the orders that were quoted on the last day before today. */
export async function tryRules(
  context: Then & Pick<BenchContext, 'fail' | 'journal'>,
  next: CallArgs<'tryRules'>,
): Promise<Answer<'tryRules'>> {
  const { journal } = context;
  const settings = context.settings();
  if (settings.senders.length === 0) return context.fail('no-sender');
  const saved = rulesInForce(settings);
  const tried: RulesInForce = { version: saved.version + 1, ...next };
  const dayOf = (at: Date): string => localMoment(at, settings.timeZone).day;
  const today = dayOf(context.now());
  const states = ['quoted', 'intent', 'sending', 'answered', 'booked', 'rejected', 'unknown', 'released'] as const;
  const { rows } = journal.bookings({ states, search: '', offset: 0, limit: mostTried });
  let day: string | null = null;
  let orders = 0;
  const changed: TriedRules['changed'] = [];
  const decided = new Map<number, number>();
  const sums = new Map<string, TriedRules['sums'][number]>();
  for (const [index, { id, order }] of rows.entries()) {
    if (index % atOnce === atOnce - 1) await turn();
    const quote = journal.quote(id);
    if (!quote) continue;
    const quotedOn = dayOf(new Date(quote.askedAt));
    if (quotedOn >= today || (day !== null && quotedOn !== day)) continue;
    const then: Then = { ...context, now: () => new Date(quote.askedAt) };
    const was = chosenAt(then, order, quote, saved);
    const wouldBe = chosenAt(then, order, quote, tried);
    if (!was || !wouldBe) continue;
    const [fromWas, fromWouldBe] = [was.sender, wouldBe.sender];
    day = quotedOn;
    orders += 1;
    if (fromWas !== fromWouldBe) {
      changed.push({
        orderKey: order.key,
        city: order.recipient.city,
        was: { ...outcomeOf(was), sender: fromWas },
        wouldBe: { service: '', price: null, isBought: false, sender: fromWouldBe },
      });
      continue;
    }
    const no = wouldBe.choice.by?.no ?? next.list.length + 1;
    decided.set(no, (decided.get(no) ?? 0) + 1);
    add(sums, was, 'was');
    add(sums, wouldBe, 'wouldBe');
    const [before, after] = [outcomeOf(was), outcomeOf(wouldBe)];
    if (JSON.stringify([before, was.choice.extras]) === JSON.stringify([after, wouldBe.choice.extras])) continue;
    changed.push({ orderKey: order.key, city: order.recipient.city, was: before, wouldBe: after });
  }
  return ok({ day, orders, changed, decided: [...decided].map(([no, count]) => ({ no, orders: count })), sums: [...sums.values()] });
}

interface ChosenThen {
  readonly choice: Choice;
  readonly printer: TriedOutcome['printer'];
  readonly service: Service | undefined;
  /** Name of the sender; empty if that is not sure. */
  readonly sender: string;
}

/** The bench and its clock as they were then. */
type Then = Pick<BenchContext, 'settings' | 'now' | 'keyAccount' | 'allPrinters' | 'printers'>;

/**
 * Returns what these rules choose from a quote on the day it was requested. They buy only if its order was ready and no person had to
 * decide.
 */
function chosenAt(then: Then, order: Order, quote: Quote, rules: RulesInForce): ChosenThen | undefined {
  const settings = then.settings();
  const facts = factsThen(then, rules);
  const { sender } = meantBy(order, settings, rules, facts);
  const address = sender.is === 'sender' ? sender.sender.address : usualSender(settings);
  const offered = address && offeredIn(then, { order, from: { address } }, quote, rules);
  if (!offered) return undefined;
  const { choice } = offered;
  const readiness = assess(order, settings, rules, facts);
  const isReady = readiness.is === 'ready' && readiness.byPerson.length === 0;
  return {
    printer: printerThen(readiness),
    choice: { ...choice, decidesAlone: choice.decidesAlone && isReady },
    service: offered.quote.services.find(({ serviceId }) => serviceId === choice.serviceId),
    sender: sender.is === 'sender' ? sender.sender.name : '',
  };
}

/** The order was priced on that day, so only other rules can stop it. */
const factsThen = (then: Then, rules: RulesInForce): ReadinessFacts => ({
  today: todayFor(then, rules),
  account: then.keyAccount.account,
  printers: labelPrintersKnown(then),
  latest: null,
  elsewhere: null,
  isAgain: false,
  held: null,
  restored: null,
  lastNumber: '',
  packed: [],
  lastHsCodes: [],
  problems: [],
});

function printerThen(readiness: Readiness): TriedOutcome['printer'] {
  if (readiness.is === 'ready') return readiness.printsAt ? { name: readiness.printsAt.name, stops: null } : undefined;
  const [reason] = readiness.is === 'stop' && readiness.code !== 'shipped' ? readiness.reasons : [];
  if (reason?.code === 'printer-not-named') return { name: reason.name, stops: 'not-named' };
  if (reason?.code === 'printer-of-other-format') return { name: reason.name, stops: 'other-format' };
  return reason?.code === 'printer-hangs-on' ? { name: '', stops: 'in-doubt' } : undefined;
}

const outcomeOf = ({ choice, service, printer }: ChosenThen): TriedOutcome => ({
  service: service ? `${service.courierName} ${service.serviceName}` : '',
  price: service?.total ?? null,
  ...(printer && { printer }),
  ...(choice.point && { point: choice.point.is }),
  isBought: choice.decidesAlone,
});

function add(sums: Map<string, TriedRules['sums'][number]>, { choice, service }: ChosenThen, side: 'was' | 'wouldBe'): void {
  if (!service) return;
  const { extras } = choice;
  for (const [kind, price] of [
    ['shipping', service.total],
    ['co2', extras.co2 && service.co2],
    ['insurance', extras.insurance && service.insurance],
  ] as const) {
    if (!price || price === 'price-unknown') continue;
    const { currency } = price;
    const key = `${kind} ${currency}`;
    const sum = sums.get(key) ?? { of: kind, was: { minor: 0, currency }, wouldBe: { minor: 0, currency } };
    sums.set(key, { ...sum, [side]: { minor: sum[side].minor + price.minor, currency } });
  }
}
