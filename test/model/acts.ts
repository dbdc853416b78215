import fc from 'fast-check';
import { bookingStates, truthOf } from '../../shared/booking.ts';
import { keysIn } from '../../shared/joined.ts';
import { because } from '../reprint-reason.ts';
import { labelFaults, pickupFaults, printFaults, readFaults, shipFaults } from './model-faults.ts';
import { openSmallWorld, orderKeys, type SmallWorld, type Spoil } from './small-world.ts';

/** Everything that people have caused: it limits what the world may contain. */
interface Model {
  /** Presses of Buy, and scans that a rule decides alone, per order: each permits at most one request. */
  readonly buys: Map<string, number>;
  /** Presses of "It was not booked" and "ship again", per order: each permits one more attempt. */
  readonly armed: Map<string, number>;
  readonly settled: Set<string>;
  /** Sheets that a person requested again, by mark. */
  readonly printAgain: Map<string, number>;
  /** Jobs that a person reported as printed. */
  readonly saidOut: Set<string>;
  pickups: number;
  rule: 'ask' | 'cheapest';
  unknown: readonly string[];
  wasPaused: boolean;
}

const add = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
const everything = { search: '', offset: 0, limit: 500 };

export type Act =
  | { readonly is: 'scan' | 'ship' | 'ship-again' | 'scan-number' | 'reprint' | 'take-up'; readonly order: number }
  | { readonly is: 'scan-while-busy'; readonly order: number }
  | { readonly is: 'answer' | 'next' | 'aside' | 'points' | 'outage' | 'restart' | 'resume' | 'set-label-aside' | 'nothing' }
  | { readonly is: 'same-address'; readonly join: boolean }
  | { readonly is: 'select'; readonly service: number }
  | { readonly is: 'extra'; readonly extra: 'co2' | 'insurance' }
  | { readonly is: 'buy'; readonly how: 'key' | 'barcode' | 'twice' | 'then-scan' | 'other-window' | 'older-quote' }
  | { readonly is: 'settle'; readonly how: 'exists' | 'by-word' | 'wrong-number' | 'not-booked' | 'both-at-once' }
  | { readonly is: 'settle-print' | 'confirm-label' | 'settle-pickup' | 'pickup'; readonly yes: boolean }
  | { readonly is: 'fault'; readonly port: 'ship' | 'pickup' | 'quote' | 'track' | 'labels' | 'print'; readonly fault: string }
  | { readonly is: 'printer'; readonly kind: 'ready' | 'not-ready' | 'cannot-say' }
  | { readonly is: 'clock'; readonly minutes: number }
  | { readonly is: 'rule'; readonly rule: 'ask' | 'cheapest' };

const order = fc.nat(orderKeys.length - 1);
const one = <T extends string>(...values: readonly T[]) => fc.constantFrom(...values);
const faultOf = (port: 'ship' | 'pickup' | 'quote' | 'track' | 'labels' | 'print', faults: readonly string[]) =>
  fc.record({ is: fc.constant('fault' as const), port: fc.constant(port), fault: one(...faults) });

const anyAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ is: fc.constant('scan' as const), order }) },
  { weight: 14, arbitrary: fc.record({ is: fc.constant('ship' as const), order }) },
  {
    weight: 8,
    arbitrary: fc.record({
      is: fc.constant('buy' as const),
      how: one('key', 'key', 'key', 'barcode', 'twice', 'then-scan', 'other-window', 'older-quote'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ is: one('answer', 'next', 'aside', 'points', 'outage', 'restart', 'resume', 'set-label-aside', 'nothing') }),
  },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('ship-again' as const), order }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('outage' as const) }) },
  { weight: 3, arbitrary: fc.record({ is: one('scan-number', 'reprint', 'take-up', 'scan-while-busy'), order }) },
  { weight: 4, arbitrary: fc.record({ is: fc.constant('same-address' as const), join: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('select' as const), service: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('extra' as const), extra: one('co2', 'insurance') }) },
  {
    weight: 6,
    arbitrary: fc.record({
      is: fc.constant('settle' as const),
      how: one('exists', 'by-word', 'wrong-number', 'not-booked', 'both-at-once'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ is: one('settle-print', 'confirm-label', 'settle-pickup', 'pickup'), yes: fc.boolean() }) },
  { weight: 7, arbitrary: faultOf('ship', shipFaults) },
  { weight: 2, arbitrary: faultOf('print', printFaults) },
  { weight: 1, arbitrary: faultOf('pickup', pickupFaults) },
  { weight: 1, arbitrary: fc.oneof(faultOf('quote', readFaults), faultOf('track', readFaults), faultOf('labels', labelFaults)) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('printer' as const), kind: one('ready', 'not-ready', 'cannot-say') }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('clock' as const), minutes: fc.constantFrom(-600, -1, 1, 16, 600) }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('rule' as const), rule: one('ask', 'cheapest') }) },
);

