import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { fuseFileIn, fuses, setFuses, wrongFuses } from '../../build/fuses.ts';
import { fused, usualFuses } from './fused.ts';

const home = mkdtempSync(join(tmpdir(), 'packbench-fuses-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

let last = 0;
/** Writes a program with these bytes and returns its path. */
function programOf(bytes: Buffer): string {
  const folder = join(home, String(++last));
  mkdirSync(folder);
  const file = join(folder, 'packbench');
  writeFileSync(file, bytes);
  return file;
}

const right = '010011001';
const flipped = (at: number, to: string): string => right.slice(0, at) + to + right.slice(at + 1);

test('packing sets all nine fuses of a downloaded Electron', async () => {
  const file = programOf(usualFuses());
  expect(wrongFuses(file)).toHaveLength(7);
  await setFuses(file);
  expect(wrongFuses(file)).toEqual([]);
  expect(readFileSync(file)).toEqual(fused(right));
  expect(Object.keys(fuses)).toHaveLength(9);
});

test.each(Object.keys(fuses).map((name, at) => [name, at] as const))('mutant: a program whose fuse %s is wrong is found', (name, at) => {
  const other = right[at] === '1' ? '0' : '1';
  for (const state of [other, 'r', '\0']) {
    const wrong = wrongFuses(programOf(fused(flipped(at, state))));
    expect(wrong).toEqual([expect.stringMatching(new RegExp(`^${name} is `))]);
  }
});

test('the second half of a program for two processors is compared too', async () => {
  const file = programOf(Buffer.concat([fused(right), fused(flipped(0, '1'))]));
  expect(wrongFuses(file)).toEqual(['RunAsNode is on instead of off.']);
  await setFuses(file);
  expect(wrongFuses(file)).toEqual([]);
});

test.each([
  ['a tenth fuse', fused(`${right}0`), 'has 10 fuses'],
  ['a missing fuse', fused(right.slice(0, -1)), 'WasmTrapHandlers is missing'],
  ['another version', fused(right, 2), 'version 2'],
  ['no fuses', Buffer.from('a program of somebody else'), 'has no fuses'],
])('a program with %s is refused', async (_what, bytes, why) => {
  const file = programOf(bytes);
  expect(wrongFuses(file).join(' ')).toContain(why);
  await expect(setFuses(file)).rejects.toThrow();
});

test('the script reads a packed folder back and fails for a wrong fuse', async () => {
  const run = (file: string) =>
    promisify(execFile)(process.execPath, ['build/programs/fuses.ts', join(file, '..')]).then(
      ({ stdout }) => [0, stdout],
      ({ code, stderr }: { code: number; stderr: string }) => [code, stderr],
    );
  expect(await run(programOf(fused(right)))).toEqual([0, expect.stringContaining('9 fuses compared, 0 wrong')]);
  expect(await run(programOf(fused(flipped(3, '1'))))).toEqual([
    1,
    expect.stringContaining('EnableNodeCliInspectArguments is on instead of off.'),
  ]);
  expect(() => fuseFileIn(join(home, 'nothing'))).toThrow('no packed Packbench');
});
