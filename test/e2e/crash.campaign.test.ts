import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, test } from 'vitest';
import { createDice } from '../crash/dice.ts';
import { drawingOf } from '../crash/drawing.ts';
import { type Belief, judge, noCounts } from '../crash/judge.ts';
import { integrityFailures, truthOf } from '../crash/lane.ts';
import { buyButton, closeBenches, openBench } from './day-bench.ts';
import { call, expect, scan } from './launch.ts';

afterEach(closeBenches);

const columns =
  'order,reference,name,street,house_number,postal_code,city,country,phone,weight_kg,length_cm,width_cm,height_cm,contents,value,currency';
const kills = 5;

test('five kills of the whole program with its window lose nothing and double nothing', async () => {
  const seed = String(Date.now() % 1_000_000);
  const dice = createDice(seed);
  const keys = Array.from({ length: kills + 1 }, (_, index) => `W-${index}`);
  const rows = keys.map(
    (key) => `${key},${key},Ada ${key},Dorpsstraat,${key.slice(2)},1012 AB,Utrecht,NL,+31205550142,1.2,30,20,10,mugs,45.00,EUR`,
  );
  const files = mkdtempSync(join(tmpdir(), 'packbench-crash-'));
  writeFileSync(join(files, 'window.csv'), [columns, ...rows].join('\n'));
  const bench = await openBench({ world: 'live', orders: [join(files, 'window.csv')] });
  const { service, printer } = bench;

  for (const key of keys.slice(0, kills)) {
    if (dice.chance(0.3)) service.faults.next('ship', dice.pick(['execute-then-reset', 'reset-before', 'truncated', 'slow-drip']));
    await scan(bench.page, key);
    await buyButton(bench.page).waitFor();
    await bench.page.keyboard.press('F12');
    await new Promise((resolve) => setTimeout(resolve, dice.whole(700)));
    await bench.station.kill();
    await service.faults.clear();
    bench.station = await bench.station.relaunch();
    // Several kills in a minute leave several bookings with an unknown outcome. The program then books nothing until the packer resumes
    // booking.
    await call(bench.page, 'resumeBooking', {});
    // A booking that is in doubt since the kill stands first on Ship; the next scan works there as on READY.
    await bench.page
      .getByText(/^(READY|LOOK)$/)
      .first()
      .waitFor();
  }
  await scan(bench.page, keys.at(-1) ?? '');
  await buyButton(bench.page).waitFor();
  await bench.page.keyboard.press('F12');
  await expect(bench.page.getByText('DONE', { exact: true }).first()).toBeVisible();

  const belief = await beliefOf(bench.page);
  await bench.station.close();
  const counts = judge({ ...truthOf(service, [printer]), imported: keys }, belief);
  expect({ seed, ...counts, integrityFailures: integrityFailures(join(bench.dir, 'data')) }).toEqual({
    seed,
    ...noCounts,
    integrityFailures: 0,
  });
  expect(service.orders('production').length).toBeGreaterThan(kills / 3);
  rmSync(files, { recursive: true, force: true });
});

/** The state that the program reports to calls like those of its window. */
async function beliefOf(page: Page): Promise<Belief> {
  const [orders, booked, open] = await Promise.all([
    call(page, 'orders', { search: '', offset: 0, limit: 100 }),
    call(page, 'lastShipments', { limit: 50 }),
    call(page, 'toResolve', {}),
  ]);
  const jobs = booked.flatMap((booking) => booking.jobs).filter(({ role }) => role === 'label');
  return {
    bookings: orders.rows.flatMap(({ order, booking }) => {
      const known = booked.find(({ id }) => id === booking?.id);
      return booking
        ? [
            {
              ...booking,
              orderKeys: [order.key],
              pieces: 0,
              orderNo: known?.orderNo ?? '',
              isFlagged: known?.verdict?.kind === 'other' || known?.verdict?.kind === 'cannot-compare',
              hasLabelJob: known?.jobs.some(({ role }) => role === 'label') ?? false,
            },
          ]
        : [];
    }),
    pickups: [],
    uploads: [],
    pendingReports: [],
    orders: orders.rows.map(({ order }) => order.key),
    labels: await Promise.all(jobs.map(async ({ id, state }) => ({ id, state, drawing: drawingOf(await sheetOf(page, id)) }))),
    toResolve: open.flatMap((item): string[] =>
      'job' in item ? [item.job.id] : item.kind !== 'paper-due' && 'booking' in item && item.booking ? [item.booking.id] : [],
    ),
  };
}

/** A page can return bytes only as text. */
async function sheetOf(page: Page, jobId: string): Promise<Uint8Array> {
  const text = await page.evaluate(async (id) => {
    const sheet = await window.station.drawSheet({ jobId: id });
    return sheet.ok ? Array.from(sheet.value[0]?.bytes ?? [], (byte) => String.fromCharCode(byte)).join('') : '';
  }, jobId);
  return Buffer.from(text, 'latin1');
}
