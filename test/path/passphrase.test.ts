import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Platform } from '../../electron/station/platform.ts';
import { type PlainStation, startPlainStation } from './plain-station.ts';

const passphrase = 'four words of a passphrase';
/** A computer without a key store, whose wrapping hides nothing. */
const noStore: Partial<Platform> = { hasKeyStore: () => false, wrapKey: async (key) => key, unwrapKey: async (bytes) => bytes };

const codeOf = async (answer: Promise<{ ok: boolean; failure?: { code: string } }>): Promise<string> =>
  (await answer).failure?.code ?? 'ok';
const open = (bench: PlainStation, typed: string): Promise<string> => codeOf(bench.station.handlers.openData({ passphrase: typed }));
const frameOf = (bench: PlainStation) => bench.station.snapshot().frame;

test('without a key store and a passphrase, no account but training is connected and nothing of it is kept', async () => {
  const bench = await startPlainStation({ platform: noStore });
  const { url: baseUrl, key, secret } = bench.service;
  const live = { world: 'live', baseUrl, key, secret, account: '' } as const;
  expect(await codeOf(bench.station.handlers.connect(live))).toBe('passphrase-missing');
  expect(await codeOf(bench.station.handlers.enterWorld({ world: 'live' }))).toBe('passphrase-missing');
  expect(existsSync(join(bench.dir, 'credentials', 'credentials-live.encrypted'))).toBe(false);
  await bench.call('setPassphrase', { passphrase, pin: '' });
  expect(await codeOf(bench.station.handlers.connect(live))).toBe('ok');
});

test('a bench with a passphrase opens nothing at a start before it is typed, and ships afterwards', async () => {
  const bench = await startPlainStation({ platform: { ...noStore, computerWarnings: () => [{ code: 'no-key-ring' }] } });
  expect((await bench.call('setup', {})).computer).toEqual([{ code: 'no-key-ring' }]);
  const set = await bench.call('setPassphrase', { passphrase, pin: '' });
  expect([set.protection, set.computer]).toEqual([{ hasKeyStore: false, hasPassphrase: true }, []]);
  await bench.reopen();
  expect(frameOf(bench)).toMatchObject({ world: null, lockedData: { asks: 'passphrase' } });
  expect(await codeOf(bench.station.handlers.enterWorld({ world: 'training' }))).toBe('data-locked');
  expect(await open(bench, `${passphrase}!`)).toBe('passphrase-wrong');
  expect(await codeOf(bench.station.handlers.scan({ code: passphrase }))).toBe('data-locked');
  expect(frameOf(bench).lockedData).not.toBeNull();
  expect(await open(bench, passphrase)).toBe('ok');
  expect(frameOf(bench)).toMatchObject({ world: 'training', lockedData: null });
  await bench.ship('ORD-1001');
});

test('wrong passphrases wait as PINs do, also after a restart', async () => {
  const bench = await startPlainStation({ platform: noStore });
  await bench.call('setPassphrase', { passphrase, pin: '' });
  await bench.reopen();
  for (let at = 0; at < 4; at += 1) expect(await open(bench, 'wrong words again')).toBe('passphrase-wrong');
  expect(await open(bench, passphrase)).toBe('pin-too-soon');
  await bench.reopen();
  expect(await open(bench, passphrase)).toBe('pin-too-soon');
});

test('a short passphrase is refused, and the key on the disk does not open without the right one', async () => {
  const bench = await startPlainStation({ platform: noStore });
  const before = readFileSync(join(bench.dir, 'data-key'));
  const short = bench.station.handlers.setPassphrase({ passphrase: 'too short', pin: '' });
  expect(await codeOf(short)).toBe('setting-invalid');
  await bench.call('setPassphrase', { passphrase, pin: '' });
  const wrapped = readFileSync(join(bench.dir, 'data-key'));
  expect([wrapped.includes(before), wrapped.includes(before.toString('base64')), wrapped.includes(passphrase)]).toEqual([
    false,
    false,
    false,
  ]);
});

test('a forgotten passphrase is replaced after the recovery code opened the data', async () => {
  const bench = await startPlainStation({ platform: noStore });
  const { code } = await bench.call('makeRecoveryCode', { pin: '' });
  await bench.call('setPassphrase', { passphrase, pin: '' });
  await bench.reopen();
  await bench.call('recover', { folder: bench.dir, code });
  expect(frameOf(bench)).toMatchObject({ world: 'training', lockedData: null });
  await bench.call('setPassphrase', { passphrase: 'another passphrase', pin: '' });
  await bench.reopen();
  expect(await open(bench, 'another passphrase')).toBe('ok');
});

test('with a key store again, the passphrase can be dropped', async () => {
  let hasStore = false;
  const bench = await startPlainStation({ platform: { ...noStore, hasKeyStore: () => hasStore } });
  await bench.call('setPassphrase', { passphrase, pin: '' });
  expect(await codeOf(bench.station.handlers.setPassphrase({ passphrase: '', pin: '' }))).toBe('setting-invalid');
  hasStore = true;
  await bench.call('setPassphrase', { passphrase: '', pin: '' });
  await bench.reopen();
  expect(frameOf(bench)).toMatchObject({ world: 'training', lockedData: null });
});

test('a lost key file is replaced by its copy beside the backups, which asks for the passphrase too', async () => {
  const bench = await startPlainStation({ platform: noStore });
  const copy = join(bench.dir, 'backups', 'data-key');
  await expect.poll(() => existsSync(copy)).toBe(true);
  await bench.call('setPassphrase', { passphrase, pin: '' });
  expect(readFileSync(copy)).toEqual(readFileSync(join(bench.dir, 'data-key')));
  await bench.reopen(() => rmSync(join(bench.dir, 'data-key')));
  expect(frameOf(bench).lockedData).toMatchObject({ asks: 'passphrase' });
  expect(await open(bench, passphrase)).toBe('ok');
});
