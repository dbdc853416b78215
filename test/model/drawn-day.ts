import { createPaper } from '../../electron/paper/paper.ts';
import { type Booking, bookingStates } from '../../shared/booking.ts';
import type { Failure, FailureCode } from '../../shared/failure.ts';
import type { ResolveItem } from '../../shared/ipc.ts';
import type { Service } from '../../shared/quote.ts';
import type { Result } from '../../shared/result.ts';
import { plainCourier } from '../courier/plain-courier.ts';
import { createDice, type Dice } from '../crash/dice.ts';
import { paperHere } from '../fakes/paper-here.ts';
import { anOrder } from '../journal/samples.ts';
import { numbersOn } from '../strangers/read-sheet.ts';
import { type DrawnBooking, type DrawnService, startDrawnService } from './drawn-service.ts';
import { openSmallWorld, type SmallWorld, type Spoil } from './small-world.ts';

export const counters = ['doubled', 'lost', 'wrong_service', 'false_done', 'dead_ends', 'untrue'] as const;
type Counter = (typeof counters)[number];
export interface Finding {
  readonly counter: Counter;
  readonly what: string;
}

export interface DrawnDayReport {
  readonly findings: readonly Finding[];
  readonly met: readonly string[];
  readonly bookings: number;
  readonly sheets: number;
}

const people = [
  { name: 'Anna Jansen', street: 'Kerkstraat', houseNumber: '12', postalCode: '1017 GC', city: 'Amsterdam' },
  { name: 'Bram Visser', street: 'Oudegracht', houseNumber: '230', postalCode: '3511 NT', city: 'Utrecht' },
  { name: 'Carla de Wit', street: 'Grote Markt', houseNumber: '5', postalCode: '2000 LM', city: 'Haarlem' },
  { name: 'Dirk Smit', street: 'Lijnbaan', houseNumber: '77', postalCode: '3012 EL', city: 'Rotterdam' },
] as const;
const everything = { search: '', offset: 0, limit: 500, states: bookingStates };
const seen = ['Looked in the account of the service', ''] as const;
const mostTries = 8;
const minuteMs = 60_000;

/** Compares and draws labels as in the program, in this process. Shared by all days. */
const paper = createPaper({ ref: () => 'P', log: () => undefined, workers: paperHere() });

interface Pressed {
  readonly name: string;
  readonly minor: number;
}

/** One day: a packer ships four orders, requests drivers, settles open items and looks up the truth in the service's account. */
interface Day {
  readonly dice: Dice;
  readonly world: SmallWorld;
  readonly service: DrawnService;
  readonly keys: readonly string[];
  /** The tile whose Buy was pressed last for an order; absent while a rule decides. */
  readonly pressed: Map<string, Pressed>;
  readonly judgedBookings: Set<string>;
  found(counter: Counter, what: string): void;
  /** Does the work and everything that follows from it, then judges. */
  act<T>(work: () => Promise<T> | T): Promise<T>;
}

export async function liveDrawnDay(seed: string, spoil?: Spoil): Promise<DrawnDayReport> {
  const dice = createDice(seed);
  const met: string[] = [];
  const findings: Finding[] = [];
  const service = await startDrawnService(createDice(`${seed} service`), dice.pick([0.15, 0.4, 0.65]), (kind) => met.push(kind));
  let clockMs = 0;
  const courier = plainCourier(service.url, {
    clock: { now: () => new Date(Date.UTC(2026, 10, 20, 9) + clockMs), elapsed: () => clockMs, sleep: async (ms) => void (clockMs += ms) },
    random: () => 0.5,
    timing: { connectMs: 5_000, onceHeadersMs: 250, onceTotalMs: 10_000, readHeadersMs: 150 },
  });
  const orders = people.map((person, at) => {
    const order = anOrder(`D-${at + 1}`, { ...person, company: '', country: 'NL', phone: '+31205550101' });
    return dice.chance(0.4) ? { ...order, parcels: [...order.parcels, ...order.parcels] } : order;
  });
  const world = await openSmallWorld(spoil, { courier, paper, orders });
  const day: Day = {
    dice,
    world,
    service,
    keys: orders.map(({ key }) => key),
    pressed: new Map(),
    judgedBookings: new Set(),
    found(counter, what) {
      if (!findings.some((each) => each.what === what)) findings.push({ counter, what });
    },
    async act<T>(work: () => Promise<T> | T): Promise<T> {
      const given = Promise.withResolvers<T>();
      await world.through(async () => {
        try {
          given.resolve(await work());
        } catch (error) {
          given.reject(error as Error);
        }
      });
      judgeNow(day);
      return given.promise;
    },
  };
  try {
    world.setRule(dice.pick(['ask', 'cheapest']));
    for (const key of day.keys) {
      await shipOrder(day, key);
      judgeJournal(day);
      if (dice.chance(0.3)) await settleOpen(day);
      if (dice.chance(0.1)) await world.restart();
    }
    await requestDrivers(day);
    judgeJournal(day);
    service.calm();
    await endDay(day);
    judgeJournal(day);
    judgeDay(day);
  } finally {
    await world.end();
    await service.stop();
  }
  const sheets = [...world.out.values()].reduce((sum, count) => sum + count, 0);
  return { findings, met, bookings: service.bookings.length, sheets };
}

