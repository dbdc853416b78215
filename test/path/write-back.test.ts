import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import { startShopServer } from '../fakes/shop-server.ts';
import { stopLater } from '../later.ts';
import { counted } from './plain-station.ts';
import { shipping, shopThat } from './reporting-shop.ts';

const unreadable = { bytes: new TextEncoder().encode('%PDF-1.4 without pages'), format: 'PDF' } as const;
const withUnreadableLabels = (journal: Journal): Journal => ({
  ...journal,
  writeBooked: (id, booked) => journal.writeBooked(id, { ...booked, label: unreadable }),
});

test('a shop receives each booking with one key, its numbers, courier, cost and time', async () => {
  const shop = await shopThat(() => ({ status: 200 }));
  const { bench, setUp, ship, state } = await shipping();
  await setUp({ url: `${shop.url}/fulfil`, header: 'X-Shop' }, 'sesame');
  const booking = await ship('ORD-1001');
  await expect.poll(() => shop.asked.length).toBe(1);
  expect(shop.asked[0]).toMatchObject({ method: 'POST', path: '/fulfil', headers: { 'x-shop': 'sesame', 'idempotency-key': booking.id } });
  expect(JSON.parse(shop.asked[0]?.body ?? '')).toMatchObject({
    event: 'shipped',
    order: 'ORD-1001',
    shipment: 1,
    service_order_number: booking.orderNo,
    courier: booking.service?.courierName,
    currency: 'EUR',
    tracking_numbers: [expect.any(String)],
    items: [{ sku: 'VASE-DOM-COB', name: 'Vase Dommel, tall, cobalt', quantity: 1 }],
  });
  await expect.poll(async () => (await state()).waiting).toBe(0);
  await bench.reopen();
  await pause(100);
  expect([shop.asked.length, counted(bench)]).toEqual([1, { booked: 1, sheets: 1 }]);
});

test('a busy or unreachable shop is retried with the same key, not before its Retry-After', async () => {
  const shop = await shopThat((nth) => (nth === 1 ? { status: 429, headers: { 'retry-after': '90' } } : nth === 2 ? { status: 503 } : {}));
  const { bench, setUp, ship, state, later } = await shipping();
  await setUp({ url: shop.url });
  const { id } = await ship('ORD-1001');
  await expect.poll(() => shop.asked.length).toBe(1);
  await expect.poll(state).toMatchObject({ waiting: 1, http: { code: 'shop-answered', status: 429 } });
  expect(bench.station.snapshot().frame.shop).toBe('not-informed');
  later(80_000);
  await pause(150);
  expect(shop.asked).toHaveLength(1);
  later(11_000);
  await expect.poll(() => shop.asked.length).toBe(2);
  // The wait for the next try starts when the answer arrives.
  await expect.poll(state).toMatchObject({ http: { code: 'shop-answered', status: 503 } });
  later(60_000);
  await expect.poll(() => shop.asked.length).toBe(3);
  expect(shop.asked.map(({ headers }) => headers['idempotency-key'])).toEqual([id, id, id]);
  await expect.poll(state).toEqual({ waiting: 0, file: null, http: null });
  expect(bench.station.snapshot().frame.shop).toBeNull();
});

test('a parcel that the shop fails on does not block the others', async () => {
  const shop = stopLater(await startShopServer(({ body }) => ({ status: body.includes('ORD-1001') ? 500 : 200 })));
  const reports = (code: string) => shop.asked.filter(({ body }) => body.includes(code)).length;
  const { setUp, ship, later } = await shipping();
  await setUp({ url: shop.url });
  await ship('ORD-1001');
  await ship('ORD-1002');
  await expect.poll(() => reports('ORD-1001')).toBe(1);
  for (let hour = 0; hour < 8; hour += 1) {
    later(15 * 60_000);
    await pause(60);
  }
  expect(reports('ORD-1002')).toBe(1);
  await ship('ORD-1003');
  later(15 * 60_000);
  await expect.poll(() => reports('ORD-1003')).toBe(1);
});

test('a booking that waited while the bench was off is not given up after the first try', async () => {
  const shop = await shopThat((nth) => (nth <= 2 ? { status: 503 } : {}));
  const { bench, setUp, ship, state, failedReports, later } = await shipping();
  await setUp({ url: shop.url });
  await ship('ORD-1001');
  await ship('ORD-1002');
  await expect.poll(() => shop.asked.length).toBe(1);
  await bench.reopen(() => later(4 * 24 * 60 * 60_000));
  await expect.poll(() => shop.asked.length).toBe(2);
  await pause(60);
  expect(await failedReports()).toEqual([]);
  later(60_000);
  await expect.poll(state).toEqual({ waiting: 0, file: null, http: null });
});

