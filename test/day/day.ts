import type { TrainingOrder } from '../../electron/training/service.ts';
import { detailOf } from '../../renderer/text/reasons.ts';
import { text } from '../../renderer/text/text.ts';
import type { BatchView } from '../../shared/batch.ts';
import { commandCode } from '../../shared/command-keys.ts';
import { orderKeySchema } from '../../shared/order.ts';
import { noPush } from '../../shared/order-push.ts';
import { noWriteBack } from '../../shared/write-back.ts';
import { freePort } from '../fakes/free-port.ts';
import { closeAll } from '../later.ts';
import { shortLooks } from '../path/plain-platform.ts';
import { type PlainStation, pickupOf, startPlainStation } from '../path/plain-station.ts';
import { until } from '../watchdog.ts';
import { type DayBooks, type DayTally, judgeDay } from './books.ts';
import { barcodeOf, type Door, itemsOf, openShop, type Shop, type ShopOrder } from './shop.ts';

/** Number of orders by way of shipping. */
export interface DayPlan {
  readonly byBatch: number;
  readonly byScan: number;
  readonly withQuestion: number;
  /** Pairs of orders to one address, and how many of them the packer puts in one parcel. */
  readonly pairs: number;
  readonly joined: number;
  /** Orders without a weight, whose items are scanned off one by one. */
  readonly checked: number;
  /** Orders that leave in two parts: the packer sends what is there, and the rest at the end of the day. */
  readonly inParts: number;
  /** Orders that the packer puts in two boxes. */
  readonly inBoxes: number;
}

interface Day {
  readonly plan: DayPlan;
  readonly say: (line: string) => void;
}

const weightKg = '0.9';

/** The items of each kind of order that is scanned off, and the weight of its parcel. */
const kinds = [
  { items: [{ sku: 'MUG', quantity: 2 }], kg: 0.8 },
  {
    items: [
      { sku: 'VASE', quantity: 1 },
      { sku: 'BOWL', quantity: 2 },
    ],
    kg: 1.9,
  },
  {
    items: [
      { sku: 'PLATE', quantity: 3 },
      { sku: 'MUG', quantity: 1 },
      { sku: 'BOWL', quantity: 1 },
    ],
    kg: 2.6,
  },
] as const;

/** Number of parcels of a kind that the packer weighs. After three the bench offers their weight, after five it uses it without asking. */
const weighed = [5, 3, 3] as const;

/**
 * Runs a day of a bench and its shop. Orders come by files and by push. Most are shipped by batch while others are scanned beside it. Some
 * lack a fact, two are cancelled in time and one too late. Then the drivers are ordered, and the shop reads what was shipped. The day is
 * judged by what the service, the printer and the shop know.
 */
