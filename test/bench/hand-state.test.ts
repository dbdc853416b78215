import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BenchContext, createFail } from '../../electron/bench/context.ts';
import { createBuying } from '../../electron/bench/ship/buying.ts';
import type { Offer } from '../../electron/bench/ship/fresh-offer.ts';
import {
  type Attempt,
  firstHandState,
  type HandEvent,
  type HandState,
  isAttemptOn,
  isRuleDeciding,
  type ParcelFacts,
  type Priced,
  reduce,
} from '../../electron/bench/ship/hand-state.ts';
import { createInHand } from '../../electron/bench/ship/in-hand.ts';
import { advance, type BenchEvent, workflowSchema } from '../../shared/bench.ts';
import type { Failure } from '../../shared/failure.ts';
import type { OrderKey } from '../../shared/order.ts';
import { ok } from '../../shared/result.ts';
import { firstSettings } from '../../shared/settings.ts';
import { noShippingRules, rulesInForce } from '../../shared/shipping-rule.ts';
import { aPoint, sender } from '../journal/samples.ts';
import { booking, choosing, events, failure, order, since, walks, wish } from '../shared/bench-steps.ts';

const rulesOf = (version: number) => rulesInForce({ rule: 'cheapest', shippingRules: { ...noShippingRules, version } });
const first = firstHandState(rulesOf(1));
const priced: Priced = { asWritten: 'as quoted', from: { name: 'North', address: sender, account: 'K-1', by: null } };
const [tiles] = walks.filter((workflow) => workflow.step === 'choosing');
if (!tiles) throw new Error('no tiles');
const attempt: Attempt = { no: 1, tiles, priced };
const ofPrinter: Failure = { code: 'printer-jammed', ref: 'JAM', detail: '' } as never;
const pointWished = { ...wish, co2: true, servicePoint: aPoint, pointOf: 'dhl/dhl_parcel' };

const scanned = { is: 'scanned', code: 'ORD-1', orderKey: order.key, rules: rulesOf(2), leftToPerson: null, isUnsure: false } as const;
const itemScanned = { is: 'scanned-code', code: 'BOWL', at: since } as const;
const quoted = { is: 'quoted', ...choosing, notice: null, priced, ruledPoint: null, mayDecide: true } as const;
const waits = { is: 'attempt-waits', no: 1, booking, doing: 'asking-printer', since } as const;

const returnOf = { key: order.key, from: sender, account: '', like: null };

/** The events that `advance` does not know, or that carry more here. */
const own = {
  scanned,
  quoted,
  'scanned-meanwhile': { is: 'scanned-meanwhile', code: 'ORD-3', isUnsure: true },
  'item-checked': { is: 'item-checked', event: itemScanned, leftToPerson: null, isUnsure: false },
  'scan-dropped': { is: 'scan-dropped', at: since },
  'asked-again': { is: 'asked-again', rules: rulesOf(3) },
  'left-to-person': { is: 'left-to-person', failure },
  'fact-given': { is: 'fact-given', fact: 'weight: 2 kg' },
  'note-confirmed': { is: 'note-confirmed', note: 'Add the gift card' },
  'prices-outdated': { is: 'prices-outdated', wish: pointWished },
  composed: {
    is: 'composed',
    composed: { order: { ...order, joined: [{ key: order.key, shipmentNo: 1, reference: '', lines: 0 }] }, asWritten: 'joint' },
  },
  restarted: { is: 'restarted', key: order.key, composed: null },
  'return-begun': { is: 'return-begun', composed: { order: { ...order, returnOf }, asWritten: 'return' }, rules: scanned.rules },
  'opened-by-product': { is: 'opened-by-product', orderKey: order.key, opener: { code: 'BOWL', at: since } },
  'rule-acted': { is: 'rule-acted' },
  'check-written': { is: 'check-written', written: '{}' },
  'attempt-begun': { is: 'attempt-begun', attempt },
  'attempt-waits': waits,
  'attempt-left': { is: 'attempt-left', notice: failure },
  'offered-again': { is: 'offered-again', ...choosing, priced, notice: failure },
} satisfies { [Is in Exclude<HandEvent['is'], BenchEvent['is']> | 'scanned' | 'item-checked' | 'quoted']: Extract<HandEvent, { is: Is }> };

