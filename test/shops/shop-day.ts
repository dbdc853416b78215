import { type OrderKey, orderKeySchema } from '../../shared/order.ts';
import { closeAll, stopLater } from '../later.ts';
import { until } from '../watchdog.ts';
import { startConnectedBench } from './connected-bench.ts';
import { type Asked, type Fault, type PlayedOrder, type PlayedShop, playWooCommerce } from './played-woocommerce.ts';

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
  plan,
  say: print,
}: {
  readonly plan: ShopDayPlan;
  readonly say: (line: string) => void;
}): Promise<{ readonly line: string; readonly isGood: boolean }> {
  const started = performance.now();
  const say = (line: string): void => print(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}`);
  const shop = stopLater(await playWooCommerce({ numberOf: (id) => `W${id}` }));
  try {
    const bought = buy(shop, plan);
    shop.fault = faults();
    const at = await startConnectedBench(shop, {
      msPerLabel: 1,
      settings: { rule: 'cheapest', defaults: { boxId: 'M', weightGrams: 1200, contents: '', value: null } },
    });
    const { bench } = at;
    await persistently('the shop accepts the keys', at, async () => (await at.connect()).ok);
    await persistently('all open orders are here', at, async () => (await at.state()).toShip === bought.all.length);
    say(`${bought.all.length} open orders came in, with ${shop.asked.length} requests.`);

    const cancelled = [...bought.batch.slice(0, changedInTime), ...bought.scans.slice(0, changedInTime)];
    const moved = [...bought.batch.slice(changedInTime, 2 * changedInTime), ...bought.scans.slice(changedInTime, 2 * changedInTime)];
    for (const order of moved)
      shop.change(order.id, { shipping: { ...order.shipping, address_1: `Neue Straße ${order.id}`, city: newCity } });
    for (const order of cancelled) shop.change(order.id, { status: 'cancelled' });
    await persistently('the changes are here', at, async () => (await at.state()).stoppedToday === cancelled.length);
    say(`The shop cancelled ${cancelled.length} orders and moved ${moved.length} to another address.`);

    await runBatch(at, bought.batch);
    say(`The batch is over: ${bench.service.orders().length} shipments are bought.`);
    const late = bought.batch.at(-1);
    if (late) shop.change(late.id, { status: 'cancelled' });
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
    say(`The shop is informed, after ${shop.asked.length} requests. Refused: ${refused}. ${trouble ? `Trouble: ${trouble.code}.` : ''}`);
    return judge({ at, bought, cancelled, moved, late });
  } finally {
    await closeAll();
  }
}

const keyOf = ({ number }: PlayedOrder): OrderKey => orderKeySchema.parse(number);

/** Customers buy. Every order has an address of its own, but for the pairs. */
function buy(shop: PlayedShop, plan: ShopDayPlan) {
  shop.products = [{ id: 1, weight: '0.35', global_unique_id: '4006381333931' }];
  const one = (change: Parameters<PlayedShop['order']>[0] = {}) => shop.order({ items: [{ product: 1 }], ...change });
  const some = (count: number, change?: Parameters<PlayedShop['order']>[0]) => Array.from({ length: count }, () => one(change));
  const batch = some(plan.byBatch);
  const scans = some(plan.byScan);
  const pairs = some(plan.pairs).map((first) => [first, one({ shipping: { ...first.shipping }, billing: { ...first.billing } })] as const);
  const inParts = some(plan.inParts, { items: [{ product: 1, quantity: 2, total: '25.00' }] });
  const otherwise = some(plan.otherwise);
  return { batch, scans, pairs, inParts, otherwise, all: [...batch, ...scans, ...pairs.flat(), ...inParts, ...otherwise] };
}

/** The shop throttles, fails, and loses every seventh answer to a write after it acted. */
function faults(): (asked: Asked, nth: number) => Fault {
  let writes = 0;
  return ({ method, path }, nth) => {
    if (nth % 17 === 0) return { status: 429, headers: { 'retry-after': '2' } };
    if (nth % 29 === 0) return { status: 503, body: 'busy' };
    if (method === 'GET' || path.includes('/orders/0/')) return undefined;
    writes += 1;
    return writes % 7 === 0 ? 'lost-answer' : undefined;
  };
}

/** Lets the clock of the bench run while it waits, so that pauses of minutes pass. */
async function persistently(what: string, { later }: Connected, is: () => Promise<boolean>): Promise<void> {
  await until(what, async () => {
    if (await is()) return true;
    later(5000);
    return false;
  });
}

async function runBatch(at: Connected, orders: readonly PlayedOrder[]): Promise<void> {
  const { bench } = at;
  await bench.call('openBatch', { keys: orders.map(keyOf), search: '' });
  const view = () => bench.call('batch', {});
  await until('the batch is priced', async () => (await view())?.state === 'ready');
  await bench.call('runBatch', { orders: (await view())?.counts.quoted ?? 0 });
  await until('the batch is over', async () => (await view())?.state === 'ended');
}

/** A rule buys at once, unless the shop could not be asked: then the packer does. */
async function shipByScan({ bench }: Connected, shop: PlayedShop, order: PlayedOrder): Promise<void> {
  await bench.call('scan', { code: order.number });
  await until(`${order.number} is decided`, () => ['choosing', 'done', 'stopped'].includes(bench.workflow().step));
  const now = bench.workflow();
  if (now.step === 'choosing') await bench.take(now.serviceId, 'done');
  const isCancelled = shop.orders.get(order.id)?.status === 'cancelled';
  if ((bench.workflow().step === 'stopped') !== isCancelled)
    throw new Error(`${order.number} ends as ${JSON.stringify(bench.workflow()).slice(0, 400)}`);
  await bench.call('next', { workflowNo: bench.workflowNo() });
}

async function shipPair({ bench }: Connected, [first]: readonly [PlayedOrder, PlayedOrder]): Promise<void> {
  await bench.scan(first.number, 'same-address');
  await bench.call('answerSameAddress', { workflowNo: bench.workflowNo(), join: true });
  await bench.answerAll({ box: 'M', weight: '1.4' });
  await until('the pair is decided', () => ['choosing', 'done'].includes(bench.workflow().step));
  const now = bench.workflow();
  if (now.step === 'choosing') await bench.take(now.serviceId, 'done');
  await bench.call('next', { workflowNo: bench.workflowNo() });
}

async function shipInParts({ bench }: Connected, order: PlayedOrder): Promise<void> {
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
  readonly bought: ReturnType<typeof buy>;
  readonly cancelled: readonly PlayedOrder[];
  readonly moved: readonly PlayedOrder[];
  readonly late: PlayedOrder | undefined;
}

/** Counts what the shop, the service and the printer know, each by itself. */
function judge({ at: { bench }, bought, cancelled, moved, late }: Books): { readonly line: string; readonly isGood: boolean } {
  const shipments = bench.service.orders();
  const of = ({ number }: PlayedOrder) => shipments.filter(({ reference }) => reference.split(' + ').includes(number));
  const notesWith = ({ notes }: PlayedOrder, number: string): number => notes.filter(({ note }) => note.includes(number)).length;
  const noted = ({ meta }: PlayedOrder): readonly string[] =>
    meta.flatMap(({ value }) => (value as readonly { readonly tracking_number: string }[]).map((item) => item.tracking_number));
  const shipped = bought.all.filter((order) => !cancelled.includes(order) && !bought.otherwise.includes(order));
  const due = shipped.flatMap((order) => of(order).flatMap(({ trackingNos }) => trackingNos.map((number) => ({ order, number }))));
  const isTold = ({ order, number }: (typeof due)[number]): boolean => notesWith(order, number) > 0 && noted(order).includes(number);
  const isToldTwice = ({ order, number }: (typeof due)[number]): boolean =>
    notesWith(order, number) > 1 || noted(order).filter((each) => each === number).length > 1 || order.meta.length > 1;
  const letters = bought.otherwise.filter(({ status, notes }) => status === 'completed' && notes.length === 2);
  const open = shipped.filter((order) => order.status !== 'completed' && order !== late);
  const counts = {
    orders: bought.all.length,
    booked: shipments.length,
    printed: bench.printer.sheets().length,
    cancelled: cancelled.filter((order) => of(order).length === 0 && order.status === 'cancelled').length,
    letters: letters.length,
    told: due.filter(isTold).length,
    told_twice: due.filter(isToldTwice).length,
    untold: due.filter((each) => !isTold(each)).length + open.length + bought.otherwise.length - letters.length,
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
    late?.status === 'cancelled';
  return { line, isGood };
}
