import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Lock {
  readonly packages: Record<string, { readonly resolved?: string; readonly optionalDependencies?: Record<string, string> }>;
}
const lockAt = (path: string): Lock => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')) as Lock;
const lock = lockAt('package-lock.json');
const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as Record<string, Record<string, string>>;

test.each(['package-lock.json', 'test/windows/package-lock.json', 'test/platform/package-lock.json'])(
  '%s names no download address',
  (path) => {
    expect(Object.entries(lockAt(path).packages).filter(([, entry]) => entry.resolved !== undefined)).toEqual([]);
  },
);

test('optional packages of all locked packages are locked, so that npm ci works everywhere', () => {
  const locked = new Set(Object.keys(lock.packages).map((path) => path.replace(/^.*node_modules\//, '')));
  const missing = Object.values(lock.packages).flatMap((entry) =>
    Object.keys(entry.optionalDependencies ?? {}).filter((name) => !locked.has(name)),
  );
  expect(missing).toEqual([]);
});

test('every version is pinned', () => {
  const versions = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) => Object.values(manifest[kind] ?? {}));
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+(-beta\.\d+)?$/.test(version))).toEqual([]);
});
