import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, test } from 'vitest';
import { launchApp } from '../host/launch-app.ts';
import { watchdogMs } from '../watchdog.ts';
import { buyButton, closeBenches, openBench, ship, word } from './day-bench.ts';
import { expect, scan } from './launch.ts';

afterEach(closeBenches);

test('a first-time user prints the first training label with keys alone', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'packbench-first-'));
  const named = relative(process.cwd(), dir);
  const app = await launchApp({ userData: dir, args: [`--data-dir=${named}`, `--witness-dir=${named}/witness`] });
  try {
    const page = await app.firstWindow({ timeout: watchdogMs });
    await page.getByRole('button', { name: /Try it in training/ }).waitFor();
    await page.keyboard.press('T');
    await expect(page.getByText(/^TRAINING/)).toBeVisible();
    await page.getByText('Which box is it in?').waitFor();
    await page.keyboard.press('2', { delay: 80 });
    await page.getByText(/Weight is missing/).waitFor();
    await page.keyboard.type('1.25', { delay: 90 });
    await page.keyboard.press('Enter');
    await buyButton(page).waitFor();
    await page.keyboard.press('F12');
    await word(page, 'DONE').waitFor();
    await expect(page.getByText('reported by the printer')).toBeVisible();
  } finally {
    await app.close();
    rmSync(dir, { recursive: true, force: true });
  }
});

test('a scan and F12 buy and print once; a second scan finds the shipment and F8 reprints', async () => {
  const { page, service, printer } = await openBench();
  await ship(page, 'ORD-1001');
  await scan(page, 'ORD-1001');
  await page
    .getByText(/^Shipped /)
    .first()
    .waitFor();
  await page.keyboard.press('F8');
  await page.getByText('Why is this label printed again?').waitFor();
  expect(printer.sheets()).toHaveLength(1);
  // Label lost: there is no old label to scan.
  await page.keyboard.press('4');
  await expect.poll(() => printer.sheets().length).toBe(2);
  expect(service.orders()).toHaveLength(1);
  expect(printer.sheets().every((sheet) => sheet.zpl.includes('SAMPLE'))).toBe(true);
});
