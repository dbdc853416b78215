import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pickOrders } from '../../electron/bench/batch/pick-orders.ts';
import { readyLine } from '../../electron/bench/batch/quote-line.ts';
import { type BenchContext, createFail } from '../../electron/bench/context.ts';
import { createOrders } from '../../electron/bench/orders/orders.ts';
import { keepNumber } from '../../electron/bench/readiness.ts';
import { createInHand } from '../../electron/bench/ship/in-hand.ts';
import { createPreparing } from '../../electron/bench/ship/preparing.ts';
import { tryRules } from '../../electron/bench/ship/try-rules.ts';
import { textProblems } from '../../electron/courier/text-check.ts';
import type { Booking } from '../../shared/booking.ts';
import { emptyProduct } from '../../shared/customs.ts';
import type { ParcelElsewhere } from '../../shared/elsewhere.ts';
import { holds, type Order, type Parcel } from '../../shared/order.ts';
import { type Held, noPlan } from '../../shared/order-plan.ts';
import type { Quote } from '../../shared/quote.ts';
import { type PersonReason, stopCodes } from '../../shared/readiness.ts';
import { restoreFacts } from '../../shared/restored.ts';
import { ok } from '../../shared/result.ts';
import { firstSettings, type Settings } from '../../shared/settings.ts';
import { shipmentProblems } from '../../shared/shipment-check.ts';
import { type Advised, emptyRule, rulesInForce, type ShippingRule } from '../../shared/shipping-rule.ts';
import { anOrder, quote, sender, service } from '../journal/samples.ts';
import { labelPrinterAt } from './plain-station.ts';

const at = '2026-11-20T09:00:00.000Z';
const yesterday: Quote = { ...quote, askedAt: '2026-11-19T09:00:00.000Z', services: [service] };
/** An order and the facts about it in the journal, some of which it may lack. */
interface Case {
  readonly order: Order;
  readonly settings: Partial<Settings>;
  readonly latest?: Booking | undefined;
  readonly elsewhere?: ParcelElsewhere | undefined;
  readonly held: Held | null;
  readonly isRestored: boolean;
  readonly lastNumber: string;
}

const north = { name: 'North', address: sender, account: '' };
const south = { name: 'South', address: { ...sender, city: 'Zürich', country: 'CH', postalCode: '8001' }, account: 'S-1' };
const nothingAgainst: Case = {
  order: anOrder('ORD-1', { country: 'DE', postalCode: '44149', city: 'Dortmund' }),
  settings: {},
  held: null,
  isRestored: false,
  lastNumber: '',
};

/** The parts of a bench that readiness uses: a journal in memory, the courier's real checks, and a service with one offer. */
function benchOf(known: Case) {
  const { order, settings: change, held, isRestored, lastNumber } = known;
  const facts = new Map<string, string>();
  if (isRestored) facts.set(restoreFacts.restored, JSON.stringify({ backupAt: null, restoredAt: at }));
  const orders = new Map([[order.key, order]]);
  const settings: Settings = {
    ...firstSettings,
    senders: [north],
    printers: [labelPrinterAt('tcp://127.0.0.1:9100')],
    rule: 'cheapest',
    ...change,
  };
  const journal = {
    fact: (name: string) => facts.get(name),
    setFact: (name: string, value: string) => void facts.set(name, value),
    order: (key: Order['key']) => orders.get(key),
    orders: () => ({ total: 1, rows: [...orders.values()].map((each) => ({ order: each, booking: null, plan: noPlan })) }),
    saveOrder: (saved: Order) => void orders.set(saved.key, saved),
    latestOf: () => known.latest,
    orderPlan: () => ({ ...noPlan, held }),
    elsewhereAt: () => known.elsewhere,
    openOrdersAt: () => [],
    shipmentsOf: () => [],
    // The prices of the day before, for the trial of rules.
    bookings: () => ({ total: 1, rows: [{ id: 'b1', order }] }),
    quote: () => yesterday,
  };
  const log = (): void => undefined;
  const context = {
    journal,
    log,
    fail: createFail(() => 'REF', log),
    bug: (_step: string, error: unknown) => {
      throw error;
    },
    changed: () => undefined,
    now: () => new Date(at),
    settings: () => settings,
    keyAccount: { account: 'K-1' },
    ledger: { isShared: false },
    allPrinters: () => settings.printers,
    printer: () => undefined,
    printers: { takes: () => 'ZPL' },
    courier: {
      inAscii: (address: Order['recipient']) => ({ address, changes: [] }),
      problems: (shipment: Parameters<typeof textProblems>[0]) => [...shipmentProblems(shipment, '2026-11-19'), ...textProblems(shipment)],
      respellings: () => [],
      connectAhead: () => undefined,
    },
  } as unknown as BenchContext;
  if (lastNumber !== '') keepNumber(context, order, lastNumber);
  return context;
}

