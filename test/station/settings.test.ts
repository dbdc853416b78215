import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSettings, type SettingsStore, SettingsTooNew } from '../../electron/station/settings.ts';
import { trainingSender } from '../../electron/training/sample-orders.ts';
import { firstSettings } from '../../shared/settings.ts';
import { emptyRule, noShippingRules } from '../../shared/shipping-rule.ts';

function settingsOf(written: object): SettingsStore {
  const folder = mkdtempSync(join(tmpdir(), 'packbench-settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'settings.json');
  writeFileSync(file, JSON.stringify(written));
  return openSettings(file, () => new Date(), writeFileSync);
}

const zebra = { address: 'tcp://10.0.4.30:9100', dpi: 203, widthMm: 102, heightMm: 152 } as const;
const laser = { address: 'queue:Office', dpi: 300, widthMm: 210, heightMm: 297 } as const;
const route = { format: null, labelSize: null, isStandby: false };

test('a file that named one printer of each role keeps them under the names of their roles', () => {
  const { printers: _none, ...before } = firstSettings;
  expect(settingsOf({ ...before, labelPrinter: zebra, documentPrinter: laser }).read().printers).toEqual([
    { ...zebra, id: 'label', route: { ...route, role: 'label' } },
    { ...laser, id: 'document', route: { ...route, role: 'document' } },
  ]);
  expect(settingsOf({ ...before, labelPrinter: zebra, documentPrinter: null }).read().printers).toHaveLength(1);
  expect(settingsOf(before).read().printers).toEqual([]);
});

test('printers with ids are kept as they are, and no two may have one id', () => {
  const printers = ['left', 'right'].map((id) => ({ ...zebra, id, route: { ...route, role: 'label' as const } }));
  const store = settingsOf({ ...firstSettings, printers });
  expect([store.read().printers, store.setAside]).toEqual([printers, undefined]);
  expect(() => store.change({ printers: [...printers, ...printers] })).toThrow(/two-printers-with-one-id/);
});

test('a printer in such a file that cannot be is no reason to overwrite the file', () => {
  const store = settingsOf({ ...firstSettings, printers: undefined, labelPrinter: { ...zebra, dpi: 1 } });
  expect(store.setAside).toContain('.damaged-');
});

test('a damaged file is reported at every start until a world is entered again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'packbench-settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'settings.json');
  writeFileSync(file, '{"world":"live","senders":');
  const open = () => openSettings(file, () => new Date(0), writeFileSync);
  const keptAs = join(folder, 'settings.json.damaged-0');
  expect(open().setAside).toBe(keptAs);
  expect(open().setAside).toBe(keptAs);
  open().change({ packer: 'Ada' });
  expect(open().setAside).toBe(keptAs);
  open().change({ world: 'live' });
  expect(open().setAside).toBeUndefined();
  expect(readFileSync(keptAs, 'utf8')).toContain('live');
});

test('the one sender of an older file is the first of the list, under the name of its company', () => {
  const { senders: _none, ...before } = firstSettings;
  expect(settingsOf({ ...before, sender: trainingSender }).read().senders).toEqual([
    { name: trainingSender.company, address: trainingSender, account: '' },
  ]);
  expect(settingsOf({ ...before, sender: null }).read().senders).toEqual([]);
  expect(settingsOf({ ...before, sender: { name: 'half of one' } }).setAside).toContain('.damaged-');
});

test('webhooks of an older file stay open to the network, and plain HTTP is still to be accepted', () => {
  const { fromNetwork: _reach, acceptsPlain: _plain, ...webhooks } = firstSettings.webhooks;
  const { acceptsPlain: _accepted, ...push } = firstSettings.push;
  const store = settingsOf({ ...firstSettings, form: 1, webhooks: { ...webhooks, isOn: true }, push: { ...push, fromNetwork: true } });
  expect(store.setAside).toBeUndefined();
  expect(store.read()).toMatchObject({
    webhooks: { isOn: true, fromNetwork: true, acceptsPlain: false },
    push: { fromNetwork: true, acceptsPlain: false },
  });
});

test('rules of before there were several senders name none', () => {
  const { senders: _none, ...before } = firstSettings;
  const { sender: _nobody, ...rule } = emptyRule;
  const store = settingsOf({ ...before, shippingRules: { ...noShippingRules, list: [rule] } });
  expect([store.setAside, store.read().shippingRules.list]).toEqual([undefined, [emptyRule]]);
});

test('settings that a newer program wrote are left as they are, and the program does not start with others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'packbench-settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'settings.json');
  const open = () => openSettings(file, () => new Date(), writeFileSync);
  open().change({ currency: 'SEK' });
  const written = JSON.parse(readFileSync(file, 'utf8')) as { form: number };
  expect(open().read().currency).toBe('SEK');
  const newer = JSON.stringify({ ...written, form: written.form + 1, rule: 'by-magic' });
  writeFileSync(file, newer);
  expect(open).toThrow(SettingsTooNew);
  expect([readdirSync(folder), readFileSync(file, 'utf8')]).toEqual([['settings.json'], newer]);
});
