import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { SetupScreen } from '../../renderer/setup/setup-screen.tsx';
import { text } from '../../renderer/text/text.ts';
import { newLookUp } from '../../shared/order-source.ts';
import { failed, ok } from '../../shared/result.ts';
import { firstSettings } from '../../shared/settings.ts';
import type { Answers } from '../shots/fake-station.ts';
import { decidedForms } from '../shots/orders-of-the-day.ts';
import { failure } from '../shots/scene.ts';
import { sceneOf } from '../shots/scenes.ts';
import {
  driftSeen,
  learned,
  receiving,
  receivingPlain,
  setup,
  triedRules,
  withRulePrinters,
  withRules,
  withSources,
} from '../shots/setups.ts';
import { band, type Mounted, mount, page, pass, reads } from './mount.tsx';
import { openTab } from './setup-tab.tsx';

const toggle = async (name: string): Promise<void> => act(async () => (await screen.findByRole('switch', { name })).click());

describe('Account', () => {
  test('key and secret are tested before they are saved, and the secret is never shown', async () => {
    const { fill, press, asked } = await openTab('Account', { connect: ok(setup) });
    fill('Key', 'PB-KEY');
    fill('Secret', 'right');
    expect(screen.getByLabelText<HTMLInputElement>('Secret').type).toBe('password');
    await press('F7');
    expect(asked('connect')).toMatchObject([{ key: 'PB-KEY', secret: 'right', world: 'live' }]);
  });

  test('an untouched key and secret are kept, and nothing reads as removed', async () => {
    const { fill } = await openTab('Account', { setup: ok(setup) });
    expect(screen.getByLabelText<HTMLInputElement>('Key').placeholder).toBe('Kept, never shown again');
    expect(screen.getByLabelText<HTMLInputElement>('Secret').placeholder).toBe('Kept, never shown again');
    fill('Key', 'PB-KEY');
    fill('Key', '');
    expect(screen.getByLabelText<HTMLInputElement>('Key').placeholder).toBe('Kept, never shown again');
    expect(page()).not.toContain('Removed when you save');
  });

  test('the account just connected from training stays shown, not the sandbox', async () => {
    const { fill, press, asked } = await openTab('Account', { connect: ok(setup) }, { world: 'training' });
    await act(async () => screen.getByRole('radio', { name: 'Live' }).click());
    fill('Key', 'PB-KEY');
    fill('Secret', 'right');
    await press('F7');
    expect(asked('connect')).toMatchObject([{ world: 'live' }]);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Live' }).checked).toBe(true);
  });

  test('the Account tab shows live from training if only live has a key', async () => {
    const { settings, hasCredentials } = setup;
    const connections = { ...settings.connections, sandbox: { baseUrl: '', account: '' } };
    const onlyLive = { ...setup, hasCredentials: { ...hasCredentials, sandbox: false }, settings: { ...settings, connections } };
    await openTab('Account', { setup: ok(onlyLive) }, { world: 'training' });
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Live' }).checked).toBe(true);
    expect(screen.getByDisplayValue(connections.live?.baseUrl ?? 'none')).toBeDefined();
  });

  test('a refused key is shown in the band, with the next step beside the fields', async () => {
    const { fill, press } = await openTab('Account', { connect: failed(failure('credentials-rejected', 'Invalid key or secret')) });
    fill('Key', 'PB-KEY');
    fill('Secret', 'wrong');
    await press('F7');
    await reads('Invalid key or secret');
    expect(band()).toContain('LOOK');
  });

  test('a proxy that asks for a name and a password gets fields for them', async () => {
    const asks = { code: 'connection-failed', trouble: 'proxy-asks', system: '' } as const;
    const { fill, press, asked } = await openTab('Account', {
      connect: failed({ ...failure('service-unreachable', ''), reasons: [asks] }),
    });
    fill('Key', 'PB-KEY');
    fill('Secret', 'right');
    expect(screen.queryByLabelText('User name for the proxy')).toBeNull();
    await press('F7');
    await reads('The proxy of this network asks for a name and a password. An admin enters them in Setup, Account');
    fill('User name for the proxy', 'bench');
    expect(screen.getByLabelText<HTMLInputElement>('Password for the proxy').type).toBe('password');
    fill('Password for the proxy', 'sesame');
    await press('F7');
    expect(asked('connect')).toMatchObject([{ key: 'PB-KEY' }, { key: 'PB-KEY', proxyLogin: { name: 'bench', password: 'sesame' } }]);
  });

  test('another environment is entered with its own button', async () => {
    const { click, asked } = await openTab('Account');
    await click('Switch to Training');
    expect(asked('enterWorld')).toEqual([{ world: 'training' }]);
  });

  test('the contract check shows where the service differs from the learned contract', async () => {
    const of = sceneOf('setup-contract-drift');
    const mounted = mount(<SetupScreen />, of, { before: (state) => state.openScreen('setup', 'account') });
    await screen.findByRole('button', { name: 'Service check' });
    await mounted.click('Service check');
    await reads(driftSeen[0]?.what ?? '');
    expect(learned.environment).toBe('environment');
  });
});

