import { copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { loadDataKey } from '../../electron/credentials/data-key.ts';
import { createEncryption } from '../../electron/credentials/encryption.ts';
import { openRecoveryKey } from '../../electron/credentials/recovery-key.ts';
import { makePipe } from '../fakes/named-pipe.ts';

const encryption = createEncryption(new Uint8Array(32).fill(1));

test('any bytes come back unchanged, and never look the same twice when encrypted', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const encrypted = encryption.encrypt(bytes, 'here');
      expect(Buffer.from(encryption.decrypt(encrypted, 'here'))).toEqual(Buffer.from(bytes));
      expect(Buffer.from(encryption.encrypt(bytes, 'here'))).not.toEqual(Buffer.from(encrypted));
    }),
    { numRuns: 100 },
  );
});

test('another key, one changed bit or a cut end cannot be decrypted', () => {
  const encrypted = encryption.encrypt(Buffer.from('secret'), 'here');
  expect(() => createEncryption(new Uint8Array(32)).decrypt(encrypted, 'here')).toThrow();
  for (let index = 0; index < encrypted.length; index += 1) {
    const changed = Uint8Array.from(encrypted);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => encryption.decrypt(changed, 'here')).toThrow();
  }
  expect(() => encryption.decrypt(encrypted.subarray(0, 20), 'here')).toThrow();
  expect(() => createEncryption(new Uint8Array(16))).toThrow(/32 bytes/);
});

const flip = async (bytes: Uint8Array): Promise<Uint8Array> => bytes.map((byte) => byte ^ 0xff);
const random = (bytes: number): Uint8Array => crypto.getRandomValues(new Uint8Array(bytes));
const home = mkdtempSync(join(tmpdir(), 'packbench-key-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const newFile = (): string => join(mkdtempSync(join(home, 'one-')), 'data.key');

type Loading = Parameters<typeof loadDataKey>[0];
const load = (file: string, change: Partial<Loading> = {}): Promise<Uint8Array> =>
  loadDataKey({ file, copy: `${file}.copy`, hasEncryptedData: false, wrap: flip, unwrap: flip, random, ...change });

test('the data key is made once, stored wrapped, and the same at the next start', async () => {
  const file = newFile();
  const first = await load(file);
  expect(first).toHaveLength(32);
  expect(readFileSync(file)).not.toEqual(Buffer.from(first));
  expect(Buffer.from(await load(file))).toEqual(Buffer.from(first));
});

test('a key that cannot be unwrapped is an error, and its file is not changed', async () => {
  const file = newFile();
  await load(file);
  const kept = readFileSync(file);
  const locked = () => Promise.reject(new Error('keychain is locked'));
  await expect(load(file, { unwrap: locked })).rejects.toThrow(/cannot be opened/);
  await expect(load(file, { unwrap: async () => new Uint8Array(3) })).rejects.toThrow(/cannot be opened/);
  expect(readFileSync(file)).toEqual(kept);
  writeFileSync(file, '');
  await expect(load(file)).rejects.toThrow(/cannot be opened/);
});

test('a platform that cannot return the key is detected before the key is stored', async () => {
  const file = newFile();
  const forgetful = async () => new Uint8Array(32);
  await expect(load(file, { unwrap: forgetful })).rejects.toThrow();
  expect(() => readFileSync(file)).toThrow(/ENOENT/);
});

test('never makes a new key if encrypted data exists', async () => {
  const file = newFile();
  await expect(load(file, { hasEncryptedData: true })).rejects.toThrow(/data key cannot be opened/);
  expect(() => readFileSync(file)).toThrow(/ENOENT/);
});

test('a missing or damaged key is restored from the copy beside the backups', async () => {
  const file = newFile();
  const key = Buffer.from(await load(file));
  copyFileSync(file, `${file}.copy`);
  writeFileSync(file, 'damaged');
  expect(Buffer.from(await load(file, { hasEncryptedData: true }))).toEqual(key);
  expect(readFileSync(file, 'utf8')).toBe('damaged');
  rmSync(file);
  expect(Buffer.from(await load(file, { hasEncryptedData: true }))).toEqual(key);
  expect(readFileSync(file)).toEqual(readFileSync(`${file}.copy`));
});

test.runIf(process.platform !== 'win32')('a pipe or a link in the place of the copy is no key, and is not waited for', async () => {
  const file = newFile();
  const key = Buffer.from(await load(file));
  makePipe(`${file}.copy`);
  expect(Buffer.from(await load(file))).toEqual(key);
  renameSync(file, `${file}.aside`);
  await expect(load(file, { hasEncryptedData: true })).rejects.toThrow(/cannot be opened/);
  rmSync(`${file}.copy`);
  symlinkSync(`${file}.aside`, `${file}.copy`);
  await expect(load(file, { hasEncryptedData: true })).rejects.toThrow(/cannot be opened/);
  expect(openRecoveryKey('/dev/zero', 'A')).toBe('missing');
});