/** One command: an act, during which the power may fail. */
class Command implements fc.AsyncCommand<Model, SmallWorld> {
  private readonly act: Act;
  private readonly cutAfter: number | undefined;

  constructor(act: Act, cutAfter: number | undefined) {
    this.act = act;
    this.cutAfter = cutAfter;
  }

  check = (): boolean => true;
  toString = (): string => JSON.stringify(this.cutAfter === undefined ? this.act : { ...this.act, cutAfter: this.cutAfter });

  async run(model: Model, world: SmallWorld): Promise<void> {
    await perform(this.act, this.cutAfter, model, world);
    judge(model, world);
  }
}

/** The power fails more often in acts that spend money. */
const command = anyAct.chain((act) =>
  fc
    .oneof(
      { weight: act.is === 'buy' || act.is === 'ship' ? 3 : 9, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 90 }) },
    )
    .map((cutAfter) => new Command(act, cutAfter)),
);

async function perform(act: Act, cutAfter: number | undefined, model: Model, world: SmallWorld): Promise<void> {
  const { bench, journal } = world;
  const { workflow, workflowNo } = bench.ship.state();
  const go = (work: () => unknown): Promise<void> => world.through(work, cutAfter);
  const keyOf = (index: number): string => orderKeys[index] ?? orderKeys[0];
  const scan = (code: string): Promise<unknown> => {
    if (model.rule === 'cheapest') for (const key of orderKeys) add(model.buys, key);
    return bench.ship.scan(code);
  };
  const buyShown = async (): Promise<void> => {
    const tiles = bench.ship.state();
    if (tiles.workflow.step !== 'choosing') return;
    const { serviceId } = tiles.workflow;
    for (const key of keysIn(tiles.workflow.order)) add(model.buys, key);
    await go(() => bench.ship.buy(tiles.workflowNo, serviceId));
  };
  const latest = (index: number) =>
    journal.bookings({ ...everything, states: ['booked'] }).rows.find(({ orderKey }) => orderKey === keyOf(index));
  switch (act.is) {
    case 'nothing':
      return go(() => undefined);
    case 'scan':
      return go(() => scan(keyOf(act.order)));
    case 'ship': {
      await world.through(() => scan(keyOf(act.order)));
      await world.through(() => answerSameAddress(world, true));
      return buyShown();
    }
    case 'scan-number':
      return go(() => scan(latest(act.order)?.orderNo ?? keyOf(act.order)));
    case 'scan-while-busy':
      return go(() => Promise.all([scan(keyOf(act.order)), scan(keyOf(act.order + 1)), bench.ship.next(workflowNo)]));
    case 'take-up':
      return go(async () => {
        const aside = journal.parkedBookings()[0];
        if (!aside) return;
        journal.park(aside.id, false);
        await scan(aside.orderKey);
      });
    case 'answer':
      return go(async () => {
        const question = workflow.step === 'asking' ? workflow.questions[0] : undefined;
        const given = question?.kind === 'box' ? 'M' : '1.25';
        if (question) await Promise.all([1, 2].map(() => bench.ship.answerQuestion(workflowNo, question, given)));
      });
    case 'same-address':
      return go(() => answerSameAddress(world, act.join));
    case 'next':
      return go(() => Promise.all([bench.ship.next(workflowNo), bench.ship.next(workflowNo)]));
    case 'aside':
      return go(() => bench.ship.park(workflowNo));
    case 'points':
      return go(async () => {
        await bench.ship.listServicePoints(workflowNo);
        await bench.ship.chooseServicePoint(workflowNo, null);
      });
    case 'select':
      return go(async () => {
        const service = workflow.step === 'choosing' ? workflow.quote.services[act.service] : undefined;
        if (service) await bench.ship.selectService(workflowNo, service.serviceId);
      });
    case 'extra':
      return go(() => bench.ship.toggleExtra(workflowNo, act.extra));
    case 'buy': {
      if (workflow.step !== 'choosing') return go(() => bench.ship.buy(workflowNo, 'S1000'));
      const { buy } = bench.ship;
      const { serviceId } = workflow;
      if (act.how === 'other-window') return go(() => buy(workflowNo - 1, serviceId));
      const isOld = !workflow.quote.services.some((each) => each.serviceId === 'S1000');
      if (act.how === 'older-quote') return go(() => buy(workflowNo, isOld ? 'S1000' : 'none'));
      for (const key of keysIn(workflow.order)) add(model.buys, key);
      if (act.how === 'barcode') return go(() => bench.ship.scan('XPBXBUX'));
      if (act.how === 'twice')
        return go(() => Promise.all([buy(workflowNo, serviceId), buy(workflowNo, serviceId), bench.ship.scan('XPBXBUX')]));
      if (act.how === 'then-scan') return go(() => Promise.all([buy(workflowNo, serviceId), scan(keyOf(0)), scan(workflow.order.key)]));
      return go(() => buy(workflowNo, serviceId));
    }
    case 'ship-again':
      await go(async () => {
        await scan(keyOf(act.order));
        const shipped = bench.ship.state();
        if (shipped.workflow.step !== 'already-shipped') return;
        for (const key of keysIn(shipped.workflow.booking.order)) {
          add(model.armed, key);
          if (model.rule === 'cheapest') add(model.buys, key);
        }
        await Promise.all([1, 2].map(() => bench.ship.shipAgain(shipped.workflowNo, 'It was lost', '')));
      });
      return buyShown();
    // The service is silent at one order after the other, which pauses booking.
    case 'outage':
      for (const order of [0, 2, 3]) {
        world.fault('ship', order === 2 ? 'cut-not' : 'cut-done');
        await perform({ is: 'ship', order }, cutAfter, model, world);
      }
      return undefined;
    case 'settle': {
      const [unknown] = journal.bookingsInState(['unknown']);
      if (!unknown) return go(() => undefined);
      const numbers = world.service.bookings.filter(({ orderNo }) => journal.findBooking(orderNo) === undefined);
      const right = numbers.find(({ serviceId }) => serviceId === unknown.service?.serviceId)?.orderNo;
      const wrong = world.service.bookings.find(({ key }) => key !== unknown.orderKey)?.orderNo ?? 'N1';
      const { settleExists, settleNotBooked } = bench.resolve;
      model.settled.add(unknown.id);
      if (act.how === 'wrong-number') {
        await go(() => settleExists(unknown.id, wrong, false));
        model.settled.delete(unknown.id);
        return;
      }
      if (act.how === 'exists' || act.how === 'by-word') return go(() => right && settleExists(unknown.id, right, act.how === 'by-word'));
      for (const key of keysIn(unknown.order)) add(model.armed, key);
      if (act.how === 'not-booked') return go(() => settleNotBooked(unknown.id, 'The account does not list it', ''));
      return go(() => Promise.all([right && settleExists(unknown.id, right, true), settleNotBooked(unknown.id, 'No', '')]));
    }
    case 'reprint': {
      const booking = latest(act.order);
      return go(() => booking && Promise.all([bench.reprint(booking.id, { because }), bench.reprint(booking.id, { because })]));
    }
    case 'settle-print': {
      const [job] = journal.jobsInState(['print-unknown', 'held', 'failed']);
      if (!job) return go(() => undefined);
      const mark = markOf(world, job.id);
      // A person looks: a sheet that came out is reported as printed. A sheet that did not may be reported so, too.
      const cameOut = act.yes || (world.out.get(mark) ?? 0) > 0;
      if (cameOut) model.saidOut.add(job.id);
      else add(model.printAgain, mark);
      return go(() => Promise.all([bench.resolve.settlePrint(job.id, cameOut, false), bench.resolve.settlePrint(job.id, cameOut, false)]));
    }
    case 'confirm-label': {
      const [booking] = journal.bookedWithoutLabelJob();
      return go(() => booking && Promise.all([bench.ship.confirmLabel(booking.id, act.yes), bench.ship.confirmLabel(booking.id, act.yes)]));
    }
    case 'set-label-aside': {
      const booking = journal.bookedWithoutLabelJob().find(({ verdict }) => verdict?.kind === 'other');
      return go(() => booking && bench.resolve.closeLabel(booking.id, 'The service was told', ''));
    }
    case 'pickup': {
      model.pickups += 1;
      const first = journal.pickups(50).find(({ state }) => state === 'booked');
      return go(() => {
        const request = {
          courierKey: 'dhl',
          date: '2026-11-20',
          readyTime: '16:00',
          closingTime: '17:00',
          instructions: '',
          withLeftOvers: true,
          again: act.yes ? 'a second van' : '',
          isSure: true,
          ...(act.yes && first && { secondOf: first.id }),
        };
        return Promise.all([bench.pickup.request(request), bench.pickup.request(request)]);
      });
    }
    case 'settle-pickup': {
      const [pickup] = journal.pickupsInState(['unknown']);
      if (!pickup) return go(() => undefined);
      const known = new Set(journal.pickups(500).map(({ collectionNo }) => collectionNo));
      const number = world.service.collections.find((each) => !known.has(each)) ?? '';
      model.settled.add(pickup.id);
      return go(() => bench.resolve.settlePickup(pickup.id, act.yes ? number : '', 'No van came', ''));
    }
    case 'resume':
      return go(() => Promise.all([bench.breaker.resume(), bench.ship.scan('XPBXGON')]));
    case 'restart':
      return world.restart();
    case 'fault':
      world.fault(act.port, act.fault as never);
      return undefined;
    case 'printer':
      world.setPrinter(act.kind);
      return undefined;
    case 'clock':
      world.moveClock(act.minutes * 60_000);
      return undefined;
    case 'rule':
      model.rule = act.rule;
      world.setRule(act.rule);
      return undefined;
  }
}