describe('Documents', () => {
  const ofForms = { setup: ok({ ...setup, settings: { ...setup.settings, forms: decidedForms } }) };

  test('known extra pages are listed by service and words, and forgotten with their button', async () => {
    const { asked } = await openTab('Documents', ofForms);
    await reads('HOW TO HAND IN YOUR PARCEL');
    const [, ofDpd] = screen.getAllByRole('button', { name: 'Forget' });
    act(() => ofDpd?.click());
    expect(asked('forgetForm')).toEqual([{ id: 'f-2' }]);
  });

  test('saves where copies and documents print, and leaves the known extra pages to Ship', async () => {
    const { press, asked } = await openTab('Documents', ofForms);
    await press('F10');
    expect(asked('saveSettings')).toEqual([{ settings: { papers: { copy: 'label-printer', document: 'document-printer' } } }]);
  });
});

describe('Rules', () => {
  const ofRules = { setup: ok(withRules), saveRules: ok(withRules) };

  test('each rule is one sentence in its order, and a rule that never applies names the one before', async () => {
    await openTab('Rules', ofRules);
    await reads('If an SKU begins with BAT-: never Air');
    await reads('Never applies: rule 3 decides first');
    await reads('All others: cheapest, then ask');
  });

  test('A begins a rule, input becomes its sentence, and F10 saves all rules in their order', async () => {
    const { press, fill, asked } = await openTab('Rules', ofRules);
    await press('A');
    fill('Never these couriers or services', 'UPS, Express');
    await reads('Always: never UPS or Express, ask');
    await press('F10');
    const [saved] = asked('saveRules') as { list: unknown[]; last: string }[];
    expect([saved?.list.length, saved?.last]).toEqual([5, 'ask']);
    expect(saved?.list[4]).toMatchObject({ never: ['UPS', 'Express'], take: { is: 'ask' } });
    expect(saved?.list.slice(0, 4)).toEqual(withRules.settings.shippingRules.list);
  });

  test('rules with a label printer or a service point are sentences, and are saved unchanged', async () => {
    const { press, asked } = await openTab('Rules', { setup: ok(withRulePrinters), saveRules: ok(withRulePrinters) });
    await reads('If no parcel weighs over 0.5 kg: label on printer Small labels');
    await reads('If it goes to a person: to the nearest service point, label on printer Cellar');
    await press('A');
    await press('F10');
    const [saved] = asked('saveRules') as { list: unknown[] }[];
    expect(saved?.list.slice(0, 6)).toEqual(withRulePrinters.settings.shippingRules.list);
  });

  test('a packing slip alone is an effect of a rule, and is saved with it', async () => {
    const { press, click, asked } = await openTab('Rules', ofRules);
    const choose = async (field: RegExp, option: string) => {
      await click(field);
      const options = await screen.findAllByRole('option', { name: option });
      options.at(-1)?.click();
    };
    await press('A');
    await choose(/Then take/, 'Nothing: go on to the next rule');
    await choose(/Packing slip/, 'Without prices');
    await reads('Always: packing slip without prices');
    await press('F10');
    const [saved] = asked('saveRules') as { list: unknown[] }[];
    expect(saved?.list[4]).toMatchObject({ slip: 'without-prices', take: null });
  });

  test('a PDF alone is an effect of a rule, named in its sentence, and saved with it', async () => {
    const { press, click, fill, asked } = await openTab('Rules', ofRules);
    await press('A');
    await click(/Then take/);
    const options = await screen.findAllByRole('option', { name: 'Nothing: go on to the next rule' });
    act(() => options.at(-1)?.click());
    fill('PDF to print with the label', '/srv/shop/gift-card.pdf ');
    await reads('Always: print gift-card.pdf');
    await press('F10');
    const [saved] = asked('saveRules') as { list: unknown[] }[];
    expect(saved?.list[4]).toMatchObject({ encloses: '/srv/shop/gift-card.pdf', take: null });
  });

  test('F7 tries the edited rules and shows what would have changed', async () => {
    const { press, asked } = await openTab('Rules', { ...ofRules, tryRules: ok(triedRules) });
    await press('F7');
    await reads('of 212 orders');
    await reads('Would be: DHL Parcel 27.40 EUR, bought');
    expect(asked('tryRules')).toMatchObject([{ last: 'ask' }]);
  });
});

