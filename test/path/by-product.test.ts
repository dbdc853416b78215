import { expect, test } from 'vitest';
import { reasonText } from '../../renderer/text/reasons.ts';
import type { OrderLine } from '../../shared/order-line.ts';
import { newLookUp } from '../../shared/order-source.ts';
import { noShippingRules } from '../../shared/shipping-rule.ts';
import { buyCheapest, rule } from '../shared/some-rules.ts';
import { order, startAskedShop } from './asked-shop.ts';
import { plainOrder } from './plain-order.ts';
import { counted, type PlainOptions, type PlainStation, sent, startPlainStation } from './plain-station.ts';

const bowlCode = '4006381333931';
const bowl: OrderLine = { name: 'Bowl', sku: 'BOWL', quantity: 1, price: null, barcodes: [bowlCode] };
const cup: OrderLine = { name: 'Cup', sku: 'CUP', quantity: 1, price: null, barcodes: ['036000291452'] };

/** A station whose product codes open orders; the orders have these lines and come in one after the other. */
async function benchWith(orders: Readonly<Record<string, OrderLine[]>>, settings: PlainOptions['settings'] = {}): Promise<PlainStation> {
  const keys = Object.keys(orders);
  const bench = await startPlainStation({
    settings: { opensByProduct: true, ...settings },
    orders: JSON.stringify(keys.map((key, at) => ({ ...plainOrder(key), house_number: String(at + 1) }))),
  });
  for (const key of keys) {
    const order = await bench.call('order', { key: key as never });
    await bench.call('saveOrder', { order: { ...order, lines: orders[key] ?? [] } });
  }
  return bench;
}

const pieces = ({ station }: PlainStation) => station.snapshot().bench.checkOff?.lines.map((line) => line.pieces);
const inHand = ({ workflow }: PlainStation) => {
  const now = workflow();
  return 'order' in now ? now.order?.key : 'booking' in now ? now.booking.orderKey : undefined;
};
const tryScan = async ({ station }: PlainStation, code: string) => {
  const answer = await station.handlers.scan({ code });
  return answer.ok ? 'ok' : answer.failure.code;
};
const whyStopped = async (bench: PlainStation, code: string) => {
  const { failure } = await bench.scan(code, 'stopped');
  return [failure.code, ...(failure.reasons ?? []).map(reasonText)];
};

test('one scan of the item opens the oldest order of just this item, checks it off and prints its label', async () => {
  const bench = await benchWith(
    { 'A-1': [bowl, cup], 'A-2': [{ ...bowl, quantity: 2 }], 'A-3': [bowl], 'A-4': [bowl] },
    { checksItems: true, rule: 'cheapest' },
  );
  const first = await bench.scan(bowlCode, 'done');
  expect([first.booking.orderKey, counted(bench)]).toEqual(['A-3', { booked: 1, sheets: 1 }]);
  const { lines } = await bench.call('timeline', { bookingId: first.booking.id });
  expect(lines.find(({ what }) => what === 'items-checked')?.detail).toMatchObject({ pieces: 1, byEye: [] });
  expect((await bench.scan('BOWL', 'done')).booking.orderKey).toBe('A-4');
  expect(await whyStopped(bench, bowlCode)).toEqual(['product-not-open', '2 other open orders have it, with more pieces or items']);
  expect([counted(bench), sent(bench, 'ship')]).toEqual([{ booked: 2, sheets: 2 }, 2]);
});

test('without the setting the code of a product opens nothing', async () => {
  const bench = await benchWith({ 'A-1': [bowl] }, { opensByProduct: false });
  expect((await bench.scan(bowlCode, 'stopped')).failure.code).toBe('code-of-product');
  expect((await bench.scan('BOWL', 'stopped')).failure.code).toBe('order-not-found');
});

test('without a rule the packer buys, and another item does not replace the parcel in hand', async () => {
  const bench = await benchWith({ 'A-1': [bowl], 'A-2': [bowl], 'A-3': [cup] });
  const { serviceId } = await bench.scan(bowlCode, 'choosing');
  for (const code of [bowlCode, 'CUP']) expect([await tryScan(bench, code), inHand(bench)]).toEqual(['product-not-now', 'A-1']);
  await bench.take(serviceId, 'done');
  await bench.scan('CUP', 'choosing');
  expect([inHand(bench), counted(bench)]).toEqual(['A-3', { booked: 1, sheets: 1 }]);
});

test('orders that are held, put aside or incomplete are passed over and named when no other is left', async () => {
  const bench = await benchWith({ 'A-1': [bowl], 'A-2': [bowl], 'A-3': [bowl], 'A-4': [bowl], 'A-5': [bowl] });
  await bench.call('holdOrder', { key: 'A-1' as never, why: 'wait for the card' });
  const order = await bench.call('order', { key: 'A-2' as never });
  await bench.call('saveOrder', { order: { ...order, sender: 'No such sender' } });
  await bench.scan(bowlCode, 'choosing');
  expect(inHand(bench)).toBe('A-3');
  await bench.call('park', { workflowNo: bench.workflowNo() });
  const { serviceId } = await bench.scan(bowlCode, 'choosing');
  expect(inHand(bench)).toBe('A-4');
  await bench.take(serviceId, 'done');
  const next = await bench.scan(bowlCode, 'choosing');
  expect(inHand(bench)).toBe('A-5');
  await bench.take(next.serviceId, 'done');
  expect(await whyStopped(bench, bowlCode)).toEqual(['product-not-open', 'Not ready to ship, look at Orders or Resolve: A-2, A-3, A-1']);
  expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
});