type Verdict = { readonly is: string; readonly questions?: readonly string[]; readonly by?: readonly PersonReason['code'][] };

/** The order in hand at a screen whose rules would buy any offer. */
function inHand(known: Case, isAgain = false) {
  const context = benchOf(known);
  const hand = createInHand(context, () => undefined);
  let shown = false;
  let isBought = false;
  const preparing = createPreparing(context, hand, {
    writtenNow: () => '',
    quotes: { mustWait: () => false } as never,
    offers: {
      ask: async (what) => {
        const choice = { serviceId: service.serviceId, why: 'cheapest', by: null, doubt: null, nevers: [], point: null } satisfies Advised;
        const extras = { co2: false, insurance: false };
        return ok({ from: what.from, quote, choice: { ...choice, decidesAlone: true, fitting: [service.serviceId], extras } });
      },
      keep: () => ok({ id: 'b1', state: 'quoted' } as Booking),
    },
    show: () => void (shown = true),
    buyAlone: () => void (isBought = true),
  });
  const rules = rulesInForce(context.settings());
  hand.fold({ is: 'scanned', code: known.order.key, orderKey: known.order.key, rules, leftToPerson: null, isUnsure: false });
  if (isAgain) hand.fold({ is: 'asked-again', rules });
  return { hand, preparing, isShown: () => shown, isBought: () => isBought };
}

/** Outcome of a scan of the order, with the order as it was priced. */
async function scanned(known: Case, isAgain = false): Promise<Verdict & { readonly priced?: Order }> {
  const { hand, preparing, isShown, isBought } = inHand(known, isAgain);
  await preparing.prepare(known.order);
  const { workflow } = hand.state();
  if (isShown()) return { is: 'shipped' };
  if (workflow.step === 'stopped') return { is: workflow.failure.code };
  if (workflow.step === 'asking') return { is: 'asked', questions: workflow.questions.map(({ kind }) => kind) };
  if (workflow.step !== 'choosing') return { is: workflow.step };
  return isBought() ? { is: 'bought', priced: workflow.order } : { is: 'person', by: [workflow.notice?.code as PersonReason['code']] };
}

/** Outcome of the same order in a batch, before its price is requested. */
function inBatch(known: Case): Verdict {
  const line = readyLine(benchOf(known), { orderKey: known.order.key }, { writtenNow: () => '' });
  if (line.is === 'left') return { is: 'shipped' };
  if (line.is === 'ready') return { is: 'bought' };
  if (line.is === 'asked') return { is: 'asked', questions: line.questions.map(({ kind }) => kind) };
  const { code, reasons = [] } = line.failure;
  const asked = reasons.flatMap((reason) => (reason.code === 'fact-asked' ? [reason.kind] : []));
  if (asked.length > 0) return { is: 'asked', questions: asked };
  return { is: code };
}

/** Problems that the form of the order shows. `stops`: the failure outside its fields; `isFieldWrong`: a field stops it. */
function inForm(known: Case): { readonly stops: string | null; readonly isFieldWrong: boolean } {
  const checked = createOrders(benchOf(known)).check(known.order);
  if (!checked.ok) return { stops: checked.failure.code, isFieldWrong: false };
  return { stops: checked.value.stops?.code ?? null, isFieldWrong: checked.value.problems.some(({ stops }) => stops) };
}

const isPicked = (known: Case): boolean =>
  pickOrders(benchOf(known), { keys: [known.order.key], search: '' }, new Set()).lines.length === 1;

/** True if rules that buy everything would have bought it on the day before, if nothing else prevented it. */
async function triedAlone(known: Case, priced = known.order): Promise<boolean> {
  const context = benchOf({ ...known, order: priced });
  const saved = { ...context.settings(), rule: 'ask' as const };
  const { list } = rulesInForce(context.settings());
  const tried = await tryRules({ ...context, settings: () => saved }, { list: [...list], last: 'cheapest' });
  return tried.ok && tried.value.changed.some(({ wouldBe }) => wouldBe.isBought);
}

const one = fc.constantFrom;
const rule = (change: Partial<ShippingRule>): ShippingRule => ({ ...emptyRule, ...change });
const overKilo = { of: 'weight', isOver: true, grams: 1000 } as const;
const booking = (state: Booking['state'], address: Partial<Order['recipient']> = {}): Booking =>
  ({ id: 'b0', state, shipmentNo: 1, order: anOrder('ORD-1', { ...nothingAgainst.order.recipient, ...address }) }) as Booking;