const isShared = (event: BenchEvent): event is Extract<HandEvent, BenchEvent> => !(event.is in own);
const shared = [...events.map(([event]) => event), { is: 'source-asked', since, order } as const].filter(isShared);
const allEvents: readonly HandEvent[] = [
  ...Object.values(own),
  ...shared,
  // The same with other values, which decide otherwise.
  { ...scanned, leftToPerson: failure, isUnsure: true },
  { ...quoted, notice: failure, ruledPoint: aPoint.keycode },
  { ...quoted, mayDecide: false },
  { ...own['item-checked'], leftToPerson: failure, isUnsure: true },
  { ...own['item-checked'], event: { is: 'undone', at: since } },
  { ...waits, no: 2 },
  { ...waits, doing: 'sending' },
  { ...waits, doing: 'checking-label' },
  { is: 'attempt-begun', attempt: { ...attempt, no: 2 } },
  { is: 'printer-moved', failure: ofPrinter },
  { is: 'printer-moved', failure: null },
];

const after = (history: readonly HandEvent[], start = first): HandState =>
  history.reduce((state, event) => {
    const next = reduce(state, event);
    return next === 'unfitting' ? state : next;
  }, start);
/** Decisions of a state about buying. */
const decisions = (state: HandState) => ({
  isRuleDeciding: isRuleDeciding(state),
  isAttemptOn: [1, 2].map((no) => isAttemptOn(state, no)),
  parcel: state.parcel,
});
const restored = (state: HandState): HandState => JSON.parse(JSON.stringify(state)) as HandState;

const toTiles: readonly HandEvent[] = [scanned, { is: 'quote-started', order, since, isBehind: false }, quoted];
/** Most histories begin with something to buy. */
const begins: readonly (readonly HandEvent[])[] = [[], toTiles, [...toTiles, own['attempt-begun'], waits]];
const histories = fc
  .sample(fc.array(fc.constantFrom(...allEvents), { minLength: 1, maxLength: 30 }), { numRuns: 3000, seed: 29 })
  .map((history, index) => [...(begins[index % begins.length] ?? []), ...history]);
const changedIn = ({ parcel }: HandState): (keyof ParcelFacts)[] =>
  (Object.keys(first.parcel) as (keyof ParcelFacts)[]).filter(
    (fact) => JSON.stringify(parcel[fact]) !== JSON.stringify(first.parcel[fact]),
  );

test('every event at every step gives a state or is refused, and changes no earlier state', () => {
  for (const workflow of walks)
    for (const event of allEvents)
      for (const parcel of [first.parcel, { ...first.parcel, priced, attempt, hasRuleChosen: true }]) {
        const before: HandState = { ...first, shown: { workflowNo: 7, workflow, waiting: [] }, parcel };
        const copy = structuredClone(before);
        const next = reduce(before, event);
        const name = `${event.is} at ${workflow.step}`;
        expect(before, name).toEqual(copy);
        if (next === 'unfitting') continue;
        expect(restored(next), name).toEqual(next);
        expect(workflowSchema.options.map(({ shape }) => shape.step.value)).toContain(next.shown.workflow.step);
      }
});

test('the window sees what `advance` makes of an event that needs nothing else', () => {
  for (const workflow of walks)
    for (const event of shared) {
      const shown = { workflowNo: 7, workflow, waiting: [] };
      const next = reduce({ ...first, shown }, event);
      expect(next === 'unfitting' ? next : next.shown, `${event.is} at ${workflow.step}`).toEqual(advance(shown, event));
    }
});

test('a new scan clears everything that belonged to the parcel before', () => {
  const cleared = new Set<string>();
  for (const history of histories) {
    const before = after(history);
    const next = reduce(before, { ...scanned, rules: rulesOf(9), leftToPerson: failure });
    const { step } = before.shown.workflow;
    if (next === 'unfitting') expect(['booking', 'printing']).toContain(step);
    else {
      for (const fact of changedIn(before)) cleared.add(fact);
      expect(next.parcel).toEqual({ ...firstHandState(rulesOf(9)).parcel, leftToPerson: failure, scannedKey: order.key });
      expect([isRuleDeciding(next), isAttemptOn(next, before.attempts)]).toEqual([false, false]);
    }
  }
  expect([...cleared].toSorted()).toEqual(Object.keys(first.parcel).toSorted());
});

