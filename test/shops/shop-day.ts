import { type OrderKey, orderKeySchema } from '../../shared/order.ts';
import type { ShopKind } from '../../shared/shop.ts';
import { closeAll, stopLater } from '../later.ts';
import { until } from '../watchdog.ts';
import { startConnectedBench } from './connected-bench.ts';
import { type DayShop, dayShops, type Sold } from './day-shop.ts';

/** Number of orders by way of shipping. */
export interface ShopDayPlan {
  readonly byBatch: number;
  readonly byScan: number;
  /** Pairs of orders to one address, in one parcel. */
  readonly pairs: number;
  /** Orders of two pieces that leave in two parts. */
  readonly inParts: number;
  /** Orders that leave as a letter. */
  readonly otherwise: number;
}

type Connected = Awaited<ReturnType<typeof startConnectedBench>>;

/** Orders of each kind that the shop cancels or moves to another address in time. */
const changedInTime = 3;
const newCity = 'Potsdam';

/**
 * Runs a day of a bench and a connected shop that shares no code with it: a batch, scans, joined orders, parts and letters, while the shop
 * cancels and edits orders, throttles, fails and loses answers, and the program restarts once with reports pending. The day is judged by
 * what the shop, the service and the printer know.
 */
export async function runShopDay({
  kind,
  plan,
  say: print,
}: {
  readonly kind: ShopKind;
  readonly plan: ShopDayPlan;
  readonly say: (line: string) => void;
}): Promise<{ readonly line: string; readonly isGood: boolean }> {
  const started = performance.now();
  const say = (line: string): void => print(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}`);
  const shop = stopLater(await dayShops[kind]());
  try {
    const bought = buy(shop, plan);
    const at = await startConnectedBench(shop.connection, {
      msPerLabel: 1,
      settings: { rule: 'cheapest', defaults: { boxId: 'M', weightGrams: 1200, contents: '', value: null } },
    });
    const { bench } = at;
    await persistently('the shop accepts the keys', at, async () => (await at.connect()).ok);
    await persistently('all open orders are here', at, async () => (await at.state()).toShip === bought.all.length);
    say(`${bought.all.length} open orders came in, with ${shop.requests()} requests.`);

    const cancelled = [...bought.batch.slice(0, changedInTime), ...bought.scans.slice(0, changedInTime)];
    const moved = [...bought.batch.slice(changedInTime, 2 * changedInTime), ...bought.scans.slice(changedInTime, 2 * changedInTime)];
    for (const order of moved) shop.move(order, { street: `Neue Straße ${order.id}`, city: newCity });
    for (const order of cancelled) shop.cancel(order);
    await persistently('the changes are here', at, async () => (await at.state()).stoppedToday === cancelled.length);
    say(`The shop cancelled ${cancelled.length} orders and moved ${moved.length} to another address.`);

    await runBatch(at, bought.batch);
    say(`The batch is over: ${bench.service.orders().length} shipments are bought.`);
    const late = shop.cancelsShipped ? bought.batch.at(-1) : undefined;
    if (late) shop.cancel(late);
    for (const order of bought.otherwise) await bench.call('shipOtherwise', { key: keyOf(order), way: 'letter', note: '' });
    const half = Math.ceil(bought.scans.length / 2);
    for (const order of bought.scans.slice(0, half)) await shipByScan(at, shop, order);
    const waiting = (await at.state()).waiting;
    await bench.reopen();
    say(`The program was closed and started again, with ${waiting} reports pending.`);
    for (const order of bought.scans.slice(half)) await shipByScan(at, shop, order);
    for (const pair of bought.pairs) await shipPair(at, pair);
    await bench.call('saveSettings', { settings: { checksItems: true } });
    for (const order of bought.inParts) await shipInParts(at, order);
    say(`Scans, pairs and parts are over: ${bench.service.orders().length} shipments are bought.`);
    await persistently('the shop is informed', at, async () => (await at.state()).waiting === 0);
    const { refused, trouble } = await at.state();
    say(`The shop is informed, after ${shop.requests()} requests. Refused: ${refused}. ${trouble ? `Trouble: ${trouble.code}.` : ''}`);
    say(`In the way: ${shop.troubles()}`);
    return judge({ at, shop, bought, cancelled, moved, late });
  } finally {
    await closeAll();
  }
}

const keyOf = ({ number }: Sold): OrderKey => orderKeySchema.parse(number);

/** Customers buy. Every order has an address of its own, but for the pairs. */
function buy(shop: DayShop, plan: ShopDayPlan) {
  const some = (count: number, quantity = 1) => Array.from({ length: count }, () => shop.buy({ quantity }));
  const batch = some(plan.byBatch);
  const scans = some(plan.byScan);
  const pairs = Array.from({ length: plan.pairs }, () => {
    const first = shop.buy({ quantity: 2 });
    return [first, shop.buy({ like: first })] as const;
  });
  const inParts = some(plan.inParts, 2);
  const otherwise = some(plan.otherwise);
  return { batch, scans, pairs, inParts, otherwise, all: [...batch, ...scans, ...pairs.flat(), ...inParts, ...otherwise] };
}

/** Lets the clock of the bench run while it waits, so that pauses of minutes pass. */
async function persistently(what: string, { later }: Connected, is: () => Promise<boolean>): Promise<void> {
  await until(what, async () => {
    if (await is()) return true;
    later(5000);
    return false;
  });
}

async function runBatch(at: Connected, orders: readonly Sold[]): Promise<void> {
  const { bench } = at;
  await bench.call('openBatch', { keys: orders.map(keyOf), search: '' });
  const view = () => bench.call('batch', {});
  await until('the batch is priced', async () => (await view())?.state === 'ready');
  await bench.call('runBatch', { orders: (await view())?.counts.quoted ?? 0 });
  await until('the batch is over', async () => (await view())?.state === 'ended');
}

/** A rule buys at once, unless the shop could not be asked: then the packer does. */
async function shipByScan({ bench }: Connected, shop: DayShop, order: Sold): Promise<void> {
  await bench.call('scan', { code: order.number });
  await until(`${order.number} is decided`, () => ['choosing', 'done', 'stopped'].includes(bench.workflow().step));
  const now = bench.workflow();
  if (now.step === 'choosing') await bench.take(now.serviceId, 'done');
  const isCancelled = shop.isCancelled(order);
  if ((bench.workflow().step === 'stopped') !== isCancelled)
    throw new Error(`${order.number} ends as ${JSON.stringify(bench.workflow()).slice(0, 400)}`);
  await bench.call('next', { workflowNo: bench.workflowNo() });
}

async function shipPair({ bench }: Connected, [first]: readonly [Sold, Sold]): Promise<void> {
  await bench.scan(first.number, 'same-address');
  await bench.call('answerSameAddress', { workflowNo: bench.workflowNo(), join: true });
  await bench.answerAll({ box: 'M', weight: '1.4' });
  await until('the pair is decided', () => ['choosing', 'done'].includes(bench.workflow().step));
  const now = bench.workflow();
  if (now.step === 'choosing') await bench.take(now.serviceId, 'done');
  await bench.call('next', { workflowNo: bench.workflowNo() });
}

async function shipInParts({ bench }: Connected, order: Sold): Promise<void> {
  for (const isFirst of [true, false]) {
    await bench.call('scan', { code: order.number });
    await until(`${order.number} is here`, () => ['asking', 'choosing'].includes(bench.workflow().step));
    await bench.call('scan', { code: '4006381333931' });
    if (isFirst) await bench.call('sendLater', { workflowNo: bench.workflowNo() });
    await until(`${order.number} goes on`, () => ['asking', 'choosing', 'done'].includes(bench.workflow().step));
    if (bench.workflow().step === 'asking') await bench.answerAll({ box: 'M', weight: '0.9', value: '10' });
    await until(`${order.number} is decided`, () => ['choosing', 'done'].includes(bench.workflow().step));
    const now = bench.workflow();
    if (now.step === 'choosing') await bench.take(now.serviceId, 'done');
    await bench.call('next', { workflowNo: bench.workflowNo() });
  }
}

interface Books {
  readonly at: Connected;
  readonly shop: DayShop;
  readonly bought: ReturnType<typeof buy>;
  readonly cancelled: readonly Sold[];
  readonly moved: readonly Sold[];
  readonly late: Sold | undefined;
}

/** Counts what the shop, the service and the printer know, each by itself. */
function judge({ at: { bench }, shop, bought, cancelled, moved, late }: Books): { readonly line: string; readonly isGood: boolean } {
  const shipments = bench.service.orders();
  const of = ({ number }: Sold) => shipments.filter(({ reference }) => reference.split(' + ').includes(number));
  const shipped = bought.all.filter((order) => !cancelled.includes(order) && !bought.otherwise.includes(order));
  const due = shipped.flatMap((order) => of(order).flatMap(({ trackingNos }) => trackingNos.map((number) => shop.told(order, number))));
  const letters = bought.otherwise.filter((order) => shop.isComplete(order) && shop.isToldWithoutNumber(order));
  const open = shipped.filter((order) => !shop.isComplete(order) && order !== late);
  const counts = {
    orders: bought.all.length,
    booked: shipments.length,
    // A batch prints a sheet between two groups of products. It names no order.
    printed: bench.printer.sheets().filter(({ zpl }) => bought.all.some(({ number }) => zpl.includes(number))).length,
    cancelled: cancelled.filter((order) => of(order).length === 0 && shop.isCancelled(order)).length,
    letters: letters.length,
    told: due.filter((times) => times > 0).length,
    told_twice: due.filter((times) => times > 1).length,
    untold: due.filter((times) => times === 0).length + open.length + bought.otherwise.length - letters.length,
    doubled: bought.all.filter((order) => of(order).length > (bought.inParts.includes(order) ? 2 : 1)).length,
    lost: shipped.filter((order) => of(order).length === 0).length,
    old_address: moved.filter((order) => of(order).some(({ shipment }) => shipment.recipient.city !== newCity)).length,
  };
  const line = Object.entries(counts)
    .map(([name, count]) => `${name}=${count}`)
    .join(' ');
  const isGood =
    counts.told_twice + counts.untold + counts.doubled + counts.lost + counts.old_address === 0 &&
    counts.booked === counts.printed &&
    counts.cancelled === cancelled.length &&
    (late === undefined || shop.isCancelled(late));
  return { line, isGood };
}
