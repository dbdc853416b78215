import { expect, test } from 'vitest';
import { runDay } from './day.ts';

test('a day of files, sent orders, a batch, scans, checked items, joined orders and cancels doubles and loses nothing', async () => {
  const lines: string[] = [];
  const { line, wrongs } = await runDay({
    plan: { byBatch: 8, byScan: 4, withQuestion: 2, pairs: 3, joined: 2, checked: 20 },
    say: (each) => void lines.push(each),
  });
  expect(wrongs, lines.join('\n')).toEqual([]);
  expect(line).toBe(
    'orders=40 lines=57 booked=36 printed=38 stopped=2 written_back=38 checked=20 joined=2 learned=9 doubled=0 lost=0 lines_twice=0 lines_lost=0',
  );
}, 60_000);