describe('Sender', () => {
  test('shows each problem at its field', async () => {
    await openTab('Sender', sceneOf('setup-sender-wrong').answers);
    await reads('The phone number of the sender is missing');
  });

  test('unsaved input outlives a change of tab, and saving sends the whole sender', async () => {
    const { fill, press, asked } = await openTab('Sender');
    fill('City', 'Vught');
    await press('Escape');
    await reads('Not saved');
    act(() => screen.getByRole('button', { name: 'Sender' }).click());
    await screen.findByLabelText('City');
    expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Vught');
    await press('F10');
    expect(asked('saveSettings')).toMatchObject([{ settings: { senders: [{ address: { city: 'Vught' } }] } }]);
    expect(band()).toBe('DONE Saved');
  });
});

describe('Boxes, defaults and plan', () => {
  test('the boxes are listed with their size and weight', async () => {
    await openTab('Boxes');
    expect(screen.getAllByLabelText<HTMLInputElement>('Name').map(({ value }) => value)).toEqual(
      setup.settings.boxes.map(({ name }) => name),
    );
  });

  test('an unknown time zone is refused, and the likely one is suggested', async () => {
    const { fill, press } = await openTab('Defaults', sceneOf('setup-defaults-zone-refused').answers);
    fill('Time zone of the warehouse', 'Amsterdam');
    await press('F10');
    await reads('Example: Europe/Amsterdam.');
  });

  test('a limit of the plan is saved as a number', async () => {
    const { press, asked } = await openTab('Plan');
    screen.getByRole('radio', { name: /2,500/ }).click();
    await reads('Not saved');
    await press('F10');
    expect(asked('saveSettings')).toMatchObject([{ settings: { monthLimit: 2500 } }]);
  });

  test('U takes a saved tab back, over what was saved', async () => {
    const saved = { ...setup, settings: { ...setup.settings, monthLimit: 2500 } };
    const { press, asked } = await openTab('Plan', { saveSettings: ok(saved) });
    screen.getByRole('radio', { name: /2,500/ }).click();
    await reads('Not saved');
    await press('F10');
    await reads('Plan: saved.');
    await press('u');
    const { monthLimit } = setup.settings;
    expect(asked('saveSettings')).toMatchObject([{}, { settings: { monthLimit }, over: { monthLimit: 2500 } }]);
    expect(page()).not.toContain('Plan: saved.');
  });
});

