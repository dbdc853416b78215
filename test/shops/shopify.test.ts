import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pictureHostsFor } from '../../shared/item-picture.ts';
import { orderKeySchema } from '../../shared/order.ts';
import { stopLater } from '../later.ts';
import { counted } from '../path/plain-station.ts';
import { startConnectedBench } from './connected-bench.ts';
import { type PlayedShopify, playShopify } from './played-shopify.ts';

const played = async (...given: Parameters<typeof playShopify>): Promise<PlayedShopify> => stopLater(await playShopify(...given));

test('takes the open orders of a shop, with items, weights, bar codes, notes and states', async () => {
  const shop = await played();
  shop.variants.set(11, {
    barcode: '4006381333931',
    hsCode: '691200',
    origin: 'DE',
    weight: { unit: 'GRAMS', value: 350 },
    image: 'https://cdn.shopify.com/s/files/mug.jpg',
  });
  const paid = shop.order({
    note: 'Leave it at the back door',
    items: [
      { variant: 11, quantity: 2, price: '12.50', attributes: [{ key: 'Engraving', value: 'Anna' }] },
      { name: 'E-book', sku: 'EB-1', requiresShipping: false },
      { name: 'Gift card', sku: 'GC', isGiftCard: true, requiresShipping: false },
    ],
  });
  const onHold = shop.order();
  shop.hold(onHold.id, true);
  const collected = shop.order({ method: 'PICK_UP', address: null, shipping: 'Pickup in the shop' });
  const local = shop.order({ method: 'LOCAL' });
  const digital = shop.order({ method: 'NONE', address: null, items: [{ name: 'E-book', sku: 'EB-1', requiresShipping: false }] });
  const unpaid = shop.order({ financial: 'PENDING' });
  const sent = shop.order();
  shop.fulfil(sent.id, 'X');
  const { connect, sync, state, order } = await startConnectedBench(shop);
  expect(await connect()).toMatchObject({ ok: true });
  await sync();
  expect(await order(paid.name)).toMatchObject({
    source: shop.address.replace('http://', ''),
    shopId: String(paid.id),
    noteForPacker: 'Leave it at the back door\nMug: Engraving: Anna',
    hold: null,
    recipient: { street: 'Kastanienallee', houseNumber: String(paid.id), postalCode: '10435', phone: '+49 30 555 0170' },
    lines: [
      {
        name: 'Mug',
        quantity: 2,
        weightGrams: 350,
        barcodes: ['4006381333931'],
        hsCode: '691200',
        originCountry: 'DE',
        picture: 'https://cdn.shopify.com/s/files/mug.jpg',
        price: { minor: 1250, currency: 'EUR' },
      },
    ],
  });
  expect((await order(paid.name))?.lines).toHaveLength(1);
  expect((await order(onHold.name))?.hold).toBe('on-hold');
  for (const { name } of [collected, local, digital]) expect((await order(name))?.hold).toBe('nothing-to-ship');
  expect((await order(unpaid.name))?.hold).toBe('unpaid');
  expect(await order(sent.name)).toBeNull();
  expect(await state()).toMatchObject({ toShip: 1, newToday: 6, trouble: null, waiting: 0 });
});