const bookedOf = ({ service }: Day, key: string): readonly DrawnBooking[] => service.bookings.filter((each) => each.key === key);
const rowsOf = ({ world }: Day) => world.journal.bookings(everything).rows;

/** Scans an order until it is booked, in doubt, or nothing more can be tried now. */
async function shipOrder(day: Day, key: string): Promise<void> {
  const { world } = day;
  for (let tries = 0; tries < mostTries; tries += 1) {
    await goOn(day);
    day.pressed.delete(key);
    day.service.metBy('quote');
    await day.act(() => world.bench.ship.scan(key));
    if (await followToEnd(day, key)) return;
    // A busy or slow service is asked again a little later.
    world.moveClock(minuteMs);
  }
}

/** Follows the screen of the order in hand step by step. Returns false if the order has to be scanned again. */
async function followToEnd(day: Day, key: string): Promise<boolean> {
  const { world } = day;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const { ship } = world.bench;
    const { workflow, workflowNo } = ship.state();
    if (workflow.step === 'choosing') await chooseAndBuy(day, key, workflow.quote.services);
    else if (workflow.step === 'confirm-label') {
      const { booking } = workflow;
      await day.act(() => ship.confirmLabel(booking.id, isRight(day, booking.orderNo)));
      if (!isRight(day, booking.orderNo)) return true;
    } else if (workflow.step === 'stopped') {
      judgeStop(day, workflow.failure);
      return workflow.failure.code === 'label-missing';
    } else {
      await day.act(() => ship.next(workflowNo));
      return ['done', 'printing', 'already-shipped', 'unknown', 'wrong-label'].includes(workflow.step);
    }
  }
  return false;
}

async function chooseAndBuy(day: Day, key: string, services: readonly Service[]): Promise<void> {
  const { ship } = day.world.bench;
  const { workflowNo } = ship.state();
  const shown = day.dice.pick(services as [Service]);
  // The packer is away for a while: the program asks for the price again before it buys.
  if (day.dice.chance(0.35)) day.world.moveClock(16 * minuteMs);
  await day.act(() => ship.selectService(workflowNo, shown.serviceId));
  day.pressed.set(key, { name: `${shown.courierName} ${shown.serviceName}`, minor: shown.total.minor });
  const bought = await day.act(() => ship.buy(workflowNo, shown.serviceId));
  if (!bought.ok && bought.failure.code === 'booking-paused') await goOn(day);
}

const isRight = ({ service }: Day, orderNo: string): boolean =>
  service.bookings.find((each) => each.orderNo === orderNo)?.isLabelRight ?? false;

/** The service answered each request in some form, so a report that it is unreachable is untrue. */
function judgeStop(day: Day, { code }: Failure): void {
  const met = day.service.metBy('quote').join(', ');
  if (code === 'service-unreachable' || code === 'no-services') day.found('untrue', `${code} after ${met || 'a plain answer'}`);
}

/** Ends a pause as soon as the service answers any question. */
async function goOn(day: Day): Promise<void> {
  const { bench } = day.world;
  for (let tries = 0; bench.breaker.pause() && tries < mostTries; tries += 1) {
    day.service.metBy('track');
    const resumed = await day.act(() => bench.breaker.resume());
    const met = day.service.metBy('track');
    const isAnswered = met.every((kind) => kind === 'late' || kind === 'word for a number' || kind === '100 Continue');
    // A machine that stalls also makes an answer slow.
    if (!resumed.ok && isAnswered && resumed.failure.code !== 'service-slow')
      return day.found('dead_ends', `a pause cannot be ended: ${resumed.failure.code} after ${met.join(', ')}`);
    day.world.moveClock(minuteMs);
  }
}