/** Answers the page about orders to one address twice, as two fast hands do; facts of a shared parcel are given. */
async function answerSameAddress({ bench }: SmallWorld, isJoined: boolean): Promise<void> {
  const { workflow, workflowNo } = bench.ship.state();
  if (workflow.step !== 'same-address') return;
  await Promise.all([1, 2].map(() => bench.ship.answerSameAddress(workflowNo, isJoined)));
  for (let now = bench.ship.state(); now.workflow.step === 'asking' && isJoined; now = bench.ship.state()) {
    const [question] = now.workflow.questions;
    if (question) await bench.ship.answerQuestion(now.workflowNo, question, question.kind === 'box' ? 'M' : '1.25');
    if (JSON.stringify(bench.ship.state()) === JSON.stringify(now)) return;
  }
}

const markOf = ({ journal }: SmallWorld, jobId: string): string =>
  new TextDecoder().decode(journal.jobSheet(jobId)?.bytes ?? new Uint8Array()).split('|')[0] ?? '';

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

/** Throws if a rule that must always hold is broken. */
function judge(model: Model, world: SmallWorld): void {
  const { bench, journal, service } = world;
  model.wasPaused ||= bench.breaker.pause() !== null;
  must(world.bugs.length === 0, `a bug: ${world.bugs[0] ?? ''}`);
  const rows = journal.bookings({ ...everything, states: bookingStates }).rows;
  const countOf = (key: string, all: readonly string[]): number => all.filter((each) => each === key).length;

  for (const { orderNo, serviceId, key } of service.bookings) {
    must(service.bookings.filter((each) => each.serviceId === serviceId).length === 1, `${serviceId} was booked twice`);
    const row = rows.find((each) => each.orderNo === orderNo) ?? rows.find((each) => each.service?.serviceId === serviceId);
    must(row !== undefined && ['booked', 'unknown', 'released'].includes(row.state), `${orderNo} is lost: ${row?.state ?? 'no row'}`);
    must(row?.orderKey === key, `${orderNo} of ${key} stands under ${row?.orderKey ?? ''}`);
  }
  for (const row of rows) {
    must(!['intent', 'sending', 'answered'].includes(row.state), `${row.orderKey} stays ${row.state}`);
    must(row.state !== 'booked' || service.bookings.some(({ orderNo }) => orderNo === row.orderNo), `${row.orderNo} was never booked`);
    must(!row.orderNo || rows.filter(({ orderNo }) => orderNo === row.orderNo).length === 1, `${row.orderNo} stands twice`);
  }
  for (const key of orderKeys) {
    const bought = service.bookings.filter((each) => each.keys.includes(key)).length;
    must(bought <= 1 + (model.armed.get(key) ?? 0), `${key} was booked ${bought} times`);
    const asked = countOf(key, service.shipRequests);
    must(asked <= (model.buys.get(key) ?? 0), `${key} was sent ${asked} times for ${model.buys.get(key) ?? 0} presses of Buy`);
  }

  const pickups = journal.pickups(500);
  must(service.pickupRequests <= model.pickups, 'a driver was ordered by nobody');
  const unnamed = service.collections.filter((number) => !pickups.some(({ collectionNo }) => collectionNo === number)).length;
  const open = pickups.filter(({ state }) => state === 'unknown' || state === 'released').length;
  must(unnamed <= open, 'a pickup is lost');

  for (const id of model.unknown)
    must(
      model.settled.has(id) || (journal.booking(id) ?? journal.pickup(id))?.state === 'unknown',
      `${id} is not unknown any more, and nobody settled it`,
    );
  model.unknown = [...rows, ...pickups].filter(({ state }) => state === 'unknown').map(({ id }) => id);

  const known = new Set<string>();
  for (const row of rows)
    for (const job of row.jobs) {
      const mark = markOf(world, job.id);
      const out = world.out.get(mark) ?? 0;
      known.add(mark);
      must(out <= 1 + (model.printAgain.get(mark) ?? 0), `a sheet of ${row.orderKey} came out ${out} times`);
      must(job.state !== 'printed' || out > 0 || model.saidOut.has(job.id), `${row.orderKey} is called printed and never came out`);
      const label = new TextDecoder().decode(journal.jobSheet(job.id)?.bytes ?? new Uint8Array()).split('|')[1];
      must(out === 0 || label === `label of ${row.orderKey}` || label === '?', `${label ?? ''} came out for ${row.orderKey}`);
    }
  for (const mark of world.out.keys()) must(known.has(mark), 'a sheet came out that nobody queued');

  const { workflow } = bench.ship.state();
  must(workflow.step !== 'stuck', 'the bench is stuck');
  must(
    !('booking' in workflow) || truthOf(workflow.booking) <= truthOf(journal.booking(workflow.booking.id) ?? workflow.booking),
    'the screen shows more than is true',
  );
}

