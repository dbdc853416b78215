import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSettings, type SettingsStore, SettingsTooNew } from '../../electron/station/settings.ts';
import { firstSettings } from '../../shared/settings.ts';
import { newFolder } from '../later.ts';

function settingsOf(written: object): SettingsStore {
  const folder = newFolder('settings');
  const file = join(folder, 'settings.json');
  writeFileSync(file, JSON.stringify(written));
  return openSettings(file, () => new Date(), writeFileSync);
}

const zebra = { address: 'tcp://10.0.4.30:9100', dpi: 203, widthMm: 102, heightMm: 152 } as const;
const route = { format: null, labelSize: null, isStandby: false };

test('printers with ids are kept unchanged, and no two can share an id', () => {
  const printers = ['left', 'right'].map((id) => ({ ...zebra, id, route: { ...route, role: 'label' as const } }));
  const store = settingsOf({ ...firstSettings, printers });
  expect([store.read().printers, store.setAside]).toEqual([printers, undefined]);
  expect(() => store.change({ printers: [...printers, ...printers] })).toThrow(/two-printers-with-one-id/);
});

test('a damaged file is reported at every start until an environment is entered again', () => {
  const folder = newFolder('settings');
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

test('settings written by a newer program stay unchanged, and the program does not start with others', () => {
  const folder = newFolder('settings');
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
