import { promises, readdirSync, readFileSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import type { ShopReply } from '../fakes/shop-server.ts';
import { shipping, shopFolder, shopThat } from './reporting-shop.ts';

/** A live bench whose parcels have no tracking numbers until they are read again. */
async function shippingLate(consignmentNo?: string, change: (journal: Journal) => Partial<Journal> = () => ({})) {
  let areKnown = false;
  const bench = await shipping({
    journal: (journal: Journal): Journal => ({
      ...journal,
      ...change(journal),
      writeBooked: (id, booked) =>
        journal.writeBooked(id, { ...booked, trackingNos: [], ...(consignmentNo !== undefined && { consignmentNo }) }),
      writeTracking: (id, tracked) => journal.writeTracking(id, areKnown ? tracked : { ...tracked, consignmentNo: '', items: [] }),
    }),
  });
  return {
    ...bench,
    /** The service knows the numbers now. No person looks the parcel up. */
    numbersAreThere: () => void (areKnown = true),
    /** The service knows the numbers now, and a person looks the parcel up. */
    async numbersCome(number: string): Promise<void> {
      areKnown = true;
      await bench.bench.call('track', { number });
    },
  };
}

async function reportedShop(answer: (nth: number) => ShopReply) {
  const shop = await shopThat(answer);
  return {
    shop,
    reports: () =>
      shop.asked.map(({ headers, body }) => ({
        key: String(headers['idempotency-key']),
        ...(JSON.parse(body) as { readonly event: string; readonly tracking_numbers: readonly string[] }),
      })),
  };
}

test('every retry sends the same body under its key, even if numbers arrive or after a restart', async () => {
  const { shop, reports } = await reportedShop((nth) => (nth <= 2 ? { status: 503 } : {}));
  const { bench, setUp, ship, later, state, numbersCome } = await shippingLate();
  await setUp({ url: shop.url });
  const { id } = await ship('ORD-1001');
  later(130_000);
  await expect.poll(state).toMatchObject({ waiting: 1, http: { code: 'shop-answered', status: 503 } });
  await numbersCome('ORD-1001');
  later(60_000);
  await expect.poll(() => shop.asked.length).toBe(2);
  await bench.reopen();
  await expect.poll(() => (later(60_000), reports().filter(({ key }) => key === id).length)).toBe(3);
  expect(new Set(shop.asked.filter(({ headers }) => headers['idempotency-key'] === id).map(({ body }) => body)).size).toBe(1);
});

test('tracking numbers that arrive after the shop update are sent once, under their own key', async () => {
  const { shop, reports } = await reportedShop((nth) => (nth === 2 ? { status: 503 } : {}));
  const { bench, setUp, ship, later, state, numbersCome } = await shippingLate();
  await setUp({ url: shop.url });
  const { id } = await ship('ORD-1001');
  later(130_000);
  await expect.poll(state).toMatchObject({ waiting: 0 });
  expect(reports()).toMatchObject([{ key: id, event: 'shipped', tracking_numbers: [] }]);
  await numbersCome('ORD-1001');
  // The wait for the next try starts when the answer arrives.
  await expect.poll(state).toMatchObject({ waiting: 1, http: { code: 'shop-answered', status: 503 } });
  later(60_000);
  await expect.poll(state).toMatchObject({ waiting: 0, http: null });
  const [, first, second] = reports();
  expect(first).toMatchObject({ event: 'tracking', tracking_numbers: [expect.any(String)] });
  expect(first?.key).toMatch(new RegExp(`^${id}-tracking-`));
  expect(second).toEqual(first);
  await numbersCome('ORD-1001');
  await bench.reopen();
  later(130_000);
  await pause(100);
  expect(shop.asked).toHaveLength(3);
  const { lines } = await bench.call('timeline', { bookingId: id });
  expect(lines.map(({ what }) => what).filter((what) => what.startsWith('shop-'))).toEqual([
    'shop-informed-shipped',
    'shop-informed-tracking',
  ]);
});

test('tracking numbers that the service knows a moment later are in the shop update without a look-up', async () => {
  const { shop, reports } = await reportedShop(() => ({}));
  const { setUp, ship, later, state, numbersAreThere } = await shippingLate();
  await setUp({ url: shop.url });
  await ship('ORD-1001');
  numbersAreThere();
  later(32_000);
  await expect.poll(state).toMatchObject({ waiting: 0 });
  expect(reports()).toMatchObject([{ event: 'shipped', tracking_numbers: [expect.any(String)] }]);
});

test('tracking numbers that the service knows after hours follow the shop update without a look-up', async () => {
  const { shop, reports } = await reportedShop(() => ({}));
  const { bench, setUp, ship, later, state, numbersAreThere } = await shippingLate();
  await setUp({ url: shop.url });
  await ship('ORD-1001');
  later(130_000);
  await expect.poll(state).toMatchObject({ waiting: 0 });
  await bench.reopen();
  numbersAreThere();
  later(3 * 60 * 60_000);
  await expect.poll(reports).toMatchObject([
    { event: 'shipped', tracking_numbers: [] },
    { event: 'tracking', tracking_numbers: [expect.any(String)] },
  ]);
});

test('tracking numbers that arrive before the first try are sent with it, and only once', async () => {
  const { shop, reports } = await reportedShop(() => ({}));
  const { setUp, ship, later, state, numbersCome } = await shippingLate();
  await setUp({ url: shop.url });
  await ship('ORD-1001');
  await numbersCome('ORD-1001');
  await expect.poll(state).toMatchObject({ waiting: 0 });
  later(130_000);
  await pause(100);
  expect(reports()).toMatchObject([{ event: 'shipped', tracking_numbers: [expect.any(String)] }]);
});

test('late tracking numbers follow their refused shipment after it is sent again', async () => {
  const { shop, reports } = await reportedShop((nth) => (nth === 1 ? { status: 422 } : {}));
  const { bench, setUp, ship, later, failedReports, numbersCome } = await shippingLate();
  await setUp({ url: shop.url });
  await ship('ORD-1001');
  later(130_000);
  await expect.poll(failedReports).toHaveLength(1);
  await numbersCome('ORD-1001');
  later(60_000);
  await pause(100);
  expect(shop.asked).toHaveLength(1);
  const [refused] = await failedReports();
  await bench.call('settleReport', { id: refused?.report.id ?? '', act: 'again', all: false });
  await expect.poll(() => reports().map(({ event }) => event)).toEqual(['shipped', 'shipped', 'tracking']);
});

test('late tracking numbers that a shop refuses wait in Resolve', async () => {
  const { shop } = await reportedShop((nth) => (nth === 2 ? { status: 400, body: 'unknown event' } : {}));
  const { setUp, ship, later, state, failedReports, numbersCome } = await shippingLate();
  await setUp({ url: shop.url });
  await ship('ORD-1001');
  later(130_000);
  await expect.poll(state).toMatchObject({ waiting: 0 });
  await numbersCome('ORD-1001');
  await expect
    .poll(failedReports)
    .toMatchObject([{ report: { what: 'tracking', why: { message: 'unknown event' }, booking: { trackingNos: [expect.any(String)] } } }]);
});

test.each([
  ['packbench', /^ORD-1001,1,\w+,/],
  ['shopify', /^ORD-1001,UPDATE,/],
  ['woocommerce', /,0$/],
] as const)('late tracking numbers are written once as a separate file in the layout of %s', async (layout, row) => {
  const { bench, folder, files, rows, setUp, ship, later, state, numbersCome } = await shippingLate('CONSIGNMENT-1');
  await setUp({ folder, layout });
  await ship('ORD-1001');
  later(130_000);
  await expect.poll(() => files().length).toBe(1);
  expect(rows()[1]).toMatch(/CONSIGNMENT-1/);
  await numbersCome('ORD-1001');
  await expect.poll(() => files().length).toBe(2);
  expect(files().filter((name) => name.startsWith(`tracking-${layout}-`))).toHaveLength(1);
  await expect.poll(state).toEqual({ waiting: 0, file: null, http: null });
  await bench.reopen();
  await numbersCome('ORD-1001');
  await pause(100);
  expect(files()).toHaveLength(2);
  expect(rows().at(-1)).toMatch(row);
  expect(await state()).toEqual({ waiting: 0, file: null, http: null });
});

test.each([
  ['packbench', /^ORD-1001,1,,,/],
  ['shopify', /^ORD-1001,UPDATE,Fulfillment Line,success,[^,]+,$/],
  ['woocommerce', /^ORD-1001,[^,]+,,\d\d-\d\d-\d{4},1$/],
] as const)('a parcel without any number also gets a row in the layout of %s', async (layout, row) => {
  const { folder, files, rows, setUp, ship, later } = await shippingLate('');
  await setUp({ folder, layout });
  await ship('ORD-1001');
  later(130_000);
  await expect.poll(() => files().length).toBe(1);
  expect(rows()[1]).toMatch(row);
});

test('a tracking number already written as the consignment number is not written again', async () => {
  const { files, folder, setUp, ship, later, state, numbersCome } = await shippingLate();
  await setUp({ folder });
  const booking = await ship('ORD-1001');
  later(130_000);
  await expect.poll(() => files().length).toBe(1);
  await numbersCome('ORD-1001');
  await pause(100);
  expect(files()).toHaveLength(1);
  expect(await state()).toMatchObject({ waiting: 0 });
  expect(booking.consignmentNo).not.toBe('');
});

test.each([
  ['closes what was in it', 'close'],
  ['has it laid again', 'again'],
] as const)('tracking numbers that arrive after a folder is gone are written once if the packer %s', async (_, act) => {
  let crashes = true;
  const { bench, folder, files, setUp, ship, later, state, failedReports, numbersCome } = await shippingLate(
    'CONSIGNMENT-1',
    (journal) => ({
      markReportsDone(...args) {
        if (crashes) throw new Error('crash');
        journal.markReportsDone(...args);
      },
    }),
  );
  await setUp({ folder });
  const { id } = await ship('ORD-1001');
  later(130_000);
  await expect.poll(() => files().length).toBe(1);
  const newFolder = shopFolder();
  await bench.reopen(() => {
    rmSync(folder, { recursive: true });
    crashes = false;
  });
  await setUp({ folder: newFolder });
  await expect.poll(failedReports).toMatchObject([{ report: { why: { code: 'shop-folder-gone', folder } } }]);
  await numbersCome('ORD-1001');
  const [failed] = await failedReports();
  await bench.call('settleReport', { id: failed?.report.id ?? '', act, all: false });
  const rows = () => readdirSync(newFolder).flatMap((name) => readFileSync(join(newFolder, name), 'utf8').match(/^ORD-1001,.*/gm) ?? []);
  await expect.poll(rows).toEqual([expect.stringMatching(/^ORD-1001,1,(?!CONSIGNMENT-1,)\w+,/)]);
  await pause(100);
  expect(rows()).toHaveLength(1);
  await expect.poll(state).toEqual({ waiting: 0, file: null, http: null });
  const { lines } = await bench.call('timeline', { bookingId: id });
  expect(lines.map(({ what }) => what).filter((what) => what.startsWith('shop-informed'))).toEqual(
    act === 'close' ? ['shop-informed-shipped', 'shop-informed-tracking'] : ['shop-informed-shipped'],
  );
});

test('tracking numbers that arrive while a slow share accepts the file are included', async () => {
  let whilePreparing: (() => Promise<void>) | undefined;
  const { folder, files, rows, setUp, ship, later, numbersCome } = await shippingLate('CONSIGNMENT-1');
  await setUp({ folder });
  await ship('ORD-1001');
  const { open } = promises;
  promises.open = async (path, ...others) => {
    const now = whilePreparing;
    if (now && String(path).endsWith('.part')) {
      whilePreparing = undefined;
      await now();
    }
    return await open(path, ...others);
  };
  syncBuiltinESMExports();
  try {
    whilePreparing = () => numbersCome('ORD-1001');
    later(130_000);
    await expect.poll(() => files().length).toBe(1);
    await pause(100);
    expect([files().length, rows()[1]]).toEqual([1, expect.not.stringMatching(/^ORD-1001,1,CONSIGNMENT-1,/)]);
  } finally {
    promises.open = open;
    syncBuiltinESMExports();
  }
});

test('an update counts as received on a second 409 after a failed try, but not on a first-try 409', async () => {
  const { shop } = await reportedShop((nth) => ({ status: nth === 1 ? 502 : 409 }));
  const { setUp, ship, later, state, failedReports } = await shippingLate();
  await setUp({ url: shop.url });
  await ship('ORD-1001');
  later(130_000);
  await expect.poll(async () => (later(60_000), await state())).toMatchObject({ waiting: 0, http: null });
  expect(shop.asked).toHaveLength(3);
  expect(await failedReports()).toEqual([]);
  await ship('ORD-1002');
  later(130_000);
  await expect.poll(failedReports).toMatchObject([{ report: { why: { status: 409 } } }]);
  expect(shop.asked).toHaveLength(4);
});

const cutShort = { body: '{"ok":', headers: { 'content-length': '90', connection: 'close' } };

test.each([
  ['was too busy to look', [{ status: 429 }]],
  ['was away', [{ status: 503 }, { status: 425 }, { status: 408 }]],
  ['was away and never reported so to the end', [{ status: 503, ...cutShort }]],
  ['could not be reached', []],
] as const)('an update to a shop that %s at earlier tries waits in Resolve if the shop then answers 409', async (_, before) => {
  const { shop } = await reportedShop((nth) => before[nth - 1] ?? { status: 409 });
  const gone = await shopThat(() => ({}));
  await gone.stop();
  const { setUp, ship, later, state, failedReports } = await shippingLate();
  await setUp({ url: before.length === 0 ? gone.url : shop.url });
  await ship('ORD-1001');
  later(130_000);
  await expect.poll(async () => (await state()).http).not.toBeNull();
  await setUp({ url: shop.url });
  await expect.poll(async () => (later(60_000), (await state()).waiting)).toBe(0);
  expect(await failedReports()).toMatchObject([{ report: { why: { code: 'shop-answered', status: 409 } } }]);
  expect(shop.asked).toHaveLength(before.length + 1);
});

test.each([
  ['broke down over it', [{ status: 500 }]],
  ['did not answer its own front', [{ status: 504 }]],
  ['was cut off in its answer', [cutShort]],
  ['broke down over it, and was busy since', [{ status: 502 }, { status: 429 }]],
] as const)('a shop that %s and then answers 409 twice has the update, even after a restart', async (_, before) => {
  const { shop } = await reportedShop((nth) => before[nth - 1] ?? { status: 409 });
  const { bench, setUp, ship, later, state, failedReports } = await shippingLate();
  await setUp({ url: shop.url });
  await ship('ORD-1001');
  await expect.poll(async () => (later(60_000), shop.asked.length)).toBe(before.length);
  await expect.poll(async () => (await state()).http).not.toBeNull();
  await bench.reopen();
  await expect.poll(async () => (later(60_000), (await state()).waiting)).toBe(0);
  expect(await failedReports()).toEqual([]);
  expect(shop.asked).toHaveLength(before.length + 2);
});
