import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { keepSafeStorageKey, restoreSafeStorageKey, safeStorageKeyName } from '../../electron/station/safe-storage-key.ts';
import { newFolder } from '../later.ts';

let dir = '';
beforeEach(() => {
  dir = newFolder('key');
});

const state = (): string => join(dir, 'Local State');
const write = (content: unknown): void => writeFileSync(state(), typeof content === 'string' ? content : JSON.stringify(content));
const read = (): unknown => JSON.parse(readFileSync(state(), 'utf8'));

/** A clock that only the waiting moves; `at` is called at each time. */
function keep(at: (ms: number) => void): Promise<boolean> {
  let ms = 0;
  const sleep = async (longer: number): Promise<void> => {
    ms += longer;
    at(ms);
  };
  return keepSafeStorageKey(dir, sleep, () => ms);
}

test('waits for the key until Chromium has written it, however late and in however many steps', async () => {
  const kept = await keep((ms) => {
    if (ms === 2_000) write({ browser: {} });
    if (ms === 4_000) write('{"os_crypt":{"encrypt');
    if (ms === 9_800) write({ os_crypt: { encrypted_key: 'RFBBUEk=' } });
  });
  expect(kept).toBe(true);
  expect(JSON.parse(readFileSync(join(dir, safeStorageKeyName), 'utf8'))).toEqual({ os_crypt: { encrypted_key: 'RFBBUEk=' } });
});

test('the wait for a key that never comes ends, and nothing is stored', async () => {
  expect(await keep(() => undefined)).toBe(false);
  expect(existsSync(join(dir, safeStorageKeyName))).toBe(false);
});

test('a Local State that is missing, or has no key, gets the key back', async () => {
  write({ os_crypt: { encrypted_key: 'RFBBUEk=' } });
  await keep(() => undefined);
  rmSync(state());
  restoreSafeStorageKey(dir);
  expect(read()).toEqual({ os_crypt: { encrypted_key: 'RFBBUEk=' } });
  write({ browser: { window: 1 }, os_crypt: { audit_enabled: true } });
  restoreSafeStorageKey(dir);
  expect(read()).toEqual({ browser: { window: 1 }, os_crypt: { audit_enabled: true, encrypted_key: 'RFBBUEk=' } });
});

test('a Local State with its own key stays unchanged, and its key is kept from then on', async () => {
  write({ os_crypt: { encrypted_key: 'b2xk' } });
  await keep(() => undefined);
  write({ os_crypt: { encrypted_key: 'bmV3' } });
  restoreSafeStorageKey(dir);
  expect(read()).toEqual({ os_crypt: { encrypted_key: 'bmV3' } });
  await keep(() => undefined);
  expect(readFileSync(join(dir, safeStorageKeyName), 'utf8')).toContain('bmV3');
});