const heldHere: Held = { by: 'Anna', at, why: 'Gift', isBack: false };
const drawnCase: fc.Arbitrary<Case> = fc
  .record({
    latest: one(
      undefined,
      undefined,
      undefined,
      booking('draft'),
      booking('quoted'),
      booking('quoted', { street: 'Elsewhere' }),
      booking('booked'),
      booking('unknown'),
    ),
    elsewhere: one(...Array<undefined>(9).fill(undefined), { bench: 3, shipmentNo: 1, booking: null }),
    held: one(
      ...Array<null>(12).fill(null),
      heldHere,
      { ...heldHere, isBack: true },
      { ...heldHere, changedBy: 4 },
      { ...heldHere, changedBy: 4, isPast: true },
      { ...heldHere, otherwise: 'letter' },
    ),
    isRestored: one(...Array<boolean>(7).fill(false), true),
    hold: one(...Array<null>(24).fill(null), ...holds),
    senders: one<Settings['senders']>(
      [],
      [north],
      [north],
      [north],
      [north, south],
      [north, south],
      [{ ...north, address: { ...sender, phone: '' } }],
    ),
    named: one(undefined, undefined, undefined, 'North', 'Gone'),
    list: one<ShippingRule[]>(
      [],
      [],
      [rule({ sender: 'South' })],
      [rule({ sender: 'Gone' })],
      [rule({ conditions: [overKilo], sender: 'South' })],
      [rule({ conditions: [{ of: 'sku', begins: ['BAT'] }], sender: 'South' })],
      [rule({ printer: 'label' })],
      [rule({ printer: 'Cellar' })],
      [rule({ printer: 'pdf' })],
      [rule({ conditions: [{ of: 'sku', begins: ['BAT'] }], printer: 'label' }), rule({ printer: 'label' })],
      [rule({ conditions: [{ of: 'sku', begins: ['BAT'] }], printer: 'label' })],
    ),
    address: one<Partial<Order['recipient']>>(
      {},
      {},
      {},
      { houseNumber: '' },
      { houseNumber: '', street: 'Laugavegur 12b' },
      { name: '山田太郎', country: 'JP', postalCode: '100-0001', city: 'Tokyo' },
      { email: 'nobody' },
      { country: 'CH', postalCode: '8001', city: 'Zürich' },
      { country: '' },
    ),
    lastNumber: one('', '', '12b', '7', '-'),
    parcel: one<Partial<Parcel>>({}, {}, {}, { weightGrams: null }, { value: null }, { products: [{ ...emptyProduct, code: 'BOWL' }] }),
    hsCode: one('', '691200'),
  })
  .map(({ latest, elsewhere, held, isRestored, hold, senders, named, list, address, lastNumber, parcel, hsCode }) => {
    const plain = nothingAgainst.order;
    const pdf = labelPrinterAt('tcp://127.0.0.1:9101');
    return {
      order: {
        ...plain,
        hold,
        ...(named !== undefined && { sender: named }),
        recipient: { ...plain.recipient, ...address },
        parcels: plain.parcels.map((each) => ({ ...each, hsCode, ...parcel })),
      },
      latest,
      elsewhere: elsewhere as ParcelElsewhere | undefined,
      held,
      isRestored,
      lastNumber,
      settings: {
        senders,
        shippingRules: { ...firstSettings.shippingRules, list },
        printers: [
          labelPrinterAt('tcp://127.0.0.1:9100'),
          { ...pdf, id: 'pdf', name: 'pdf', route: { ...pdf.route, format: 'PDF' as const } },
        ],
      },
    };
  });

test('scan, batch, form, picking and trial agree on 2,000 drawn orders', async () => {
  const seen = new Map<string, number>();
  const count = (word: string): void => void seen.set(word, (seen.get(word) ?? 0) + 1);
  for (const known of fc.sample(drawnCase, { numRuns: 2000, seed: 29 })) {
    const { priced, ...scan } = await scanned(known);
    const why = JSON.stringify({ scan, ...known, order: { ...known.order, lines: [] } });
    count(scan.is === 'person' ? (scan.by?.[0] ?? '') : scan.is);
    const batch = inBatch(known);
    // At a batch no packer can look at the screen, so it asks no questions either.
    const isForPerson = batch.is === 'order-changed';
    if (scan.is === 'person') expect({ ...batch, isForPerson }, why).toEqual({ is: batch.is, isForPerson: true });
    else if (scan.is === 'asked' && isForPerson) count('asked and seen');
    else if (scan.is === 'asked') {
      const { questions = [] } = batch;
      expect([batch.is, questions.length > 0, questions.filter((kind) => !scan.questions?.includes(kind))], why).toEqual([
        'asked',
        true,
        [],
      ]);
    } else expect(batch, why).toEqual(scan);

    const form = inForm(known);
    const isStop = (stopCodes as readonly string[]).includes(scan.is);
    // Without any sender the fields cannot be checked.
    if (known.settings.senders?.length === 0) expect(form.stops, why).toBe('no-sender');
    else if (scan.is === 'sender-incomplete' || scan.is === 'order-incomplete')
      expect(form, why).toEqual({ stops: null, isFieldWrong: true });
    else expect(form.stops, why).toBe(isStop ? scan.is : null);
    if (scan.is === 'bought') expect(form.isFieldWrong, why).toBe(false);

    const isWithheld = scan.is === 'shipped' || scan.is === 'taken-elsewhere' || /^order-(?!incomplete|changed)/.test(scan.is);
    expect(isPicked(known), why).toBe(!isWithheld);
    if (priced) expect(await triedAlone(known, priced), why).toBe(true);
    if (/^(?:sender|rule)-/.test(scan.is) && scan.is !== 'sender-incomplete') expect(await triedAlone(known), why).toBe(false);
  }
  // A return label is no stored order.
  const ofOrders = stopCodes.filter((code) => code !== 'return-not-possible');
  const expected = [...ofOrders, 'shipped', 'may-be-shipped', 'asked', 'asked and seen', 'order-changed', 'bought'];
  expect(expected.filter((word) => !seen.has(word))).toEqual([]);
});

