import { expect, test } from 'vitest';
import { runDay } from './day.ts';

test('a day of files, sent orders, a batch, scans and three cancels doubles and loses nothing', async () => {
  const lines: string[] = [];
  const { line, wrongs } = await runDay({ plan: { byBatch: 8, byScan: 4, withQuestion: 2 }, say: (each) => void lines.push(each) });
  expect(wrongs, lines.join('\n')).toEqual([]);
  expect(line).toBe('orders=14 booked=12 printed=12 stopped=2 written_back=12 doubled=0 lost=0');
}, 60_000);
