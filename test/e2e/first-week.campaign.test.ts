import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { plainOrder } from '../path/plain-order.ts';
import { whenInHand } from '../path/plain-platform.ts';
import { hasBuiltPage } from '../shots/stage.ts';
import { useNewBenches } from './new-bench.ts';
import { scan } from './scan.ts';

/** A small shop must not meet more screens in its first week. A screen is one entry of the rail on the left. */
const mostScreens = 7;
/** Words for a site with several benches, and those of the people who build Packbench. */
const ofLargeSites = /\b(?:ledger|journal|webhook|shared database|other bench|join code|benches|rollback)/i;

const towns = ['Berlin', 'Hamburg', 'Köln', 'Bremen', 'Leipzig', 'Kassel', 'Erfurt', 'Mainz', 'Jena'];
const csv = (): string => {
  const rows = towns.map((city, index) => ({
    ...plainOrder(`W-${index + 1}`),
    name: `Kim ${city}`,
    city,
    house_number: String(index + 1),
  }));
  return [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))].map((cells) => cells.join(',')).join('\n');
};

// The real page in a browser, the real station on an empty folder, a played service, and a printer on a TCP port that answers as a Zebra.
describe.skipIf(!hasBuiltPage())('The first week of a small shop', () => {
  const benches = useNewBenches();

  /** Collects the entries of the rail that were open, and every line of text that was on the screen. */
  async function watch(page: Page): Promise<() => Promise<{ readonly screens: readonly string[]; readonly lines: readonly string[] }>> {
    await page.evaluate(() => {
      const seen = { screens: new Set<string>(), lines: new Set<string>() };
      const read = (): void => {
        const open = document.querySelector('[aria-current="page"]')?.textContent;
        // The name of the entry may contain the number of things that are open: its key identifies it.
        const key = open?.match(/F\d$/)?.[0];
        if (key) seen.screens.add(key);
        for (const line of document.body.innerText.split('\n')) seen.lines.add(line.trim());
      };
      read();
      new MutationObserver(read).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
      Object.assign(window, { seenInTheWeek: seen });
    });
    return () =>
      page.evaluate(() => {
        const { seenInTheWeek: seen } = window as unknown as { readonly seenInTheWeek: Readonly<Record<'screens' | 'lines', Set<string>>> };
        return { screens: [...seen.screens], lines: [...seen.lines] };
      });
  }

  test('shows at most seven screens, and nothing of several benches', async () => {
    const { page, station, service, printer } = await benches.open(csv());
    const seen = await watch(page);
    const sheets = (): number => printer.sheets().length;
    const bought = () => service.orders('production');
    const ship = async (key: string): Promise<void> => {
      await page.keyboard.press('F1');
      await scan(page, key);
      await page.getByRole('button', { name: /^Buy/ }).waitFor();
      await page.keyboard.press('F12');
    };

    // Monday: connected, and the first label.
    await page.getByText('Two ways to start').waitFor();
    await page.getByLabel('Key', { exact: true }).fill(service.key);
    await page.getByLabel('Secret', { exact: true }).fill(service.secret);
    await page.getByLabel('Address of the service').fill(service.url);
    await page.keyboard.press('F7');
    await page.getByText('Where do your parcels come from?').waitFor();
    for (const [label, text] of [
      ['Name', 'Noor Houtman'],
      ['Street', 'Veemarktkade'],
      ['House number', '8'],
      ['Postal code', '5222 AE'],
      ['City', 'Den Bosch'],
      ['Phone', '+31 73 555 0142'],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(text);
    await page.getByRole('button', { name: /Use this address/, disabled: false }).waitFor();
    await page.keyboard.press('F10');
    await page.getByRole('radio', { name: /Zebra|ZD/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Where do your orders come from?').waitFor();
    await page.keyboard.press('1');
    await page.getByText('Which one is on your table?').waitFor();
    await page.keyboard.press('Enter');
    await whenInHand(station, 'choosing');
    await page.getByRole('button', { name: /^Buy/ }).waitFor();
    await page.keyboard.press('F12');
    await page.getByText('Is this parcel in your account?').waitFor();
    await page.keyboard.press('F10');
    await ship('W-2');
    await whenInHand(station, 'done');
    await page.keyboard.press('F3');
    await page
      .getByRole('button', { name: /pickup/i })
      .first()
      .waitFor();
    await page.keyboard.press('F12');
    await expect.poll(() => service.pickups().length).toBe(1);

    // Tuesday: the list of what is left, and three of them.
    await page.keyboard.press('F2');
    await page.getByText('W-9', { exact: true }).first().waitFor();
    for (const key of ['W-3', 'W-4', 'W-5']) {
      await ship(key);
      await whenInHand(station, 'done', ({ booking }) => booking.orderKey === key);
    }

    // Wednesday: the labels ran out.
    printer.set({ paperOut: true });
    await ship('W-6');
    await page.getByText('The printer is out of labels. Nothing was bought.').first().waitFor();
    printer.set({ paperOut: false });
    await expect.poll(() => station.snapshot().frame.labelPrinter).toMatchObject({ kind: 'ready' });
    await page.keyboard.press('F12');
    await expect.poll(sheets).toBe(7);

    // Thursday: the service did not answer a purchase.
    service.faults.next('ship', 'execute-then-reset');
    await ship('W-7');
    await whenInHand(station, 'unknown');
    await page.keyboard.press('F5');
    await page
      .getByLabel(/Order number/)
      .first()
      .fill(bought().at(-1)?.orderNo ?? '');
    await page.keyboard.press('F7');
    await expect.poll(sheets).toBe(8);

    // Friday: a customer asks.
    await page.keyboard.press('F4');
    await scan(page, bought()[0]?.trackingNos[0] ?? '');
    await page.getByText('Shipment data received').first().waitFor();

    const { screens, lines } = await seen();
    console.info(`first_week screens=${screens.length} ${screens.join(', ')}; lines of text: ${lines.length}`);
    expect(screens.length).toBeLessThanOrEqual(mostScreens);
    expect(lines.length).toBeGreaterThan(200);
    expect(lines.filter((line) => ofLargeSites.test(line))).toEqual([]);
    expect(bought()).toHaveLength(7);
  });
});
