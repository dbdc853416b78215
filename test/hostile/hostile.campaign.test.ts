import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { HostileInput } from './hostile-bench.ts';
import { inputs } from './inputs.ts';
import { heldMostMs, judge, mostMb } from './judge.ts';

// `npm run test:hostile` meets all of them.

beforeAll(() => {
  if (!existsSync(join(import.meta.dirname, '../../out/main/paper-process.js'))) throw new Error('npm run build comes first.');
});

const small = ['ZPL of 12,000 bar codes', 'a page of a megabyte of "<"', 'quote: 90,000 records'];

describe('What comes from outside holds neither the main thread nor the memory', () => {
  test.each(inputs.filter(({ name }) => small.includes(name)))('$kind: $name', async (input) => {
    const judged = await judge(input);
    expect(judged).toMatchObject({ isHeld: false, isLarge: false, isUnsaid: false });
  });

  test('All of these are in the list', () => {
    const names = inputs.map(({ name }) => name);
    expect(small.filter((name) => !names.includes(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(60);
  });
});

test('A station that is held and filled is seen', async () => {
  const spoilt: HostileInput = {
    kind: 'spoilt',
    name: 'a station that works for half a second',
    make: () => Buffer.from('x'),
    async meet(bench) {
      await bench.spoil({ holdMs: 2 * heldMostMs, fillMb: mostMb });
      return '';
    },
  };
  expect(await judge(spoilt)).toMatchObject({ isHeld: true, isLarge: true, isUnsaid: true });
});
