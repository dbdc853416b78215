import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { whenInHand } from '../path/plain-platform.ts';
import { hasBuiltPage } from '../shots/stage.ts';
import { useNewBenches } from './new-bench.ts';

/** A new bench must not ask for more before its first live label. */
const mostAnswers = 8;
/** Pictures of each screen are written there if it is set. */
const pictures = process.env['FIRST_RUN_PICTURES'];

// The real page in a browser, the real station on an empty folder, a played service, and a printer on a TCP port that answers as a Zebra.
describe.skipIf(!hasBuiltPage())('A new bench', () => {
  const benches = useNewBenches();

  let pictureNo = 0;
  async function look(page: Page, name: string): Promise<void> {
    if (!pictures) return;
    mkdirSync(pictures, { recursive: true });
    pictureNo += 1;
    for (const [width, height] of [
      [1366, 768],
      [1024, 768],
      [911, 512],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.screenshot({ path: `${pictures}/${String(pictureNo).padStart(2, '0')}-${name}-${width}.png` });
    }
    await page.setViewportSize({ width: 1366, height: 768 });
  }

  test('asks for at most eight answers before its first live label', async () => {
    const { page, station, service, printer } = await benches.open();
    const began = performance.now();
    const answers: string[] = [];
    let fields = 0;
    const type = async (label: string, text: string): Promise<void> => {
      fields += 1;
      await page.getByLabel(label, { exact: true }).fill(text);
    };
    const answer = async (name: string, act: () => Promise<unknown>): Promise<void> => {
      await look(page, name);
      await act();
      answers.push(name);
    };
    const workflow = () => station.snapshot().bench.workflow;

    await page.getByText('Two ways to start').waitFor();
    await type('Key', service.key);
    await type('Secret', service.secret);
    await type('Address of the service', service.url);
    await answer('account', () => page.keyboard.press('F7'));

    await page.getByText('Where do your parcels come from?').waitFor();
    expect(await page.getByLabel('Country, two letters').inputValue()).toBe('NL');
    await type('Name', 'Noor Houtman');
    await page.getByLabel('Company', { exact: true }).focus();
    // The letters that no key of this keyboard has come without a key.
    await page.keyboard.type('Zielony Liść & Søn', { delay: 60 });
    await page.keyboard.press('Tab');
    expect(await page.getByLabel('Company', { exact: true }).inputValue()).toBe('Zielony Liść & Søn');
    await type('Street', 'Veemarktkade');
    await type('House number', '8');
    await type('Postal code', '5222 AE');
    await type('City', 'Den Bosch');
    await type('Phone', '+31 73 555 0142');
    await page.getByRole('button', { name: /Use this address/, disabled: false }).waitFor();
    await answer('sender', () => page.keyboard.press('F10'));

    await page.getByRole('radio', { name: /Zebra|ZD/ }).waitFor();
    await answer('printer', () => page.keyboard.press('Enter'));

    await page.getByText('Where do your orders come from?').waitFor();
    expect(printer.sheets()).toHaveLength(1);
    expect(station.snapshot().frame).toMatchObject({ world: 'live', liveProven: false, labelPrinter: { kind: 'ready' } });
    await answer('orders', () => page.keyboard.press('1'));

    await page.getByText(/orders_export\.csv: \d+ orders were read/).waitFor();
    await answer('order', () => page.keyboard.press('Enter'));

    await expect.poll(() => workflow().step).toBe('asking');
    for (let now = workflow(); now.step === 'asking'; now = workflow()) {
      const [question] = now.questions;
      const before = station.snapshot().seq;
      await answer(question?.kind ?? '', async () => {
        await page.getByRole('heading', { name: /^READY|^LOOK/ }).waitFor();
        if (question?.kind === 'box') return page.keyboard.press('1');
        fields += 1;
        await page.keyboard.type('1.2', { delay: 100 });
        return page.keyboard.press('Enter');
      });
      await expect.poll(() => station.snapshot().seq).toBeGreaterThan(before);
      await expect.poll(() => JSON.stringify(workflow())).not.toBe(JSON.stringify(now));
      await expect.poll(() => workflow().step).not.toBe('quoting');
    }
    await whenInHand(station, 'choosing');
    await page.getByRole('button', { name: /^Buy/ }).waitFor();
    await answer('buy', () => page.keyboard.press('F12'));
    await whenInHand(station, 'done');
    await page.getByText('Is this parcel in your account?').waitFor();
    await look(page, 'done');

    const seconds = Math.round((performance.now() - began) / 100) / 10;
    console.info(`first_live_label answers=${answers.length} fields=${fields} seconds_of_the_program=${seconds} ${answers.join(', ')}`);
    expect(service.orders()).toHaveLength(1);
    expect(printer.sheets()).toHaveLength(2);
    expect(answers.length).toBeLessThanOrEqual(mostAnswers);
    // The check asked the sandbox, and booked nothing there.
    expect(service.requests().filter(({ action }) => action === 'ship')).toHaveLength(1);

    await page.keyboard.press('F10');
    await expect.poll(() => station.snapshot().frame.liveProven).toBe(true);
    await page.getByText('Is this parcel in your account?').waitFor({ state: 'detached' });
  });

  test('shows a label on the screen in training after four keys', async () => {
    const { page, station } = await benches.open();
    const began = performance.now();
    await page.getByText('Two ways to start').waitFor();
    await page.keyboard.press('T');
    await whenInHand(station, 'asking');
    await page.getByText('Which box is it in?').waitFor();
    await look(page, 'training-box');
    await page.keyboard.press('2');
    await page.getByRole('textbox').waitFor();
    await page.keyboard.type('1.2', { delay: 100 });
    await page.keyboard.press('Enter');
    await whenInHand(station, 'choosing');
    await page.getByRole('button', { name: /^Buy/ }).waitFor();
    await page.keyboard.press('F12');
    await whenInHand(station, 'done');
    await look(page, 'training-done');
    console.info(`first_training_label seconds_of_the_program=${Math.round((performance.now() - began) / 100) / 10}`);
    expect(station.snapshot().frame.world).toBe('training');
  });
});
