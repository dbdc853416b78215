import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { text } from '../../renderer/text/text.ts';
import { keyOf } from '../../shared/key-meanings.ts';
import { sheetCodes } from '../../shared/scanner-sheet.ts';
import { openTab } from '../shots/open-tab.ts';
import { sceneOf } from '../shots/scenes.ts';
import { hasBuiltPage, openStage, type Stage } from '../shots/stage.ts';
import { scan } from './scan.ts';

// Setup and its effect on other screens, with real keys in a real browser: the calls it makes to the station, and the calls it must never
// make.

describe.skipIf(!hasBuiltPage())('Setup', () => {
  let stage: Stage;
  let page: Page;

  beforeAll(async () => {
    stage = await openStage();
    page = await stage.openPage('usual', (what) => {
      throw new Error(what);
    });
  });
  afterAll(() => stage.close());

  const open = async (name: string, tab?: string): Promise<void> => {
    const scene = sceneOf(name);
    await stage.show(page, scene);
    await page.keyboard.press(keyOf(scene.screen));
    await page.locator('.body').waitFor();
    if (tab) await openTab(page, tab);
  };
  const asked = (name: string): Promise<unknown[]> =>
    page.evaluate((wanted) => window.fakeStation.asked.filter((call) => call.name === wanted).map(({ args }) => args), name);

  test('the contract check books only after its switch, and never by Enter', async () => {
    await open('setup-contract-learned', 'Account');
    await page.getByRole('button', { name: 'Service check' }).click();
    await page.keyboard.press('F7');
    await expect.poll(() => asked('checkContract')).toEqual([{ book: false }]);
    await page.getByText('Also book in the sandbox').click();
    await page.getByText('Books one invented parcel in the sandbox', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Ask and book in the sandbox' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    expect(await asked('checkContract')).toHaveLength(1);
    await page.keyboard.press('F12');
    await expect.poll(() => asked('checkContract')).toEqual([{ book: false }, { book: true }]);
    // The switch resets itself: the next check books nothing again.
    await page.getByRole('button', { name: 'Ask the sandbox' }).waitFor();
  });

  test('outside the sandbox there is nothing to press', async () => {
    await open('setup-contract-live', 'Account');
    await page.getByRole('button', { name: 'Service check' }).click();
    await page.getByText('The check asks only the sandbox', { exact: false }).waitFor();
    await page.keyboard.press('F7');
    expect(await asked('checkContract')).toEqual([]);
    expect(await asked('connect')).toEqual([]);
  });

  test('measures a scanner with keys alone, and its scans have no other effect', async () => {
    await open('setup-account', 'Bench');
    await page.getByRole('tab', { name: 'Bench', exact: true }).focus();
    await page.keyboard.press('Home');
    for (let presses = 0; (await page.getByRole('tab', { name: 'Scanner', selected: true }).count()) === 0; presses += 1) {
      expect(presses).toBeLessThan(8);
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('F7');
    for (const [at, code] of sheetCodes.entries()) {
      await page.getByText(`Scan code ${at + 1} of 5`).waitFor();
      await scan(page, code, { country: 'DE', gapMs: 60, end: 'tab', prefix: '*' }, { country: 'DE' });
    }
    await page.getByText('Your scanner is set to Germany, sends Tab after each code', { exact: false }).waitFor();
    await page.keyboard.press('F10');
    await expect
      .poll(() => asked('saveSettings'))
      .toMatchObject([{ settings: { scanner: { country: 'DE', end: 'tab', prefix: '*', hasAim: false } } }]);
    expect(await asked('scan')).toEqual([]);
  });

  test('every field of the sender can be typed and is saved unchanged', async () => {
    await open('setup-sender', 'Sender');
    const typed = {
      name: 'Marieke Houtman',
      company: 'Houtman Keramiek',
      street: 'Veemarktkade',
      houseNumber: '8',
      street2: 'Gebouw C',
      street3: 'Dock 4',
      postalCode: '5222 AE',
      city: 'Den Bosch',
      country: 'NL',
      province: 'NB',
      phone: '+31 73 5550188',
      email: 'dispatch@example.com',
      eori: 'NL123456789',
    };
    const { address: labels } = text.setup;
    for (const [field, value] of Object.entries(typed))
      await page.getByLabel(labels[field as keyof typeof typed], { exact: true }).fill(value);
    await page.keyboard.press('F10');
    await expect
      .poll(() => asked('saveSettings'))
      .toEqual([{ settings: { senders: [{ name: 'Houtman Keramiek BV', account: '', address: typed }] } }]);
  });

  test('a parcel stopped by its sender opens the faulty sender fields, each with its problem', async () => {
    await open('setup-sender-wrong');
    await page.keyboard.press('F6');
    await page.getByText('The phone number of the sender is missing').waitFor();
    const { address: labels } = text.setup;
    for (const [field, problem] of [
      ['phone', 'The phone number of the sender is missing'],
      ['email', 'The email address "verzending" of the sender is not valid'],
      ['province', 'US needs the official code'],
      ['street2', 'is not in Latin letters'],
    ] as const) {
      const input = page.getByLabel(labels[field], { exact: true });
      expect(await input.getAttribute('aria-invalid'), field).toBe('true');
      const description = (await input.getAttribute('aria-describedby')) ?? '';
      expect(
        await page
          .locator(
            description
              .split(' ')
              .map((id) => `[id="${id}"]`)
              .join(', '),
          )
          .allTextContents(),
        field,
      ).toContainEqual(expect.stringContaining(problem));
    }
    expect(await page.getByLabel(labels.city, { exact: true }).getAttribute('aria-invalid')).not.toBe('true');
    expect(await page.getByLabel(labels.street2, { exact: true }).evaluate((input) => input === document.activeElement)).toBe(true);
    expect((await asked('checkSender')).at(-1)).toMatchObject({ sender: { email: 'verzending' } });
  });

  test('an account with characters the service does not take is marked, and not tested', async () => {
    await open('setup-account-wrong-name', 'Account');
    await page.getByLabel('Key', { exact: true }).fill('PB-KEY');
    await page.getByLabel('Secret', { exact: true }).fill('right');
    const account = page.getByLabel('Account, optional');
    await account.fill('Zürich');
    await page.getByText('Plain Latin letters only').waitFor();
    expect(await account.getAttribute('aria-invalid')).toBe('true');
    await page.keyboard.press('F7');
    expect(await asked('connect')).toEqual([]);
    await account.fill('Zuerich');
    await page.keyboard.press('F7');
    await expect.poll(() => asked('connect')).toMatchObject([{ account: 'Zuerich' }]);
  });

  test('webhooks are saved once plain HTTP is accepted, and never with an invalid port', async () => {
    await open('setup-webhooks', 'Webhooks');
    await page.getByText('Accept deliveries of the service').click();
    await page.getByLabel('Port', { exact: true }).fill('80');
    await page.getByText('1024 to 65535.').waitFor();
    await page.keyboard.press('F10');
    expect(await asked('saveWebhooks')).toEqual([]);
    await page.getByLabel('Port', { exact: true }).fill('8741');
    await page.getByLabel('Reached at').fill('hooks.houtman.example');
    await page.getByText('Not accepted: this connection stays closed.').waitFor();
    await page.keyboard.press('F10');
    expect(await asked('saveWebhooks')).toEqual([]);
    await page.getByText('I accept that others can read the deliveries').click();
    await page.keyboard.press('F10');
    await expect
      .poll(() => asked('saveWebhooks'))
      .toEqual([{ isOn: true, port: 8741, fromNetwork: true, acceptsPlain: true, reachedAt: 'hooks.houtman.example', newAddress: false }]);
  });

  test('the address of the webhooks is copied by keyboard, and the page never has it', async () => {
    await open('setup-webhooks-on', 'Webhooks');
    await page.getByRole('button', { name: 'Copy the address' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => asked('copyWebhookAddress')).toEqual([{}]);
    await page.getByText('Copied').waitFor();
    expect(await page.content()).not.toMatch(/webhook\/live-[0-9a-f]/);
  });

  test('a function key closes a webhook that was not understood, and Enter does not', async () => {
    await open('resolve-webhook-not-understood');
    await page.getByRole('button', { name: 'Close it' }).focus();
    await page.keyboard.press('Enter');
    expect(await asked('dismissDelivery')).toEqual([]);
    await page.getByRole('button', { name: 'Evidence' }).click();
    await page.keyboard.press('F10');
    await page.keyboard.press('Delete');
    await expect
      .poll(() => asked('dismissDelivery'))
      .toEqual([
        { id: 'd-1', all: false },
        { id: 'd-1', all: true },
      ]);
  });

  test('the notice about the plan is dismissed by its key, and the bench stays ready for a scan', async () => {
    await open('ship-ready-plan-near');
    await page.getByText('READY', { exact: true }).waitFor();
    await page.getByText('1,412 of the 1,500 shipments', { exact: false }).waitFor();
    await page.keyboard.press('F10');
    await expect.poll(() => asked('planSeen')).toEqual([{}]);
  });
});
