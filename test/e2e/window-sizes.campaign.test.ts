import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyOf } from '../../shared/key-meanings.ts';
import { findLayoutFaults } from '../shots/layout.ts';
import { type Measure, measureScene } from '../shots/measure.ts';
import { openTab } from '../shots/open-tab.ts';
import { sceneOf } from '../shots/scenes.ts';
import { openStage, type Stage } from '../shots/stage.ts';
import { words } from '../words.ts';

// A few screens in the smallest windows and both fonts; for all of them: npm run shots -- --sizes --fonts.
const smallest: Measure = { sizes: ['1024x768', '911x512'], fonts: ['bundled', 'dejavu'], isLong: false };

let stage: Stage;
let page: Page;

beforeAll(async () => {
  stage = await openStage();
  page = await stage.openPage('usual', () => undefined);
});
afterAll(() => stage.close());

async function open(name: string): Promise<void> {
  const scene = sceneOf(name);
  await page.setViewportSize({ width: 1366, height: 768 });
  await stage.show(page, scene);
  await page.keyboard.press(keyOf(scene.screen));
}

const small = [
  ...words('ship-ready ship-choosing ship-choosing-three-items ship-asking-items ship-done resolve orders orders-plan pickup'),
  ...words('track-start setup-sender'),
];

test.each([...small, 'setup-benches-leave', 'setup-benches-waiting'])(
  'on %s all controls are visible and all text is readable, at 1024×768 and at 150 % zoom',
  async (name) => {
    const found = await measureScene(stage, page, sceneOf(name), smallest);
    expect(found.map(({ where, kind, what }) => `${where}: ${kind}: ${what}`)).toEqual([]);
  },
);

test('every tab of Setup is in view at 1920×1080, at which the screen is scaled up', async () => {
  const found = await measureScene(stage, page, sceneOf('setup-sender'), { sizes: ['1920x1080'], fonts: ['bundled'], isLong: false });
  expect(found.map(({ where, kind, what }) => `${where}: ${kind}: ${what}`)).toEqual([]);
});

test('the top bar of the training environment fits texts that are 40 % longer', async () => {
  const found = await measureScene(stage, page, sceneOf('ship-ready-first'), { sizes: ['1366x768'], fonts: [], isLong: true });
  expect(found.map(({ where, kind, what }) => `${where}: ${kind}: ${what}`)).toEqual([]);
});

test.each(words('ship-done-first-live ship-done-suggested-rule orders-encrypted-past setup-account setup-rules-tried'))(
  'on %s texts that are 40 % longer are readable and all controls visible',
  async (name) => {
    const found = await measureScene(stage, page, sceneOf(name), { ...smallest, fonts: [], isLong: true });
    expect(found.map(({ where, kind, what }) => `${where}: ${kind}: ${what}`)).toEqual([]);
  },
);

test('eight services are all visible at once, below a note for the packer', async () => {
  const usual: Measure = { sizes: ['1366x768'], fonts: ['bundled'], isLong: false };
  const found = await measureScene(stage, page, sceneOf('ship-choosing-many-last'), usual);
  expect(found.map(({ kind, what }) => `${kind}: ${what}`)).toEqual([]);
  const hidden = await page.locator('.tiles').evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  expect(hidden).toBeLessThanOrEqual(0);
});

/** Pixels of each scrolling part of the screen that are out of view; only parts that have any. */
const hiddenParts = (): Promise<Record<string, number>> =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('body *')]
        .filter((part) => ['auto', 'scroll'].includes(getComputedStyle(part).overflowY) && part.scrollHeight > part.clientHeight + 1)
        .map((part) => [part.className, part.scrollHeight - part.clientHeight]),
    ),
  );

test('address, three items, six services and extras fit 1024×768 without scrolling', async () => {
  await open('ship-choosing-three-items');
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.getByText('F12', { exact: true }).waitFor();
  expect(await hiddenParts()).toEqual({});
});

test('eight notices at once leave the chosen service and every button in view', async () => {
  const found = await measureScene(stage, page, sceneOf('ship-choosing-notices'), { ...smallest, sizes: ['1024x768'] });
  expect(found.map(({ where, kind, what }) => `${where}: ${kind}: ${what}`)).toEqual([]);
  await open('ship-choosing-notices');
  await page.setViewportSize({ width: 1024, height: 768 });
  const tile = await page.locator('.tile[data-selected]').boundingBox();
  const list = await page.locator('.tiles').boundingBox();
  if (!tile || !list) throw new Error('No service is chosen.');
  expect(tile.y).toBeGreaterThanOrEqual(list.y);
  expect(tile.y + tile.height).toBeLessThanOrEqual(list.y + list.height);
  // The note for the packer stands with the items.
  expect(await page.locator('.notices > *, .col-goods > .note').count()).toBeGreaterThanOrEqual(8);
});

