import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, test } from 'vitest';
import { plainOrder } from '../path/plain-order.ts';
import { buyButton, closeBenches, openBench, ship, word } from './day-bench.ts';
import { call, expect, scan } from './launch.ts';

afterEach(closeBenches);

/** Moves the focus to the element with this name, or whose text begins with it, using only keys. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    const isThere = await page.evaluate((wanted) => {
      const here = document.activeElement;
      const label = here instanceof HTMLInputElement ? here.labels?.[0]?.textContent : undefined;
      return [here?.getAttribute('aria-label'), label, here?.textContent].some((text) => text?.trim().startsWith(wanted));
    }, name);
    if (isThere) return;
  }
  throw new Error(`Tab never came to ${name}`);
}

/** Moves the focus to the row of an order, from the search or from the top of the list. */
async function downTo(page: Page, key: string): Promise<void> {
  await page.keyboard.press('Home');
  for (let presses = 0; presses < 20; presses += 1) {
    if (await page.evaluate((wanted) => (document.activeElement as HTMLElement | null)?.dataset['key'] === wanted, key)) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`The arrow keys never came to ${key}`);
}

/** Slower than any scanner. */
const type = (page: Page, text: string): Promise<void> => page.keyboard.type(text, { delay: 130 });

const csv = (rows: readonly Readonly<Record<string, string>>[]): string =>
  [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))].map((cells) => cells.join(',')).join('\n');

/** The shop cancelled the order after it had exported it. */
const calledOff = [
  'Name,Email,Financial Status,Fulfillment Status,Cancelled at,Currency,Total,Lineitem quantity,Lineitem name,Lineitem price,' +
    'Lineitem requires shipping,Lineitem fulfillment status,Shipping Name,Shipping Address1,Shipping City,Shipping Zip,Shipping Country',
  'K-5,anna@example.com,paid,,2026-11-20 09:00:00 +0100,EUR,64,1,Vase,64,true,pending,Anna Lehmann,Kastanienallee 84,Berlin,10435,DE',
].join('\n');

test('a whole day works without a mouse: import, batch, scans, cancel, driver, tracking, rule', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'packbench-keys-'));
  for (const name of ['in', 'done']) mkdirSync(join(folder, name));
  const names = ['Anna Lehmann', 'Pieter Bakker', 'Celine Dubois', 'Jonas Weber', 'Maria Rossi'];
  const orders = names.map((name, index) => ({ ...plainOrder(`K-${index + 1}`), name, ...(index === 3 && { weight_kg: '' }) }));
  try {
    const defaults = { boxId: '', weightGrams: null, contents: '', value: null };
    const { page, service, printer, documents } = await openBench({ world: 'live', orders: [], settings: { defaults, hotFolder: folder } });
    await page.evaluate(() => {
      const seen = window as unknown as { mouse: number };
      seen.mouse = 0;
      for (const kind of ['pointerdown', 'mousedown', 'touchstart'])
        window.addEventListener(kind, (event) => (seen.mouse += event.isTrusted ? 1 : 0), true);
    });
    writeFileSync(join(folder, 'in', 'orders.csv'), csv(orders));

    await expect.poll(() => readdirSync(join(folder, 'done'))).toContain('orders.csv');
    await page.keyboard.press('F2');
    await page.getByText('K-5', { exact: true }).first().waitFor();
    for (const key of ['K-2', 'K-1']) {
      await downTo(page, key);
      await page.keyboard.press('Space');
    }
    await page.keyboard.press('F7');
    await page.getByRole('button', { name: /^Ship 2/ }).waitFor();
    await page.keyboard.press('F12');
    await page.getByRole('button', { name: /^Close the batch/ }).waitFor();
    await page.keyboard.press('F10');
    expect([service.orders('production').length, printer.sheets().length]).toEqual([2, 2]);

    await page.keyboard.press('F1');
    await ship(page, 'K-3');
    await scan(page, 'K-4');
    await word(page, 'LOOK').or(page.getByText(/weigh/i).first()).first().waitFor();
    await type(page, '1.25');
    await page.keyboard.press('Enter');
    await buyButton(page).waitFor();
    await page.keyboard.press('F12');
    await expect.poll(() => service.orders('production').length).toBe(4);
    await word(page, 'DONE').waitFor();

    writeFileSync(join(folder, 'in', 'called-off.csv'), calledOff);
    await expect.poll(async () => (await call(page, 'order', { key: 'K-5' as never })).hold).toBe('cancelled');
    await scan(page, 'K-5');
    await page.getByText('The shop has cancelled this order').first().waitFor();
    await page.keyboard.press('Escape');

    await page.keyboard.press('F3');
    await page.getByRole('button', { name: /Request pickup/ }).waitFor();
    await page.keyboard.press('F12');
    await page
      .getByText(/is coming: collection/)
      .first()
      .waitFor();
    expect(service.pickups()).toHaveLength(1);
    await expect.poll(() => (existsSync(documents) ? readdirSync(documents) : [])).toHaveLength(1);

    await page.keyboard.press('F4');
    await scan(page, service.orders('production')[0]?.trackingNos[0] ?? '');
    await page.getByText('Shipment data received').first().waitFor();

    await page.keyboard.press('F6');
    await tabTo(page, 'Rules');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^New rule/ }).waitFor();
    await page.keyboard.press('A');
    await tabTo(page, 'Never these couriers or services');
    await type(page, 'UPS');
    await page.keyboard.press('F10');
    await expect.poll(async () => (await call(page, 'setup', {})).settings.shippingRules.list).toMatchObject([{ never: ['UPS'] }]);

    expect(await page.evaluate(() => (window as unknown as { mouse: number }).mouse)).toBe(0);
    expect([service.orders('production').length, printer.sheets().length]).toEqual([4, 4]);
  } finally {
    await closeBenches();
    rmSync(folder, { recursive: true, force: true });
  }
});
