import { expect, test } from 'vitest';
import { commandCode } from '../../shared/command-keys.ts';
import type { OrderLine } from '../../shared/order-line.ts';
import { allOrders } from '../../shared/order-list.ts';
import { shipmentTable } from '../../shared/shipment-table.ts';
import { noWriteBack } from '../../shared/write-back.ts';
import { rule } from '../shared/some-rules.ts';
import { plainOrder } from './plain-order.ts';
import { counted, type PlainOptions, type PlainStation, sent, startPlainStation } from './plain-station.ts';
import { shopThat } from './reporting-shop.ts';

const bowl: OrderLine = { name: 'Bowl', sku: 'BOWL', quantity: 2, price: { minor: 1000, currency: 'EUR' }, barcodes: ['4006381333931'] };
const cup: OrderLine = { name: 'Cup', sku: 'CUP', quantity: 1, price: { minor: 2500, currency: 'EUR' }, barcodes: ['036000291452'] };
const phone: OrderLine = { name: 'Phone', sku: 'PHONE', quantity: 1, price: null, barcodes: ['PH-1'], needsSerial: true };
const [bowlCode, cupCode] = ['4006381333931', '036000291452'] as const;
const facts = { box: 'M', weight: '1.5' };
const later = commandCode('LATER');

/** A station that scans items off, with the order A-1 of these lines. */
async function benchWith(lines: OrderLine[], options: PlainOptions = {}): Promise<PlainStation> {
  const bench = await startPlainStation({
    orders: JSON.stringify([plainOrder('A-1')]),
    ...options,
    settings: { checksItems: true, ...options.settings },
  });
  await saveLines(bench, lines);
  return bench;
}
async function saveLines(bench: PlainStation, lines: OrderLine[], change: object = {}): Promise<void> {
  const order = await bench.call('order', { key: 'A-1' as never });
  await bench.call('saveOrder', { order: { ...order, lines, ...change } });
}
const codeOf = (answer: { readonly ok: boolean; readonly failure?: { readonly code: string } }) => answer.failure?.code ?? 'ok';
const tryScan = async ({ station }: PlainStation, code: string) => codeOf(await station.handlers.scan({ code }));
const tryLater = async (bench: PlainStation) => codeOf(await bench.station.handlers.sendLater({ workflowNo: bench.workflowNo() }));
const scanItems = async (bench: PlainStation, ...codes: string[]) => {
  for (const code of codes) await bench.call('scan', { code });
};
const left = (bench: PlainStation) =>
  bench.station.snapshot().bench.checkOff?.lines.map(({ line, pieces }) => `${line.sku} ${pieces}/${line.quantity}`);

/** Scans the order and these items, and takes them to the services as a part. */
async function partAtTiles(bench: PlainStation, ...codes: string[]): Promise<string> {
  await bench.call('scan', { code: 'A-1' });
  await scanItems(bench, ...codes);
  await bench.call('scan', { code: later });
  await bench.answerAll(facts);
  return (await bench.at('choosing')).serviceId;
}
/** Buys a part of the order with these items. */
const shipPart = async (bench: PlainStation, ...codes: string[]) => (await bench.take(await partAtTiles(bench, ...codes), 'done')).booking;
/** Scans the order and all the items that are left, and buys. */
async function shipRest(bench: PlainStation, ...codes: string[]) {
  await bench.call('scan', { code: 'A-1' });
  await scanItems(bench, ...codes);
  await bench.answerAll(facts);
  return (await bench.take((await bench.at('choosing')).serviceId, 'done')).booking;
}

test('a note that was confirmed is not asked about again for the part that goes now', async () => {
  const bench = await benchWith([bowl, cup]);
  await saveLines(bench, [bowl, cup], { noteForPacker: 'Add the gift card' });
  await bench.call('saveRules', { list: [rule({ confirmsNote: true })], last: 'ask' });
  await bench.scan('A-1', 'note');
  await bench.call('confirmNote', { workflowNo: bench.workflowNo() });
  await scanItems(bench, bowlCode);
  await bench.call('scan', { code: later });
  await bench.answerAll(facts);
  expect((await bench.at('choosing')).order).toMatchObject({ part: { no: 1, later: 2 }, noteForPacker: 'Add the gift card' });
});

