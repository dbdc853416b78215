import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import { noWriteBack } from '../../shared/write-back.ts';
import { type ShopSays, type ShopServer, startShopServer } from '../fakes/shop-server.ts';
import { openStrangeShare } from '../strangers/shops/strange-share.ts';
import { closeAll, closeLater, counted, type PlainOptions, startPlainStation } from './plain-station.ts';

const folders: string[] = [];
afterEach(async () => {
  await closeAll();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Looks at once where one at a bench waits for seconds. */
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms === 3000 ? 10 : ms));

/** A live bench whose clock a test moves. */
async function shipping(options: PlainOptions = {}) {
  let ahead = 0;
  const folder = mkdtempSync(join(tmpdir(), 'packbench-back-'));
  folders.push(folder);
  const bench = await startPlainStation({
    world: 'live',
    ...options,
    platform: { sleep, now: () => new Date(Date.now() + ahead), ...options.platform },
  });
  const files = () => readdirSync(folder).filter((name) => !name.startsWith('.'));
  const rows = () =>
    files()
      .sort()
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').replace('\uFEFF', '').trim().split('\r\n'));
  return {
    bench,
    folder,
    files,
    rows,
    later: (ms: number) => {
      ahead += ms;
    },
    setUp: (change: Partial<typeof noWriteBack>, token: string | null = null) =>
      bench.call('saveWriteBack', { ...noWriteBack, ...change, token }),
    ship: async (code: string) => {
      await bench.buy(code);
      const { booking } = await bench.at('done');
      return booking;
    },
    state: async () => (await bench.call('setup', {})).writeBack,
    untold: async () => (await bench.call('toResolve', {})).filter((item) => item.kind === 'shop-not-told'),
  };
}

const unreadable = { bytes: new TextEncoder().encode('%PDF-1.4 without pages'), format: 'PDF' } as const;
const withUnreadableLabels = (journal: Journal): Journal => ({
  ...journal,
  writeBooked: (id, booked) => journal.writeBooked(id, { ...booked, label: unreadable }),
});

async function shopThat(answer: (nth: number) => ShopSays): Promise<ShopServer> {
  let nth = 0;
  const shop = await startShopServer(() => {
    nth += 1;
    return answer(nth);
  });
  closeLater(shop.stop);
  return shop;
}

test('a shop is told of each booking with one key, its numbers, courier, cost and time', async () => {
  const shop = await shopThat(() => ({ status: 200 }));
  const { bench, setUp, ship, state } = await shipping();
  await setUp({ url: `${shop.url}/fulfil`, header: 'X-Shop' }, 'sesame');
  const booking = await ship('ORD-1001');
  await expect.poll(() => shop.asked.length, { timeout: 5000 }).toBe(1);
  expect(shop.asked[0]).toMatchObject({ method: 'POST', path: '/fulfil', headers: { 'x-shop': 'sesame', 'idempotency-key': booking.id } });
  expect(JSON.parse(shop.asked[0]?.body ?? '')).toMatchObject({
    event: 'shipped',
    order: 'ORD-1001',
    shipment: 1,
    service_order_number: booking.orderNo,
    courier: booking.service?.courierName,
    currency: 'EUR',
    tracking_numbers: [expect.any(String)],
  });
  await expect.poll(async () => (await state()).waiting, { timeout: 5000 }).toBe(0);
  await bench.reopen();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([shop.asked.length, counted(bench)]).toEqual([1, { booked: 1, sheets: 1 }]);
});

test('a shop that is busy or away is told again with the same key, not before it said', async () => {
  const shop = await shopThat((nth) => (nth === 1 ? { status: 429, headers: { 'retry-after': '90' } } : nth === 2 ? { status: 503 } : {}));
  const { bench, setUp, ship, state, later } = await shipping();
  await setUp({ url: shop.url });
  const { id } = await ship('ORD-1001');
  await expect.poll(() => shop.asked.length, { timeout: 5000 }).toBe(1);
  await expect.poll(state, { timeout: 5000 }).toMatchObject({ waiting: 1, http: { code: 'shop-says', status: 429 } });
  expect(bench.station.snapshot().frame.shop).toBe('not-told');
  later(80_000);
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(shop.asked).toHaveLength(1);
  later(11_000);
  await expect.poll(() => shop.asked.length, { timeout: 5000 }).toBe(2);
  // From when its answer was heard the next try is counted.
  await expect.poll(state, { timeout: 5000 }).toMatchObject({ http: { code: 'shop-says', status: 503 } });
  later(60_000);
  await expect.poll(() => shop.asked.length, { timeout: 5000 }).toBe(3);
  expect(shop.asked.map(({ headers }) => headers['idempotency-key'])).toEqual([id, id, id]);
  await expect.poll(state, { timeout: 5000 }).toEqual({ waiting: 0, file: null, http: null });
  expect(bench.station.snapshot().frame.shop).toBeNull();
});