test('a parcel that is put down takes its facts with it, and another shipment begins without them', () => {
  for (const history of histories) {
    const before = after(history);
    expect(after([{ is: 'put-down' }], before).parcel).toEqual(firstHandState(before.parcel.rules).parcel);
    expect(after([own['asked-again']], before).parcel).toEqual({
      ...firstHandState(rulesOf(3)).parcel,
      isAgain: true,
      scannedKey: before.parcel.scannedKey,
    });
  }
});

test('a state that is written down and restored decides the same from then on', () => {
  const steps = new Set<string>();
  const seen = { isRuleDeciding: 0, isAttemptOn: 0 };
  for (const [index, history] of histories.entries()) {
    const cut = index % 2 === 0 ? index % 8 : index % (history.length + 1);
    const state = after(history.slice(0, cut));
    const again = restored(state);
    steps.add(state.shown.workflow.step);
    seen.isRuleDeciding += Number(isRuleDeciding(state));
    seen.isAttemptOn += Number(isAttemptOn(state, 1) || isAttemptOn(state, 2));
    expect(decisions(again)).toEqual(decisions(state));
    for (const event of history.slice(cut)) {
      const [one, other] = [reduce(state, event), reduce(again, event)];
      expect(other).toEqual(one);
    }
    expect(after(history.slice(cut), again)).toEqual(after(history.slice(cut), state));
  }
  expect(steps.size).toBe(walks.length);
  expect(Math.min(seen.isRuleDeciding, seen.isAttemptOn)).toBeGreaterThan(50);
});

test.each([
  { mayDecide: true, notice: null, leftToPerson: null, printer: null, is: [true, null] },
  { mayDecide: false, notice: null, leftToPerson: null, printer: null, is: [false, null] },
  { mayDecide: true, notice: failure, leftToPerson: null, printer: null, is: [false, 'REF'] },
  { mayDecide: true, notice: null, leftToPerson: { ...failure, ref: 'SCAN' }, printer: null, is: [false, 'SCAN'] },
  { mayDecide: true, notice: failure, leftToPerson: { ...failure, ref: 'SCAN' }, printer: ofPrinter, is: [false, 'REF'] },
  // The purchase asks the printer again.
  { mayDecide: true, notice: null, leftToPerson: null, printer: ofPrinter, is: [true, 'JAM'] },
  { mayDecide: true, notice: null, leftToPerson: { ...failure, ref: 'SCAN' }, printer: ofPrinter, is: [false, 'SCAN'] },
])('a rule buys alone only if nothing asks for a person: %j', ({ mayDecide, notice, leftToPerson, printer, is }) => {
  const state = after([
    { is: 'printer-moved', failure: printer },
    { ...scanned, leftToPerson },
    { is: 'quote-started', order, since, isBehind: false },
    { ...quoted, mayDecide, notice },
  ]);
  const { workflow } = state.shown;
  expect([isRuleDeciding(state), workflow.step === 'choosing' && (workflow.notice?.ref ?? null)]).toEqual(is);
  expect(isRuleDeciding(after([{ is: 'rule-acted' }], state))).toBe(false);
});

test('an attempt buys from its first wait until it is left, and its tiles come back unchanged', () => {
  const begun = after([...toTiles, own['attempt-begun']]);
  expect(isAttemptOn(begun, 1)).toBe(false);
  const waiting = after([waits], begun);
  expect([isAttemptOn(waiting, 1), isAttemptOn(waiting, 2), waiting.shown.workflow.step]).toEqual([true, false, 'booking']);
  expect(isAttemptOn(after([{ is: 'found-shipped', booking, failure: null }], waiting), 1)).toBe(false);
  const left = after([own['attempt-left']], waiting);
  expect(left.shown.workflow).toEqual({ ...tiles, extras: { co2: false, insurance: false, servicePoint: null }, notice: failure });
  expect([isAttemptOn(left, 1), left.parcel.priced, left.attempts]).toEqual([false, priced, 1]);
});

test('an attempt that was left takes the screen no more and never buys', () => {
  const left = after([...toTiles, own['attempt-begun'], waits, own['attempt-left']]);
  expect(after([waits], left)).toEqual(left);
  const second = after(
    [
      { is: 'attempt-begun', attempt: { ...attempt, no: 2 } },
      { ...waits, no: 2 },
    ],
    left,
  );
  expect([isAttemptOn(second, 1), isAttemptOn(second, 2)]).toEqual([false, true]);
  expect(after([{ ...waits, doing: 'quoting-again' }], second)).toEqual(second);
  expect(after([{ ...waits, doing: 'checking-label' }], after(toTiles)), 'the screen does not wait for it').toEqual(after(toTiles));
});

