import { existsSync, readdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, test } from 'vitest';
import { sampleOrdersCsv } from '../../electron/training/sample-orders.ts';
import { addBench } from '../../ledger/install.ts';
import type { CallArgs } from '../../shared/ipc.ts';
import { type PostgresServer, startPostgres, whyNoPostgres } from '../ledger/postgres.ts';
import { buyButton, closeBenches, openBench, ship, type WindowBench, word } from './day-bench.ts';
import { call, expect, scan } from './launch.ts';

/** The sample orders, and one more with the destination of the first: the same services are offered for it. */
const csv = [
  sampleOrdersCsv.trimEnd(),
  ...sampleOrdersCsv
    .split('\n')
    .filter((row) => row.includes('ORD-1001'))
    .map((row) => row.replace('ORD-1001', 'ORD-9001').replaceAll('Kastanienallee 84', 'Kastanienallee 86')),
].join('\n');

const isOpen = (page: Page) => page.getByText(/^Site, bench \dOpen$/).waitFor();

describe.skipIf(whyNoPostgres())('two windows and one ledger', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterEach(async () => {
    await closeBenches();
    await server.clear();
  });
  afterAll(async () => await server.stop());

  async function join(page: Page, given: CallArgs<'nameSite'>): Promise<void> {
    const { id, word } = await call(page, 'nameSite', given);
    await call(page, 'joinSite', { id, word, pin: '' });
  }

  /** The first joins with address and token, the second with the code that the first shows. */
  async function twoWindows(): Promise<readonly [WindowBench, WindowBench]> {
    const { owner, benchUrl } = await server.ledger();
    const { token } = await addBench(owner);
    const first = await openBench({ world: 'sandbox', csv });
    await join(first.page, { code: '', url: benchUrl, token });
    const { code } = await call(first.page, 'invite', { pin: '' });
    const second = await openBench({ world: 'sandbox', csv, service: first.service });
    await join(second.page, { code, url: '', token: '' });
    for (const { page } of [first, second]) await isOpen(page);
    return [first, second];
  }

  test('a shipment of one bench is shown, reprinted and collected at the other', async () => {
    const [first, second] = await twoWindows();
    const { service } = first;
    await ship(first.page, 'ORD-1001');
    const [order] = service.orders();

    await scan(second.page, 'ORD-1001');
    await second.page.getByText(/^Shipped at bench 1, /).waitFor();
    await expect(second.page.getByText(order?.consignmentNo ?? '?').first()).toBeVisible();
    await expect(buyButton(second.page)).toBeHidden();
    expect(service.orders()).toHaveLength(1);

    await expect.poll(() => first.printer.sheets().length).toBe(1);
    // Its own printer may hold the label until it reports that it came out.
    const statesAtSecond = async () => (await call(second.page, 'lastShipments', { limit: 1 }))[0]?.jobs.map(({ state }) => state);
    await expect.poll(statesAtSecond).toEqual(['printed']);
    await second.page.keyboard.press('F8');
    await second.page.getByText('Why is this label printed again?').waitFor();
    await second.page.keyboard.press('4');
    await expect.poll(() => second.printer.sheets().length).toBe(1);
    expect(second.printer.sheets()[0]?.zpl).toEqual(first.printer.sheets()[0]?.zpl);

    await ship(second.page, 'ORD-9001');
    await second.page.keyboard.press('F3');
    await second.page.getByText('2 parcels').first().waitFor();
    await second.page.getByRole('button', { name: /Request pickup/ }).waitFor();
    await second.page.keyboard.press('F12');
    await second.page.getByText(/is coming: collection/).waitFor();
    expect(service.pickups().map(({ orderNos }) => orderNos.length)).toEqual([2]);
    await expect.poll(() => (existsSync(second.documents) ? readdirSync(second.documents).length : 0)).toBe(1);

    await first.page.keyboard.press('F3');
    await first.page.getByText(/is coming: collection/).waitFor();
    await first.page.getByText('Bench 2').first().waitFor();
    await expect(first.page.getByRole('button', { name: /Request/ })).toBeHidden();
    expect(service.orders()).toHaveLength(2);
    expect([first.printer.sheets().length, second.printer.sheets().length]).toEqual([1, 2]);
  });

  test('while the database is off nothing is bought, and both benches recover by themselves', async () => {
    const [first, second] = await twoWindows();
    const { service } = first;
    for (const [at, { page }] of [first, second].entries()) {
      await scan(page, at === 0 ? 'ORD-1001' : 'ORD-9001');
      await buyButton(page).waitFor();
    }
    await server.crash();
    for (const { page } of [first, second]) {
      await page.keyboard.press('F12');
      await page
        .getByText('The shared database of the benches cannot be reached. Nothing is bought, because another bench might buy the same.')
        .waitFor();
      await page.getByText('Keep the parcel here and call the shift lead. Reprint, Resolve and Track still work.').waitFor();
    }
    expect(service.orders()).toEqual([]);
    await server.start();
    for (const { page } of [first, second]) {
      await isOpen(page);
      await page.keyboard.press('F12');
      await word(page, 'DONE').waitFor();
    }
    expect(service.orders().map(({ reference }) => reference)).toEqual(['ORD-1001', 'ORD-9001']);
  });
});
