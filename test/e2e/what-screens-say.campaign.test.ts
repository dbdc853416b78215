import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { keyOf } from '../../shared/key-meanings.ts';
import { revisionsAt } from '../../shared/lists.ts';
import { sceneOf } from '../shots/scenes.ts';
import { openStage, type Stage } from '../shots/stage.ts';
import { expect } from './launch.ts';
import { scan as scanAt } from './scan.ts';

let stage: Stage;
let page: Page;

beforeAll(async () => {
  stage = await openStage();
  page = await stage.openPage('usual', () => undefined);
  // Set early, so that no dialog opens before a test waits for it.
  page.on('filechooser', () => undefined);
});
afterAll(() => stage.close());

async function open(name: string): Promise<void> {
  const scene = sceneOf(name);
  await stage.show(page, scene);
  await page.keyboard.press(keyOf(scene.screen));
}
const play = async (name: string): Promise<void> => {
  await open(name);
  await sceneOf(name).act?.(page);
};
/** The band that does not cover another one. */
const band = () => page.locator('.stage > .band');
const asked = (name: string): Promise<unknown[]> =>
  page.evaluate((wanted) => window.fakeStation.asked.filter((call) => call.name === wanted).map(({ args }) => args), name);

test('the question mark opens the manual, and the keyboard alone reads its pages', async () => {
  await open('resolve');
  await page.getByText('gave no clear answer').first().waitFor();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('?');
  await expect(band()).toContainText('Manual');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('When it says STOP');
  await page.getByRole('tab', { selected: true }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('End of day');
  await page.keyboard.press('Escape');
  await expect(band()).toContainText('11 things are open');
});

describe('Ship', () => {
  test('READY names the order that is still being booked, and its next step', async () => {
    await open('ship-ready-on-its-way');
    await page.getByText('The booking of ORD-48219 is still on its way.').waitFor();
    await page.getByText('The label is kept until its order is scanned again').waitFor();
    await page.locator('main').getByRole('button', { name: 'Open Resolve' }).click();
    await expect(page.locator('.entry.is-on')).toContainText('still on its way');
  });

  test.each(['ship-paused-scan-refused', 'ship-wrong-label-scan-refused'])('on %s a refused scan leaves STOP in view', async (name) => {
    await open(name);
    await page.getByText('STOP', { exact: true }).waitFor();
    await scanAt(page, 'K3-88-0417');
    await page.getByText('K3-88-0417').waitFor();
    const stop = page.getByText('STOP', { exact: true });
    await expect(stop).toBeInViewport();
    const isOnTop = await stop.evaluate((word) => {
      const { left, top, width, height } = word.getBoundingClientRect();
      return word.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    expect(isOnTop).toBe(true);
  });
});

describe('Orders', () => {
  test('a row to correct opens as a form in Orders, and closing it returns to Resolve', async () => {
    await open('resolve-row-unreadable');
    await page.getByText('length_cm "40 cm" is not a number of centimetres').first().waitFor();
    await page.keyboard.press('E');
    await expect(page.getByLabel('Order number')).toHaveValue('ORD-48240');
    await expect(band()).toContainText('length_cm "40 cm" is not a number of centimetres');
    await page.keyboard.press('Escape');
    await expect(band()).toContainText('1 thing is open.');
  });

  test('during a search the band shows only the count of matches', async () => {
    await open('orders');
    await expect(band()).toContainText('8 orders. 3 rows wait for you.');
    await page.getByLabel('Search the orders').fill('48231');
    await expect(band()).toContainText('8 orders found');
    await expect(band()).not.toContainText('wait');
  });
});

describe('Pickup', () => {
  test('the band shows that a pickup was refused', async () => {
    await play('pickup-rejected');
    await expect(band()).toHaveAttribute('data-state', 'look');
    await expect(band()).not.toContainText('Request the pickup');
  });

  test('Escape stops waiting for a driver, and the driver is not requested again', async () => {
    await play('pickup-waiting');
    await page.keyboard.press('Escape');
    await expect(band()).not.toContainText('WORKING');
    expect(await asked('stopReading')).toHaveLength(1);
  });
});

describe('Track', () => {
  test('a doubtful label of another bench is LOOK', async () => {
    await play('track-of-another-bench');
    await expect(band()).toContainText('LOOKPackbench cannot check this label: nothing is printed yet');
    await page.getByLabel('Number to track').fill('9031');
    await page.keyboard.press('Enter');
    await expect(band()).toContainText('READY');
  });

  test.each([
    ['track-looking-up', 'Looking up 9031 5528 0098'],
    ['track-printing-foreign', 'Asking the service'],
  ])('on %s the wait is shown with its seconds', async (name, says) => {
    await play(name);
    await expect(band()).toContainText(says);
    await expect(band().getByRole('timer')).toHaveText('14 s');
  });
});

test.each([
  ['F10', () => page.keyboard.press('F10')],
  ['a press', () => page.getByRole('button', { name: /^Attach/ }).click()],
])("%s opens the dialog for the customer's own invoice, and the chosen file is attached", async (_how, choose) => {
  await open('resolve-paper-due-invoice-none');
  await page.getByRole('button', { name: /^Attach/ }).waitFor();
  const dialog = page.waitForEvent('filechooser');
  await choose();
  await (await dialog).setFiles({ name: 'invoice.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') });
  await expect.poll(() => asked('attachDocument')).toMatchObject([{ documentType: 'Customs Invoice', name: 'invoice.pdf' }]);
});

describe('Resolve, when an entry is closed', () => {
  test('pressing the closing key again affects no other entry, and Enter shows the next one', async () => {
    await open('resolve-two-prints');
    await page.getByText('ORD-48198').first().waitFor();
    await page.keyboard.press('F8');
    await expect.poll(() => asked('settlePrint')).toHaveLength(1);
    const { snapshot, answers } = sceneOf('resolve-two-prints');
    const left = answers.toResolve?.ok ? answers.toResolve.value.slice(1) : [];
    await page.evaluate(
      ([items, next]) => {
        window.fakeStation.answer('toResolve', { ok: true, value: items });
        window.fakeStation.push(next);
      },
      [left, { ...snapshot, seq: 2, frame: { ...snapshot.frame, revisions: revisionsAt(2) } }] as const,
    );
    await expect(band()).toContainText('The label of ORD-48198 goes to the printer again.');
    await page.keyboard.press('F8');
    await page.keyboard.press('F10');
    await page.keyboard.press('Enter');
    await expect(page.locator('.entry.is-on')).toContainText('ORD-48204');
    expect(await asked('settlePrint')).toHaveLength(1);
  });
});

test.each(['ship-choosing', 'resolve', 'pickup', 'setup-sender'])(
  'on %s each key drawn in a button is announced to screen readers',
  async (name) => {
    await play(name);
    const buttons = page.locator('button:has(kbd)');
    await buttons.first().waitFor();
    const pairs = await buttons.evaluateAll((all) =>
      all.map((button) => [
        button.querySelector('kbd')?.textContent,
        button.getAttribute('aria-keyshortcuts')?.replace('Escape', 'Esc').replace('Delete', 'Del').replace('ArrowDown', '↓'),
      ]),
    );
    for (const [drawn, shortcut] of pairs) expect(shortcut).toBe(drawn);
  },
);

test('the save key of a tab also sets a typed PIN, and a refusal does not look saved', async () => {
  await play('setup-bench-witness-fails');
  await page.evaluate(() =>
    window.fakeStation.answer('setLeadPin', { ok: false, failure: { code: 'pin-wrong', ref: 'K7Q2', detail: '' } }),
  );
  await page.getByLabel('New PIN').fill('4711');
  await page.keyboard.press('F10');
  await expect.poll(() => asked('setLeadPin')).toHaveLength(1);
  expect(await asked('saveSettings')).toEqual([]);
  await page.getByText('K7Q2').waitFor();
  const { setup } = sceneOf('setup-bench-witness-fails').answers;
  await page.evaluate((answer) => window.fakeStation.answer('setLeadPin', answer), setup);
  await page.getByLabel('New PIN').fill('4711');
  await page.keyboard.press('F10');
  await expect.poll(() => asked('saveSettings')).toHaveLength(1);
});

test('the keyboard alone can declare that this computer was restored', async () => {
  await play('setup-bench-witness-fails');
  await page.getByRole('button', { name: 'I restored this computer' }).focus();
  await page.keyboard.press('Enter');
  expect(await asked('declareRestored')).toEqual([]);
  await page.keyboard.down('Delete');
  await expect.poll(() => asked('declareRestored')).toHaveLength(1);
  await page.keyboard.up('Delete');
});