async function requestDrivers(day: Day): Promise<void> {
  const couriers = new Set(rowsOf(day).flatMap(({ state, service }) => (state === 'booked' && service ? [service.courierKey] : [])));
  for (const courierKey of couriers) {
    await goOn(day);
    const times = { date: '2026-11-20', readyTime: '16:00', closingTime: '17:00' };
    const asked = { courierKey, ...times, instructions: '', withLeftOvers: true, again: '', isSure: true };
    await day.act(() => day.world.bench.pickup.request(asked));
  }
}

/** Settles each open item once, as a person who looks into the service's account. */
async function settleOpen(day: Day): Promise<readonly string[]> {
  const refused: string[] = [];
  for (const item of day.world.bench.resolve.open()) {
    const why = await settle(day, item);
    if (why) refused.push(`${item.kind}: ${why}`);
  }
  return refused;
}

/** Returns the reason why the item could not be settled, or undefined. */
async function settle(day: Day, item: ResolveItem): Promise<string | undefined> {
  const { bench, journal } = day.world;
  if (item.kind === 'booking-unknown') return settleUnknown(day, item.booking);
  if (item.kind === 'label-doubtful') return settleLabel(day, item);
  if (item.kind === 'pickup-unknown') {
    const { id, courierKey } = item.pickup;
    const known = journal.pickups(500).map(({ collectionNo }) => collectionNo);
    const isOfCourier = (orderNo: string): boolean =>
      day.service.bookings.some((each) => each.orderNo === orderNo && each.offer.courierKey === courierKey);
    const missing = day.service.collections.find(
      ({ collectionNo, orderNos }) => orderNos.some(isOfCourier) && !known.includes(collectionNo),
    );
    return whyNot(await day.act(() => bench.resolve.settlePickup(id, missing?.collectionNo ?? '', ...seen)));
  }
  if (item.kind === 'put-aside') {
    await day.act(() => bench.takeUp(item.booking.id));
    await followToEnd(day, item.booking.orderKey);
    return undefined;
  }
  return 'no packer knows how to settle it';
}

const whyNot = (answer: Result<unknown, FailureCode>): string | undefined => (answer.ok ? undefined : answer.failure.code);

async function settleUnknown(day: Day, { id, orderKey }: Booking): Promise<string | undefined> {
  const { bench, journal } = day.world;
  const missing = bookedOf(day, orderKey).find(({ orderNo }) => journal.findBooking(orderNo) === undefined);
  if (!missing) return whyNot(await day.act(() => bench.resolve.settleNotBooked(id, ...seen)));
  const settled = await day.act(() => bench.resolve.settleExists(id, missing.orderNo, false));
  if (settled.ok || !['label-not-compared', 'label-of-another-order'].includes(settled.failure.code)) return whyNot(settled);
  return whyNot(await day.act(() => bench.resolve.settleExists(id, missing.orderNo, true)));
}

async function settleLabel(day: Day, item: Extract<ResolveItem, { kind: 'label-doubtful' }>): Promise<string | undefined> {
  const { bench } = day.world;
  const { id, orderNo, verdict } = item.booking;
  const given = day.service.bookings.find((each) => each.orderNo === orderNo);
  if (!given) return 'it was never booked';
  if (!given.isLabelRight) return whyNot(await day.act(() => bench.resolve.closeLabel(id, ...seen)));
  if (item.missing) {
    const file = await day.service.labelFile(given);
    return whyNot(await day.act(() => bench.ship.takeLabelFile(id, file)));
  }
  const why = whyNot(await day.act(() => bench.ship.confirmLabel(id, true)));
  return why && `${why} of a right label that is ${verdict?.kind ?? 'not judged'}`;
}

/** The service works again: every open item must come to an end. */
async function endDay(day: Day): Promise<void> {
  const { world, keys } = day;
  for (let round = 0; round < 4; round += 1) {
    await goOn(day);
    await settleOpen(day);
    for (const key of keys.filter((each) => bookedOf(day, each).length === 0)) await shipOrder(day, key);
    await day.act(() => world.bench.printersChanged());
  }
  for (const why of await settleOpen(day)) day.found('dead_ends', `not to be settled: ${why}`);
  for (const item of world.bench.resolve.open()) day.found('dead_ends', `stays open: ${item.kind}`);
  for (const key of keys) {
    if (bookedOf(day, key).length > 0) continue;
    const { workflow } = world.bench.ship.state();
    day.found('dead_ends', `an order cannot be shipped: ${workflow.step} ${workflow.step === 'stopped' ? workflow.failure.code : ''}`);
  }
}