describe('Webhooks', () => {
  test('an invalid port is not saved', async () => {
    const { fill, press, asked } = await openTab('Webhooks', { setup: ok(receiving) });
    fill('Port', '80');
    await reads('1024 to 65535.');
    await press('F10');
    expect(asked('saveWebhooks')).toEqual([]);
  });

  test('plain HTTP from other computers is not saved before it is accepted', async () => {
    const { press, asked } = await openTab('Webhooks', { setup: ok(receivingPlain), saveWebhooks: ok(receivingPlain) });
    await reads(text.setup.webhooks.plainRisk);
    expect(band()).toContain('LOOK');
    await press('F10');
    expect(asked('saveWebhooks')).toEqual([]);
    await toggle(text.setup.webhooks.plainAccept);
    await press('F10');
    expect(asked('saveWebhooks')).toMatchObject([{ fromNetwork: true, acceptsPlain: true }]);
  });

  test('an acceptance ends with the access it was given for', async () => {
    const { press, asked } = await openTab('Webhooks', { setup: ok(receivingPlain), saveWebhooks: ok(receivingPlain) });
    await toggle(text.setup.webhooks.plainAccept);
    for (let at = 0; at < 2; at += 1) await toggle(text.setup.webhooks.fromNetwork);
    await press('F10');
    expect(asked('saveWebhooks')).toEqual([]);
  });

  test('a port in use is LOOK, with the next step', async () => {
    await openTab('Webhooks', sceneOf('setup-webhooks-blocked').answers);
    expect(band()).toContain('LOOK');
  });
});

test('a file in the hot folder that needs attention is LOOK on its tab, with a sentence for each', async () => {
  const { push } = await openTab('Order files');
  push({ frame: { hotFolder: { is: 'watching', waiting: 1, skipped: [{ name: 'now.csv', why: 'changing' }], moreSkipped: 0 } } });
  await reads('“now.csv” is not taken: another program is still writing it. It is tried again.');
  expect(band()).not.toContain('LOOK');
  const inError = { name: 'bad.xlsx', reasons: [{ code: 'file-broke-reader' as const }] };
  push({ frame: { hotFolder: { is: 'watching', waiting: 0, inError } } });
  await reads('“bad.xlsx” is in “error”: Packbench failed while reading this file');
  expect(band()).toContain('LOOK');
  push({ frame: { hotFolder: { is: 'unusable', waiting: 0, folder: 'done' } } });
  await reads('Its folder “done” is a link, or not a folder');
  expect(band()).toContain('LOOK');
});

test('a failing report to a shop or a shop that cannot send orders is LOOK on its own tab', async () => {
  const http = { code: 'shop-answered', status: 503, message: '' } as const;
  await openTab('Back to the shop', { setup: ok({ ...setup, writeBack: { waiting: 3, file: null, http } }) });
  expect(band()).toContain('LOOK');
});

test('without a shop to report to, it does not show that all is reported', async () => {
  await openTab('Back to the shop');
  await reads('No shop is informed');
});

test('a shop that gave no order at its last request is LOOK on its own tab, with the reason', async () => {
  const reasons = [{ code: 'shop-answered', status: 503, message: 'closed for repairs' } as const];
  const trouble = { code: 'look-up-failed' as const, ref: 'K3', detail: '', reasons: [...reasons] };
  const settings = { ...setup.settings, lookUps: [{ ...newLookUp, id: 'shop', name: 'Outlet', isOn: true }] };
  await openTab('Order sources', {
    setup: ok({ ...setup, settings, lookUps: [{ id: 'shop', hasToken: false, answeredAt: null, trouble }] }),
  });
  expect(band()).toContain('LOOK');
  await reads('closed for repairs');
});