const unchecked = { is: 'check-off-begun', order } as const;
const checking: readonly HandEvent[] = [scanned, unchecked, { is: 'quote-started', order, since, isBehind: false }, quoted];

test('nothing is bought and no rule decides before the last item is checked off', () => {
  const before = after(checking);
  expect([isRuleDeciding(before), reduce(before, own['attempt-begun'])]).toEqual([false, 'unfitting']);
  // An attempt that exists all the same buys nothing.
  const forced: HandState = { ...after([waits], { ...before, parcel: { ...before.parcel, attempt } }) };
  expect([forced.shown.workflow.step, isAttemptOn(forced, 1)]).toEqual(['booking', false]);
  const checked = after([own['item-checked']], before);
  expect([isRuleDeciding(checked), isAttemptOn(after([own['attempt-begun'], waits], checked), 1)]).toEqual([true, true]);
  const undone = after([{ ...own['item-checked'], event: { is: 'undone', at: since } }], checked);
  expect([isRuleDeciding(undone), reduce(undone, own['attempt-begun'])]).toEqual([false, 'unfitting']);
});

test.each([
  ['a doubtful scan of the last item', { ...own['item-checked'], leftToPerson: failure }, 'REF'],
  ['a last item counted by eye', { ...own['item-checked'], event: { is: 'by-eye', line: 0, packer: 'Zoë', at: since } }, null],
  ['a service that the packer selected', { is: 'service-selected', serviceId: choosing.serviceId }, null],
] as const)('%s leaves the purchase to the packer', (_title, event, notice) => {
  const state = after([event, own['item-checked']], after(checking));
  const { workflow } = state.shown;
  expect([isRuleDeciding(state), workflow.step === 'choosing' && (workflow.notice?.ref ?? null)]).toEqual([false, notice]);
  expect(reduce(state, own['attempt-begun'])).not.toBe('unfitting');
});

test('an item that was only part of a code is taken back, and what was scanned before it stays', () => {
  const two = { ...order, lines: [...order.lines, { name: 'Cup', sku: 'CUP', quantity: 1, price: null }] };
  const one = after(
    [own['item-checked']],
    after([scanned, { ...unchecked, order: two }, { is: 'quote-started', order: two, since, isBehind: false }]),
  );
  const part = { ...own['item-checked'], event: { ...itemScanned, code: 'CUP' }, isUnsure: true } as const;
  const dropped = after([part, own['scan-dropped']], one);
  expect(dropped.shown.checkOff?.lines.map(({ pieces }) => pieces)).toEqual([1, 0]);
  expect([dropped.unsureScan, dropped.shown.workflow]).toEqual([null, one.shown.workflow]);
});

test('checked items stay with their order until it is bought or put down, and never count for another shipment', () => {
  const state = after([own['item-checked']], after(checking));
  const pieces = ({ shown }: HandState) => shown.checkOff?.lines.map((line) => line.pieces);
  expect(pieces(after([scanned, unchecked], state))).toEqual([1]);
  expect(pieces(after([{ ...scanned, orderKey: 'ORD-3' as OrderKey }], state))).toBeUndefined();
  expect(pieces(after([{ is: 'put-down' }], state))).toBeUndefined();
  expect(pieces(after([own['asked-again']], state))).toBeUndefined();
  const bought = after([own['attempt-begun'], waits, { is: 'finished', booking, failure: null }, scanned], state);
  expect([bought.shown.workflow.step, pieces(bought)]).toEqual(['looking-up', undefined]);
});

test('an attempt for another booking than the one in hand buys nothing', () => {
  const waiting = after([...toTiles, own['attempt-begun'], { ...waits, booking: { ...booking, id: 'b2' } }]);
  expect(isAttemptOn(waiting, 1)).toBe(false);
});

test.each([
  ['from nothing in hand', [] as HandEvent[], 1, null],
  ['from another order', [scanned, { is: 'quote-started', order, since, isBehind: false }] as HandEvent[], 2, order.key],
])('a scan without its end remembers what it came %s', (_from, history, workflowNo, before) => {
  const state = after([...history, { ...scanned, code: 'ORD', isUnsure: true }]);
  expect(state.unsureScan).toEqual({ code: 'ORD', workflowNo, before });
  expect(after([{ is: 'scan-dropped', at: since }], state).unsureScan).toBeNull();
  expect(after([scanned], state).unsureScan).toBeNull();
});

