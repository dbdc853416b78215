import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newestRecord, openWitness } from '../../electron/journal/witness.ts';
import { stateFolder } from '../../electron/station/platform.ts';
import { newFile } from './temporary-file.ts';

const quiet = { log: () => undefined, changed: () => undefined };
const head = (sequence: number) => ({ sequence, mark: String(sequence).padStart(64, 'a') });

test('what was written last is read back, also by another program, and also where the number is smaller', () => {
  const file = newFile();
  const witness = openWitness({ file, ...quiet });
  expect(witness.read()).toBeUndefined();
  for (const sequence of [3, 4, 9, 2]) {
    witness.write(head(sequence));
    expect(openWitness({ file, ...quiet }).read()).toEqual(head(sequence));
  }
  const other = openWitness({ file, ...quiet });
  other.read();
  other.write(head(5));
  expect(openWitness({ file, ...quiet }).read()).toEqual(head(5));
});

test('a write that a power cut tears anywhere leaves the witness before it, or the new one whole', () => {
  const file = newFile();
  const witness = openWitness({ file, ...quiet });
  witness.write(head(1));
  witness.write(head(2));
  const before = readFileSync(file);
  witness.write(head(3));
  const after = readFileSync(file);
  expect(after.length).toBe(before.length);
  const seen = new Set<number | undefined>();
  for (let torn = 0; torn <= after.length; torn += 7)
    for (const image of [
      [after.subarray(0, torn), before.subarray(torn)],
      [before.subarray(0, torn), after.subarray(torn)],
    ])
      seen.add(newestRecord(Buffer.concat(image))?.sequence);
  expect(seen).toEqual(new Set([3, 2]));
});

test('a witness that is damaged altogether says nothing, and is written anew', () => {
  const file = newFile();
  writeFileSync(file, 'not a witness');
  const witness = openWitness({ file, ...quiet });
  expect(witness.read()).toBeUndefined();
  witness.write(head(7));
  expect(openWitness({ file, ...quiet }).read()).toEqual(head(7));
});

test('one that cannot be written says so once, and not any more when it can be', () => {
  const file = newFile();
  const told: boolean[] = [];
  const witness = openWitness({ file: join(file, 'a.witness'), log: () => undefined, changed: () => told.push(witness.fails()) });
  writeFileSync(file, 'in the way');
  witness.write(head(1));
  witness.write(head(2));
  expect(told).toEqual([true]);
  rmSync(file);
  mkdirSync(file);
  witness.write(head(3));
  expect(told).toEqual([true, false]);
});

test('the state of a data folder is kept outside it, on this computer, apart from that of other data folders', () => {
  const at = (os: NodeJS.Platform, env: Record<string, string>, home: string, dataDir: string): string =>
    stateFolder({ os, env, home, dataDir });
  const [linux, other] = ['/home/ana/.config/Packbench', '/srv/packbench'].map((dir) => at('linux', {}, '/home/ana', dir));
  expect(linux).toMatch(/^\/home\/ana\/\.local\/state\/packbench\/[0-9a-f]{12}$/);
  expect(other).not.toBe(linux);
  expect(at('linux', { XDG_STATE_HOME: '/state' }, '/home/ana', '/srv/packbench')).toMatch(/^\/state\/packbench\//);
  expect(at('linux', { XDG_STATE_HOME: 'state' }, homedir(), '/srv/packbench')).toContain(homedir());
  expect(
    at('win32', { LOCALAPPDATA: 'C:\\Users\\ana\\AppData\\Local' }, 'C:\\Users\\ana', 'C:\\Users\\ana\\AppData\\Roaming\\Packbench'),
  ).toMatch(/^C:\\Users\\ana\\AppData\\Local\\Packbench\\[0-9a-f]{12}$/);
  expect(at('darwin', {}, '/Users/ana', '/Users/ana/Library/Application Support/Packbench')).toMatch(/^\/Users\/ana\/Library\/Packbench\//);
});
