import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { HostileInput } from './hostile-bench.ts';
import { inputs } from './inputs.ts';
import { heldMostMs, judge, mostMb, row } from './judge.ts';

// `npm run test:hostile` runs all of them, on a quiet machine: it judges how long the main thread is held, which no test does.

beforeAll(() => {
  if (!existsSync(join(import.meta.dirname, '../../out/main/paper-process.js'))) throw new Error('npm run build comes first.');
});

const small = [
  'ZPL packed by gzip a thousand times over',
  'a list of 30 labels, each of 24 MB when unpacked',
  'a page of a megabyte of "<"',
  'quote: 90,000 records',
];

describe('Hostile input fills no memory and is named', () => {
  test.each(inputs.filter(({ name }) => small.includes(name)))('$kind: $name', async (input) => {
    const judged = await judge(input);
    console.log(row(input, judged));
    expect(judged).toMatchObject({ isLarge: false, isSilent: false });
  });

  test('All of these are in the list', () => {
    const names = inputs.map(({ name }) => name);
    expect(small.filter((name) => !names.includes(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(60);
  });
});

test('A station that is blocked and filled is detected', async () => {
  const spoilt: HostileInput = {
    kind: 'spoilt',
    name: 'a station that works for half a second',
    make: () => Buffer.from('x'),
    async meet(bench) {
      await bench.spoil({ holdMs: 2 * heldMostMs, fillMb: mostMb });
      return '';
    },
  };
  expect(await judge(spoilt)).toMatchObject({ isHeld: true, isLarge: true, isSilent: true });
});