/** Checks what must hold at every moment. */
function judgeNow(day: Day): void {
  const { world, service } = day;
  for (const bug of world.bugs) day.found('dead_ends', `a bug: ${bug.slice(0, 300)}`);
  for (const booking of service.bookings) {
    if (day.judgedBookings.has(booking.orderNo)) continue;
    day.judgedBookings.add(booking.orderNo);
    judgeChoice(day, booking);
  }
  const { workflow } = world.bench.ship.state();
  if ((workflow.step === 'done' || workflow.step === 'already-shipped') && workflow.booking.state === 'booked') {
    const { orderNo, orderKey } = workflow.booking;
    if (!bookedOf(day, orderKey).some((each) => each.orderNo === orderNo)) day.found('false_done', `shown as shipped: ${orderNo}`);
  }
}

/** Checks what the journal must contain between two orders. */
function judgeJournal(day: Day): void {
  const { world, service } = day;
  for (const row of rowsOf(day)) {
    if (row.state !== 'booked') continue;
    const given = service.bookings.find(({ orderNo }) => orderNo === row.orderNo);
    if (given?.key !== row.orderKey) day.found('false_done', `written down as booked: ${row.orderNo}`);
    for (const number of row.trackingNos)
      if (!given?.trackingNos.includes(number)) day.found('false_done', `no tracking number: ${number}`);
  }
  for (const { state, collectionNo } of world.journal.pickups(500))
    if (state === 'booked' && !service.collections.some((each) => each.collectionNo === collectionNo))
      day.found('false_done', `no driver comes: ${collectionNo}`);
}

/** A person gets the tile that was pressed; a rule buys the cheapest by the service's books, or nothing. */
function judgeChoice(day: Day, { key, offer, among }: DrawnBooking): void {
  const pressed = day.pressed.get(key);
  if (!pressed) {
    const least = Math.min(...among.map(({ minor }) => minor));
    if (offer.minor > least) day.found('wrong_service', `a rule bought ${offer.name} for ${offer.minor}, the cheapest is ${least}`);
    return;
  }
  const isSame = pressed.name === offer.name && (pressed.minor === offer.minor || pressed.minor === 0);
  if (!isSame) day.found('wrong_service', `pressed ${pressed.name} ${pressed.minor}, bought ${offer.name} ${offer.minor}`);
}

/** Checks what must hold once everything is settled. */
function judgeDay(day: Day): void {
  const { world, service, keys } = day;
  for (const key of keys) if (bookedOf(day, key).length > 1) day.found('doubled', `an order is booked ${bookedOf(day, key).length} times`);
  const collected = service.collections.flatMap(({ orderNos }) => orderNos);
  if (new Set(collected).size < collected.length) day.found('doubled', 'two drivers come for one parcel');
  const all = service.bookings.flatMap(({ trackingNos }) => trackingNos);
  const sheets = new Map<string, number>();
  // A page drawn as a picture has bars that cannot be read here, so it may be any of the missing ones.
  let unread = 0;
  for (const [mark, count] of world.out) {
    const found = numbersOn(Buffer.from(mark), all);
    if (found.length === 0) unread += count;
    for (const number of found) sheets.set(number, (sheets.get(number) ?? 0) + count);
  }
  const rows = rowsOf(day);
  for (const { orderNo, trackingNos, isLabelRight } of service.bookings) {
    const row = rows.find((each) => each.orderNo === orderNo);
    if (row?.state !== 'booked') {
      day.found('lost', `a booking of the service is ${row?.state ?? 'nowhere'}`);
      continue;
    }
    for (const number of trackingNos) {
      const count = sheets.get(number) ?? 0;
      if (count > 1) day.found('doubled', `a label came out ${count} times`);
      if (isLabelRight && count === 0 && (unread -= 1) < 0)
        day.found('lost', `a right label never came out (${row.verdict?.kind ?? 'not judged'})`);
      if (!isLabelRight && count > 0) day.found('false_done', 'a wrong label came out');
    }
  }
}
