import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Walk } from '../../shared/bench.ts';
import type { CallArgs } from '../../shared/ipc.ts';
import { orderKeySchema } from '../../shared/order.ts';
import type { Dice } from '../crash/dice.ts';
import type { LedgerBooking } from './ledger.ts';
import { allow, type Day } from './lived-day.ts';
import type { TrueOrder } from './order-files.ts';
import { drawPaper } from './papers.ts';
import type { PrinterTrouble } from './printers.ts';
import { bookedHere, isFindable, resolveAll } from './resolve.ts';
import { answerFaults, labelFaults, type ServiceFault } from './service.ts';
import { bareKey } from './truth.ts';

/** One thing that happens on a day; `no` tells two of the same name apart and throws their dice. */
export interface Act {
  readonly no: number;
  readonly name: string;
}

type Doing = (day: Day, dice: Dice) => Promise<void>;

// ---- What a person needs for all of them -----------------------------------------------------------------------------

/** An order nobody has touched and that may be shipped. */
async function freshOrder(day: Day, dice: Dice, wish: Parameters<Day['importFile']>[0] = { orders: 4 }): Promise<TrueOrder | undefined> {
  const scanned = touched.get(day) ?? new Set<string>();
  touched.set(day, scanned);
  const isFresh = ({ key, heldBack, isCut }: TrueOrder): boolean => heldBack === null && !isCut && !scanned.has(key);
  const isPlain = wish.country === undefined && wish.dialect === undefined;
  const left = isPlain ? day.orders.filter(isFresh) : [];
  const from = left.length > 0 ? left : (await day.importFile(wish)).orders.filter(isFresh);
  const order = from[dice.whole(Math.max(1, from.length))];
  if (order) scanned.add(order.key);
  return order;
}
const touched = new WeakMap<Day, Set<string>>();

interface ShipWish {
  readonly fault?: ServiceFault;
  readonly order?: TrueOrder;
  readonly answers?: Readonly<Record<string, string>>;
  /** Done on the tiles, before anything is bought. */
  readonly atTiles?: () => Promise<void>;
  /** Done while it is bought or printed. */
  readonly meanwhile?: () => Promise<void>;
}

/** Ships one order and goes on with what the bench then asks, truthfully. Answers what the service has of it. */
async function ship(day: Day, dice: Dice, wish: ShipWish = {}): Promise<LedgerBooking | undefined> {
  const { packer, service, truth } = day;
  const order = wish.order ?? (await freshOrder(day, dice));
  if (!order) return undefined;
  const tiles = await packer.toTiles(order, wish.answers);
  if (!tiles) return undefined;
  await wish.atTiles?.();
  const before = truth.bookingsOf(order.key).length;
  const walk = packer.walk();
  if (walk.step !== 'choosing') return undefined;
  if (packer.isPaused()) await packer.call('resumeBooking', {});
  const offered = await day.watch.look();
  if (wish.fault) service.meet('ship', wish.fault);
  const buying = packer.call('buy', { walkNo: packer.walkNo(), serviceId: walk.serviceId });
  if (wish.meanwhile) await wish.meanwhile();
  await buying;
  const end = await packer.outcome();
  const booking = truth.bookingsOf(order.key)[before];
  await compareBought(day, order, end, offered.words, booking);
  await afterBuying(day, dice, end, booking);
  return booking;
}

/** The screen after a purchase against the service's books. */
async function compareBought(day: Day, order: TrueOrder, end: Walk, offered: string, booking: LedgerBooking | undefined): Promise<void> {
  const { words } = await day.watch.look();
  if (booking && /[Nn]othing was bought|was not bought/.test(words) && words.toUpperCase().includes(bareKey(order.key)))
    day.found({ counter: 'untrue_screens', what: 'the window says nothing was bought, and it was', detail: words.slice(-500) });
  if (!booking || end.step !== 'done' || end.booking.orderNo !== booking.orderNo) return;
  if (!words.includes(`${booking.price} ${booking.currency}`))
    day.found({
      counter: 'untrue_screens',
      what: 'the price on DONE is not the price that was paid',
      detail: `${booking.price} ${booking.currency}: ${words.slice(-500)}`,
    });
  if (!offered.includes(`${booking.price} ${booking.currency}`))
    day.found({
      counter: 'untrue_screens',
      what: 'another price was paid than the tiles said',
      detail: `${booking.price} ${booking.currency}: ${offered.slice(-600)}`,
    });
  for (const extra of ['co2', 'insurance'] as const)
    if (booking.extras[extra] !== end.booking.extras[extra])
      day.found({
        counter: 'untrue_screens',
        what: `${extra} is shown otherwise than it was bought`,
        detail: JSON.stringify(booking.extras),
      });
}