test('an order ships in two parts, each piece once, and the rest needs no reason', async () => {
  const bench = await benchWith([bowl, cup]);
  const before = await bench.call('order', { key: 'A-1' as never });
  const first = await shipPart(bench, bowlCode);
  expect(first).toMatchObject({
    shipmentNo: 1,
    order: {
      part: { no: 1, before: 0, later: 2 },
      lines: [{ sku: 'BOWL', quantity: 1 }],
      parcels: [{ weightGrams: 1500, value: { minor: 1000 } }],
    },
  });
  expect(await bench.call('order', { key: 'A-1' as never }), 'the stored order stays whole').toEqual(before);
  await bench.call('scan', { code: 'A-1' });
  await bench.at('asking');
  expect(left(bench)).toEqual(['BOWL 0/1', 'CUP 0/1']);
  expect(await tryScan(bench, 'PB!BUY')).toBe('items-not-checked');
  const rest = await shipRest(bench, cupCode, bowlCode);
  expect(rest).toMatchObject({
    shipmentNo: 2,
    order: {
      part: { no: 2, before: 1, later: 0 },
      lines: [
        { sku: 'BOWL', quantity: 1 },
        { sku: 'CUP', quantity: 1 },
      ],
    },
  });
  expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
  expect((await bench.scan('A-1', 'already-shipped')).booking.id).toBe(rest.id);
  await bench.call('shipAgain', { workflowNo: bench.workflowNo(), reason: 'The parcel was lost', pin: '' });
  expect(await tryLater(bench), 'again is for the whole order').toBe('order-not-split');
});

test('a part can be left for later more than once', async () => {
  const bench = await benchWith([{ ...bowl, quantity: 3 }]);
  const parts = [await shipPart(bench, bowlCode), await shipPart(bench, bowlCode), await shipRest(bench, bowlCode)];
  expect(parts.map(({ shipmentNo, order }) => [shipmentNo, order.part?.before, order.part?.later])).toEqual([
    [1, 0, 2],
    [2, 1, 1],
    [3, 2, 0],
  ]);
  expect(counted(bench)).toEqual({ booked: 3, sheets: 3 });
});

test('at least one item goes now, and not every order can be split', async () => {
  const bench = await benchWith([bowl, phone]);
  await bench.scan('A-1', 'choosing');
  expect(await tryLater(bench)).toBe('part-empty');
  await scanItems(bench, 'PH-1');
  expect(await tryScan(bench, later), 'a serial number is asked for').toBe('not-now');
  await bench.call('giveSerial', { workflowNo: bench.workflowNo(), serial: 'SN-1' });
  const workflowNo = bench.workflowNo();
  expect(codeOf(await bench.station.handlers.sendLater({ workflowNo: workflowNo - 1 }))).toBe('not-now');
  await saveLines(bench, [bowl, phone], {
    customsCosts: { transport: { minor: 100, currency: 'EUR' }, insurance: null, other: null, exportDeclaration: '' },
  });
  expect(await tryLater(bench)).toBe('order-not-split');
  expect([counted(bench), sent(bench, 'ship')]).toEqual([{ booked: 0, sheets: 0 }, 0]);
});

test('without scanned items the command does nothing', async () => {
  const bench = await benchWith([bowl, cup], { settings: { checksItems: false } });
  await bench.scan('A-1', 'choosing');
  expect(await tryScan(bench, later)).toBe('not-now');
});

