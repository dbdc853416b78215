import { expect, test } from 'vitest';
import { runDay } from './day.ts';

test('a day of files, sent orders, a batch, scans, checked items, joined orders, parts, boxes and cancels doubles and loses nothing', async () => {
  const lines: string[] = [];
  const { line, wrongs } = await runDay({
    plan: { byBatch: 8, byScan: 4, withQuestion: 2, pairs: 3, joined: 2, checked: 20, inParts: 4, inBoxes: 4 },
    say: (each) => void lines.push(each),
  });
  expect(wrongs, lines.join('\n')).toEqual([]);
  expect(line).toBe(
    'orders=48 lines=81 booked=48 printed=46 stopped=2 written_back=46 checked=20 joined=2 parts=8 boxes=8 learned=9 doubled=0 lost=0 lines_twice=0 lines_lost=0',
  );
}, 60_000);