test("a shop's long Retry-After also holds after a restart", async () => {
  const shop = await shopThat((nth) => (nth === 1 ? { status: 429, headers: { 'retry-after': '3000' } } : {}));
  const { bench, setUp, ship, later } = await shipping();
  await setUp({ url: shop.url });
  await ship('ORD-1001');
  await ship('ORD-1002');
  await expect.poll(() => shop.asked.length).toBe(1);
  await bench.reopen();
  await pause(100);
  expect(shop.asked).toHaveLength(1);
  later(3_001_000);
  await expect.poll(() => shop.asked.length).toBe(3);
});

test('an HTTP date without GMT is read as GMT, in every time zone', async () => {
  const zone = process.env['TZ'];
  process.env['TZ'] = 'America/New_York';
  try {
    const at = new Date(Date.now() + 40 * 60_000);
    const [day, date, month, year, time] = at.toUTCString().replace(',', '').split(' ');
    const shop = await shopThat((nth) =>
      nth === 1 ? { status: 503, headers: { 'retry-after': `${day} ${month} ${Number(date)} ${time} ${year}` } } : {},
    );
    const { setUp, ship, later } = await shipping();
    await setUp({ url: shop.url });
    await ship('ORD-1001');
    await expect.poll(() => shop.asked.length).toBe(1);
    later(38 * 60_000);
    await pause(60);
    expect(shop.asked).toHaveLength(1);
    later(3 * 60_000);
    await expect.poll(() => shop.asked.length).toBe(2);
  } finally {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  }
});

test.each([
  ['an error', { body: { error: 'no such order' } }, { code: 'shop-answered', status: 200, message: '{"error":"no such order"}' }],
  ['no success', { body: { success: false } }, { code: 'shop-answered', status: 200, message: '{"success":false}' }],
  ['errors', { status: 202, body: { data: null, errors: [{ message: 'no' }] } }, { code: 'shop-answered', status: 202 }],
  ['a page', { body: '<!DOCTYPE html><title>Sign in</title>' }, { code: 'shop-shows-page', status: 200 }],
])('a success status with %s in its body is not a success', async (_what, reply, why) => {
  const shop = await shopThat(() => reply);
  const { setUp, ship, failedReports } = await shipping();
  await setUp({ url: shop.url });
  await ship('ORD-1001');
  await expect.poll(failedReports).toMatchObject([{ report: { why } }]);
  expect(shop.asked).toHaveLength(1);
});

test('a success with a long answer counts, and a refusal shows no unreadable characters', async () => {
  const long = { errors: [], orders: 'x'.repeat(100_000) };
  const shop = await shopThat((nth) => (nth === 1 ? { body: long } : { status: 422, body: '\u001f\u008b\u0008\uFFFD' }));
  const { setUp, ship, state, failedReports } = await shipping();
  await setUp({ url: shop.url });
  await ship('ORD-1001');
  await expect.poll(() => shop.asked.length).toBe(1);
  await expect.poll(state).toEqual({ waiting: 0, file: null, http: null });
  await ship('ORD-1002');
  await expect.poll(failedReports).toMatchObject([{ report: { why: { code: 'shop-answered', status: 422, message: '' } } }]);
});

test('a booking made while the clock was ahead is sent once the clock is set back', async () => {
  const shop = await shopThat((nth) => (nth === 1 ? { status: 503 } : {}));
  const { bench, setUp, ship, state, later } = await shipping();
  const twoYears = 2 * 365 * 24 * 60 * 60_000;
  later(twoYears);
  await setUp({ url: shop.url });
  await ship('ORD-1001');
  await expect.poll(state).toMatchObject({ waiting: 1, http: { code: 'shop-answered', status: 503 } });
  later(-twoYears);
  await expect.poll(() => shop.asked.length).toBe(2);
  await expect.poll(state).toEqual({ waiting: 0, file: null, http: null });
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a booking that was pending when the program ended is sent at its next start', async () => {
  const { bench, setUp, ship } = await shipping();
  const gone = await shopThat(() => ({}));
  await setUp({ url: gone.url });
  await gone.stop();
  await ship('ORD-1001');
  await bench.reopen();
  const shop = await shopThat(() => ({}));
  await setUp({ url: shop.url });
  await expect.poll(() => shop.asked.length).toBe(1);
}, 20_000);

