import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { openEncryptedFiles } from '../../electron/credentials/encrypted-files.ts';
import { createEncryption as createDataEncryption } from '../../electron/credentials/encryption.ts';
import { keepSiteKeys } from '../../electron/credentials/site-keys.ts';
import { createEncryption, type EncryptedAt, type SiteKey } from '../../electron/ledger/encryption.ts';

const keyOf = (number: number): SiteKey => ({ number, key: new Uint8Array(32).fill(number) });
const benchOf = (bench: number | undefined, ...keys: SiteKey[]) => createEncryption({ keys: () => keys, bench: () => bench });
const at: EncryptedAt = { world: 'live', attempt: '7f0c1c52-6a3f-4f43-9f5b-3a9a3a0b1c11', kind: 'label' };
const words = new TextEncoder().encode('Zoë Kranjčar, Korenmarkt 4');
const encryptedBy = (bench: number, ...keys: SiteKey[]): Uint8Array => benchOf(bench, ...keys).encrypt(words, at)!;

test('another bench decrypts what one bench encrypted, and nothing is readable in between', () => {
  const encrypted = encryptedBy(1, keyOf(1));
  expect(Buffer.from(benchOf(2, keyOf(1)).decrypt(encrypted, at)!)).toEqual(Buffer.from(words));
  expect(Buffer.from(encrypted).includes('Korenmarkt')).toBe(false);
  expect(encryptedBy(1, keyOf(1))).not.toEqual(encrypted);
});

test.each<Partial<EncryptedAt>>([
  { world: 'sandbox' },
  { attempt: '7f0c1c52-6a3f-4f43-9f5b-3a9a3a0b1c12' },
  { attempt: '' },
  { kind: 'documents' },
])('data encrypted for one row decrypts nowhere else: %j', (elsewhere) => {
  expect(benchOf(1, keyOf(1)).decrypt(encryptedBy(1, keyOf(1)), { ...at, ...elsewhere })).toBeUndefined();
});

test('whatever is changed, cut or added, nothing opens', () => {
  const encrypted = encryptedBy(1, keyOf(1));
  const bench = benchOf(1, keyOf(1));
  for (let index = 0; index < encrypted.length; index += 1) {
    const changed = Uint8Array.from(encrypted);
    changed[index]! ^= 1;
    expect([index, bench.decrypt(changed, at)]).toEqual([index, undefined]);
    expect([index, bench.decrypt(encrypted.subarray(0, index), at)]).toEqual([index, undefined]);
  }
  expect(bench.decrypt(Buffer.concat([encrypted, Buffer.from([0])]), at)).toBeUndefined();
});

test('any bytes come back unchanged, even if there are none', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3000 }), (bytes) => {
      const encrypted = benchOf(7, keyOf(1)).encrypt(bytes, at)!;
      expect(Buffer.from(benchOf(8, keyOf(1)).decrypt(encrypted, at)!)).toEqual(Buffer.from(bytes));
    }),
    { numRuns: 50 },
  );
});

test('the newest key encrypts, older keys decrypt their own data, and never that of the newest', () => {
  const [before, after] = [encryptedBy(1, keyOf(1)), encryptedBy(1, keyOf(2), keyOf(1))];
  const kept = benchOf(3, keyOf(1), keyOf(2));
  expect([kept.decrypt(before, at), kept.decrypt(after, at)].map((each) => each && Buffer.from(each))).toEqual([
    Buffer.from(words),
    Buffer.from(words),
  ]);
  expect(benchOf(2, keyOf(1)).decrypt(after, at)).toBeUndefined();
  // Another key with the same number.
  expect(benchOf(2, { number: 2, key: keyOf(1).key }).decrypt(after, at)).toBeUndefined();
});

test('a bench without a key or a number encrypts nothing', () => {
  expect(benchOf(1).encrypt(words, at)).toBeUndefined();
  expect(benchOf(undefined, keyOf(1)).encrypt(words, at)).toBeUndefined();
});

const home = mkdtempSync(join(tmpdir(), 'packbench-site-keys-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

test('the keys of the site are stored encrypted, and survive a restart', () => {
  const files = openEncryptedFiles({ dir: home, encryption: createDataEncryption(new Uint8Array(32).fill(9)) });
  const kept = keepSiteKeys(files);
  expect(kept.read()).toEqual([]);
  kept.save([keyOf(1), keyOf(65)]);
  expect(kept.read()).toEqual([keyOf(1), keyOf(65)]);
  expect(keepSiteKeys(files).read()).toEqual([keyOf(1), keyOf(65)]);
  const onDisk = readFileSync(join(home, 'site-keys.encrypted'), 'latin1');
  expect(onDisk).not.toContain('AAAA');
  expect(onDisk).not.toContain(Buffer.from(keyOf(65).key).toString('base64'));
  const other = openEncryptedFiles({ dir: home, encryption: createDataEncryption(new Uint8Array(32).fill(8)) });
  expect(keepSiteKeys(other).read()).toEqual([]);
});