const verdicts = async (change: Partial<Case>): Promise<readonly [string, string]> => {
  const known = { ...nothingAgainst, ...change };
  return [(await scanned(known)).is, inBatch(known).is];
};

test('an order without objections is bought from every entry point', async () => {
  expect(await verdicts({})).toEqual(['bought', 'bought']);
});

test('a cancelled order in a restored journal stops as cancelled before the restore question', async () => {
  const order: Order = { ...nothingAgainst.order, hold: 'cancelled' };
  expect(await verdicts({ order, isRestored: true })).toEqual(['order-cancelled', 'order-cancelled']);
});

test('an order whose address changed after its quote is bought by no rule and no batch', async () => {
  expect(await verdicts({ latest: booking('quoted', { street: 'Elsewhere' }) })).toEqual(['person', 'order-changed']);
});

test('a batch neither picks nor prices an order that another bench shipped', async () => {
  const elsewhere = { bench: 3, shipmentNo: 1, booking: null } as ParcelElsewhere;
  expect(await verdicts({ elsewhere })).toEqual(['taken-elsewhere', 'taken-elsewhere']);
  expect(isPicked({ ...nothingAgainst, elsewhere })).toBe(false);
});

test('another shipment continues at the scan after a packer asks for it, and never in a batch', async () => {
  const elsewhere = { bench: 3, shipmentNo: 1, booking: null } as ParcelElsewhere;
  for (const shipped of [{ latest: booking('booked') }, { elsewhere, latest: booking('draft') }]) {
    const known = { ...nothingAgainst, ...shipped };
    expect((await scanned(known, true)).is).toBe('bought');
    expect(['shipped', 'taken-elsewhere']).toContain(inBatch(known).is);
  }
});

test('the order list asks for no house number that is known for the address', () => {
  const order = anOrder('ORD-1', { ...nothingAgainst.order.recipient, houseNumber: '', street: 'Laugavegur 12b' });
  const questions = (lastNumber: string): unknown =>
    createOrders(benchOf({ ...nothingAgainst, order, lastNumber })).list({ search: '', offset: 0, limit: 1 } as never).rows[0]?.questions;
  expect(questions('')).toMatchObject([{ kind: 'house-number' }]);
  expect(questions('12b')).toEqual([]);
});

test('the order form names a sender that Setup does not have', () => {
  expect(inForm({ ...nothingAgainst, order: { ...nothingAgainst.order, sender: 'Gone' } }).stops).toBe('sender-unknown');
});

test('a trial of rules buys no order whose sender is in doubt', async () => {
  const order: Order = { ...nothingAgainst.order, sender: 'Gone' };
  expect(await triedAlone({ ...nothingAgainst, order })).toBe(false);
  expect(await triedAlone(nothingAgainst)).toBe(true);
});

test.each([
  ['this bench', { latest: booking('booked') }],
  ['another bench', { elsewhere: { bench: 3, shipmentNo: 1, booking: booking('booked') } as ParcelElsewhere }],
])('an order that %s ships while it is asked about is shown as shipped', async (_who, shipped) => {
  const order = anOrder('ORD-1', { ...nothingAgainst.order.recipient, houseNumber: '' });
  const known = { ...nothingAgainst, order };
  const { hand, preparing, isShown } = inHand(known);
  await preparing.prepare(order);
  expect(hand.state().workflow.step).toBe('asking');
  Object.assign(known, shipped);
  await preparing.answer(hand.state().workflowNo, { kind: 'house-number', parcel: null }, '84');
  expect([isShown(), hand.state().workflow.step]).toEqual('latest' in shipped ? [true, 'quoting'] : [false, 'already-shipped']);
});
