import { expect, test } from 'vitest';
import { anOrder } from './samples.ts';
import { encryption, journalAt, newFile } from './temporary-journal.ts';

const problem = (line: number) => ({ file: 'a.csv', line, orderKey: `A-${line}`, reason: 'bad', row: 'Liv;;' });

test('skipped rows are decrypted when they are read, and only once', () => {
  let opened = 0;
  const file = newFile();
  const counting = {
    ...encryption,
    under: (key: Uint8Array) => {
      const ofDay = encryption.under(key);
      return {
        ...ofDay,
        decrypt: (bytes: Uint8Array, place: string) => {
          if (place.includes('row_problems')) opened += 1;
          return ofDay.decrypt(bytes, place);
        },
      };
    },
  };
  const first = journalAt(file, counting);
  first.takeOrders([], [problem(1), problem(2)]);
  first.takeOrders([anOrder('ORD-1')], [problem(2), problem(3)]);
  expect(first.rowProblems().map((row) => row.problem)).toEqual([problem(1), problem(2), problem(3)]);
  first.close();

  opened = 0;
  const again = journalAt(file, counting);
  expect(again.rowProblems()).toHaveLength(3);
  expect(opened).toBe(0);
  for (let look = 0; look < 3; look += 1) expect(again.rowProblems().map((row) => row.problem.line)).toEqual([1, 2, 3]);
  again.takeOrders([], [problem(3), problem(4)]);
  again.dismissRow(again.rowProblems()[1]?.id ?? '');
  expect(again.rowProblems().map((row) => row.problem.line)).toEqual([1, 3, 4]);
  expect(opened).toBe(3);
  again.close();
});