test('no rule buys a part alone, and the prices of the whole order are not used', async () => {
  const bench = await benchWith([bowl, cup], { settings: { rule: 'cheapest' } });
  await bench.call('scan', { code: 'A-1' });
  await bench.at('choosing');
  await scanItems(bench, bowlCode);
  const { workflowNo } = bench.station.snapshot().bench;
  await bench.call('scan', { code: later });
  expect(bench.workflowNo()).toBeGreaterThan(workflowNo);
  await bench.answerAll(facts);
  const { order } = await bench.at('choosing');
  expect(order.part).toEqual({ no: 1, before: 0, later: 2 });
  expect([sent(bench, 'ship'), counted(bench)]).toEqual([0, { booked: 0, sheets: 0 }]);
});

test('a part whose outcome is unknown holds the order, and gives its pieces back if it was not booked', async () => {
  const bench = await benchWith([bowl, cup]);
  const serviceId = await partAtTiles(bench, bowlCode);
  bench.service.faults.next('ship', 'execute-then-reset');
  const { booking } = await bench.take(serviceId, 'unknown');
  expect((await bench.scan('A-1', 'unknown')).booking.id).toBe(booking.id);
  await bench.reopen();
  await bench.scan('A-1', 'unknown');
  await bench.call('settleNotBooked', { bookingId: booking.id, reason: 'The account does not list it', pin: '' });
  await bench.call('scan', { code: 'A-1' });
  expect(left(bench)).toEqual(['BOWL 0/2', 'CUP 0/1']);
});

test('the second part in doubt holds the order, and a released one is shipped with the same number', async () => {
  const bench = await benchWith([bowl, cup]);
  await shipPart(bench, bowlCode);
  await bench.call('scan', { code: 'A-1' });
  await scanItems(bench, bowlCode, cupCode);
  await bench.answerAll(facts);
  const { serviceId } = await bench.at('choosing');
  bench.service.faults.next('ship', 'execute-then-reset');
  const { booking } = await bench.take(serviceId, 'unknown');
  expect((await bench.scan('A-1', 'unknown')).booking).toMatchObject({ id: booking.id, shipmentNo: 2 });
  await bench.call('settleNotBooked', { bookingId: booking.id, reason: 'The account does not list it', pin: '' });
  await bench.reopen();
  const rest = await shipRest(bench, bowlCode, cupCode);
  expect([rest.shipmentNo, rest.order.lines.length]).toEqual([2, 2]);
});

test('an order that changed after its first part ships what is left of it, or stops', async () => {
  const bench = await benchWith([bowl, cup]);
  await shipPart(bench, bowlCode);
  await saveLines(bench, [cup]);
  expect((await bench.scan('A-1', 'stopped')).failure.code).toBe('part-not-in-order');
  await saveLines(bench, [{ ...bowl, quantity: 1 }]);
  await bench.scan('A-1', 'already-shipped');
  await saveLines(bench, [bowl, { ...cup, quantity: 2 }]);
  await bench.call('scan', { code: 'A-1' });
  expect(left(bench)).toEqual(['BOWL 0/1', 'CUP 0/2']);
  await bench.call('park', { workflowNo: bench.workflowNo() });
  await saveLines(bench, [bowl, cup], { hold: 'cancelled' });
  expect((await bench.scan('A-1', 'stopped')).failure.code).toBe('order-cancelled');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a part whose order changes before the purchase buys nothing', async () => {
  const bench = await benchWith([bowl, cup]);
  const serviceId = await partAtTiles(bench, bowlCode);
  await saveLines(bench, [cup]);
  await bench.station.handlers.buy({ workflowNo: bench.workflowNo(), serviceId });
  expect((await bench.at('stopped')).failure.code).toBe('part-outdated');
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
});

