import { expect, test } from 'vitest';
import { commandCode } from '../../shared/command-keys.ts';
import type { OrderLine } from '../../shared/order-line.ts';
import { plainOrder } from './plain-order.ts';
import { counted } from './plain-station.ts';
import { shipping, shopThat } from './reporting-shop.ts';

const phone: OrderLine = { name: 'Phone', sku: 'PHONE', quantity: 2, price: null, barcodes: ['PH-1'], needsSerial: true };
const watch: OrderLine = { name: 'Watch', sku: 'WATCH', quantity: 1, price: null, barcodes: ['W-1'], needsSerial: true };
const cup: OrderLine = { name: 'Cup', sku: 'CUP', quantity: 1, price: null, barcodes: ['036000291452'] };
const facts = { box: 'M', weight: '1.5', value: '20', contents: 'Phones' };
const phoneOf = (...serials: string[]) => ({ sku: 'PHONE', name: 'Phone', quantity: serials.length, serial_numbers: serials });

/** A live bench that scans items off and reports to a shop, with orders of these lines. The shop answers the nth request like this. */
async function benchWith(
  orders: Readonly<Record<string, OrderLine[]>>,
  answer: (nth: number) => { readonly status?: number } = () => ({}),
) {
  const shop = await shopThat(answer);
  const keys = Object.keys(orders);
  const { bench, ...with_ } = await shipping({
    settings: { checksItems: true },
    orders: JSON.stringify(keys.map((key) => plainOrder(key))),
  });
  for (const key of keys) {
    const order = await bench.call('order', { key: key as never });
    await bench.call('saveOrder', { order: { ...order, lines: orders[key] ?? [] } });
  }
  const scan = async (...codes: string[]) => {
    for (const code of codes) await bench.call('scan', { code });
  };
  const buy = async () => {
    await bench.answerAll(facts);
    return (await bench.take((await bench.at('choosing')).serviceId, 'done')).booking;
  };
  const items = () =>
    shop.asked.map(({ body }) => {
      const { order, items: its } = JSON.parse(body) as { readonly order: string; readonly items?: unknown };
      return [order, its];
    });
  return { ...with_, bench, shop, scan, buy, items };
}

test('the shop gets the serial numbers of each line once, and every try has the same body', async () => {
  const { bench, shop, scan, buy, items, setUp, later } = await benchWith({ 'A-1': [cup, phone] }, (nth) => ({
    status: nth === 1 ? 503 : 200,
  }));
  await setUp({ url: shop.url });
  await scan('A-1', 'PH-1', 'SN-1', '036000291452', 'PH-1', 'SN-2');
  const { id } = await buy();
  await expect.poll(() => shop.asked.length).toBe(1);
  await bench.reopen();
  later(60_000);
  await expect.poll(() => shop.asked.length).toBe(2);
  expect(items()[1]).toEqual(['A-1', [{ sku: 'CUP', name: 'Cup', quantity: 1 }, phoneOf('SN-1', 'SN-2')]]);
  expect(shop.asked[0]?.body).toBe(shop.asked[1]?.body);
  expect((await bench.scan('A-1', 'already-shipped')).booking).toMatchObject({
    id,
    order: { lines: [cup, { serials: ['SN-1', 'SN-2'] }] },
  });
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('each part of an order reports only the serial numbers of its own pieces', async () => {
  const { bench, shop, scan, buy, items, setUp } = await benchWith({ 'A-1': [cup, phone] });
  await setUp({ url: shop.url });
  await scan('A-1', 'PH-1', 'SN-1', commandCode('LATER'));
  await buy();
  await scan('A-1', 'PH-1', 'SN-2', '036000291452');
  await buy();
  await expect.poll(() => shop.asked.length).toBe(2);
  expect(items()).toEqual([
    ['A-1', [phoneOf('SN-1')]],
    ['A-1', [{ sku: 'CUP', name: 'Cup', quantity: 1 }, phoneOf('SN-2')]],
  ]);
  expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
});

test('of two orders in two boxes each gets its own numbers, over HTTP and in the file', async () => {
  const { bench, folder, rows, shop, scan, buy, items, setUp } = await benchWith({ 'A-1': [phone], 'A-2': [watch, phone] });
  await setUp({ url: shop.url, folder });
  await bench.scan('A-1', 'same-address');
  await bench.call('answerSameAddress', { workflowNo: bench.workflowNo(), join: true });
  await scan('PH-1', 'SN-1', 'W-1', 'SN-9', commandCode('BOX'), 'PH-1', 'SN-2', 'PH-1', 'SN-3', 'PH-1', 'SN-4');
  await buy();
  await expect.poll(() => shop.asked.length).toBe(2);
  expect(items()).toEqual([
    ['A-1', [phoneOf('SN-1', 'SN-2')]],
    ['A-2', [{ sku: 'WATCH', name: 'Watch', quantity: 1, serial_numbers: ['SN-9'] }, phoneOf('SN-3', 'SN-4')]],
  ]);
  await expect.poll(rows).toHaveLength(5);
  const cells = rows().map((row) => [row.split(',')[0], /,"?([^,"]*(?:, [^,"]*)*)"?,[^,]*$/.exec(row)?.[1]]);
  expect(cells).toEqual([
    ['order', 'serial_numbers'],
    ['A-1', 'PHONE: SN-1, SN-2'],
    ['A-1', ''],
    ['A-2', 'WATCH: SN-9; PHONE: SN-3, SN-4'],
    ['A-2', ''],
  ]);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 2 });
});

test('a purchase whose answer is lost keeps its serial numbers, and one that bought nothing gives them back', async () => {
  const { bench, shop, scan, items, setUp } = await benchWith({ 'A-1': [watch] });
  await setUp({ url: shop.url });
  await scan('A-1', 'W-1', 'SN-1');
  await bench.answerAll(facts);
  bench.service.faults.next('ship', 'execute-then-reset');
  const { booking } = await bench.take((await bench.at('choosing')).serviceId, 'unknown');
  await bench.reopen();
  const kept = await bench.scan('A-1', 'unknown');
  expect(kept.booking.order.lines).toEqual([{ ...watch, serials: ['SN-1'] }]);
  await bench.call('settleNotBooked', { bookingId: booking.id, reason: 'The account does not list it', pin: '' });
  await scan('A-1');
  expect(bench.station.snapshot().bench.checkOff?.lines).toMatchObject([{ line: watch, pieces: 0, serials: [] }]);
  expect(items()).toEqual([]);
});
