import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { pictureHostsFor } from '../../shared/item-picture.ts';
import { orderKeySchema } from '../../shared/order.ts';
import { stopLater } from '../later.ts';
import { counted } from '../path/plain-station.ts';
import { startConnectedBench } from './connected-bench.ts';
import { playWooCommerce } from './played-woocommerce.ts';

const played = async (...given: Parameters<typeof playWooCommerce>) => stopLater(await playWooCommerce(...given));

test('takes the open orders of a shop, with items, weights, bar codes, notes and states', async () => {
  const shop = await played();
  shop.products = [
    { id: 11, weight: '0.35', global_unique_id: '4006381333931' },
    { id: 12, virtual: true },
    { id: 13, weight: '2', variations: [{ id: 14, weight: '0.5', meta_data: [{ key: '_alg_ean', value: '5901234123457' }] }] },
  ];
  const paid = shop.order({
    customer_note: 'Leave it at the back door',
    items: [
      { product: 11, quantity: 2, total: '25.00' },
      { product: 12, name: 'E-book', sku: 'EB-1', total: '9.00' },
      { product: 13, variation: 14, name: 'Bowl, blue', sku: 'BOWL-B', total: '18.00' },
    ],
  });
  const onHold = shop.order({ status: 'on-hold' });
  const collected = shop.order({ method: { method_id: 'local_pickup', method_title: 'Abholung' } });
  const virtual = shop.order({ items: [{ product: 12, name: 'E-book', sku: 'EB-1' }] });
  const unpaid = shop.order({ status: 'pending' });
  const { connect, sync, state, order } = await startConnectedBench(shop);
  expect(await connect()).toMatchObject({ ok: true });
  await sync();
  expect(await order(paid.number)).toMatchObject({
    source: shop.address.replace('http://', ''),
    shopId: String(paid.id),
    noteForPacker: 'Leave it at the back door',
    hold: null,
    lines: [
      { name: 'Mug', quantity: 2, weightGrams: 350, barcodes: ['4006381333931'], price: { minor: 1250, currency: 'EUR' } },
      { name: 'Bowl, blue', quantity: 1, weightGrams: 500, barcodes: ['5901234123457'] },
    ],
  });
  expect((await order(onHold.number))?.hold).toBe('on-hold');
  expect((await order(collected.number))?.hold).toBe('nothing-to-ship');
  expect((await order(virtual.number))?.hold).toBe('nothing-to-ship');
  expect(await order(unpaid.number)).toBeNull();
  expect(await state()).toMatchObject({ toShip: 1, newToday: 4, trouble: null, waiting: 0 });
});

test('a shop whose keys may not read the weight unit brings no weights', async () => {
  const shop = await played();
  shop.products = [{ id: 11, weight: '350' }];
  shop.weightUnit = undefined;
  const { number } = shop.order({ items: [{ product: 11 }] });
  const { connect, sync, order } = await startConnectedBench(shop);
  await connect();
  await sync();
  expect((await order(number))?.lines[0]).not.toHaveProperty('weightGrams');
});

test('a cancelled, refunded or moved order reaches the bench before its label is bought', async () => {
  const shop = await played();
  const [cancelled, refunded, moved, trashed, part] = [
    shop.order(),
    shop.order(),
    shop.order(),
    shop.order(),
    shop.order({
      items: [
        { quantity: 3, total: '30.00' },
        { name: 'Saucer', sku: 'SAU-1' },
      ],
    }),
  ];
  const { bench, connect, sync, state, order } = await startConnectedBench(shop);
  await connect();
  await sync();
  shop.change(cancelled.id, { status: 'cancelled' });
  shop.change(refunded.id, { status: 'refunded' });
  shop.change(trashed.id, { status: 'trash' });
  shop.change(moved.id, { shipping: { ...moved.shipping, address_1: 'Neue Straße 5', city: 'Potsdam' } });
  shop.refund(part.id, [
    { item: part.items[0]?.id ?? 0, quantity: 1, total: '10.00' },
    { item: part.items[1]?.id ?? 0, quantity: 1, total: '12.50' },
  ]);
  await sync();
  expect((await order(cancelled.number))?.hold).toBe('cancelled');
  expect((await order(refunded.number))?.hold).toBe('refunded');
  expect((await order(trashed.number))?.hold).toBe('cancelled');
  expect((await order(moved.number))?.recipient).toMatchObject({ street: 'Neue Straße', houseNumber: '5', city: 'Potsdam' });
  expect((await order(part.number))?.lines).toMatchObject([{ name: 'Mug', quantity: 2, price: { minor: 1000 } }]);
  expect((await state()).stoppedToday).toBe(3);
  // A change of the last minute is read at the scan itself.
  const late = shop.order();
  await sync();
  shop.change(late.id, { status: 'cancelled' });
  await bench.call('scan', { code: late.number });
  await bench.at('stopped');
  expect([(await order(late.number))?.hold, counted(bench)]).toEqual(['cancelled', { booked: 0, sheets: 0 }]);
});