test('a part of the rest does not go to an address that has changed since the scan', async () => {
  const bench = await benchWith([{ ...bowl, quantity: 3 }]);
  await shipPart(bench, bowlCode);
  await bench.call('scan', { code: 'A-1' });
  await scanItems(bench, bowlCode);
  const { recipient } = await bench.call('order', { key: 'A-1' as never });
  await saveLines(bench, [{ ...bowl, quantity: 3 }], { recipient: { ...recipient, street: 'Schönhauser Allee' } });
  await bench.call('scan', { code: later });
  expect((await bench.at('stopped')).failure.code).toBe('part-outdated');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('the number of a parcel shows that parcel, and nothing is shipped again before the rest', async () => {
  const bench = await benchWith([bowl, cup]);
  const first = await shipPart(bench, bowlCode);
  const [number = ''] = first.trackingNos;
  await bench.call('next', { workflowNo: bench.workflowNo() });
  expect((await bench.scan(number, 'already-shipped')).booking.id).toBe(first.id);
  const again = await bench.station.handlers.shipAgain({ workflowNo: bench.workflowNo(), reason: 'Lost', pin: '' });
  expect(codeOf(again)).toBe('rest-first');
});

test('a batch leaves a partly shipped order, and the rest that is put aside comes back', async () => {
  const bench = await benchWith([bowl, cup]);
  await shipPart(bench, bowlCode);
  await bench.call('scan', { code: 'A-1' });
  await bench.call('park', { workflowNo: bench.workflowNo() });
  const opened = await bench.call('openBatch', { keys: ['A-1' as never], search: '' });
  expect(opened).toEqual({ taken: 0, leftOut: 1 });
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
  await bench.reopen();
  expect((await shipRest(bench, bowlCode, cupCode)).shipmentNo).toBe(2);
});

test('the shop gets each part with its own items, and completes the order with the last one', async () => {
  const shop = await shopThat(() => ({ status: 200 }));
  const bench = await benchWith([bowl, cup], { world: 'live' });
  await bench.call('saveWriteBack', { ...noWriteBack, url: shop.url, token: null });
  await shipPart(bench, bowlCode);
  await shipRest(bench, bowlCode, cupCode);
  await expect.poll(() => shop.asked.length).toBe(2);
  const told = shop.asked.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  expect(told.map(({ order, shipment, items, complete }) => [order, shipment, items, complete])).toEqual([
    ['A-1', 1, [{ sku: 'BOWL', name: 'Bowl', quantity: 1 }], false],
    [
      'A-1',
      2,
      [
        { sku: 'BOWL', name: 'Bowl', quantity: 1 },
        { sku: 'CUP', name: 'Cup', quantity: 1 },
      ],
      true,
    ],
  ]);
});

test('a template states for each part its number, and whether it is the last one', async () => {
  const shop = await shopThat(() => ({ status: 200 }));
  const bench = await benchWith([bowl, cup], { world: 'live' });
  const body = '{"no": "{order}", "part": "{shipment}", "last": "{complete}"}';
  await bench.call('saveWriteBack', { ...noWriteBack, url: shop.url, body, token: null });
  await shipPart(bench, bowlCode);
  await shipRest(bench, bowlCode, cupCode);
  await expect.poll(() => shop.asked.length).toBe(2);
  expect(shop.asked.map((asked) => asked.body)).toEqual([
    '{"no": "A-1", "part": "1", "last": "false"}',
    '{"no": "A-1", "part": "2", "last": "true"}',
  ]);
});

test('the list of orders counts the shipped items, and the files of shops complete an order only with its last part', async () => {
  const bench = await benchWith([bowl, cup]);
  const first = await shipPart(bench, bowlCode);
  const row = async () => {
    const { rows } = await bench.call('orders', { search: '', offset: 0, limit: 9, filter: { ...allOrders, stage: 'partly' } });
    return rows.map(({ order, inParts }) => [order.key, order.lines.length, inParts]);
  };
  expect(await row()).toEqual([['A-1', 2, { shipped: 1, of: 3 }]]);
  const rest = await shipRest(bench, bowlCode, cupCode);
  expect(await row()).toEqual([]);
  const columns = (layout: 'shopify' | 'woocommerce') =>
    [first, rest].map((booking) =>
      shipmentTable([booking], layout, 'Europe/Amsterdam')
        .slice(1)
        .map((cells) => cells.at(-1)),
    );
  expect(columns('woocommerce')).toEqual([['2'], ['1']]);
  expect(columns('shopify').map((rows) => rows.length)).toEqual([0, 1]);
});