test('a scan without its end that waits is taken out of the waiting orders again', () => {
  const next = { code: 'ORD-3', orderKey: 'ORD-3' as OrderKey, name: 'Liv', city: 'Reykjavík' };
  const state = after([...toTiles, own['attempt-begun'], waits, own['scanned-meanwhile'], { is: 'next-waits', order: next }]);
  expect([state.unsureScan?.workflowNo, state.shown.waiting]).toEqual([null, [next]]);
  const dropped = after([{ is: 'scan-dropped', at: since }], state);
  expect([dropped.unsureScan, dropped.shown.waiting, dropped.shown.workflow.step]).toEqual([null, [], 'booking']);
});

/** Presses *Buy* in a program that begins with this state. `stored`: the order as it is stored now. */
async function bought(state: HandState, stored: string) {
  const log = (): void => undefined;
  const context = {
    fail: createFail(() => 'REF', log),
    log,
    changed: log,
    bug(_step: string, error: unknown) {
      throw error;
    },
    now: () => new Date(since),
    // Saved after the scan.
    settings: () => ({ ...firstSettings, shippingRules: { ...noShippingRules, version: 8 } }),
  } as unknown as BenchContext;
  const hand = createInHand(context, log, state);
  const offers: Offer[] = [];
  const wanted: boolean[] = [];
  const pricedAgain: string[] = [];
  const none = (): never => {
    throw new Error('not expected');
  };
  const buying = createBuying(context, hand, {
    purchase: {
      writtenNow: () => stored,
      async buy(offer, buyer) {
        offers.push(offer);
        buyer.waits(booking, 'asking-printer', since);
        wanted.push(buyer.wants());
        hand.fold({ is: 'attempt-left', notice: failure });
        wanted.push(buyer.wants());
        return false;
      },
    },
    preparing: { prepareChanged: async (_tiles, { code }) => void pricedAgain.push(code) },
    showing: { show: none, present: none, presentBroken: none },
    parking: { parkOrderOf: none },
    mayBook: () => ok({}),
    later: none,
  });
  const answer = await buying.buy(hand.state().workflowNo, choosing.serviceId);
  return {
    answer: answer.ok || answer.failure.code,
    rules: offers.map(({ rules }) => rules.version),
    wanted,
    pricedAgain,
    whole: hand.whole(),
  };
}

test.each([
  [
    'an unchanged order is bought by the rules of its scan',
    'as quoted',
    { answer: 'not-now', rules: [2], wanted: [true, false], pricedAgain: [] },
  ],
  ['a changed order is priced again', 'changed', { answer: true, rules: [], wanted: [], pricedAgain: ['order-changed'] }],
])('after a restart from a written state %s', async (_title, stored, expected) => {
  const state = after(toTiles);
  const [before, then] = [await bought(state, stored), await bought(restored(state), stored)];
  expect(before).toMatchObject(expected);
  expect(then).toEqual(before);
});

const justJoined = after([scanned, ...shared.filter(({ is }) => is === 'found-same-address'), { is: 'joined' }]);
const pricing = { is: 'quote-started', order, since, isBehind: false } as const;
const begun = { is: 'check-off-begun', order, opener: null } as const;
test.each<[string, readonly HandEvent[], boolean]>([
  ['prices and another selected service', [pricing, quoted, { is: 'service-selected', serviceId: 'other' }], true],
  ['an answer', [...shared.filter(({ is }) => is === 'asked'), { is: 'answered' }], false],
  ['a confirmed note', [...shared.filter(({ is }) => is === 'found-note'), { is: 'answered' }], false],
  ['the list of its items', [begun], true],
  ['a checked item', [pricing, begun, own['item-checked']], false],
  [
    'the beginning of a purchase, even one that stops at the printer',
    [pricing, quoted, own['attempt-begun'], waits, own['attempt-left']],
    false,
  ],
  ['another scan', [scanned], false],
])('after %s joined orders can be taken apart by the undo: %#', (_what, history, can) => {
  expect(justJoined.shown.isJustJoined).toBe(true);
  expect(after(history, justJoined).shown.isJustJoined === true).toBe(can);
});
