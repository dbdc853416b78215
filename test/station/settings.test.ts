import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createEncryption } from '../../electron/credentials/encryption.ts';
import { openSettings, type SettingsStore, SettingsTooNew } from '../../electron/station/settings.ts';
import { trainingSender } from '../../electron/training/sample-orders.ts';
import { senderAt } from '../../shared/sender.ts';
import { firstSettings } from '../../shared/settings.ts';
import { newFolder } from '../later.ts';

const encryption = createEncryption(new Uint8Array(32).fill(7));
const noSecrets = () => undefined;

/** Opens the settings of this file, as a bench whose data key is open does. */
function unlocked(file: string, keep: Parameters<SettingsStore['unlock']>[1] = noSecrets): SettingsStore {
  const store = openSettings(file, () => new Date(0), writeFileSync);
  store.unlock(encryption, keep);
  return store;
}

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
  open().change({ benchName: 'Bench 7' });
  expect(open().setAside).toBe(keptAs);
  open().change({ world: 'live' });
  expect(open().setAside).toBeUndefined();
  expect(readFileSync(keptAs, 'utf8')).toContain('live');
});

test('settings written by a newer program stay unchanged, and the program does not start with others', () => {
  const folder = newFolder('settings');
  const file = join(folder, 'settings.json');
  const open = () => unlocked(file);
  open().change({ currency: 'SEK' });
  const written = JSON.parse(readFileSync(file, 'utf8')) as { form: number };
  expect(open().read().currency).toBe('SEK');
  const newer = JSON.stringify({ ...written, form: written.form + 1, rule: 'by-magic' });
  writeFileSync(file, newer);
  expect(open).toThrow(SettingsTooNew);
  expect([readdirSync(folder), readFileSync(file, 'utf8')]).toEqual([['settings.json'], newer]);
});

const sender = senderAt(trainingSender);
const old = {
  form: 1,
  ...firstSettings,
  world: 'live',
  packer: 'Zoë Kranjčar',
  senders: [sender],
  push: { ...firstSettings.push, token: 'a-token-of-senders' },
  webhooks: { ...firstSettings.webhooks, secret: 'a-secret-of-webhooks' },
};
/** Every text that must not be readable on the disk. */
const secrets = ['Zoë', sender.address.name, sender.address.street, sender.address.city, 'a-token-of-senders', 'a-secret-of-webhooks'];
const readableIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return secrets.filter((secret) => secret !== '' && text.includes(secret));
  });

test('settings of an older version are encrypted once, and their secrets are handed over before', () => {
  const folder = newFolder('settings');
  const file = join(folder, 'settings.json');
  writeFileSync(file, JSON.stringify(old));
  expect(readableIn(folder)).not.toEqual([]);
  const kept: unknown[] = [];
  const store = unlocked(file, (given) => void kept.push(given, readFileSync(file, 'utf8')));
  expect(kept).toEqual([{ push: { token: 'a-token-of-senders' }, webhooks: { secret: 'a-secret-of-webhooks' } }, JSON.stringify(old)]);
  expect(readableIn(folder)).toEqual([]);
  expect(unlocked(file, () => expect.unreachable()).read()).toEqual(store.read());
  expect(store.read()).toMatchObject({ world: 'live', packer: 'Zoë Kranjčar', senders: [sender] });
});

test('if the secrets of an older version cannot be kept, its file stays complete', () => {
  const file = join(newFolder('settings'), 'settings.json');
  writeFileSync(file, JSON.stringify(old));
  const full = () => {
    throw new Error('ENOSPC');
  };
  expect(() => unlocked(file, full)).toThrow('ENOSPC');
  expect(readFileSync(file, 'utf8')).toBe(JSON.stringify(old));
});

test('a damaged file of an older version is encrypted where it was put aside', () => {
  const folder = newFolder('settings');
  const file = join(folder, 'settings.json');
  writeFileSync(file, JSON.stringify(old).slice(0, -1));
  const store = unlocked(file);
  expect([store.setAside, readableIn(folder)]).toEqual([join(folder, 'settings.json.damaged-0'), []]);
  const aside = readFileSync(join(folder, 'settings.json.damaged-0'));
  expect(new TextDecoder().decode(encryption.decrypt(aside, 'damaged settings'))).toBe(JSON.stringify(old).slice(0, -1));
});

test('locked settings keep their encrypted part, and refuse to change it', () => {
  const file = join(newFolder('settings'), 'settings.json');
  unlocked(file).change({ packer: 'Zoë', senders: [sender], benchName: 'Bench 7' });
  const locked = openSettings(file, () => new Date(0), writeFileSync);
  expect([locked.read().packer, locked.read().benchName]).toEqual(['', 'Bench 7']);
  expect(() => locked.change({ packer: 'Ann' })).toThrow('locked');
  locked.change({ trustedHosts: ['nas'] });
  expect(unlocked(file).read()).toMatchObject({ packer: 'Zoë', senders: [sender], benchName: 'Bench 7', trustedHosts: ['nas'] });
});

test('an encrypted part that cannot be read is kept beside, and what is in clear still applies', () => {
  const folder = newFolder('settings');
  const file = join(folder, 'settings.json');
  unlocked(file).change({ world: 'live', packer: 'Zoë', benchName: 'Bench 7' });
  const before = readFileSync(file, 'utf8');
  const store = openSettings(file, () => new Date(0), writeFileSync);
  store.unlock(createEncryption(new Uint8Array(32).fill(8)), noSecrets);
  expect(store.read()).toMatchObject({ world: 'live', packer: '', benchName: 'Bench 7' });
  expect(store.setAside).toBe(join(folder, 'settings.json.damaged-0'));
  const aside = createEncryption(new Uint8Array(32).fill(8)).decrypt(readFileSync(store.setAside ?? ''), 'damaged settings');
  expect(new TextDecoder().decode(aside)).toBe(before);
});

test('a file of this version gives no setting in clear that belongs to the encrypted part', () => {
  const file = join(newFolder('settings'), 'settings.json');
  writeFileSync(file, JSON.stringify({ form: 2, benchName: 'Bench 7', packer: 'A stranger', senders: [sender] }));
  expect(unlocked(file).read()).toMatchObject({ benchName: 'Bench 7', packer: '', senders: [] });
});
