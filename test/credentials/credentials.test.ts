import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createCredentials, fingerprintOf } from '../../electron/credentials/credentials.ts';
import { openEncryptedFiles } from '../../electron/credentials/encrypted-files.ts';
import { createEncryption } from '../../electron/credentials/encryption.ts';
import { openPin } from '../../electron/credentials/pin.ts';

const encryption = createEncryption(new Uint8Array(32).fill(1));
const otherEncryption = createEncryption(new Uint8Array(32).fill(2));
const home = mkdtempSync(join(tmpdir(), 'packbench-credentials-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const service = 'https://api.example.com/v1';
const newFolder = (): string => join(mkdtempSync(join(home, 'one-')), 'credentials');

test('returns key and secret only for their environment, encrypted for this user only', () => {
  const dir = newFolder();
  const credentials = createCredentials(openEncryptedFiles({ dir, encryption }), join(newFolder(), 'mark'));
  expect(credentials.read('live', service)).toMatchObject({ ok: false, failure: { code: 'not-connected' } });
  credentials.save('live', { key: 'canary-key', secret: 'canary-secret' }, service);
  credentials.save('live', { key: 'canary-key', secret: 'canary-second' }, service);
  expect(credentials.read('live', service)).toEqual({ ok: true, value: { key: 'canary-key', secret: 'canary-second' } });
  expect([credentials.has('live'), credentials.has('sandbox')]).toEqual([true, false]);
  expect(fingerprintOf('canary-key')).toMatch(/^[0-9a-f]{12}$/);
  const [file = '', ...rest] = readdirSync(dir);
  expect(rest).toEqual([]);
  expect(readFileSync(join(dir, file), 'latin1')).not.toContain('canary');
  if (process.platform !== 'win32') expect(statSync(join(dir, file)).mode & 0o777).toBe(0o600);
});

test('returns a key only for the address it was stored for', () => {
  const dir = newFolder();
  const credentials = createCredentials(openEncryptedFiles({ dir, encryption }), join(dir, 'mark'));
  credentials.save('live', { key: 'k', secret: 's' }, service);
  expect(credentials.read('live', 'https://api.example.com')).toMatchObject({ ok: true });
  for (const other of ['https://api.example.org/v1', 'http://api.example.com/v1', 'https://api.example.com:8443/v1', 'no address'])
    expect(credentials.read('live', other)).toMatchObject({
      ok: false,
      failure: { code: 'key-of-another-address', reasons: [{ code: 'key-kept-for', origin: 'https://api.example.com' }] },
    });
  writeFileSync(
    join(dir, 'credentials-live.encrypted'),
    encryption.encrypt(Buffer.from('{"key":"k","secret":"s"}'), 'credentials credentials-live'),
  );
  expect(credentials.read('live', service)).toMatchObject({ ok: false, failure: { code: 'key-of-another-address' } });
});

test('reports a key that does not fit, and deletes nothing', () => {
  const dir = newFolder();
  createCredentials(openEncryptedFiles({ dir, encryption }), join(dir, 'mark')).save('live', { key: 'k', secret: 's' }, service);
  const keyless = createCredentials(openEncryptedFiles({ dir, encryption: otherEncryption }), join(dir, 'mark'));
  expect(keyless.read('live', service)).toMatchObject({ ok: false, failure: { code: 'credentials-unreadable' } });
  expect(keyless.has('live')).toBe(true);
  expect(createCredentials(openEncryptedFiles({ dir, encryption }), join(dir, 'mark')).read('live', service).ok).toBe(true);
});

/** A PIN with its mark outside the folder, on a clock that the test sets. */
function aPin() {
  const dir = newFolder();
  const mark = `${dir}.state/lead-pin`;
  let at = Date.UTC(2026, 10, 22, 9);
  let elapsed = 0;
  const open = (encrypts = encryption) =>
    openPin({
      name: 'lead-pin',
      files: openEncryptedFiles({ dir, encryption: encrypts }),
      mark,
      now: () => new Date(at),
      elapsed: () => elapsed,
    });
  return { dir, mark, open, setClock: (ms: number) => (at += ms), pass: (ms: number) => (elapsed += ms) };
}

test('checks, replaces and removes the PIN of the shift lead, and refuses all if unreadable', () => {
  const { open } = aPin();
  const pin = open();
  expect([pin.isSet(), pin.guess('').is]).toEqual([false, 'right']);
  pin.set('1234');
  expect([pin.isSet(), pin.guess('1234').is, pin.guess('1235').is]).toEqual([true, 'right', 'wrong']);
  expect(open(otherEncryption).guess('1234').is).toBe('wrong');
  pin.set('5678');
  expect([pin.guess('1234').is, pin.guess('5678').is]).toEqual(['wrong', 'right']);
  pin.set('');
  expect([pin.isSet(), pin.guess('anything').is]).toEqual([false, 'right']);
});

test('a PIN whose file is gone stays set and accepts nothing until it is set again', () => {
  const { dir, open } = aPin();
  open().set('1234');
  rmSync(join(dir, 'lead-pin.encrypted'));
  const pin = open();
  expect([pin.isSet(), pin.guess('1234').is, pin.guess('').is]).toEqual([true, 'wrong', 'wrong']);
  pin.set('5678');
  expect(pin.guess('5678').is).toBe('right');
});

test('slows repeated guesses across restarts and clock changes until one is right', () => {
  const { open, setClock } = aPin();
  open().set('1234');
  const tries = Array.from({ length: 30 }, () => open().guess('0000').is);
  expect(tries.filter((is) => is === 'wrong')).toHaveLength(4);
  expect(open().guess('1234')).toEqual({ is: 'too-soon', waitMs: 30_000 });
  setClock(-3_600_000);
  expect(open().guess('1234')).toEqual({ is: 'too-soon', waitMs: 30_000 });
  setClock(3_600_000 + 30_000);
  expect(open().guess('0000').is).toBe('wrong');
  expect(open().guess('1234')).toEqual({ is: 'too-soon', waitMs: 60_000 });
  setClock(60_000);
  expect(open().guess('1234').is).toBe('right');
  expect(open().guess('0000').is).toBe('wrong');
});

test('changing the clock neither shortens nor lengthens the wait within one run', () => {
  const { open, setClock, pass } = aPin();
  const pin = open();
  pin.set('1234');
  for (let tries = 0; tries < 4; tries += 1) pin.guess('0000');
  setClock(7_200_000);
  expect(pin.guess('1234')).toEqual({ is: 'too-soon', waitMs: 30_000 });
  pass(29_000);
  setClock(-14_400_000);
  expect(pin.guess('1234')).toEqual({ is: 'too-soon', waitMs: 1000 });
  pass(1000);
  expect(pin.guess('1234').is).toBe('right');
});

test('wrong PINs typed while the clock was ahead cause no longer wait after its correction', () => {
  const { open, setClock, pass } = aPin();
  const yearMs = 365 * 86_400_000;
  setClock(yearMs);
  open().set('1234');
  for (let tries = 0; tries < 4; tries += 1) open().guess('0000');
  setClock(-yearMs);
  const pin = open();
  expect(pin.guess('1234')).toEqual({ is: 'too-soon', waitMs: 30_000 });
  pass(29_000);
  expect(pin.guess('1234')).toEqual({ is: 'too-soon', waitMs: 1000 });
  const restarted = open();
  expect(restarted.guess('1234')).toEqual({ is: 'too-soon', waitMs: 30_000 });
  pass(30_000);
  expect(restarted.guess('1234').is).toBe('right');
});

test('changing the clock does not shorten the wait that an earlier run left', () => {
  const { open, setClock, pass } = aPin();
  open().set('1234');
  for (let tries = 0; tries < 4; tries += 1) open().guess('0000');
  setClock(10_000);
  const pin = open();
  expect(pin.guess('1234')).toEqual({ is: 'too-soon', waitMs: 20_000 });
  setClock(7_200_000);
  expect(pin.guess('1234')).toEqual({ is: 'too-soon', waitMs: 20_000 });
  setClock(-14_400_000);
  pass(20_000);
  expect(pin.guess('1234').is).toBe('right');
});