test('a parcel that the shop stumbles over holds up none of the others', async () => {
  const shop = await startShopServer(({ body }) => ({ status: body.includes('ORD-1001') ? 500 : 200 }));
  closeLater(shop.stop);
  const told = (code: string) => shop.asked.filter(({ body }) => body.includes(code)).length;
  const { setUp, ship, later } = await shipping();
  await setUp({ url: shop.url });
  await ship('ORD-1001');
  await ship('ORD-1002');
  await expect.poll(() => told('ORD-1001'), { timeout: 5000 }).toBe(1);
  for (let hour = 0; hour < 8; hour += 1) {
    later(15 * 60_000);
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  expect(told('ORD-1002')).toBe(1);
  await ship('ORD-1003');
  later(15 * 60_000);
  await expect.poll(() => told('ORD-1003'), { timeout: 5000 }).toBe(1);
});

test('what waited while the bench was off is not given up at the first try', async () => {
  const shop = await shopThat((nth) => (nth <= 2 ? { status: 503 } : {}));
  const { bench, setUp, ship, state, untold, later } = await shipping();
  await setUp({ url: shop.url });
  await ship('ORD-1001');
  await ship('ORD-1002');
  await expect.poll(() => shop.asked.length, { timeout: 5000 }).toBe(1);
  await bench.reopen(() => later(4 * 24 * 60 * 60_000));
  await expect.poll(() => shop.asked.length, { timeout: 5000 }).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(await untold()).toEqual([]);
  later(60_000);
  await expect.poll(state, { timeout: 5000 }).toEqual({ waiting: 0, file: null, http: null });
});

test('a shop that asked to be left alone is left alone over a restart too', async () => {
  const shop = await shopThat((nth) => (nth === 1 ? { status: 429, headers: { 'retry-after': '3000' } } : {}));
  const { bench, setUp, ship, later } = await shipping();
  await setUp({ url: shop.url });
  await ship('ORD-1001');
  await ship('ORD-1002');
  await expect.poll(() => shop.asked.length, { timeout: 5000 }).toBe(1);
  await bench.reopen();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(shop.asked).toHaveLength(1);
  later(3_001_000);
  await expect.poll(() => shop.asked.length, { timeout: 5000 }).toBe(3);
});

test('a moment of HTTP that does not say it is GMT is GMT, wherever the bench stands', async () => {
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
    await expect.poll(() => shop.asked.length, { timeout: 5000 }).toBe(1);
    later(38 * 60_000);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(shop.asked).toHaveLength(1);
    later(3 * 60_000);
    await expect.poll(() => shop.asked.length, { timeout: 5000 }).toBe(2);
  } finally {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  }
});

test.each([
  ['an error', { body: { error: 'no such order' } }, { code: 'shop-says', status: 200, said: '{"error":"no such order"}' }],
  ['no success', { body: { success: false } }, { code: 'shop-says', status: 200, said: '{"success":false}' }],
  ['errors', { status: 202, body: { data: null, errors: [{ message: 'no' }] } }, { code: 'shop-says', status: 202 }],
  ['a page', { body: '<!DOCTYPE html><title>Sign in</title>' }, { code: 'shop-shows-page', status: 200 }],
])('a success with %s within is none', async (_what, says, why) => {
  const shop = await shopThat(() => says);
  const { setUp, ship, untold } = await shipping();
  await setUp({ url: shop.url });
  await ship('ORD-1001');
  await expect.poll(untold, { timeout: 5000 }).toMatchObject([{ told: { why } }]);
  expect(shop.asked).toHaveLength(1);
});

