import { expect, test } from 'vitest';
import { runDay } from './day.ts';

test('a day of files, sent orders, a batch, scans, joined orders and three cancels doubles and loses nothing', async () => {
  const lines: string[] = [];
  const { line, wrongs } = await runDay({
    plan: { byBatch: 8, byScan: 4, withQuestion: 2, pairs: 3, joined: 2 },
    say: (each) => void lines.push(each),
  });
  expect(wrongs, lines.join('\n')).toEqual([]);
  expect(line).toBe('orders=20 booked=16 printed=18 stopped=2 written_back=18 joined=2 doubled=0 lost=0');
}, 60_000);