test('a shipment goes back once: numbers, note and state, with a lost answer and a restart between', async () => {
  const shop = await played();
  const sold = shop.order();
  const { bench, connect, sync, ship, state, later } = await startConnectedBench(shop);
  await connect({ mailsCustomer: true });
  await sync();
  let lost = 0;
  shop.fault = ({ method, path }) => {
    if (method === 'GET' || path.includes('/orders/0/')) return undefined;
    lost += 1;
    return lost <= 2 ? 'lost-answer' : undefined;
  };
  const booking = await ship(sold.number);
  await expect.poll(() => lost).toBe(1);
  await expect.poll(async () => (await state()).waiting).toBe(1);
  await bench.reopen();
  later(60_000);
  await expect.poll(() => lost).toBe(2);
  later(3_600_000);
  await expect.poll(async () => (await state()).waiting).toBe(0);
  const [number = ''] = booking.trackingNos;
  const order = shop.orders.get(sold.id);
  expect(order?.status).toBe('completed');
  expect(order?.meta).toMatchObject([
    {
      key: '_wc_shipment_tracking_items',
      value: [{ tracking_number: number, custom_tracking_provider: booking.service?.courierName, tracking_provider: '' }],
    },
  ]);
  const noted = order?.notes.filter(({ note }) => note.includes(number)) ?? [];
  expect(noted).toHaveLength(1);
  expect(noted[0]).toMatchObject({ customer_note: true, note: expect.stringContaining(booking.service?.courierName ?? '') });
  expect(shop.mails.map(({ about }) => about.includes(number) || about === 'completed')).toEqual([true, true]);
  expect(await state()).toMatchObject({ reportedToday: 1, refused: 0, reportTrouble: null });
  // The order that the shop completed comes back as shipped, and stays shipped here.
  await sync();
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('the keys of a shop are on the disk only encrypted', async () => {
  const shop = await played();
  shop.order();
  const { bench, connect, sync } = await startConnectedBench(shop);
  await connect();
  await sync();
  await bench.station.close();
  const secrets = [shop.secret, Buffer.from(`${shop.key}:${shop.secret}`).toString('base64')];
  for (const file of readdirSync(bench.dir, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const content = readFileSync(join(file.parentPath, file.name));
    for (const secret of secrets) expect(content.includes(secret), file.name).toBe(false);
  }
});

test('pictures may come from the server of the shop itself', () => {
  const shop = { kind: 'woocommerce', address: 'https://www.shop.example', mailsCustomer: false } as const;
  expect(pictureHostsFor('shop.example', [], [], [shop])).toEqual({ listed: [], own: 'www.shop.example' });
  expect(pictureHostsFor('orders.csv', [], [], [shop])).toEqual({ listed: [], own: undefined });
});

test('an order that is cancelled while its batch runs is not bought', async () => {
  const shop = await played();
  const sold = Array.from({ length: 12 }, () => shop.order());
  const last = sold.at(-1);
  const { bench, connect, sync, order } = await startConnectedBench(shop, {
    msPerLabel: 300,
    settings: { rule: 'cheapest', defaults: { boxId: 'M', weightGrams: 1200, contents: '', value: null } },
  });
  await connect();
  await sync();
  await bench.call('openBatch', { keys: sold.map(({ number }) => orderKeySchema.parse(number)), search: '' });
  await expect.poll(async () => (await bench.call('batch', {}))?.state).toBe('ready');
  await bench.call('runBatch', { orders: sold.length });
  await expect.poll(() => counted(bench).booked).toBeGreaterThan(0);
  shop.change(last?.id ?? 0, { status: 'cancelled' });
  await sync();
  const wasBooked = bench.service.orders().some(({ reference }) => reference === last?.number);
  await expect.poll(async () => (await bench.call('batch', {}))?.state).toBe('ended');
  expect((await order(last?.number ?? ''))?.hold).toBe('cancelled');
  expect([
    wasBooked,
    bench.service
      .orders()
      .map(({ reference }) => reference)
      .includes(last?.number ?? ''),
  ]).toEqual([false, false]);
});

const field = fileURLToPath(new URL('../../../shared/field/orders/woo-local-pickup.json', import.meta.url));
test.skipIf(!existsSync(field))('orders from the field come in with their items, and those that are collected are held', async () => {
  const shop = await played();
  const orders = JSON.parse(readFileSync(field, 'utf8')) as { id: number; number: string; status: string }[];
  for (const each of orders) shop.order({ id: each.id, number: each.number, status: each.status, asIs: each });
  const { connect, sync, order } = await startConnectedBench(shop);
  await connect();
  await sync();
  expect(await order('7101')).toMatchObject({ hold: null, lines: [{ name: 'Savon lavande', sku: 'SAV-1', quantity: 2 }] });
  expect([(await order('7102'))?.hold, (await order('7103'))?.hold]).toEqual(['nothing-to-ship', 'nothing-to-ship']);
});

test('numbers that a plug-in writes as texts, and an order number as a number, do not stop the orders', async () => {
  const shop = await played();
  const asked = shop.order();
  asked.asIs = {
    number: 60_123,
    line_items: [{ id: '1', name: 'Mug', sku: 'MUG', product_id: '11', variation_id: '', quantity: '3', total: 27 }],
  };
  const other = shop.order();
  const { connect, sync, order, state } = await startConnectedBench(shop);
  await connect();
  await sync();
  expect((await order('60123'))?.lines).toMatchObject([{ name: 'Mug', quantity: 3 }]);
  expect((await order(other.number))?.lines).toHaveLength(1);
  expect(await state()).toMatchObject({ trouble: null });
});
