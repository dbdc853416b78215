import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { anOrder } from './samples.ts';
import { journalAt, newFile } from './temporary-journal.ts';

test('a journal of an older program gets its list of reprints, and keeps everything else', () => {
  const file = newFile();
  const before = journalAt(file);
  before.saveOrder(anOrder('ORD-1'));
  before.close();
  const older = new DatabaseSync(file);
  older.exec('DROP TABLE reprints');
  older.close();
  const journal = journalAt(file);
  expect(journal.order(anOrder('ORD-1').key)?.key).toBe('ORD-1');
  expect(journal.reprints(new Date(0), new Date('2100-01-01'))).toEqual([]);
  expect(journal.printedElsewhere('none')).toBe(0);
  journal.close();
});
