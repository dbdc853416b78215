import type { Dice } from '../../crash/dice.ts';
import { because } from '../../reprint-reason.ts';
import { allow, type Day } from '../lived-day.ts';
import { bookedHere, isFindable } from '../resolve.ts';
import { bareKey } from '../truth.ts';
import type { Doing } from './act.ts';
import { freshOrder, pause, ship } from './shipping.ts';

const foreignCodes = [
  '4006381333931',
  'https://shop.example/p/77?x=1',
  '(01)04012345123456(10)LOT9',
  'WIFI:S:bench;T:WPA;P:x;;',
  '0',
] as const;

export const foreignScan: Doing = async (day, dice) => {
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
  if (packer.workflow().step === 'choosing') await ship(day, dice, { order });
  await packer.clearBench();
};

/** Orders scanned while a label comes out wait their turn, even if the label does not come out. */
export const scansWait: Doing = async (day, dice) => {
  const { packer, printer } = day;
  const orders = [await freshOrder(day, dice), await freshOrder(day, dice), await freshOrder(day, dice)].flatMap((order) => order ?? []);
  const [first, ...next] = orders;
  if (!first || next.length < 2) return;
  const fails = dice.chance(0.6);
  const withForeign = dice.chance(0.4);
  const tiles = await packer.toTiles(first);
  if (!tiles) return;
  const buying = packer.call('buy', { workflowNo: packer.workflowNo(), serviceId: tiles.serviceId });
  let isAnswered = false;
  void buying.then(() => {
    isAnswered = true;
  });
  await packer.until('the purchase has begun', () => packer.workflow().step !== 'choosing' || isAnswered);
  const waited: string[] = [];
  for (const { key } of next) {
    if (!['booking', 'printing'].includes(packer.workflow().step)) break;
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
  const left = new Set<string>(await packer.clearBench());
  await pause(100);
  for (const _ of waited) {
    await packer.untilLookedUp();
    for (const key of left) await isInOrders(day, key);
    await noneIsGone(
      day,
      waited.filter((key) => !left.has(key)),
      'the bench was cleared',
    );
    for (const key of await packer.clearBench()) left.add(key);
    await pause(30);
  }
};

async function isInOrders(day: Day, key: string): Promise<void> {
  const listed = await day.packer.call('orders', { search: bareKey(key), offset: 0, limit: 50 });
  if (listed.ok && listed.value.rows.some(({ order }) => bareKey(order.key) === bareKey(key))) return;
  day.found({ counter: 'vanished', what: 'an order that was left is not in Orders', detail: key });
}

/** Checks that each order that waits can be found: the screen names the next one and counts those after it. */
async function noneIsGone(day: Day, waited: readonly string[], when: string): Promise<void> {
  const unseen: string[] = [];
  for (const key of waited) if (!(await isFindable(day, key))) unseen.push(key);
  const counted = Number(/(\d+) more after it/.exec((await day.watch.look()).words)?.[1] ?? 0);
  if (unseen.length > counted)
    day.found({
      counter: 'vanished',
      what: 'an order that waited is gone',
      detail: `${unseen.join(', ')} of ${waited.join(', ')}, when ${when}`,
    });
}

export const boughtTwice: Doing = async (day, dice) => {
  const { packer } = day;
  await ship(day, dice, {
    async meanwhile() {
      day.met('hands: bought twice');
      const { booking } = { booking: null, ...packer.workflow() };
      await Promise.all([
        packer.call('scan', { code: 'XPBXBUX' }),
        packer.call('buy', { workflowNo: packer.workflowNo(), serviceId: booking?.service?.serviceId ?? '' }),
      ]);
    },
  });
  await packer.clearBench();
};

export const park: Doing = async (day, dice) => {
  const { packer } = day;
  const order = await freshOrder(day, dice);
  if (!order || !(await packer.toTiles(order))) return;
  day.met('hands: put aside');
  await packer.call('park', { workflowNo: packer.workflowNo() });
  if (!(await isFindable(day, order.key)))
    day.found({ counter: 'vanished', what: 'a parcel that was put aside is nowhere', detail: order.key });
  const open = await packer.call('toResolve', {});
  const item = open.ok
    ? open.value.find((each) => each.kind === 'put-aside' && bareKey(each.booking.orderKey) === bareKey(order.key))
    : undefined;
  if (item?.kind === 'put-aside' && dice.chance(0.6)) {
    await packer.call('takeUp', { bookingId: item.booking.id });
    await packer.untilLookedUp();
    const workflow = packer.workflow();
    if (workflow.step === 'choosing') await packer.call('buy', { workflowNo: packer.workflowNo(), serviceId: workflow.serviceId });
    await packer.outcome();
  }
  await packer.clearBench();
};

export const leave: Doing = async (day, dice) => {
  const { packer } = day;
  day.met('hands: left the parcel');
  await ship(day, dice, {
    async meanwhile() {
      await packer.call('next', { workflowNo: packer.workflowNo() });
      await packer.call('park', { workflowNo: packer.workflowNo() });
      if (dice.chance(0.5)) await packer.call('scan', { code: 'XPBXNEX' });
    },
  });
  await packer.clearBench();
};

export async function aShipment(day: Day, dice: Dice) {
  const printed = (await bookedHere(day)).filter(({ jobs }) => jobs.some(({ state }) => state === 'printed' || state === 'sent'));
  if (printed.length > 0) return printed[dice.whole(printed.length)];
  await ship(day, dice);
  await day.packer.clearBench();
  return (await bookedHere(day)).find(({ jobs }) => jobs.some(({ state }) => state === 'printed' || state === 'sent'));
}

export const reprintOne: Doing = async (day, dice) => {
  const booking = await aShipment(day, dice);
  if (!booking) return;
  const asked = await day.packer.call('reprint', { bookingId: booking.id, because });
  if (!asked.ok) return;
  day.met('hands: a reprint');
  allow(day.allowed.copies, bareKey(booking.orderKey));
  await pause(200);
  await day.packer.until('the printer has printed what it holds', () => day.printer.holds() === 0);
};

export const shipAgain: Doing = async (day, dice) => {
  const { packer } = day;
  const booking = await aShipment(day, dice);
  if (!booking) return;
  await packer.clearBench();
  await packer.call('scan', { code: booking.orderKey });
  await packer.untilLookedUp();
  if (packer.workflow().step !== 'already-shipped') return;
  const again = await packer.call('shipAgain', { workflowNo: packer.workflowNo(), reason: 'The first parcel broke', pin: '' });
  if (!again.ok) return;
  day.met('hands: shipped again');
  allow(day.allowed.shipments, bareKey(booking.orderKey));
  await packer.untilLookedUp();
  const workflow = packer.workflow();
  if (workflow.step === 'choosing') await packer.call('buy', { workflowNo: packer.workflowNo(), serviceId: workflow.serviceId });
  await packer.outcome();
  await packer.clearBench();
};

export const scanBack: Doing = async (day, dice) => {
  const booking = await ship(day, dice);
  if (!booking || day.packer.workflow().step !== 'done') return;
  await day.packer.call('scan', { code: booking.trackingNos[0] ?? booking.consignmentNo });
  day.met('hands: the fresh label scanned');
  await pause(30);
  await day.packer.clearBench();
};

/** Amounts in a currency without cents, or with three decimals. */
export const typedValue: Doing = async (day, dice) => {
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

/** The packer chooses extras, then another service that has them too. */
export const changeService: Doing = async (day, dice) => {
  const { packer } = day;
  let wished: { readonly co2: boolean; readonly insurance: boolean } | undefined;
  const booking = await ship(day, dice, {
    async atTiles() {
      const workflow = packer.workflow();
      if (workflow.step !== 'choosing') return;
      const able = workflow.quote.services.filter(({ insurance, co2 }) => insurance && co2);
      const [one, other] = able;
      if (!one || !other) return;
      const workflowNo = packer.workflowNo();
      await packer.call('selectService', { workflowNo, serviceId: one.serviceId });
      const insured = await packer.call('toggleExtra', { workflowNo, extra: 'insurance' });
      const co2 = await packer.call('toggleExtra', { workflowNo, extra: 'co2' });
      await packer.call('selectService', { workflowNo, serviceId: other.serviceId });
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