test('a permanent refusal by the shop waits in Resolve, and can be sent again or closed there', async () => {
  const shop = await shopThat((nth) => (nth <= 2 ? { status: 422, body: 'unknown order' } : {}));
  const { bench, setUp, ship, failedReports, state } = await shipping();
  await setUp({ url: shop.url });
  await ship('ORD-1001');
  await ship('ORD-1002');
  await expect.poll(failedReports).toMatchObject([
    {
      report: {
        what: 'shipped',
        others: 1,
        why: { code: 'shop-answered', status: 422, message: 'unknown order' },
        booking: { orderKey: 'ORD-1001' },
      },
    },
    { report: { booking: { orderKey: 'ORD-1002' } } },
  ]);
  const [first, second] = await failedReports();
  await bench.call('settleReport', { id: first?.report.id ?? '', act: 'again', all: false });
  await expect.poll(() => shop.asked.length).toBe(3);
  await bench.call('settleReport', { id: second?.report.id ?? '', act: 'close', all: false });
  expect(await failedReports()).toEqual([]);
  await expect.poll(async () => (await state()).waiting).toBe(0);
  expect(shop.asked).toHaveLength(3);
});

test('a refusal by the shop is no longer shown as shop trouble once it was closed in Resolve', async () => {
  const shop = await shopThat(() => ({ status: 422 }));
  const { bench, setUp, ship, failedReports } = await shipping();
  await setUp({ url: shop.url });
  await ship('ORD-1001');
  await expect.poll(failedReports).toHaveLength(1);
  expect(bench.station.snapshot().frame.shop).toBe('not-informed');
  const [first] = await failedReports();
  await bench.call('settleReport', { id: first?.report.id ?? '', act: 'close', all: false });
  expect(bench.station.snapshot().frame.shop).toBeNull();
});

test('while a shop is unreachable, a look reads only the booking it tries', async () => {
  const shop = await shopThat(() => ({ status: 503 }));
  let reads: string[] = [];
  const { setUp, ship, later } = await shipping({
    journal: (journal) => ({
      booking: (id) => {
        if (/outbox\.ts/.test(new Error('who asks').stack ?? '')) reads.push(id);
        return journal.booking(id);
      },
    }),
  });
  await setUp({ url: shop.url });
  for (const code of ['ORD-1001', 'ORD-1002', 'ORD-1003']) await ship(code);
  await expect.poll(() => shop.asked.length).toBe(1);
  reads = [];
  later(20 * 60_000);
  await expect.poll(() => shop.asked.length).toBe(2);
  expect(reads).toHaveLength(1);
});

test('a booking that was closed without its label is sent as cancelled, after its shipping', async () => {
  const shop = await shopThat(() => ({}));
  const { bench, setUp, later } = await shipping({ journal: withUnreadableLabels });
  await setUp({ url: shop.url });
  const { booking } = await bench.buy('ORD-1001', 'confirm-label');
  await bench.call('confirmLabel', { bookingId: booking.id, isRight: false });
  await bench.call('closeLabel', { bookingId: booking.id, reason: 'Told the service, they refund it', pin: '' });
  // The tracking numbers of a closed booking are not read.
  later(130_000);
  await expect.poll(() => shop.asked.map(({ body }) => (JSON.parse(body) as { event: string }).event)).toEqual(['shipped', 'cancelled']);
  expect(new Set(shop.asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
});

test('a booking whose shipping the shop refused is sent as cancelled only after that was resolved', async () => {
  const shop = await shopThat((nth) => (nth === 1 ? { status: 422 } : {}));
  const { bench, setUp, later, failedReports } = await shipping({ journal: withUnreadableLabels });
  await setUp({ url: shop.url });
  const { booking } = await bench.buy('ORD-1001', 'confirm-label');
  await bench.call('confirmLabel', { bookingId: booking.id, isRight: false });
  later(130_000);
  await expect.poll(failedReports).toHaveLength(1);
  await bench.call('closeLabel', { bookingId: booking.id, reason: 'Told the service, they refund it', pin: '' });
  await pause(100);
  const [refused] = await failedReports();
  await bench.call('settleReport', { id: refused?.report.id ?? '', act: 'again', all: false });
  await expect
    .poll(() => shop.asked.map(({ body }) => (JSON.parse(body) as { event: string }).event))
    .toEqual(['shipped', 'shipped', 'cancelled']);
});

test('nothing is sent from training, nor if no shop is set up', async () => {
  const shop = await shopThat(() => ({}));
  const training = await shipping({ world: 'training' });
  await training.setUp({ url: shop.url, folder: training.folder });
  await training.ship('ORD-1001');
  const live = await shipping();
  await live.ship('ORD-1002');
  await live.setUp({ url: shop.url });
  await pause(150);
  expect([shop.asked.length, training.files(), (await live.state()).waiting]).toEqual([0, [], 0]);
});