/** Goes on with what the bench asks after a purchase. */
async function afterBuying({ packer }: Day, dice: Dice, end: Walk, booking: LedgerBooking | undefined): Promise<void> {
  if (end.step === 'confirm-label') {
    const isRight = booking?.label === 'right';
    if (isRight || dice.chance(0.5)) await packer.call('confirmLabel', { bookingId: end.booking.id, isRight });
    else await packer.call('park', { walkNo: packer.walkNo() });
    await packer.outcome();
  }
  if (packer.walk().step === 'wrong-label') await packer.call('park', { walkNo: packer.walkNo() });
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

// ---- The acts --------------------------------------------------------------------------------------------------------

const shipWith =
  (fault: ServiceFault): Doing =>
  async (day, dice) => {
    if (fault === 'home address instead of the service point') return shipToPoint(day, dice, fault);
    const order = await freshOrder(day, dice);
    if (!order) return;
    if (fault === 'one label too few') await makeTwoParcels(day, order);
    await ship(day, dice, { fault, order });
    day.service.clear();
    await day.packer.clearBench();
    if (dice.chance(0.4)) await resolveAll(day);
  };

/** The order is packed in two parcels. */
async function makeTwoParcels({ packer, edited }: Day, { key }: TrueOrder): Promise<void> {
  const read = await packer.call('order', { key: orderKeySchema.parse(key) });
  const [parcel] = read.ok ? read.value.parcels : [];
  if (!read.ok || !parcel) return;
  edited.add(bareKey(key));
  await packer.call('saveOrder', { order: { ...read.value, parcels: [parcel, { ...parcel, weightGrams: 700 }] } });
}

async function shipToPoint(day: Day, dice: Dice, fault?: ServiceFault): Promise<void> {
  const { packer } = day;
  await ship(day, dice, {
    ...(fault && { fault }),
    async atTiles() {
      const walk = packer.walk();
      if (walk.step !== 'choosing') return;
      const service = walk.quote.services.find(({ destinationServicePoints }) => destinationServicePoints);
      if (!service) return;
      await packer.call('selectService', { walkNo: packer.walkNo(), serviceId: service.serviceId });
      await packer.call('listServicePoints', { walkNo: packer.walkNo() });
      const now = packer.walk();
      const point = now.step === 'choosing' ? now.points?.[dice.whole(3)] : undefined;
      if (!point) return;
      await packer.call('chooseServicePoint', { walkNo: packer.walkNo(), keycode: point.keycode });
      day.met('hands: a service point');
    },
  });
  day.service.clear();
}

const quoteWith =
  (fault: ServiceFault): Doing =>
  async (day, dice) => {
    const order = await freshOrder(day, dice);
    if (!order) return;
    await day.packer.clearBench();
    day.service.meet('quote', fault);
    await day.packer.toTiles(order);
    day.service.clear();
    // Whatever it was, the same scan works once the service does.
    const tiles = await day.packer.toTiles(order);
    if (!tiles && day.service.nature.environment === 'both' && day.packer.walk().step === 'looking-up')
      day.found({
        counter: 'dead_ends',
        what: 'a scan hangs after the service came back',
        detail: JSON.stringify(day.packer.walk()).slice(0, 300),
      });
    await day.packer.clearBench();
  };

const printerIs =
  (trouble: PrinterTrouble): Doing =>
  async (day, dice) => {
    const { printer, packer } = day;
    const isEarly = dice.chance(0.4);
    const order = await freshOrder(day, dice);
    if (!order) return;
    await ship(day, dice, {
      order,
      async atTiles() {
        if (isEarly) await printer.change(trouble);
        if (isEarly && dice.chance(0.5)) await pause(900);
      },
      async meanwhile() {
        if (!isEarly) {
          await packer.until(() => packer.walk().step === 'printing' || packer.walk().step === 'done', 1_500);
          await printer.change(trouble);
        }
        await pause(500 + dice.whole(700));
        if (dice.chance(0.6)) await printer.change('none');
      },
    });
    await pause(dice.chance(0.4) ? 900 : 100);
    await printer.change('none');
    // Mended, it is bought with the same tiles, without a sentence of before.
    const walk = packer.walk();
    if (walk.step === 'choosing') {
      await packer.until(() => packer.frame().labelPrinter.kind !== 'not-ready', 2_500);
      await packer.call('buy', { walkNo: packer.walkNo(), serviceId: walk.serviceId });
      await packer.outcome();
    }
    await packer.until(() => printer.holds() === 0, 1_500);
    await packer.clearBench();
    if (dice.chance(0.4)) await resolveAll(day);
  };

const jam: Doing = async (day, dice) => {
  const { printer, packer } = day;
  await printer.change('jamming');
  await ship(day, dice);
  await pause(300);
  await printer.change('none');
  await packer.until(() => printer.holds() === 0, 1_500);
  await packer.clearBench();
  await resolveAll(day);
};

const swallow: Doing = async (day, dice) => {
  await day.printer.change('swallowing');
  await ship(day, dice);
  await day.printer.change('none');
  await day.packer.clearBench();
  await resolveAll(day);
};

const foreignCodes = [
  '4006381333931',
  'https://shop.example/p/77?x=1',
  '(01)04012345123456(10)LOT9',
  'WIFI:S:bench;T:WPA;P:x;;',
  '0',
] as const;

const foreignScan: Doing = async (day, dice) => {
  const { packer } = day;
  const order = await freshOrder(day, dice);
  if (!order) return;
  const code = dice.pick(foreignCodes);
  const tiles = await packer.toTiles(order);
  if (!tiles) return;
  day.met('hands: a foreign code');
  await packer.call('scan', { code });
  await pause(30);
  if (!(await isFindable(day, order.key)))
    day.found({
      counter: 'vanished',
      what: 'a foreign code took the parcel out of the hands',
      detail: `${code} at the tiles of ${order.key}`,
    });
  if (packer.walk().step === 'choosing') await ship(day, dice, { order });
  await packer.clearBench();
};

/** Orders scanned while a label comes out wait their turn, also where the label does not come out. */
const scansWait: Doing = async (day, dice) => {
  const { packer, printer } = day;
  const orders = [await freshOrder(day, dice), await freshOrder(day, dice), await freshOrder(day, dice)].flatMap((order) => order ?? []);
  const [first, ...next] = orders;
  if (!first || next.length < 2) return;
  const fails = dice.chance(0.6);
  const withForeign = dice.chance(0.4);
  const tiles = await packer.toTiles(first);
  if (!tiles) return;
  const buying = packer.call('buy', { walkNo: packer.walkNo(), serviceId: tiles.serviceId });
  await packer.until(() => ['booking', 'printing'].includes(packer.walk().step), 800);
  const waited: string[] = [];
  for (const { key } of next) {
    if (!['booking', 'printing'].includes(packer.walk().step)) break;
    if ((await packer.call('scan', { code: key })).ok) waited.push(key);
    if (withForeign && waited.length === 1) await packer.call('scan', { code: dice.pick(foreignCodes) });
  }
  if (waited.length > 1) day.met('hands: two scans wait');
  if (fails) await printer.change(dice.pick(['jamming', 'off', 'head open'] as const));
  await buying;
  await packer.outcome();
  await pause(150);
  if (fails) await printer.change('none');
  await noneIsGone(day, waited, fails ? 'the print failed' : 'it is printed');
  await packer.clearBench();
  await pause(100);
  for (const _ of waited) {
    await packer.until(() => !['looking-up', 'quoting'].includes(packer.walk().step), 800);
    await noneIsGone(day, waited, 'the bench was cleared');
    await packer.clearBench();
    await pause(30);
  }
};

/** Of the orders that wait the next is named and those behind it are counted. */
async function noneIsGone(day: Day, waited: readonly string[], when: string): Promise<void> {
  const unseen: string[] = [];
  for (const key of waited) if (!(await isFindable(day, key))) unseen.push(key);
  const counted = Number(/(\d+) more behind it/.exec((await day.watch.look()).words)?.[1] ?? 0);
  if (unseen.length > counted)
    day.found({
      counter: 'vanished',
      what: 'an order that waited is gone',
      detail: `${unseen.join(', ')} of ${waited.join(', ')}, when ${when}`,
    });
}

const boughtTwice: Doing = async (day, dice) => {
  const { packer } = day;
  await ship(day, dice, {
    async meanwhile() {
      day.met('hands: bought twice');
      const { booking } = { booking: null, ...packer.walk() };
      await Promise.all([
        packer.call('scan', { code: 'PB!BUY' }),
        packer.call('buy', { walkNo: packer.walkNo(), serviceId: booking?.service?.serviceId ?? '' }),
      ]);
    },
  });
  await packer.clearBench();
};

const park: Doing = async (day, dice) => {
  const { packer } = day;
  const order = await freshOrder(day, dice);
  if (!order || !(await packer.toTiles(order))) return;
  day.met('hands: put aside');
  await packer.call('park', { walkNo: packer.walkNo() });
  if (!(await isFindable(day, order.key)))
    day.found({ counter: 'vanished', what: 'a parcel that was put aside is nowhere', detail: order.key });
  const open = await packer.call('toResolve', {});
  const item = open.ok
    ? open.value.find((each) => each.kind === 'put-aside' && bareKey(each.booking.orderKey) === bareKey(order.key))
    : undefined;
  if (item?.kind === 'put-aside' && dice.chance(0.6)) {
    await packer.call('takeUp', { bookingId: item.booking.id });
    await packer.until(() => packer.walk().step === 'choosing', 1_500);
    const walk = packer.walk();
    if (walk.step === 'choosing') await packer.call('buy', { walkNo: packer.walkNo(), serviceId: walk.serviceId });
    await packer.outcome();
  }
  await packer.clearBench();
};

const leave: Doing = async (day, dice) => {
  const { packer } = day;
  day.met('hands: left the parcel');
  await ship(day, dice, {
    async meanwhile() {
      await packer.call('next', { walkNo: packer.walkNo() });
      await packer.call('park', { walkNo: packer.walkNo() });
      if (dice.chance(0.5)) await packer.call('scan', { code: 'PB!NEXT' });
    },
  });
  await packer.clearBench();
};

async function aShipment(day: Day, dice: Dice) {
  const printed = (await bookedHere(day)).filter(({ jobs }) => jobs.some(({ state }) => state === 'printed' || state === 'sent'));
  if (printed.length > 0) return printed[dice.whole(printed.length)];
  await ship(day, dice);
  await day.packer.clearBench();
  return (await bookedHere(day)).find(({ jobs }) => jobs.some(({ state }) => state === 'printed' || state === 'sent'));
}

const reprintOne: Doing = async (day, dice) => {
  const booking = await aShipment(day, dice);
  if (!booking) return;
  const asked = await day.packer.call('reprint', { bookingId: booking.id });
  if (!asked.ok) return;
  day.met('hands: a reprint');
  allow(day.allowed.copies, bareKey(booking.orderKey));
  await pause(200);
  await day.packer.until(() => day.printer.holds() === 0, 1_500);
};

const shipAgain: Doing = async (day, dice) => {
  const { packer } = day;
  const booking = await aShipment(day, dice);
  if (!booking) return;
  await packer.clearBench();
  await packer.call('scan', { code: booking.orderKey });
  await packer.until(() => packer.walk().step === 'already-shipped', 1_000);
  if (packer.walk().step !== 'already-shipped') return;
  const again = await packer.call('shipAgain', { walkNo: packer.walkNo(), reason: 'The first parcel broke', pin: '' });
  if (!again.ok) return;
  day.met('hands: shipped again');
  allow(day.allowed.shipments, bareKey(booking.orderKey));
  await packer.until(() => packer.walk().step === 'choosing', 1_500);
  const walk = packer.walk();
  if (walk.step === 'choosing') await packer.call('buy', { walkNo: packer.walkNo(), serviceId: walk.serviceId });
  await packer.outcome();
  await packer.clearBench();
};

const scanBack: Doing = async (day, dice) => {
  const booking = await ship(day, dice);
  if (!booking || day.packer.walk().step !== 'done') return;
  await day.packer.call('scan', { code: booking.trackingNos[0] ?? booking.consignmentNo });
  day.met('hands: the fresh label scanned');
  await pause(30);
  await day.packer.clearBench();
};

/** Amounts in a currency without cents, or with three digits behind the point. */
const typedValue: Doing = async (day, dice) => {
  const currency = dice.pick(['JPY', 'KWD'] as const);
  const digits = currency === 'JPY' ? String(1000 + dice.whole(9000)) : `${1 + dice.whole(90)}.${dice.pick(['5', '250', '75'])}`;
  await day.packer.clearBench();
  const settings = await day.packer.call('setup', {});
  await day.packer.call('saveSettings', { settings: { currency } });
  const file = await day.importFile({ orders: 6, dialect: 'own' });
  const order = file.orders.find(({ value, isCut }) => value === null && !isCut);
  if (order) {
    day.typed.set(bareKey(order.key), { digits, currency });
    day.met('hands: a value typed in JPY or KWD');
    await ship(day, dice, { order, answers: { value: digits } });
  }
  await day.packer.clearBench();
  if (settings.ok) await day.packer.call('saveSettings', { settings: { currency: settings.value.settings.currency } });
};

/** Extras are chosen, then another service that has them too. */
const changeService: Doing = async (day, dice) => {
  const { packer } = day;
  let wished: { readonly co2: boolean; readonly insurance: boolean } | undefined;
  const booking = await ship(day, dice, {
    async atTiles() {
      const walk = packer.walk();
      if (walk.step !== 'choosing') return;
      const able = walk.quote.services.filter(({ insurance, co2 }) => insurance && co2);
      const [one, other] = able;
      if (!one || !other) return;
      const walkNo = packer.walkNo();
      await packer.call('selectService', { walkNo, serviceId: one.serviceId });
      const insured = await packer.call('toggleExtra', { walkNo, extra: 'insurance' });
      const co2 = await packer.call('toggleExtra', { walkNo, extra: 'co2' });
      await packer.call('selectService', { walkNo, serviceId: other.serviceId });
      day.met('hands: the service changed with extras on');
      wished = { insurance: insured.ok, co2: co2.ok };
    },
  });
  if (wished && booking)
    for (const extra of ['co2', 'insurance'] as const)
      if (wished[extra] && !booking.extras[extra])
        day.found({
          counter: 'untrue_screens',
          what: `${extra} was chosen, is offered, and was dropped without a word`,
          detail: day.truth.keyOf(booking),
        });
  await packer.clearBench();
};

/** Tells one request of a person from another, in the service's books too. */
let tag = 0;
type Driver = Omit<CallArgs<'requestPickup'>, 'instructions' | 'withLeftOvers' | 'again'> & { readonly again?: string };

/** Asks for a driver as the screen does: a person gives the reason it wants, and wants the driver all the same where that is meant. */
async function askForDriver({ packer }: Day, driver: Driver, { isMeant = true }: { readonly isMeant?: boolean } = {}) {
  tag += 1;
  const asked = { withLeftOvers: true, again: '', instructions: `Dock ${tag}`, ...driver };
  const first = await packer.call('requestPickup', asked);
  const needsReason = !first.ok && ['pickup-already-requested', 'pickup-may-be-requested'].includes(first.failure.code);
  const withReason = needsReason && asked.again === '' ? { ...asked, again: 'One more parcel came' } : asked;
  const second = withReason === asked ? first : await packer.call('requestPickup', withReason);
  const isDoubted = !second.ok && second.failure.code === 'pickup-doubtful';
  return isDoubted && isMeant ? packer.call('requestPickup', { ...withReason, isSure: true }) : second;
}

/** A parcel waits for a courier, and nothing stands between it and a driver. */
async function courierToAsk(day: Day, dice: Dice): Promise<string | undefined> {
  const { packer } = day;
  const waiting = async () => {
    const overview = await packer.call('pickups', {});
    return overview.ok ? overview.value.groups[0]?.courierKey : undefined;
  };
  await packer.clearBench();
  if (!(await waiting())) await ship(day, dice);
  await packer.clearBench();
  await resolveAll(day);
  if (packer.isPaused()) await packer.call('resumeBooking', {});
  return waiting();
}

const usualHours = { readyTime: '13:00', closingTime: '14:30' } as const;

async function pickUp(day: Day, dice: Dice, fault?: ServiceFault) {
  const courierKey = await courierToAsk(day, dice);
  if (!courierKey) return undefined;
  if (fault) day.service.meet('pickup', fault);
  const asking = askForDriver(day, { courierKey, date: day.service.collectionDate(), ...usualHours });
  if (fault?.startsWith('no answer')) await lookAtPickup(day);
  const asked = await asking;
  day.service.clear();
  return asked.ok ? asked.value : undefined;
}

/** While the answer is on its way the screen does not say that there is nothing to do. */
async function lookAtPickup({ window, found, truth }: Day): Promise<void> {
  await pause(250);
  const isOpen = truth.ledger.requests.some(({ action, endedAt }) => action === 'pickup' && endedAt === null);
  const drawing = await window.open('pickup');
  if (isOpen && drawing.signal === 'ready')
    found({ counter: 'untrue_screens', what: 'Pickup says READY while a driver is being ordered', detail: drawing.words.slice(-400) });
}

/** The driver of one of two collections did not come: another is asked for its parcels. */
const secondDriver: Doing = async (day, dice) => {
  const first = await pickUp(day, dice);
  await ship(day, dice);
  await day.packer.clearBench();
  const second = await pickUp(day, dice);
  if (!first || !second || first.courierKey !== second.courierKey) return;
  // A parcel waits besides, which nobody meant.
  if (dice.chance(0.5)) await ship(day, dice);
  await day.packer.clearBench();
  const meant = dice.chance(0.5) ? first : second;
  const { pickups } = day.truth.ledger;
  const before = pickups.length;
  const orderNosOf = (collectionNo: string): readonly string[] =>
    pickups.find((pickup) => pickup.collectionNo === collectionNo)?.orderNos ?? [];
  await askForDriver(day, {
    courierKey: meant.courierKey,
    date: day.service.collectionDate(),
    ...usualHours,
    again: 'The driver did not come',
    secondOf: meant.id,
  });
  const asked = pickups[before];
  if (!asked) return;
  day.met('hands: a second driver for one of two collections');
  const forgotten = orderNosOf(meant.collectionNo).filter((orderNo) => !asked.orderNos.includes(orderNo));
  if (forgotten.length > 0)
    day.found({
      counter: 'lost',
      what: 'a second driver is asked for other parcels than those that were pressed',
      detail: `${forgotten.join(', ')} of ${meant.collectionNo} stay behind`,
    });
};

const dayBeside = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** A day or an hour no driver comes at: not ordered before somebody said that it is meant. */
const impossiblePickup: Doing = async (day, dice) => {
  const courierKey = await courierToAsk(day, dice);
  if (!courierKey) return;
  const first = day.service.collectionDate();
  const today = day.now().toISOString().slice(0, 10);
  const sunday = dayBeside(first, 7 - new Date(`${first}T12:00:00Z`).getUTCDay());
  const driver = dice.pick([
    { date: sunday, ...usualHours },
    { date: dayBeside(today, -1), ...usualHours },
    { date: dayBeside(first, 400), ...usualHours },
    { date: first, readyTime: '13:00', closingTime: '23:30' },
    { date: first === today ? today : dayBeside(first, -1), readyTime: '00:05', closingTime: '00:30' },
  ]);
  const before = day.truth.ledger.pickups.length;
  await askForDriver(day, { courierKey, ...driver }, { isMeant: false });
  day.met('hands: a pickup at an impossible time');
  if (day.truth.ledger.pickups.length > before)
    day.found({
      counter: 'untrue_screens',
      what: 'a driver is said to come when no driver comes',
      detail: `${driver.date} ${driver.readyTime} to ${driver.closingTime}; the service said ${first}`,
    });
};

const pickUpWith =
  (fault?: ServiceFault): Doing =>
  async (day, dice) =>
    void (await pickUp(day, dice, fault));

const papers =
  (fault?: ServiceFault): Doing =>
  async (day, dice) => {
    const booking = await aShipment(day, dice);
    if (!booking) return;
    day.met('hands: papers attached');
    if (fault) day.service.meet('upload_documents', fault);
    tag += 1;
    const isGood = fault !== undefined || dice.chance(0.15);
    const bad = dice.pick([async () => Buffer.alloc(0), async () => drawPaper('PNG', ''), async () => drawPaper('HTML', 'Invoice')]);
    if (!isGood) day.met('hands: papers that cannot be read');
    await day.packer.call('attachDocument', {
      bookingId: booking.id,
      documentType: 'Customs Invoice',
      name: `invoice-${tag}.pdf`,
      mediaType: 'application/pdf',
      bytes: new Uint8Array(isGood ? await drawPaper('PDF', `Invoice ${booking.orderKey}`) : await bad()),
    });
    day.service.clear();
    if (dice.chance(0.5)) await resolveAll(day);
  };

const closeAndOpen: Doing = async (day, dice) => {
  if (dice.chance(0.5)) await ship(day, dice);
  day.met('hands: closed and opened');
  await day.reopen();
};

/** Somebody puts yesterday's copy of the data folder back after today's parcels were bought. */
const oldFolder: Doing = async (day, dice) => {
  const { packer } = day;
  const [before, after] = [await freshOrder(day, dice), await freshOrder(day, dice)];
  if (!before || !after) return;
  await ship(day, dice, { order: before });
  await packer.clearBench();
  const data = join(day.dir, 'data');
  const copy = join(day.dir, 'copy');
  await day.reopen(() => {
    rmSync(copy, { recursive: true, force: true });
    cpSync(data, copy, { recursive: true });
  });
  await ship(day, dice, { order: after });
  await packer.clearBench();
  await day.reopen(() => {
    if (!existsSync(copy)) return;
    rmSync(data, { recursive: true, force: true });
    cpSync(copy, data, { recursive: true });
  });
  day.met('hands: an old data folder put back');
  for (const { orderNo } of day.truth.bookingsOf(after.key)) day.forgotten.add(orderNo);
  // The packer, who knows nothing of it, scans the parcel again that lies there without a mark in the program.
  await packer.toTiles(after);
  const walk = packer.walk();
  if (walk.step === 'choosing') {
    await packer.call('buy', { walkNo: packer.walkNo(), serviceId: walk.serviceId });
    await packer.outcome();
  }
  await packer.clearBench();
};

const revokedKey: Doing = async (day, dice) => {
  day.service.revoke(true);
  day.met('key revoked for a while');
  const order = await freshOrder(day, dice);
  if (order) await day.packer.toTiles(order);
  day.service.revoke(false);
  if (order) await ship(day, dice, { order });
  await day.packer.clearBench();
};

const entries: readonly (readonly [string, Doing])[] = [
  ['ship', async (day, dice) => void (await ship(day, dice))],
  ['ship to a service point', (day, dice) => shipToPoint(day, dice)],
  ...Object.keys(answerFaults).map((fault) => [`ship: ${fault}`, shipWith(fault as ServiceFault)] as const),
  ...Object.keys(labelFaults).map((fault) => [`ship: ${fault}`, shipWith(fault as ServiceFault)] as const),
  ...(['busy', 'reset, not done', 'no answer, not done', 'refused', 'key revoked with HTTP 200'] as const).map(
    (fault) => [`quote: ${fault}`, quoteWith(fault)] as const,
  ),
  ...(['off', 'out of labels', 'head open', 'paused'] as const).map((trouble) => [`printer ${trouble}`, printerIs(trouble)] as const),
  ['jam', jam],
  ['swallow', swallow],
  ['foreign scan', foreignScan],
  ['scans wait', scansWait],
  ['bought twice', boughtTwice],
  ['put aside', park],
  ['leave', leave],
  ['reprint', reprintOne],
  ['ship again', shipAgain],
  ['scan back', scanBack],
  ['typed value', typedValue],
  ['change service', changeService],
  ['pick up', pickUpWith()],
  ...(['no answer, done', 'no answer, not done', 'reset, done', 'gateway page, done', 'refused'] as const).map(
    (fault) => [`pickup: ${fault}`, pickUpWith(fault)] as const,
  ),
  ['second driver', secondDriver],
  ['impossible pickup', impossiblePickup],
  ['papers', papers()],
  ...(['reset, done', 'refused'] as const).map((fault) => [`papers: ${fault}`, papers(fault)] as const),
  ['close and open', closeAndOpen],
  ['old folder', oldFolder],
  ['revoked key', revokedKey],
  ['resolve', (day) => resolveAll(day)],
];

/** Everything that may happen on a day, by name. */
export const acts: Readonly<Record<string, Doing>> = Object.fromEntries(entries);
export const actNames = Object.keys(acts) as [string, ...string[]];