test('a cancelled, refunded, edited or moved order reaches the bench before its label is bought', async () => {
  const shop = await played();
  const [cancelled, refunded, moved, part, held] = [
    shop.order(),
    shop.order(),
    shop.order(),
    shop.order({
      items: [
        { quantity: 3, price: '10.00' },
        { name: 'Saucer', sku: 'SAU-1' },
      ],
    }),
    shop.order(),
  ];
  const { bench, connect, sync, state, order } = await startConnectedBench(shop);
  await connect();
  await sync();
  shop.cancel(cancelled.id);
  shop.change(refunded.id, { financial: 'REFUNDED' });
  shop.change(moved.id, { address: { ...moved.address, address1: 'Neue Straße 5', city: 'Potsdam' } });
  shop.refund(part.id, part.lines[0]?.id ?? 0, 1);
  shop.refund(part.id, part.lines[1]?.id ?? 0, 1);
  shop.hold(held.id, true);
  await sync();
  expect((await order(cancelled.name))?.hold).toBe('cancelled');
  expect((await order(refunded.name))?.hold).toBe('refunded');
  expect((await order(moved.name))?.recipient).toMatchObject({ street: 'Neue Straße', houseNumber: '5', city: 'Potsdam' });
  expect(await order(part.name)).toMatchObject({ hold: null, lines: [{ name: 'Mug', quantity: 2, price: { minor: 1000 } }] });
  expect(await order(part.name)).not.toHaveProperty('isPartlyRefunded');
  // A hold does not count as a change of the order.
  expect((await order(held.name))?.hold).toBe('on-hold');
  expect((await state()).stoppedToday).toBe(2);
  // A change of the last minute is read at the scan itself.
  const late = shop.order();
  await sync();
  shop.cancel(late.id);
  await bench.call('scan', { code: late.name });
  await bench.at('stopped');
  expect([(await order(late.name))?.hold, counted(bench)]).toEqual(['cancelled', { booked: 0, sheets: 0 }]);
});

test('a shipment goes back once as a fulfilment of its items, with a lost answer and a restart between', async () => {
  const shop = await played();
  const sold = shop.order({ items: [{ quantity: 2 }, { name: 'Saucer', sku: 'SAU-1' }] });
  const { bench, connect, sync, ship, state, later } = await startConnectedBench(shop);
  await connect({ mailsCustomer: true });
  await sync();
  let writes = 0;
  shop.fault = ({ isWrite }) => {
    if (!isWrite) return undefined;
    writes += 1;
    return 'lost-answer';
  };
  const booking = await ship(sold.name);
  await expect.poll(() => writes).toBe(1);
  await expect.poll(async () => (await state()).waiting).toBe(1);
  await bench.reopen();
  later(3_600_000);
  await expect.poll(async () => (await state()).waiting).toBe(0);
  expect(writes).toBe(1);
  const made = shop.orders.get(sold.id)?.fulfillments ?? [];
  expect(made).toMatchObject([
    {
      status: 'SUCCESS',
      tracking: booking.trackingNos.map((number) => ({ number, company: booking.service?.courierName })),
      lines: [{ quantity: 2 }, { quantity: 1 }],
    },
  ]);
  expect(shop.mails).toEqual([{ order: sold.id, numbers: booking.trackingNos }]);
  expect(await state()).toMatchObject({ reportedToday: 1, refused: 0, reportTrouble: null });
  // The order that the shop counts as fulfilled comes back, and stays shipped here.
  await sync();
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('the keys of a shop, and the tokens for them, are on the disk only encrypted or not at all', async () => {
  const shop = await played();
  shop.order();
  const { bench, connect, sync } = await startConnectedBench(shop);
  await connect();
  await sync();
  await bench.station.close();
  expect(existsSync(bench.dir)).toBe(true);
  for (const file of readdirSync(bench.dir, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const content = readFileSync(join(file.parentPath, file.name));
    for (const secret of [shop.secret, 'shpat_']) expect(content.includes(secret), file.name).toBe(false);
  }
});

test('pictures may come from the server on which Shopify keeps those of all shops', () => {
  const shop = { kind: 'shopify', address: 'https://a.myshopify.com', mailsCustomer: false } as const;
  expect(pictureHostsFor('a.myshopify.com', ['x.example'], [], [shop])).toEqual({
    listed: ['x.example', 'cdn.shopify.com'],
    own: 'a.myshopify.com',
  });
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
  await bench.call('openBatch', { keys: sold.map(({ name }) => orderKeySchema.parse(name)), search: '' });
  await expect.poll(async () => (await bench.call('batch', {}))?.state).toBe('ready');
  await bench.call('runBatch', { orders: sold.length });
  await expect.poll(() => counted(bench).booked).toBeGreaterThan(0);
  shop.cancel(last?.id ?? 0);
  await sync();
  await expect.poll(async () => (await bench.call('batch', {}))?.state).toBe('ended');
  expect((await order(last?.name ?? ''))?.hold).toBe('cancelled');
  expect(bench.service.orders().map(({ reference }) => reference)).not.toContain(last?.name);
});