test('a success is one however long its answer is, and a refusal shows no letters that nobody reads', async () => {
  const long = { errors: [], orders: 'x'.repeat(100_000) };
  const shop = await shopThat((nth) => (nth === 1 ? { body: long } : { status: 422, body: '\u001f\u008b\u0008\uFFFD' }));
  const { setUp, ship, state, untold } = await shipping();
  await setUp({ url: shop.url });
  await ship('ORD-1001');
  await expect.poll(() => shop.asked.length, { timeout: 5000 }).toBe(1);
  await expect.poll(state, { timeout: 5000 }).toEqual({ waiting: 0, file: null, http: null });
  await ship('ORD-1002');
  await expect.poll(untold, { timeout: 5000 }).toMatchObject([{ told: { why: { code: 'shop-says', status: 422, said: '' } } }]);
});

test('what was booked while the clock was ahead is told once it is set back', async () => {
  const shop = await shopThat((nth) => (nth === 1 ? { status: 503 } : {}));
  const { bench, setUp, ship, state, later } = await shipping();
  const twoYears = 2 * 365 * 24 * 60 * 60_000;
  later(twoYears);
  await setUp({ url: shop.url });
  await ship('ORD-1001');
  await expect.poll(state, { timeout: 5000 }).toMatchObject({ waiting: 1, http: { code: 'shop-says', status: 503 } });
  later(-twoYears);
  await expect.poll(() => shop.asked.length, { timeout: 5000 }).toBe(2);
  await expect.poll(state, { timeout: 5000 }).toEqual({ waiting: 0, file: null, http: null });
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('what the program ended with is told at its next start', async () => {
  const { bench, setUp, ship } = await shipping();
  const gone = await shopThat(() => ({}));
  await setUp({ url: gone.url });
  await gone.stop();
  await ship('ORD-1001');
  await bench.reopen();
  const shop = await shopThat(() => ({}));
  await setUp({ url: shop.url });
  await expect.poll(() => shop.asked.length, { timeout: 9000 }).toBe(1);
}, 20_000);

test('what a shop refuses for good waits in Resolve, is sent again from there, or closed', async () => {
  const shop = await shopThat((nth) => (nth <= 2 ? { status: 422, body: 'unknown order' } : {}));
  const { bench, setUp, ship, untold, state } = await shipping();
  await setUp({ url: shop.url });
  await ship('ORD-1001');
  await ship('ORD-1002');
  await expect.poll(untold, { timeout: 5000 }).toMatchObject([
    {
      told: {
        what: 'shipped',
        others: 1,
        why: { code: 'shop-says', status: 422, said: 'unknown order' },
        booking: { orderKey: 'ORD-1001' },
      },
    },
    { told: { booking: { orderKey: 'ORD-1002' } } },
  ]);
  const [first, second] = await untold();
  await bench.call('settleTold', { id: first?.told.id ?? '', act: 'again', all: false });
  await expect.poll(() => shop.asked.length, { timeout: 5000 }).toBe(3);
  await bench.call('settleTold', { id: second?.told.id ?? '', act: 'close', all: false });
  expect(await untold()).toEqual([]);
  await expect.poll(async () => (await state()).waiting, { timeout: 5000 }).toBe(0);
  expect(shop.asked).toHaveLength(3);
});

test('what a shop refused is no trouble of the shop any more once a person closed it', async () => {
  const shop = await shopThat(() => ({ status: 422 }));
  const { bench, setUp, ship, untold } = await shipping();
  await setUp({ url: shop.url });
  await ship('ORD-1001');
  await expect.poll(untold, { timeout: 5000 }).toHaveLength(1);
  expect(bench.station.snapshot().frame.shop).toBe('not-told');
  const [first] = await untold();
  await bench.call('settleTold', { id: first?.told.id ?? '', act: 'close', all: false });
  expect(bench.station.snapshot().frame.shop).toBeNull();
});

test('while a shop is away no look reads more than the booking it tries with', async () => {
  const shop = await shopThat(() => ({ status: 503 }));
  let reads: string[] = [];
  const { setUp, ship, later } = await shipping({
    journal: (journal) => ({
      ...journal,
      booking: (id) => {
        if (/outbox\.ts/.test(new Error('who asks').stack ?? '')) reads.push(id);
        return journal.booking(id);
      },
    }),
  });
  await setUp({ url: shop.url });
  for (const code of ['ORD-1001', 'ORD-1002', 'ORD-1003']) await ship(code);
  await expect.poll(() => shop.asked.length, { timeout: 5000 }).toBe(1);
  reads = [];
  later(20 * 60_000);
  await expect.poll(() => shop.asked.length, { timeout: 5000 }).toBe(2);
  expect(reads).toHaveLength(1);
});

test('files in the layout of the shop hold each booking once, whatever the shop takes away', async () => {
  const { bench, folder, setUp, ship, files, rows } = await shipping();
  await setUp({ folder, layout: 'woocommerce' });
  await ship('ORD-1001');
  await expect.poll(() => files().length, { timeout: 5000 }).toBe(1);
  expect(rows()[0]).toBe('order_id,tracking_provider,tracking_number,date_shipped,status_shipped');
  expect(rows()[1]).toMatch(/^ORD-1001,/);
  for (const name of files()) rmSync(join(folder, name));
  await bench.reopen();
  await ship('ORD-1002');
  await expect.poll(() => files().length, { timeout: 5000 }).toBe(1);
  expect(rows().filter((row) => row.startsWith('ORD-'))).toEqual([expect.stringMatching(/^ORD-1002,/)]);
});

test.each([['before it is written down'], ['before it has its name'], ['once it has its name']])(
  'a file that a crash cut off %s is laid once',
  async (when) => {
    let crashes = true;
    let isDead = false;
    const { bench, folder, setUp, ship, files, rows } = await shipping({
      journal: (journal) => ({
        ...journal,
        placeTold(...args) {
          isDead = when.startsWith('before');
          if (crashes && when === 'before it is written down') throw new Error('crash');
          journal.placeTold(...args);
          if (crashes && isDead) throw new Error('crash');
        },
        toTell(way) {
          if (crashes && isDead) throw new Error('crash');
          return journal.toTell(way);
        },
        closeTold(...args) {
          if (crashes) throw new Error('crash');
          return journal.closeTold(...args);
        },
      }),
    });
    await setUp({ folder });
    await ship('ORD-1001');
    if (when.startsWith('once')) {
      await expect.poll(() => files().length, { timeout: 5000 }).toBe(1);
      for (const name of files()) renameSync(join(folder, name), `${folder}/.taken`);
    } else await expect.poll(() => readdirSync(folder).some((name) => name.endsWith('.part')), { timeout: 5000 }).toBe(true);
    crashes = false;
    await bench.reopen();
    await expect.poll(async () => (await bench.call('setup', {})).writeBack.waiting, { timeout: 5000 }).toBe(0);
    expect(rows().filter((row) => row.startsWith('ORD-')).length + (when.startsWith('once') ? 1 : 0)).toBe(1);
  },
);

test('a share that is not mounted gets nothing, is said to be away, and gets all of it when it is back', async () => {
  const { folder, setUp, ship, files, state } = await shipping();
  await setUp({ folder });
  renameSync(folder, `${folder}-away`);
  folders.push(`${folder}-away`);
  await ship('ORD-1001');
  await expect.poll(async () => (await state()).file, { timeout: 5000 }).toMatch(/^folder-/);
  rmSync(folder, { recursive: true, force: true });
  renameSync(`${folder}-away`, folder);
  await expect.poll(() => files().length, { timeout: 5000 }).toBe(1);
  expect((await state()).waiting).toBe(0);
});

test.each([
  ['full', 'folder-full'],
  ['read-only', 'folder-takes-nothing'],
  ['no new names', 'folder-takes-nothing'],
] as const)('a share that is %s is said to be so, and is littered with nothing', async (fault, trouble) => {
  const share = openStrangeShare();
  try {
    const { setUp, ship, state, later } = await shipping();
    await setUp({ folder: share.folder });
    share.put(fault);
    await ship('ORD-1001');
    await expect.poll(async () => (await state()).file, { timeout: 5000 }).toBe(trouble);
    for (let tries = 0; tries < 3; tries += 1) {
      later(1000);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    // A try that is under way has its file there.
    await expect.poll(() => share.litter().length, { timeout: 5000 }).toBe(fault === 'no new names' ? 1 : 0);
    share.put(undefined);
    await expect.poll(state, { timeout: 5000 }).toEqual({ waiting: 0, file: null, http: null });
    await expect.poll(() => share.taken.map(({ text }) => text.includes('ORD-1001')), { timeout: 5000 }).toEqual([true]);
    expect(share.litter()).toEqual([]);
  } finally {
    share.stop();
  }
});

test('what was begun in a folder that is gone is for a person, and holds up nothing for the folder that is set up now', async () => {
  let crashes = true;
  let isBegun = false;
  const { bench, folder, setUp, ship, untold, state } = await shipping({
    journal: (journal) => ({
      ...journal,
      placeTold(...args) {
        journal.placeTold(...args);
        isBegun = true;
        if (crashes) throw new Error('crash');
      },
      toTell: (way) => (crashes && journal.toTell(way).some(({ place }) => place !== '') ? [] : journal.toTell(way)),
    }),
  });
  await setUp({ folder });
  await ship('ORD-1001');
  await expect.poll(() => isBegun, { timeout: 5000 }).toBe(true);
  const anew = mkdtempSync(join(tmpdir(), 'packbench-back-'));
  folders.push(anew);
  await bench.reopen(() => {
    rmSync(folder, { recursive: true });
    crashes = false;
  });
  await setUp({ folder: anew });
  await ship('ORD-1002');
  const laid = () =>
    readdirSync(anew)
      .filter((name) => !name.startsWith('.'))
      .map((name) => /ORD-\d+/.exec(readFileSync(join(anew, name), 'utf8'))?.[0] ?? '');
  await expect.poll(laid, { timeout: 5000 }).toEqual(['ORD-1002']);
  await expect.poll(untold, { timeout: 5000 }).toMatchObject([{ told: { why: { code: 'shop-folder-gone', folder } } }]);
  const [left] = await untold();
  await bench.call('settleTold', { id: left?.told.id ?? '', act: 'again', all: false });
  await expect.poll(() => laid().toSorted(), { timeout: 5000 }).toEqual(['ORD-1001', 'ORD-1002']);
  expect(await state()).toMatchObject({ waiting: 0, file: null });
});

test('a booking that a person closed without its label is told as cancelled, behind its shipping', async () => {
  const shop = await shopThat(() => ({}));
  const { bench, setUp, later } = await shipping({ journal: withUnreadableLabels });
  await setUp({ url: shop.url });
  await bench.buy('ORD-1001');
  const { booking } = await bench.at('confirm-label');
  await bench.call('confirmLabel', { bookingId: booking.id, isRight: false });
  await bench.call('closeLabel', { bookingId: booking.id, reason: 'Told the service, they refund it', pin: '' });
  // Nobody reads the tracking numbers of what is closed.
  later(130_000);
  await expect
    .poll(() => shop.asked.map(({ body }) => (JSON.parse(body) as { event: string }).event), { timeout: 5000 })
    .toEqual(['shipped', 'cancelled']);
  expect(new Set(shop.asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
});

test('a booking whose shipping the shop refused is not told as cancelled before a person saw to that', async () => {
  const shop = await shopThat((nth) => (nth === 1 ? { status: 422 } : {}));
  const { bench, setUp, later, untold } = await shipping({ journal: withUnreadableLabels });
  await setUp({ url: shop.url });
  await bench.buy('ORD-1001');
  const { booking } = await bench.at('confirm-label');
  await bench.call('confirmLabel', { bookingId: booking.id, isRight: false });
  later(130_000);
  await expect.poll(untold, { timeout: 5000 }).toHaveLength(1);
  await bench.call('closeLabel', { bookingId: booking.id, reason: 'Told the service, they refund it', pin: '' });
  await new Promise((resolve) => setTimeout(resolve, 100));
  const [refused] = await untold();
  await bench.call('settleTold', { id: refused?.told.id ?? '', act: 'again', all: false });
  await expect
    .poll(() => shop.asked.map(({ body }) => (JSON.parse(body) as { event: string }).event), { timeout: 5000 })
    .toEqual(['shipped', 'shipped', 'cancelled']);
});

test('nothing is told of the training world, nor where nobody is to be told', async () => {
  const shop = await shopThat(() => ({}));
  const training = await shipping({ world: 'training' });
  await training.setUp({ url: shop.url, folder: training.folder });
  await training.ship('ORD-1001');
  const live = await shipping();
  await live.ship('ORD-1002');
  await live.setUp({ url: shop.url });
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect([shop.asked.length, training.files(), (await live.state()).waiting]).toEqual([0, [], 0]);
});