test('orders over plain HTTP from other computers are refused before that is accepted', async () => {
  const { press, asked } = await openTab('Order sources', {
    setup: ok(withSources),
    saveLookUps: ok(withSources),
    savePush: ok({ setup: withSources, token: null }),
  });
  await toggle(text.setup.sources.fromNetwork);
  await toggle(text.setup.sources.fromNetwork);
  await reads(text.setup.sources.pushPlainRisk);
  await press('F10');
  expect(asked('savePush')).toEqual([]);
  await toggle(text.setup.sources.pushPlainAccept);
  await press('F10');
  expect(asked('savePush')).toMatchObject([{ fromNetwork: true, acceptsPlain: true }]);
});

test('a plain HTTP address of another computer is not saved before it is accepted', async () => {
  const { fill, press, asked } = await openTab('Back to the shop', { saveWriteBack: ok(setup) });
  fill('Address of the shop', 'http://shop.example/shipped');
  await reads(text.setup.writeBack.plainRisk);
  await press('F10');
  expect(asked('saveWriteBack')).toEqual([]);
  await toggle(text.setup.writeBack.plainAccept);
  await press('F10');
  expect(asked('saveWriteBack')).toMatchObject([{ url: 'http://shop.example/shipped', acceptsPlain: true }]);
  fill('Address of the shop', 'http://other.example/shipped');
  await press('F10');
  expect(asked('saveWriteBack')).toHaveLength(1);
});

test('a template for reports is saved with its method, after its example was shown and its flaw was corrected', async () => {
  const { fill, press, asked } = await openTab('Back to the shop', { saveWriteBack: ok(setup) });
  fill('Address of the shop', 'https://shop.example/orders/{order}');
  await reads('POST https://shop.example/orders/1001');
  await act(async () => screen.getByRole('radio', { name: 'PUT' }).click());
  fill(text.setup.writeBack.body, '{"no": "{nr}"}');
  await reads('{nr} is not a placeholder that Packbench knows here');
  await press('F10');
  expect(asked('saveWriteBack')).toEqual([]);
  const body = '{"nos": "{tracking_list}", "by": "{courier}"}';
  fill(text.setup.writeBack.body, body);
  await reads('PUT https://shop.example/orders/1001');
  await reads('{"nos": ["JD0001","JD0002"], "by": "DPD"}');
  await reads(text.setup.writeBack.noEvent);
  await press('F10');
  expect(asked('saveWriteBack')).toMatchObject([{ url: 'https://shop.example/orders/{order}', method: 'PUT', body }]);
});

test('a plain HTTP look-up is not saved before it is accepted, except on this computer', async () => {
  const { fill, press, asked } = await openTab('Order sources', { setup: ok(withSources), saveLookUps: ok(withSources) });
  fill('Address', 'http://127.0.0.1:8080/{number}');
  await press('F10');
  expect(asked('saveLookUps')).toHaveLength(1);
  fill('Address', 'http://shop.example/{number}');
  await reads(text.setup.sources.plainRisk);
  await press('F10');
  expect(asked('saveLookUps')).toHaveLength(1);
  await toggle(text.setup.sources.plainAccept);
  await press('F10');
  expect(asked('saveLookUps')).toHaveLength(2);
});

test('the body of a look-up is saved without flaws only, and a warning says that it is sent at each scan', async () => {
  const { fill, press, asked } = await openTab('Order sources', { setup: ok(withSources), saveLookUps: ok(withSources) });
  fill('Address', 'https://shop.example/graphql');
  await reads('Write {number} in the place of the scanned number');
  fill(text.setup.sources.body, '{"query": "{ order(number: \\"{number}\\") { name } }"}');
  await reads('its value could change what is asked');
  await press('F10');
  expect(asked('saveLookUps')).toEqual([]);
  const body = '{"query": "query($n: String!) { order(number: $n) { name } }", "variables": {"n": "{number}"}}';
  fill(text.setup.sources.body, body);
  await reads('It must only ask, and never change anything in the shop');
  await press('F10');
  expect(asked('saveLookUps')).toMatchObject([{ lookUps: [{}, { name: 'Outlet', url: 'https://shop.example/graphql', body }, {}] }]);
});

