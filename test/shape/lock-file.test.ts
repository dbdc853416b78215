import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Lock {
  readonly packages: Record<string, { readonly resolved?: string; readonly optionalDependencies?: Record<string, string> }>;
}
const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as Lock;
const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as Record<string, Record<string, string>>;

test('the lock file names no download address', () => {
  expect(Object.entries(lock.packages).filter(([, entry]) => entry.resolved !== undefined)).toEqual([]);
});

test('every optional package of every locked package is locked too, so that npm ci works on every platform', () => {
  const locked = new Set(Object.keys(lock.packages).map((path) => path.replace(/^.*node_modules\//, '')));
  const missing = Object.values(lock.packages).flatMap((entry) =>
    Object.keys(entry.optionalDependencies ?? {}).filter((name) => !locked.has(name)),
  );
  expect(missing).toEqual([]);
});

test('every version is pinned', () => {
  const versions = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) => Object.values(manifest[kind] ?? {}));
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});
