import { expect, test } from 'vitest';
import { commandCode } from '../../shared/command-keys.ts';
import { noWriteBack } from '../../shared/write-back.ts';
import { plainOrder } from './plain-order.ts';
import { counted, type PlainStation, startPlainStation } from './plain-station.ts';
import { shopThat } from './reporting-shop.ts';

const gross = { name: 'Jürgen Groß', street: 'Lindenallee', house_number: '135', postal_code: '10623', city: 'Berlin' };
const orders = JSON.stringify([
  { ...plainOrder('A-17'), ...gross },
  { ...plainOrder('A-23'), ...gross },
]);
const open = () => startPlainStation({ orders, world: 'live' });
const join = (bench: PlainStation) => bench.call('answerSameAddress', { workflowNo: bench.workflowNo(), join: true });
const facts = { box: 'M', weight: '2.5' };

/** Takes both orders to the prices of one parcel. */
async function toSharedTiles(bench: PlainStation): Promise<string> {
  await bench.scan('A-23', 'same-address');
  await join(bench);
  await bench.answerAll(facts);
  const { serviceId, order } = await bench.at('choosing');
  expect(order).toMatchObject({ key: 'A-23', parcels: [{ weightGrams: 2500 }], joined: [{ key: 'A-17' }] });
  return serviceId;
}
const bookedFor = (bench: PlainStation) => bench.service.orders('production').map(({ reference }) => reference);

test('one parcel for two orders is bought once, and each shop order gets its number', async () => {
  const shop = await shopThat(() => ({ status: 200 }));
  const bench = await open();
  await bench.call('saveWriteBack', { ...noWriteBack, url: shop.url, token: null });
  const serviceId = await toSharedTiles(bench);
  const { booking } = await bench.take(serviceId, 'done');
  expect([counted(bench), bookedFor(bench)]).toEqual([{ booked: 1, sheets: 1 }, ['A-23 + A-17']]);
  await expect.poll(() => shop.asked.length).toBe(2);
  const told = shop.asked.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  expect(told.map(({ order }) => String(order)).sort()).toEqual(['A-17', 'A-23']);
  for (const each of told) expect(each).toMatchObject({ service_order_number: booking.orderNo, shipment: 1 });
  expect(
    told.filter(({ cost }) => cost !== ''),
    'the price appears once',
  ).toHaveLength(1);
  expect(new Set(shop.asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
  for (const code of ['A-17', 'A-23']) expect((await bench.scan(code, 'already-shipped')).booking.id).toBe(booking.id);
  expect(JSON.stringify(await bench.call('timeline', { bookingId: booking.id }))).toContain('one parcel with A-17');
});

test('a template reports each order of one parcel with the number of the parcel', async () => {
  const shop = await shopThat(() => ({ status: 200 }));
  const bench = await open();
  const body = '{"op": "{event}", "no": "{order}", "nos": "{tracking_list}"}';
  await bench.call('saveWriteBack', { ...noWriteBack, url: `${shop.url}/{order}`, method: 'PATCH', body, token: null });
  const { booking } = await bench.take(await toSharedTiles(bench), 'done');
  await expect.poll(() => shop.asked.length).toBe(2);
  const nos = JSON.stringify(booking.trackingNos);
  expect(shop.asked.map((asked) => `${asked.method} ${asked.path} ${asked.body}`).toSorted()).toEqual(
    ['A-17', 'A-23'].map((key) => `PATCH /${key} {"op": "shipped", "no": "${key}", "nos": ${nos}}`),
  );
});

test('the stored orders keep their own box and weight, and a parcel put aside asks again', async () => {
  const bench = await open();
  const before = await Promise.all(['A-17', 'A-23'].map((key) => bench.call('order', { key: key as never })));
  await toSharedTiles(bench);
  await bench.call('park', { workflowNo: bench.workflowNo() });
  await bench.reopen();
  expect(await Promise.all(['A-17', 'A-23'].map((key) => bench.call('order', { key: key as never })))).toEqual(before);
  await bench.scan('A-23', 'same-address');
});

test('a shop that cancels one of the orders before the purchase stops the parcel, and the other one ships alone', async () => {
  const bench = await open();
  const serviceId = await toSharedTiles(bench);
  const order = await bench.call('order', { key: 'A-17' as never });
  await bench.call('saveOrder', { order: { ...order, hold: 'cancelled' } });
  await bench.station.handlers.buy({ workflowNo: bench.workflowNo(), serviceId });
  expect((await bench.at('stopped')).failure.code).toBe('joined-order-gone');
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
  await bench.take((await bench.scan('A-23', 'choosing')).serviceId, 'done');
  expect(bookedFor(bench)).toEqual(['A-23']);
});

test('an address that changed while the page was open is not joined unseen', async () => {
  const bench = await open();
  await bench.scan('A-23', 'same-address');
  const order = await bench.call('order', { key: 'A-17' as never });
  await bench.call('saveOrder', { order: { ...order, recipient: { ...order.recipient, houseNumber: '9' } } });
  await join(bench);
  expect((await bench.at('choosing')).order.joined).toBeUndefined();
});

test('orders that a customer wants shipped differently are not joined, and the reason is shown', async () => {
  const bench = await open();
  const order = await bench.call('order', { key: 'A-17' as never });
  await bench.call('saveOrder', { order: { ...order, shippingMethod: 'Express' } });
  await bench.scan('A-23', 'same-address');
  const refused = await bench.station.handlers.answerSameAddress({ workflowNo: bench.workflowNo(), join: true });
  expect(refused).toMatchObject({
    ok: false,
    failure: { code: 'orders-not-joined', reasons: [{ code: 'facts-differ', fact: 'shipping-method' }] },
  });
  await bench.call('answerSameAddress', { workflowNo: bench.workflowNo(), join: false });
  expect((await bench.at('choosing')).order.joined).toBeUndefined();
});

test('the bar code of the command joins, and the Enter of a scan does not', async () => {
  const bench = await open();
  await bench.scan('A-23', 'same-address');
  await bench.station.handlers.scan({ code: '\n' });
  expect(bench.workflow().step).toBe('same-address');
  await bench.call('scan', { code: commandCode('JOIN') });
  await bench.at('asking');
});

test('a shared parcel whose outcome is unknown holds both orders until a person settles it', async () => {
  const bench = await open();
  const serviceId = await toSharedTiles(bench);
  bench.service.faults.next('ship', 'execute-then-reset');
  const { booking } = await bench.take(serviceId, 'unknown');
  for (const code of ['A-17', 'A-23']) expect((await bench.scan(code, 'unknown')).booking.id).toBe(booking.id);
  await bench.reopen();
  await bench.scan('A-17', 'unknown');
  await bench.call('settleNotBooked', { bookingId: booking.id, reason: 'The account does not list it', pin: '' });
  await bench.scan('A-17', 'same-address');
  expect(counted(bench).booked).toBe(1);
});

test('scanning the second order and shipping it again ships that one', async () => {
  const bench = await open();
  await bench.take(await toSharedTiles(bench), 'done');
  await bench.scan('A-17', 'already-shipped');
  await bench.call('shipAgain', { workflowNo: bench.workflowNo(), reason: 'The teapot broke', pin: '' });
  const { order, serviceId } = await bench.at('choosing');
  expect(order.key).toBe('A-17');
  const { booking } = await bench.take(serviceId, 'done');
  expect(booking).toMatchObject({ orderKey: 'A-17', shipmentNo: 2 });
});