export async function runDay({ plan, say: print }: Day): Promise<DayTally> {
  const started = performance.now();
  const say = (line: string): void => print(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}`);
  const shop = await openShop();
  try {
    const { batch, scans, asked, pairs, checked, inParts, inBoxes, all } = ordersOf(plan);
    const bench = await startPlainStation({
      world: 'live',
      orders: 'order,name,street,city,country\n',
      msPerLabel: 1,
      settings: { rule: 'cheapest', hotFolder: shop.hotFolder, defaults: { boxId: 'M', weightGrams: 1200, contents: '', value: null } },
      platform: { sleep: shortLooks },
    });
    const door = await openDoors(bench, shop);
    await bringIn(shop, door, all);
    say(`The shop has laid two files and sent the rest: ${all.length} orders are in.`);

    const [calledOff, calledOffToo] = [batch.at(-1), scans.at(-1)];
    if (!calledOff || !calledOffToo) throw new Error('A day has orders of each kind.');
    const selected = [...batch, ...asked].map(({ key }) => orderKeySchema.parse(key));
    await bench.call('openBatch', { keys: selected, search: '' });
    const ready = await batchAt(bench, ({ state }) => state === 'ready', say);
    say(`${ready.counts.quoted} orders of the batch are priced, ${ready.counts.asked} lack a fact.`);
    const reports = await shop.push(door, [calledOff, calledOffToo], { cancelled_at: '2026-11-20T10:00:00Z' });
    say(`The shop called off ${reports.map(({ order }) => order).join(' and ')}.`);

    await bench.call('runBatch', { orders: ready.counts.quoted });
    for (const { key } of asked) await shipWithWeight(bench, key);
    say(`${asked.length} orders that lacked their weight were scanned beside the batch, answered and shipped.`);
    for (const [at, pair] of pairs.entries()) await shipPair(bench, pair, at < plan.joined);
    say(`${pairs.length} pairs of orders went to one address; ${plan.joined} of them were put in one parcel.`);
    for (const { key } of scans.slice(0, -1)) await shipByScan(bench, key);
    const { failure } = await bench.scan(calledOffToo.key, 'stopped');
    if (failure.code !== 'order-cancelled') throw new Error(`${calledOffToo.key} was called off and stopped as ${failure.code}`);
    // Puts its parcel aside: until then the batch prints no label.
    await bench.call('next', { workflowNo: bench.workflowNo() });
    say(`${scans.length} orders were scanned one by one; ${calledOffToo.key} stopped at its scan, it was called off.`);
    const scannedOff = await scanItemsOff(bench, checked);
    say(`${checked.length} orders were scanned off, item by item.`);
    for (const order of inParts) await shipFirstPart(bench, order);
    for (const order of inParts) await shipRest(bench, order);
    say(`${inParts.length} orders left in two parts: one piece later than the others.`);
    for (const order of inBoxes) await shipInTwoBoxes(bench, order);
    say(`${inBoxes.length} orders were packed in two boxes each.`);
    const ended = await batchAt(bench, ({ state }) => state === 'ended', say);
    for (const { orderKey, failure } of ended.stopped)
      say(`${orderKey} stopped: ${[text.failures[failure.code].what, detailOf(failure)].filter(Boolean).join(' ')}`);
    say(`The batch is over: ${ended.counts.printed} printed, ${ended.counts.stopped} stopped.`);

    const [late] = batch;
    if (late) {
      const [row] = await shop.push(door, [late], { cancelled_at: '2026-11-20T12:00:00Z' });
      say(`The shop called off ${late.key}, which is shipped: it was informed: ${row?.became}.`);
    }
    const drivers = await orderDrivers(bench);
    say(`${drivers} drivers are ordered.`);
    await shopKnows(bench, shop);
    say('The shop was informed of all of them, by files and by HTTP.');
    return judgeDay({
      ordered: all.map(({ key }) => key),
      cancelledInTime: [calledOff.key, calledOffToo.key],
      booked: bench.service.orders().map(({ shipment, ...booking }) => ({ ...booking, weightKg: shipment.items[0]?.weightKg ?? 0 })),
      sheets: bench.printer.sheets().map(({ zpl }) => zpl.toString('latin1')),
      collected: bench.service.pickups().map(({ orderNos }) => orderNos),
      reports: [shop.reportsByFile(), shop.reportsByHttp()],
      inParts: inParts.map(({ key }) => key),
      inBoxes: inBoxes.map(({ key }) => key),
      lines: all.flatMap((order) => itemsOf(order).map((item) => ({ ...item, order: order.key }))),
      linesReported: shop.itemsReported(),
      scannedOff,
      weights: checked.map(({ key, kind, isWeighed }) => ({ order: key, kg: kinds[kind].kg, isWeighed })),
      learned: shop.reportsByFile().flatMap(({ order, isLearned }) => (isLearned ? [order] : [])),
    });
  } finally {
    await closeAll();
    await shop.stop();
  }
}

/** Two of three orders come in files, and so does every order without a weight. The others of each kind come both ways. */
function ordersOf({ byBatch, byScan, withQuestion, pairs, checked: scannedOff, inParts: parted, inBoxes: boxed }: DayPlan) {
  let number = 1000;
  const some = (count: number, lacksWeight: boolean): ShopOrder[] =>
    Array.from({ length: count }, (_, at) => {
      number += 1;
      return { key: `S-${number}`, by: lacksWeight || at % 3 > 0 ? 'hot-folder' : 'push', lacksWeight };
    });
  const [batch, scans, asked] = [some(byBatch, false), some(byScan, false), some(withQuestion, true)];
  const twins = some(pairs, false).map((first, at): readonly [ShopOrder, ShopOrder] => {
    const [second] = some(1, false) as [ShopOrder];
    return [first, { ...second, by: at % 2 === 0 ? first.by : 'push', sameAs: first.key }];
  });
  const checked = some(scannedOff, true).map((order, at): CheckedOrder => {
    const kind = (at % kinds.length) as 0 | 1 | 2;
    return { ...order, kind, items: kinds[kind].items, isWeighed: Math.floor(at / kinds.length) < weighed[kind] };
  });
  const withItems = (count: number) => some(count, true).map((order) => ({ ...order, items: kinds[2].items }));
  const [inParts, inBoxes] = [withItems(parted), withItems(boxed)];
  return {
    batch,
    scans,
    asked,
    pairs: twins,
    checked,
    inParts,
    inBoxes,
    all: [...batch, ...scans, ...asked, ...twins.flat(), ...checked, ...inParts, ...inBoxes],
  };
}

type OrderWithItems = ShopOrder & Required<Pick<ShopOrder, 'items'>>;

/** `isWeighed`: the packer puts its parcel on the scale. */
type CheckedOrder = OrderWithItems & { readonly kind: 0 | 1 | 2; readonly isWeighed: boolean };

async function openDoors(bench: PlainStation, shop: Shop): Promise<Door> {
  const port = await freePort();
  const { token } = await bench.call('savePush', { ...noPush, isOn: true, port, newToken: false });
  await bench.call('saveWriteBack', { ...noWriteBack, folder: shop.backFolder, url: shop.url, token: null });
  if (token === null) throw new Error('no token was made');
  return { port, token };
}

const sentAtOnce = 20;

async function bringIn(shop: Shop, door: Door, all: readonly ShopOrder[]): Promise<void> {
  const files = all.filter(({ by }) => by === 'hot-folder');
  const half = Math.ceil(files.length / 2);
  shop.layFile('morning.csv', files.slice(0, half));
  shop.layFile('noon.csv', files.slice(half));
  const pushed = all.filter(({ by }) => by === 'push');
  for (let at = 0; at < pushed.length; at += sentAtOnce) {
    const rows = await shop.push(door, pushed.slice(at, at + sentAtOnce));
    const left = rows.filter(({ became }) => became !== 'taken');
    if (left.length > 0) throw new Error(`The shop sent orders that were not taken: ${JSON.stringify(left)}`);
  }
  // The shop sends part of the first file again, as if it did not know that the file was taken.
  await until('its files are taken', () => shop.filesTaken() === files.length);
  shop.layFile('morning-again.csv', files.slice(0, half));
}

async function batchAt(bench: PlainStation, is: (view: BatchView) => boolean, say: Day['say']): Promise<BatchView> {
  let [found, saidAt]: [BatchView | undefined, number] = [undefined, performance.now()];
  await until('the batch goes on', async () => {
    const view = await bench.call('batch', {});
    if (!view) return false;
    if (view.state === 'paused') throw new Error(`The batch is paused: ${JSON.stringify(view.paused)}`);
    if (is(view)) found = view;
    else if (performance.now() - saidAt > 5000) {
      saidAt = performance.now();
      const { counts, total } = view;
      say(`The batch: ${total - counts['to-quote']} of ${total} priced, ${counts.printed} printed.`);
    }
    return found !== undefined;
  });
  if (!found) throw new Error('no batch');
  return found;
}

async function shipByScan(bench: PlainStation, key: string): Promise<void> {
  await bench.scan(key, 'done');
}

/** Scans the second order of a pair: Packbench says that the first one goes there too. */
async function shipPair(bench: PlainStation, [first, second]: readonly [ShopOrder, ShopOrder], isJoined: boolean): Promise<void> {
  const { others } = await bench.scan(second.key, 'same-address');
  if (others.map(({ order }) => order.key).join() !== first.key) throw new Error(`${second.key} goes to the address of ${first.key}`);
  await bench.call('answerSameAddress', { workflowNo: bench.workflowNo(), join: isJoined });
  if (isJoined) {
    await bench.at('asking');
    await bench.answerAll({ box: 'M', weight: weightKg });
  }
  await bench.at('done');
  if (!isJoined) await shipByScan(bench, first.key);
}

async function shipWithWeight(bench: PlainStation, key: string): Promise<void> {
  await bench.scan(key, 'asking');
  await bench.answerAll({ weight: weightKg });
  await bench.at('done');
}

/** Ships the orders by the bar codes of their items. The last one prints the label. Returns what the service had booked before it. */
async function scanItemsOff(bench: PlainStation, orders: readonly CheckedOrder[]): Promise<DayBooks['scannedOff']> {
  const { settings } = await bench.call('setup', {});
  await bench.call('saveSettings', { settings: { checksItems: true, defaults: { ...settings.defaults, takesLearned: true } } });
  const scannedOff: { readonly order: string; readonly isBookedBefore: boolean }[] = [];
  for (const { key, items, kind, isWeighed } of orders) {
    await bench.call('scan', { code: key });
    await until(`${key} is asked about or priced`, () => ['asking', 'choosing'].includes(bench.workflow().step));
    if (isWeighed) await bench.answerAll({ weight: String(kinds[kind].kg) });
    else if (bench.workflow().step === 'asking') await bench.call('scan', { code: commandCode('TAKE') });
    await bench.at('choosing');
    const codes = codesOf({ items });
    for (const code of codes.slice(0, -1)) await bench.call('scan', { code });
    scannedOff.push({ order: key, isBookedBefore: bench.service.orders().some(({ reference }) => reference === key) });
    await bench.scan(codes.at(-1) ?? '', 'done');
  }
  return scannedOff;
}

/** The bar code of each piece of the order. */
const codesOf = ({ items }: Pick<OrderWithItems, 'items'>): readonly string[] =>
  items.flatMap(({ sku, quantity }) => Array.from({ length: quantity }, () => barcodeOf(sku)));

/** Sends every piece but the last. The scan that decides this buys nothing: the packer does. */
async function shipFirstPart(bench: PlainStation, { key, items }: OrderWithItems): Promise<void> {
  await bench.call('scan', { code: key });
  await until(`${key} is asked about or priced`, () => ['asking', 'choosing'].includes(bench.workflow().step));
  for (const code of codesOf({ items }).slice(0, -1)) await bench.call('scan', { code });
  await bench.call('scan', { code: commandCode('LATER') });
  await bench.answerAll({ box: 'M', weight: weightKg, value: '10' });
  await bench.take((await bench.at('choosing')).serviceId, 'done');
}

/** Sends the piece that was left. Its scan prints the label. */
async function shipRest(bench: PlainStation, { key, items }: OrderWithItems): Promise<void> {
  await bench.call('scan', { code: key });
  await bench.answerAll({ box: 'M', weight: weightKg, value: '10' });
  await bench.at('choosing');
  await bench.scan(codesOf({ items }).at(-1) ?? '', 'done');
}

/** Closes the first box after two pieces. The last piece, in the second box, prints both labels. */
async function shipInTwoBoxes(bench: PlainStation, { key, items }: OrderWithItems): Promise<void> {
  const codes = codesOf({ items });
  await bench.call('scan', { code: key });
  await until(`${key} is asked about or priced`, () => ['asking', 'choosing'].includes(bench.workflow().step));
  for (const code of [...codes.slice(0, 2), commandCode('BOX')]) await bench.call('scan', { code });
  await bench.answerAll({ box: 'M', weight: weightKg, value: '10' });
  await bench.at('choosing');
  for (const code of codes.slice(2, -1)) await bench.call('scan', { code });
  await bench.scan(codes.at(-1) ?? '', 'done');
}

async function orderDrivers(bench: PlainStation): Promise<number> {
  const { groups } = await bench.call('pickups', {});
  for (const { courierKey } of groups) await bench.call('requestPickup', { ...pickupOf(undefined), courierKey });
  return groups.length;
}

/** Waits until every order has reached the shop. */
async function shopKnows({ service }: PlainStation, shop: Shop): Promise<void> {
  const expected = service.orders().flatMap(({ reference }: TrainingOrder) => reference.split(' + '));
  const countOf = (order: string, orders: readonly string[]): number => orders.filter((each) => each === order).length;
  const knows = (reports: readonly { readonly order: string }[]): boolean => {
    const reported = reports.map(({ order }) => order);
    return expected.every((order) => countOf(order, reported) >= countOf(order, expected));
  };
  await until('the shop is informed', () => knows(shop.reportsByFile()) && knows(shop.reportsByHttp())).catch(() => undefined);
}
