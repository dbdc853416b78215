import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyOf } from '../../shared/key-meanings.ts';
import { revisionsAt } from '../../shared/lists.ts';
import { sceneOf } from '../shots/scenes.ts';
import { hasBuiltPage, openStage, type Stage } from '../shots/stage.ts';
import { scan as scanAt } from './scan.ts';

// The screens around the bench, with real keys in a real browser: the calls they make to the station, and the calls they must never make.

describe.skipIf(!hasBuiltPage())('the screens of the day', () => {
  let stage: Stage;
  let page: Page;
  const faults: string[] = [];

  beforeAll(async () => {
    stage = await openStage();
    page = await stage.openPage('usual', (what) => faults.push(what));
  });
  afterAll(() => stage.close());

  const open = async (name: string): Promise<void> => {
    const scene = sceneOf(name);
    await stage.show(page, scene);
    if (scene.snapshot.frame.world !== null) await page.keyboard.press(keyOf(scene.screen));
    await page.locator('.body').waitFor();
  };
  const scan = (code: string): Promise<void> => scanAt(page, code);
  const asked = (name: string): Promise<unknown[]> =>
    page.evaluate((wanted) => window.fakeStation.asked.filter((call) => call.name === wanted).map(({ args }) => args), name);

  test('F12 requests a driver once, however often it is pressed', async () => {
    await open('pickup');
    await page.getByText('Driver for 23 DPD parcels').waitFor();
    await page.keyboard.press('F12');
    await page.getByText('DPD is coming: collection DPD-305611').waitFor();
    await page.keyboard.press('F12');
    expect(await asked('requestPickup')).toEqual([
      {
        courierKey: 'dpd',
        place: 'door',
        date: '2026-11-19',
        readyTime: '16:15',
        closingTime: '17:00',
        instructions: 'Dock 2, ring twice',
        withLeftOvers: true,
        again: '',
      },
    ]);
  });

  test('keys choose and clear a drop-off point, and an open list requests nothing', async () => {
    await open('pickup-drop-off-points');
    const list = page.getByText('Drop-off points near the sender');
    const openList = async (sentence = 'Driver for 23 DPD parcels'): Promise<void> => {
      await page.getByText(sentence).waitFor();
      await page.keyboard.press('V');
      await list.waitFor();
    };
    await openList();
    await page.keyboard.press('F12');
    await page.keyboard.press('2');
    await page.getByText('1 parcel cannot be dropped off').waitFor();
    await openList('to Primera Helftheuvel, no driver');
    await page.keyboard.press('H');
    await openList();
    await page.keyboard.press('1');
    await page.getByText('Markt 41').waitFor();
    for (const key of ['Escape', 'V']) {
      await openList('to Tabakswinkel De Markt, no driver');
      await page.keyboard.press(key);
      await list.waitFor({ state: 'detached' });
    }
    expect(await asked('requestPickup')).toEqual([]);
    await page.keyboard.press('F12');
    await expect.poll(() => asked('requestPickup')).toMatchObject([{ courierKey: 'dpd', dropOff: 'NL-5211-3' }]);
    expect(await asked('dropOffPoints')).toEqual(Array(5).fill({ courierKey: 'dpd', place: 'door' }));
  });

  test('instructions the service cannot take are marked beside their field until corrected', async () => {
    await open('pickup-text-refused');
    await page.getByRole('button', { name: 'Details' }).click();
    const instructions = page.getByLabel('Instructions');
    await instructions.fill('שלום');
    await page.keyboard.press('F12');
    await page.getByText('Write it in Latin letters, perhaps "shlvm"').waitFor();
    expect(await instructions.getAttribute('aria-invalid')).toBe('true');
    await page.keyboard.press('F12');
    expect(await asked('requestPickup')).toHaveLength(1);
    await instructions.fill('Dock 2');
    await expect.poll(() => instructions.getAttribute('aria-invalid')).not.toBe('true');
    await page.keyboard.press('F12');
    await expect.poll(() => asked('requestPickup')).toHaveLength(2);
  });

  test('the pickup barcode requests a driver, an order barcode goes to the bench', async () => {
    await open('pickup');
    await page.getByText('Driver for 23 DPD parcels').waitFor();
    await scan('ORD-48231');
    await expect.poll(() => asked('scan')).toEqual([{ code: 'ORD-48231' }]);
    expect(await asked('requestPickup')).toEqual([]);
    await scan('XPBXPIC');
    await expect.poll(() => asked('requestPickup')).toHaveLength(1);
  });

  test('a second driver for the same parcels needs a reason', async () => {
    await open('pickup-refused-twice');
    await page.getByText('Driver for 23 DPD parcels').waitFor();
    await page.keyboard.press('F12');
    await page.getByLabel('Why is a second driver needed?').waitFor();
    await page.keyboard.press('F12');
    expect(await asked('requestPickup')).toHaveLength(1);
    await page.keyboard.type('He did not come', { delay: 60 });
    await page.keyboard.press('F12');
    expect((await asked('requestPickup')).at(-1)).toMatchObject({ again: 'He did not come' });
  });

  test('a second driver for the same day is requested only with a reason', async () => {
    await open('pickup');
    await page.getByRole('option', { name: 'GLS' }).click();
    await page.keyboard.press('F12');
    await page.keyboard.press('Delete');
    expect(await asked('requestPickup')).toEqual([]);
    await page.getByLabel('Why is a second driver needed?').fill('The van was full');
    await page.keyboard.press('Delete');
    expect(await asked('requestPickup')).toMatchObject([{ courierKey: 'gls', date: '2026-11-19', again: 'The van was full' }]);
  });

  test('a scan in Resolve fills the number, and neither scan nor Enter settles anything', async () => {
    await open('resolve');
    await page.getByRole('button', { name: 'Compare the label' }).waitFor();
    await scan('4821907');
    await expect.poll(() => page.getByLabel('Order number: scan or type it').inputValue()).toBe('4821907');
    await page.getByRole('button', { name: 'Compare the label' }).focus();
    await page.keyboard.press('Enter');
    expect(await asked('settleExists')).toEqual([]);
    await page.keyboard.press('F7');
    expect(await asked('settleExists')).toEqual([{ bookingId: 'b-ORD-48219', orderNo: '4821907' }]);
  });

  test('"it was not booked" needs a reason and the PIN', async () => {
    await open('resolve');
    await page.locator('.entry.is-on').getByRole('button', { name: 'Evidence' }).click();
    await page.getByRole('button', { name: 'It was not booked' }).waitFor();
    await page.keyboard.press('Delete');
    await page.getByLabel('Reason').fill('Not in the account at 14:30');
    await page.keyboard.press('Delete');
    expect(await asked('settleNotBooked')).toEqual([]);
    await page.getByLabel('PIN of the shift lead').fill('2580');
    await page.keyboard.press('Delete');
    expect(await asked('settleNotBooked')).toEqual([{ bookingId: 'b-ORD-48219', reason: 'Not in the account at 14:30', pin: '2580' }]);
  });

  test('a dropped file is read, and its bytes are uploaded unchanged', async () => {
    await open('orders-selected');
    await page.getByText('ORD-48231').waitFor();
    const file = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array([239, 187, 191, 79])], 'orders.csv'));
      return data;
    });
    const { snapshot, answers } = sceneOf('orders-selected');
    const report = answers.importOrders?.ok ? answers.importOrders.value : null;
    await page.evaluate((value) => window.fakeStation.answer('lastImport', { ok: true, value }), { report, failure: null });
    await page.locator('.body').dispatchEvent('drop', { dataTransfer: file });
    // The bench notifies the window that an order was read.
    await page.evaluate((next) => window.fakeStation.push(next), {
      ...snapshot,
      seq: 2,
      frame: { ...snapshot.frame, revisions: revisionsAt(2) },
    });
    await page.getByText('125 orders imported').waitFor();
    const [bytes] = await page.evaluate(() =>
      window.fakeStation.asked.flatMap(({ name, args }) => (name === 'importOrders' ? [[...(args as { bytes: Uint8Array }).bytes]] : [])),
    );
    expect(bytes).toEqual([239, 187, 191, 79]);
  });

  test('saves exactly what was typed for an order entered at the bench', async () => {
    await open('orders');
    await page.getByRole('button', { name: 'New order' }).click();
    await page.getByLabel('Order number').fill('ORD-9');
    await page.getByLabel('Name', { exact: true }).fill('Jürgen Groß');
    await page.getByLabel('Weight with box').fill('2,35');
    await page.keyboard.press('F10');
    await page.getByLabel('Search the orders').waitFor();
    const [saved] = await asked('saveOrder');
    expect(saved).toMatchObject({
      order: { key: 'ORD-9', recipient: { name: 'Jürgen Groß', city: '' }, parcels: [{ weightGrams: 2350, lengthCm: null, value: null }] },
    });
  });

  test('the order editor shows how each text is sent, with changed characters marked', async () => {
    await open('orders-edit-respelt');
    await page.keyboard.press('E');
    await page.getByText('Goes out as').first().waitFor();
    const under = async (label: string) => {
      const ids = ((await page.getByLabel(label, { exact: true }).getAttribute('aria-describedby')) ?? '').split(' ');
      const line = page.locator(ids.map((id) => `[id="${id}"].respelt-line`).join(', '));
      return [await line.innerText(), await line.locator('ins').allInnerTexts()];
    };
    expect(await under('Name')).toEqual(['Goes out as Juergen Gross', ['ue', 'ss']]);
    expect(await under('Reference')).toEqual(['Goes out as Kaufer No 12 v', ['a', 'o', 'v']]);
    expect(await under('Delivery instructions')).toEqual(['Goes out as Bitte klingeln, 3. Stock, Tuer links', ['ue']]);
    expect(await under('Contents')).toEqual(['Goes out as Schussel, Grosse 3', ['u', 'oss']]);
    expect(await under('Company')).toEqual(['Suggestion only, not sent: Cafe shlvm', ['e', 'shlvm']]);
    expect(await page.locator('.respelt-line:not(:empty)').count()).toBe(6);
  });

  test('any number scanned on Track is looked up, and its link is opened by the station', async () => {
    await open('track-start');
    await scan('903155280098');
    await page.getByRole('button', { name: 'Open at GLS' }).click();
    expect(await asked('track')).toEqual([{ number: '903155280098' }]);
    await page.getByText('gls-group.eu', { exact: true }).waitFor();
    await page.keyboard.press('F10');
    await expect
      .poll(() => asked('openTrackingLink'))
      .toEqual([
        { orderNo: '4802107', itemNo: '1', host: '' },
        { orderNo: '4802107', itemNo: '1', host: 'gls-group.eu' },
      ]);
  });

  test('the first run enters training with one key', async () => {
    await open('first-run');
    await page.keyboard.press('T');
    await expect.poll(() => asked('enterWorld')).toEqual([{ world: 'training' }]);
  });

  test('none of these screens violates the content security policy or logs an error', () => {
    expect(faults).toEqual([]);
  });
});