/** Counts over the days, so that a model without any activity is noticed. */
export interface Totals {
  bookings: number;
  twiceShipped: number;
  /** Shipments of two orders. */
  joined: number;
  unknown: number;
  adopted: number;
  released: number;
  sheets: number;
  secondCopies: number;
  drivers: number;
  /** Days on which booking was paused. */
  pauses: number;
  cuts: number;
}

function addTo(totals: Totals, model: Model, world: SmallWorld): void {
  const rows = world.journal.bookings({ ...everything, states: bookingStates }).rows;
  const countIn = (states: readonly string[]): number => rows.filter(({ state }) => states.includes(state)).length;
  totals.bookings += world.service.bookings.length;
  totals.twiceShipped += rows.filter(({ shipmentNo, state }) => shipmentNo > 1 && state === 'booked').length;
  totals.joined += rows.filter(({ order, state }) => order.joined && state === 'booked').length;
  totals.unknown += countIn(['unknown']);
  totals.adopted += rows.filter(({ id, state }) => state === 'booked' && model.settled.has(id)).length;
  totals.released += countIn(['released']);
  totals.sheets += world.out.size;
  totals.secondCopies += rows.flatMap(({ jobs }) => jobs).filter(({ copy }) => copy > 0).length;
  totals.drivers += world.service.collections.length;
  totals.pauses += model.wasPaused ? 1 : 0;
  totals.cuts += world.cuts;
}