test('a code that is also an order number opens that order and leaves the purchase to the packer', async () => {
  const bench = await benchWith({ BOWL: [cup], 'A-2': [bowl] }, { rule: 'cheapest' });
  const { notice } = await bench.scan('BOWL', 'choosing');
  expect([inHand(bench), notice?.code, counted(bench).booked]).toEqual(['BOWL', 'product-or-order', 0]);
});

test('a code of items with different SKUs leaves the purchase to the packer, except a true EAN', async () => {
  const own = { ...bowl, barcodes: ['SHELF-7'] };
  const bench = await benchWith({ 'A-1': [own], 'A-2': [{ ...own, sku: 'BOWL-BLUE' }] }, { rule: 'cheapest' });
  const { notice } = await bench.scan('SHELF-7', 'choosing');
  expect([inHand(bench), notice?.code, counted(bench).booked]).toEqual(['A-1', 'product-of-several', 0]);
  const alike = await benchWith({ 'A-1': [bowl], 'A-2': [{ ...bowl, sku: 'AMZ-BOWL' }] }, { rule: 'cheapest' });
  expect((await alike.scan(bowlCode, 'done')).booking.orderKey).toBe('A-1');
});

test('the code of the product data opens an order that has only the SKU; other rules count as in check-off', async () => {
  const plain: OrderLine = { name: 'Bowl', sku: 'BOWL', quantity: 1, price: null };
  const stripped: OrderLine = { name: 'Cup', sku: '', quantity: 1, price: null, barcodes: ['36000291452'] };
  const bench = await benchWith({ 'A-1': [plain], 'A-2': [stripped], 'A-3': [{ ...plain, sku: 'Größe-1' }] }, { rule: 'cheapest' });
  await bench.call('importProducts', { name: 'p.csv', bytes: new TextEncoder().encode(`sku,name,ean\nBOWL,Bowl,${bowlCode}\n`) });
  expect((await bench.scan(`01${bowlCode.padStart(14, '0')}10LOT`, 'done')).booking.orderKey).toBe('A-1');
  expect((await bench.scan('036000291452', 'done')).booking.orderKey).toBe('A-2');
  expect((await bench.scan('Gräße-1', 'stopped')).failure.code).toBe('order-not-found');
  expect((await bench.scan('GRÖßE-1', 'done')).booking.orderKey).toBe('A-3');
  expect(await whyStopped(bench, bowlCode)).toEqual(['product-not-open']);
});

test('an order that the shop changed at the scan is passed over for the next one', async () => {
  const item = { item_name: 'Bowl', item_sku: 'BOWL', item_barcode: bowlCode };
  const at = (key: string) => ({ ...item, house_number: key.slice(2), item_quantity: key === 'A-1' ? '2' : '1' });
  const shop = await startAskedShop((key) => ({ body: order(key, at(key)) }));
  const bench = await benchWith({ 'A-1': [bowl], 'A-2': [bowl] }, { rule: 'cheapest' });
  const url = `${shop.url}/orders/{number}`;
  await bench.call('saveLookUps', { lookUps: [{ ...newLookUp, name: 'Shop', isOn: true, url, token: null }] });
  const { booking } = await bench.scan(bowlCode, 'done');
  expect([booking.orderKey, booking.order.lines.length, counted(bench)]).toEqual(['A-2', 1, { booked: 1, sheets: 1 }]);
  expect(shop.asked.map(({ path }) => path)).toEqual(['/orders/A-1', '/orders/A-2']);
});

test('an unsure scan, a question and a note are answered before any label', async () => {
  const list = [rule({ confirmsNote: true, take: buyCheapest })];
  const bench = await benchWith({ 'A-1': [bowl] }, { shippingRules: { ...noShippingRules, list }, checksItems: true });
  const { notice } = await bench.scan(bowlCode, 'choosing', { doubt: 'end' });
  expect([notice?.code, pieces(bench), counted(bench).booked]).toEqual(['scan-unsure', [1], 0]);
  await bench.call('dropScan', {});
  expect([bench.workflow().step, inHand(bench)]).toEqual(['ready', undefined]);
  await bench.call('saveOrder', { order: { ...(await bench.call('order', { key: 'A-1' as never })), noteForPacker: 'Gift' } });
  await bench.scan(bowlCode, 'note');
  expect(counted(bench).booked).toBe(0);
  await bench.call('confirmNote', { workflowNo: bench.workflowNo() });
  expect((await bench.at('done')).booking.orderKey).toBe('A-1');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});