test('the stored token of a shop is removed only by its button, and only after saving', async () => {
  await open('setup-write-back');
  const saved = async () => (await page.evaluate(() => window.fakeStation.asked)).filter(({ name }) => name === 'saveWriteBack').at(-1);
  await openTab(page, 'Back to the shop');
  await page.getByLabel('Value of the header', { exact: true }).fill('typed');
  await page.getByLabel('Value of the header', { exact: true }).fill('');
  await page.keyboard.press('F10');
  expect(await saved()).toMatchObject({ args: { token: null } });
  await page.getByRole('button', { name: 'Remove what is kept: Value of the header' }).click();
  await page.getByText('Once saved, the shop is informed without this header.').waitFor();
  await page.keyboard.press('F10');
  expect(await saved()).toMatchObject({ args: { token: '' } });
});

test.each(['ship-services-ruled', 'ship-services-rule-point'])(
  'on %s no reason of a rule lies on a price, in the font of a bare Linux',
  async (name) => {
    const found = await measureScene(stage, page, sceneOf(name), { sizes: ['1366x768'], fonts: ['dejavu'], isLong: false });
    expect(found.map(({ kind, what }) => `${kind}: ${what}`)).toEqual([]);
  },
);

describe('the look at the window finds', () => {
  const plant = (selector: string, style: string): Promise<void> =>
    page.evaluate(
      ([where, how]) => {
        const element = document.querySelector<HTMLElement>(where);
        if (!element) throw new Error(`nothing is ${where}`);
        element.style.cssText = how;
      },
      [selector, style] as const,
    );
  const kinds = async (): Promise<string[]> => [...new Set((await page.evaluate(findLayoutFaults)).map(({ kind }) => kind))];

  test.each([
    ['a price that leaves its tile', '.tile .price', 'white-space: nowrap; font-size: 120px', 'clipped'],
    ['letters in a column', '.strip .name', 'width: 40px; overflow-wrap: anywhere', 'broken'],
    ['a text on another', '.strip .parcel-line', 'position: relative; left: -600px', 'overlapping'],
    ['a button below the fold', '.foot', 'margin-bottom: -80px', 'out_of_view'],
    ['a list that has to be scrolled sideways', '.tiles', 'grid-template-columns: 3000px', 'sideways'],
    ['a list that is cut and does not say so', '.tiles', 'max-height: 200px; mask-image: none', 'unannounced'],
  ])('%s', async (_fault, selector, style, kind) => {
    await open('ship-choosing');
    await page.locator('.tiles').waitFor();
    expect(await kinds()).toEqual([]);
    await plant(selector, style);
    expect(await kinds()).toContain(kind);
  });
});

test('unsaved input in a tab of Setup survives a change of tab and screen', async () => {
  await open('setup-sender');
  await openTab(page, 'Sender');
  await page.getByLabel('City').fill('Vught');
  await openTab(page, 'Plan');
  await page.getByRole('button', { name: 'All of Setup' }).click();
  await page.getByText('Not saved').waitFor();
  await page.keyboard.press('F1');
  await page.keyboard.press('F6');
  await openTab(page, 'Sender');
  expect(await page.getByLabel('City').inputValue()).toBe('Vught');
});

test('saving a sender with an invalid field is not DONE', async () => {
  await open('setup-sender-wrong');
  await page.keyboard.press('F6');
  await openTab(page, 'Sender');
  await page.getByText('4 fields need a correction.').first().waitFor();
  await page.keyboard.press('F10');
  await page.getByText('Saved, but 4 red fields stop every parcel').waitFor();
  await page.locator('.band[data-state="look"]').waitFor();
});

test('a remedy in Setup does not link to Setup if Setup is open', async () => {
  await open('setup-account-address-refused');
  await openTab(page, 'Account');
  await page.getByLabel('Key', { exact: true }).fill('PB-KEY');
  await page.getByLabel('Secret', { exact: true }).fill('secret');
  await page.keyboard.press('F7');
  await page.getByText('Correct it: it begins with https://.').waitFor();
  expect(await page.getByText('in Setup').count()).toBe(0);
});

test('Enter on DONE opens the field for the next order, and typing on READY starts it', async () => {
  await open('ship-done');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Order number' }).waitFor();
  await open('ship-ready');
  await page.keyboard.type('ORD-7', { delay: 120 });
  expect(await page.getByRole('textbox', { name: 'Order number' }).inputValue()).toBe('ORD-7');
});

test('a bench opens Ship, ready, when its first environment is chosen', async () => {
  await open('first-run');
  await page.getByText('Two ways to start').waitFor();
  const { snapshot } = sceneOf('ship-ready');
  await page.evaluate((next) => window.fakeStation.push(next), { ...snapshot, seq: 2 });
  await page.getByText('Scan an order', { exact: true }).waitFor();
});

test('the first steps are ticked if they are done, and any of them opens again', async () => {
  await open('first-steps-orders');
  await page.getByRole('button', { name: 'First steps', exact: true }).click();
  await page.getByText('Answer 4 of 4: Orders').waitFor();
  await page.getByRole('button', { name: /^Label printer/ }).click();
  await page.getByText('Which printer prints your labels?').waitFor();
});