/** Runs this number of days of random acts. Throws with the seed and the shortest day that breaks a rule. */
export async function runModel(
  sequences: number,
  seed: number,
  { spoil, endOnFailure = false }: { readonly spoil?: Spoil; readonly endOnFailure?: boolean } = {},
): Promise<Totals> {
  const totals: Totals = {
    bookings: 0,
    twiceShipped: 0,
    joined: 0,
    unknown: 0,
    adopted: 0,
    released: 0,
    sheets: 0,
    secondCopies: 0,
    drivers: 0,
    pauses: 0,
    cuts: 0,
  };
  const property = fc.asyncProperty(fc.commands([command], { maxCommands: 40, size: 'max' }), async (commands) => {
    const world = await openSmallWorld(spoil);
    const caused: Model = {
      buys: new Map(),
      armed: new Map(),
      settled: new Set(),
      printAgain: new Map(),
      saidOut: new Set(),
      pickups: 0,
      rule: 'ask',
      unknown: [],
      wasPaused: false,
    };
    try {
      await fc.asyncModelRun(() => ({ model: caused, real: world }), commands);
      addTo(totals, caused, world);
    } finally {
      await world.end();
    }
  });
  await fc.assert(property, { numRuns: sequences, seed, endOnFailure, includeErrorInReport: true });
  return totals;
}
