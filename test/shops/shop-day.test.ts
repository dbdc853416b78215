import { expect, test } from 'vitest';
import { shopKinds } from '../../shared/shop.ts';
import { runShopDay } from './shop-day.ts';

test.each(shopKinds)(
  'a day of %s with cancels, edits, throttling and a restart is told once and loses nothing',
  async (kind) => {
    const lines: string[] = [];
    const { line, isGood } = await runShopDay({
      kind,
      plan: { byBatch: 14, byScan: 10, pairs: 2, inParts: 2, otherwise: 2 },
      say: (each) => void lines.push(each),
    });
    expect({ line, isGood }, lines.join('\n')).toEqual({
      line: 'orders=32 booked=24 printed=24 cancelled=6 letters=2 told=26 told_twice=0 untold=0 doubled=0 lost=0 old_address=0',
      isGood: true,
    });
  },
  120_000,
);
