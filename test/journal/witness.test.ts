import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newestRecord, openWitness } from '../../electron/journal/witness.ts';
import { stateFolder } from '../../electron/station/platform.ts';
import { newFile } from './temporary-journal.ts';

const quiet = { log: () => undefined, changed: () => undefined };
const head = (sequence: number) => ({ sequence, mark: String(sequence).padStart(64, 'a') });

test('reads the last value back, also in another program and after a smaller number', () => {
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

test('a power cut during a write leaves the old or the new rollback guard whole', () => {
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

test('an entirely damaged rollback guard reads as absent, and can be written again', () => {
  const file = newFile();
  writeFileSync(file, 'not a witness');
  const witness = openWitness({ file, ...quiet });
  expect(witness.read()).toBeUndefined();
  witness.write(head(7));
  expect(openWitness({ file, ...quiet }).read()).toEqual(head(7));
});

test('reports once if the rollback guard cannot be written, and clears it when it can be', () => {
  const file = newFile();
  const changes: boolean[] = [];
  const witness = openWitness({ file: join(file, 'a.witness'), log: () => undefined, changed: () => changes.push(witness.isFailing()) });
  writeFileSync(file, 'in the way');
  witness.write(head(1));
  witness.write(head(2));
  expect(changes).toEqual([true]);
  rmSync(file);
  mkdirSync(file);
  witness.write(head(3));
  expect(changes).toEqual([true, false]);
});

test('keeps the state of each data folder outside it, in a folder of its own', () => {
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
