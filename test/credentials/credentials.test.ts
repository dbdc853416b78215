import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createCredentials } from '../../electron/credentials/credentials.ts';
import { createSealing } from '../../electron/credentials/data-key.ts';

const sealing = createSealing(new Uint8Array(32).fill(1));
const otherSealing = createSealing(new Uint8Array(32).fill(2));
const home = mkdtempSync(join(tmpdir(), 'packbench-credentials-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const service = 'https://api.example.com/v1';
const newFolder = (): string => join(mkdtempSync(join(home, 'one-')), 'credentials');

test('key and secret come back for their world alone, sealed and for this user only', () => {
  const dir = newFolder();
  const credentials = createCredentials({ dir, ...sealing });
  expect(credentials.read('live', service)).toMatchObject({ ok: false, failure: { code: 'not-connected' } });
  credentials.save('live', { key: 'canary-key', secret: 'canary-secret' }, service);
  credentials.save('live', { key: 'canary-key', secret: 'canary-second' }, service);
  expect(credentials.read('live', service)).toEqual({ ok: true, value: { key: 'canary-key', secret: 'canary-second' } });
  expect([credentials.has('live'), credentials.has('sandbox')]).toEqual([true, false]);
  expect(credentials.fingerprint('live')).toMatch(/^[0-9a-f]{12}$/);
  expect(credentials.fingerprint('sandbox')).toBeUndefined();
  const [file = '', ...rest] = readdirSync(dir);
  expect(rest).toEqual([]);
  expect(readFileSync(join(dir, file), 'latin1')).not.toContain('canary');
  if (process.platform !== 'win32') expect(statSync(join(dir, file)).mode & 0o777).toBe(0o600);
});

test('a key is read for the address it was kept for, and one kept before that was written down gets its address once', () => {
  const dir = newFolder();
  const credentials = createCredentials({ dir, ...sealing });
  credentials.save('live', { key: 'k', secret: 's' }, service);
  expect(credentials.read('live', 'https://api.example.com')).toMatchObject({ ok: true });
  for (const other of ['https://api.example.org/v1', 'http://api.example.com/v1', 'https://api.example.com:8443/v1', 'no address'])
    expect(credentials.read('live', other)).toMatchObject({
      ok: false,
      failure: { code: 'key-of-another-address', detail: 'It was kept for https://api.example.com' },
    });
  writeFileSync(join(dir, 'credentials-live.sealed'), sealing.seal(Buffer.from('{"key":"k","secret":"s"}')));
  expect(credentials.read('live', service)).toMatchObject({ ok: false, failure: { code: 'key-of-another-address' } });
  credentials.bind('live', service);
  credentials.bind('live', 'https://api.example.org');
  expect(credentials.read('live', service)).toEqual({ ok: true, value: { key: 'k', secret: 's' } });
});

test('a key that does not fit says so and deletes nothing', () => {
  const dir = newFolder();
  createCredentials({ dir, ...sealing }).save('live', { key: 'k', secret: 's' }, service);
  const keyless = createCredentials({ dir, ...otherSealing });
  expect(keyless.read('live', service)).toMatchObject({ ok: false, failure: { code: 'credentials-unreadable' } });
  expect(keyless.has('live')).toBe(true);
  expect(keyless.fingerprint('live')).toBeUndefined();
  expect(createCredentials({ dir, ...sealing }).read('live', service).ok).toBe(true);
});

test('the lead PIN is checked, replaced, taken away, and closed when it cannot be read', () => {
  const dir = newFolder();
  const credentials = createCredentials({ dir, ...sealing });
  expect([credentials.hasLeadPin(), credentials.checkLeadPin('')]).toEqual([false, true]);
  credentials.setLeadPin('1234');
  expect([
    credentials.hasLeadPin(),
    credentials.checkLeadPin('1234'),
    credentials.checkLeadPin('1235'),
    credentials.checkLeadPin(''),
  ]).toEqual([true, true, false, false]);
  expect(createCredentials({ dir, ...otherSealing }).checkLeadPin('1234')).toBe(false);
  credentials.setLeadPin('');
  expect(credentials.checkLeadPin('anything')).toBe(true);
});