test('a folder of another computer is used once that computer is accepted', async () => {
  const reasons = [{ code: 'folder-elsewhere' as const, folder: '\\\\srv\\orders', host: 'srv' }];
  const refused = failed({ ...failure('setting-invalid'), reasons });
  const { fill, press, click, asked } = await openTab('Order files', { saveSettings: refused, trustHost: ok(setup) });
  fill('Watched folder', '\\\\srv\\orders');
  await press('F10');
  await reads('Windows signs in to "srv" as soon as it is used');
  await click('Use folders of srv');
  expect(asked('trustHost')).toEqual([{ host: 'srv' }]);
});

test('the header for sent orders is shown when its token is made, and not before', async () => {
  const made = ok({ setup: withSources, token: 'made-now' });
  const { asked, click } = await openTab('Order sources', { setup: ok(withSources), saveLookUps: ok(withSources), savePush: made });
  await reads(text.setup.sources.pushTokenHint);
  expect(document.body.textContent).not.toContain('Bearer');
  await click('Make a new token');
  await reads('Authorization: Bearer made-now');
  await reads(text.setup.sources.pushTokenOnce);
  expect(asked('savePush')).toMatchObject([{ newToken: true }]);
});

test('the address for webhooks is copied without being known to the window', async () => {
  const { asked, click } = await openTab('Webhooks', { setup: ok(receiving), copyWebhookAddress: ok({}) });
  await click('Copy the address');
  await reads('Copied');
  expect(asked('copyWebhookAddress')).toEqual([{}]);
});

test('a listener for orders whose port is in use is LOOK on its own tab', async () => {
  const listener = { is: 'blocked', why: 'port-in-use', port: 8741 } as const;
  await openTab('Order sources', { setup: ok({ ...setup, push: { ...setup.push, listener } }) });
  expect(band()).toContain('LOOK');
});

describe('Bench', () => {
  test('a passphrase is set only if it is long enough and typed twice the same', async () => {
    const unprotected = { ...setup, hasLeadPin: false, protection: { hasKeyStore: false, hasPassphrase: false } };
    const { fill, click, asked } = await openTab('Bench', { setup: ok(unprotected), setPassphrase: ok(setup) });
    fill('Passphrase', 'too short');
    await reads('At least 12 characters.');
    fill('Passphrase', 'four words of a passphrase');
    fill('The same again', 'four words of a passphrasE');
    await reads('The two are not the same.');
    fill('The same again', 'four words of a passphrase');
    await click('Set the passphrase');
    expect(asked('setPassphrase')).toEqual([{ passphrase: 'four words of a passphrase', pin: '' }]);
  });

  test('counts down the seconds until the next PIN attempt, even if the clock is set back', async () => {
    const until = '2026-11-19T15:12:31.000Z';
    const { fill, press } = await openTab('Bench', { setLeadPin: failed(failure('pin-too-soon', until)) });
    fill('Old PIN', '1111');
    fill('New PIN', '2468');
    await press('F10');
    await reads('Next try in ');
    // From here on only `pass` moves the time, however slow this computer is.
    pass(0);
    const left = (): number => Number(/Next try in (\d+) s/.exec(page())?.[1]);
    const atFirst = left();
    expect(atFirst).toBeLessThanOrEqual(32);
    vi.setSystemTime(new Date('2026-11-19T14:12:00.000Z'));
    pass(12_000);
    // The first value may be a second old.
    await waitFor(() => expect([atFirst - 12, atFirst - 13]).toContain(left()));
    pass(19_000);
    await reads('Packbench tries again now.');
  });

  test('a recovery code is shown once, for printing', async () => {
    const { click, asked } = await openTab('Bench', { setup: ok({ ...setup, hasLeadPin: false }) });
    await click('Make a recovery code');
    await reads('K7QHT-2MZRD-XWB8N-4CJFP-9VESG');
    expect(asked('makeRecoveryCode')).toEqual([{ pin: '' }]);
  });

  test('a new key of the data shows its recovery code once', async () => {
    const { click, asked } = await openTab('Bench', { setup: ok({ ...setup, hasLeadPin: false }) });
    await click('Make a new key');
    await reads('R4NKW-8XPTB-QHM2D-6JVCE-ZS7GF');
    expect(asked('changeDataKey')).toEqual([{ pin: '' }]);
    await click('It is on paper');
    expect(page()).not.toContain('R4NKW');
  });

  test('a change of the key that is not finished says what it waits for, and offers no second one', async () => {
    await openTab('Bench', { setup: ok({ ...setup, keyChange: { left: 'backup-folder' } }) });
    await reads('The folder of the backups is not there');
    expect(screen.queryByRole('button', { name: 'Make a new key' })).toBeNull();
  });
});

describe('Command sheet', () => {
  test('shows a barcode for each command and each box', async () => {
    await openTab('Command sheet');
    expect(screen.getByRole('img', { name: 'Bar code XPBXNEX' })).toBeDefined();
    for (const { id } of setup.settings.boxes) expect(screen.getByRole('img', { name: `Bar code ${id}` })).toBeDefined();
  });

  test('prints from its own button', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const { click } = await openTab('Command sheet');
    await click('Print the sheet');
    expect(print).toHaveBeenCalledTimes(1);
  });
});

describe('The account of a connected bench', () => {
  test('shows the address and key in use, and the open environment', async () => {
    const live = { baseUrl: 'https://api.service.example', account: 'Store 2' };
    const settings = { ...setup.settings, connections: { ...setup.settings.connections, live } };
    await openTab('Account', { setup: ok({ ...setup, settings }) });
    await reads('https://api.service.example Store 2, key 9c1e44aa0b38');
    expect(screen.getByRole('radio', { name: 'Live' })).toHaveProperty('checked', true);
    expect(screen.getByRole('textbox', { name: 'Address of the service' })).toHaveProperty('value', 'https://api.service.example');
  });
});

describe('The first run', () => {
  test('a bench without an environment offers training or an account, and T chooses training', async () => {
    const { press, asked } = mount(<SetupScreen />, sceneOf('first-run'));
    expect(band()).toBe('READY Two ways to start');
    await press('T');
    expect(asked('enterWorld')).toEqual([{ world: 'training' }]);
  });

  test('damaged settings are not a first start, and the screen shows where they are kept', async () => {
    mount(<SetupScreen />, sceneOf('first-run-settings-lost'));
    await reads('They were kept as /home/packer/.config/Packbench/settings.json.damaged-1795424400000.');
    expect(band()).toBe('LOOK This bench was set up before, and some of its data is missing');
  });

  test('a missing key does not count as a first start', async () => {
    const of = sceneOf('first-run-settings-lost');
    const lost = { settingsKeptAs: null, notOpened: failure('credentials-unreadable') };
    mount(<SetupScreen />, { ...of, answers: { ...of.answers, setup: ok({ ...setup, lost }) } });
    await reads('The stored key cannot be read on this computer');
    expect(band()).toBe('LOOK This bench was set up before, and some of its data is missing');
  });

  test('T also opens the first sample order, so that its label is a few keys away', async () => {
    const of = sceneOf('first-run');
    const { press, asked } = mount(<SetupScreen />, { ...of, answers: { ...of.answers, enterWorld: ok(setup), scan: ok({}) } });
    await press('T');
    await expect.poll(() => asked('scan')).toEqual([{ code: 'ORD-1001' }]);
  });

  const account = { baseUrl: 'https://service.example', account: '', key: 'PB-KEY', secret: 'right' };
  const report = { step: null, learned: null, drift: [] };
  async function connect(answers: Answers): Promise<Mounted> {
    const of = sceneOf('first-run');
    const mounted = mount(<SetupScreen />, { ...of, answers: { ...of.answers, ...answers } });
    mounted.fill('Key', account.key);
    mounted.fill('Secret', account.secret);
    mounted.fill('Address of the service', account.baseUrl);
    await mounted.press('F7');
    return mounted;
  }

  test('it asks for key, secret and address, and nothing that has an answer', async () => {
    mount(<SetupScreen />, sceneOf('first-run'));
    await reads('Connect');
    expect(screen.getAllByRole('textbox').length + screen.getAllByLabelText('Secret').length).toBe(3);
    expect(screen.queryByRole('radio')).toBeNull();
  });

  test('one press tries the key live and in the sandbox, checks the sandbox without booking, and ends in live', async () => {
    const { asked } = await connect({ connect: ok(setup), checkContract: ok(report), enterWorld: ok(setup) });
    await expect.poll(() => asked('enterWorld')).toEqual([{ world: 'live' }]);
    expect(asked('connect')).toEqual([
      { ...account, world: 'live' },
      { ...account, world: 'sandbox' },
    ]);
    expect(asked('checkContract')).toEqual([{ book: false }]);
    await reads('Connected, live. The check passed, nothing was booked.');
  });

  test('a sandbox that makes no offer is not called checked', async () => {
    const { asked } = await connect({ connect: ok(setup), checkContract: failed(failure('no-quotes-to-check')), enterWorld: ok(setup) });
    await expect.poll(() => asked('enterWorld')).toEqual([{ world: 'live' }]);
    await reads('Connected, live. The check was not possible:');
  });

  test('a refused key stays on the screen with its reason, and opens nothing', async () => {
    const { asked } = await connect({ connect: failed(failure('credentials-rejected')) });
    await expect.poll(() => band()).toBe(`LOOK ${text.setup.firstRun.statusRefused}`);
    expect(asked('connect')).toHaveLength(2);
    expect(asked('checkContract')).toEqual([]);
    expect(screen.getByLabelText('Address of the service')).toHaveProperty('value', account.baseUrl);
  });

  test('without an answer of the service the sandbox is not asked too', async () => {
    const { asked } = await connect({ connect: failed(failure('service-unreachable')) });
    await expect.poll(() => band()).toBe(`LOOK ${text.setup.firstRun.statusRefused}`);
    expect(asked('connect')).toHaveLength(1);
  });

  test('printers of the network are searched from the first character of the key', async () => {
    const { fill, asked } = mount(<SetupScreen />, sceneOf('first-run'));
    expect(asked('searchPrinters')).toEqual([]);
    fill('Key', 'P');
    fill('Key', 'PB');
    expect(asked('searchPrinters')).toHaveLength(1);
  });

  test('copies of another computer are restored with the recovery code', async () => {
    const of = sceneOf('first-run');
    const { click, fill, press, asked } = mount(<SetupScreen />, of);
    await click('Bring back a bench from backups');
    fill(/Folder/, '/mnt/backup');
    fill('Recovery code', 'K7QHT-2MZRD-XWB8N-4CJFP-9VESG');
    await press('F10');
    expect(asked('recover')).toEqual([{ folder: '/mnt/backup', code: 'K7QHT-2MZRD-XWB8N-4CJFP-9VESG' }]);
    expect(firstSettings.world).toBeNull();
  });
});

test('each sound can be heard on the tab of the bench, also while sounds are off', async () => {
  const played: number[] = [];
  class Oscillator {
    frequency = { value: 0 };
    connect = (to: unknown) => to;
    start = () => void played.push(this.frequency.value);
    stop = () => undefined;
  }
  vi.stubGlobal(
    'AudioContext',
    class {
      currentTime = 0;
      destination = { connect: () => undefined };
      createOscillator = () => new Oscillator();
      createGain = () => ({
        gain: { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined },
        connect: () => undefined,
      });
    },
  );
  const { click } = await openTab('Bench', {}, { sounds: false });
  for (const signal of ['READY', 'DONE', 'LOOK', 'STOP']) await click(`Play the sound of ${signal}`);
  expect(played).toEqual([660, 660, 990, 520, 520, 220, 180, 220]);
  vi.unstubAllGlobals();
});
