import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { HistoryBreak } from '../../electron/bench/ports/journal/history.ts';
import { firstBreak, isWholeAround } from '../../electron/journal/history-chain.ts';
import { bringTo } from '../contract/journal.ts';
import { anOrder } from './samples.ts';
import { newFile } from './temporary-file.ts';
import { journalAt, otherSealing, placed, sealing } from './temporary-journal.ts';

/** A history of six lines, numbered as the journal numbers them. */
function aHistory(): { readonly file: string; readonly lines: readonly number[] } {
  const file = newFile();
  const journal = journalAt(file);
  bringTo(journal, 'released');
  journal.close();
  const database = new DatabaseSync(file);
  const lines = database.prepare('SELECT sequence FROM history ORDER BY sequence').all();
  database.close();
  return { file, lines: lines.map((line) => Number(line['sequence'])) };
}

function meddle(file: string, ...statements: readonly string[]): void {
  const database = new DatabaseSync(file);
  for (const statement of statements) database.exec(statement);
  database.close();
}

function breakIn(file: string, seals = sealing): HistoryBreak | undefined {
  const journal = journalAt(file, seals);
  const found = journal.firstHistoryBreak();
  journal.close();
  return found;
}

test('a history as it was written is whole, and so is one with an erased detail', () => {
  const { file, lines } = aHistory();
  expect(lines).toHaveLength(6);
  expect(breakIn(file)).toBeUndefined();
  meddle(file, `UPDATE history SET sealed_detail = x'' WHERE sequence = ${lines[2]}`);
  expect(breakIn(file)).toBeUndefined();
});

const columns = [
  ['its time', "at = '2020-01-01T00:00:00.000Z'"],
  ['what it is about', "about_id = 'another'"],
  ['its word', "what = 'booked'"],
  ['its detail', "sealed_detail = x'00'"],
  ['its detail with the hash of the new one', "sealed_detail = x'', detail_hash = 'e3b0'"],
  ['its link', "link = 'abcd'"],
] as const;

test.each(columns)('a line is found when somebody changed %s', (_, set) => {
  const { file, lines } = aHistory();
  meddle(file, `UPDATE history SET ${set} WHERE sequence = ${lines[2]}`);
  expect(breakIn(file)).toEqual({ sequence: lines[2], is: 'line-changed' });
});

test('a line taken out of the middle is named by the one after it, also after more was written', () => {
  const { file, lines } = aHistory();
  meddle(file, `DELETE FROM history WHERE sequence = ${lines[2]}`);
  expect(breakIn(file)).toEqual({ sequence: lines[3], is: 'line-changed' });
  expect(breakIn(file)).toEqual({ sequence: lines[3], is: 'line-changed' });
});

test('the removal of the first line and an inserted line are found', () => {
  const first = aHistory();
  meddle(first.file, `DELETE FROM history WHERE sequence = ${first.lines[0]}`);
  expect(breakIn(first.file)).toEqual({ sequence: first.lines[1], is: 'line-changed' });
  const { file } = aHistory();
  meddle(file, 'INSERT INTO history SELECT -1, at, about_id, what, sealed_detail, detail_hash, link FROM history LIMIT 1');
  expect(breakIn(file)).toEqual({ sequence: -1, is: 'line-changed' });
});

test('two lines that changed places are found', () => {
  const { file, lines } = aHistory();
  meddle(
    file,
    `UPDATE history SET sequence = -7 WHERE sequence = ${lines[1]}`,
    `UPDATE history SET sequence = ${lines[1]} WHERE sequence = ${lines[2]}`,
    `UPDATE history SET sequence = ${lines[2]} WHERE sequence = -7`,
  );
  expect(breakIn(file)).toEqual({ sequence: lines[1], is: 'line-changed' });
});

test('the removal of the last lines is found at the next start, and stays found', () => {
  const { file, lines } = aHistory();
  meddle(file, `DELETE FROM history WHERE sequence >= ${lines[4]}`);
  const database = new DatabaseSync(file);
  const last = Number(database.prepare('SELECT last FROM sequence').get()?.['last']);
  expect(firstBreak(database, placed, 1000)).toEqual({ sequence: lines.at(-1), is: 'end-missing' });
  database.close();
  // The start itself writes that it found the break, on the link of the line that is gone.
  expect(breakIn(file)).toEqual({ sequence: last + 1, is: 'line-changed' });
  expect(breakIn(file)).toEqual({ sequence: last + 1, is: 'line-changed' });
});

test('a lost key or a changed head is said and keeps the journal from nothing', () => {
  const { file, lines } = aHistory();
  const journal = journalAt(file, otherSealing);
  journal.close();
  const database = new DatabaseSync(file);
  expect(
    database
      .prepare('SELECT what FROM history ORDER BY sequence')
      .all()
      .map((line) => line['what']),
  ).toContain('history-broken');
  // One line for the chain, one for the search key that cannot be opened either.
  expect(database.prepare('SELECT count(*) AS n FROM history').get()?.['n']).toBe(lines.length + 2);
  database.close();
});

/** Three parcels one after the other; the lines of each. */
function threeParcels(): { readonly file: string; readonly ids: readonly string[]; readonly lines: readonly (readonly number[])[] } {
  const file = newFile();
  const journal = journalAt(file);
  const ids = ['A', 'B', 'C'].map((key) => bringTo(journal, 'booked', journal.draft(anOrder(key), '')));
  const lines = ids.map((id) => journal.history(id).map(({ sequence }) => sequence));
  journal.close();
  return { file, ids, lines };
}

function wholeIn(file: string, ids: readonly string[]): boolean[] {
  const journal = journalAt(file);
  const found = ids.map((id) => journal.isHistoryWhole(id));
  journal.close();
  return found;
}

test('the history of one parcel is checked by its own lines and the one after each, whatever became of all others', () => {
  const { file, ids, lines } = threeParcels();
  expect(wholeIn(file, [...ids, 'nobody'])).toEqual([true, true, true, false]);
  meddle(file, `UPDATE history SET sealed_detail = x'' WHERE sequence = ${lines[1]?.[2]}`);
  expect(wholeIn(file, ids)).toEqual([true, true, true]);
  meddle(file, `UPDATE history SET what = 'none' WHERE sequence = ${lines[0]?.[2]}`);
  expect(wholeIn(file, ids)).toEqual([false, true, true]);
});

test.each(columns)('the history of a parcel is not whole when somebody changed %s of a line', (_, set) => {
  const { file, ids, lines } = threeParcels();
  meddle(file, `UPDATE history SET ${set} WHERE sequence = ${lines[1]?.[2]}`);
  expect(wholeIn(file, ids)[1]).toBe(false);
});

test.each([
  ['first', 0],
  ['middle', 2],
  ['last', -1],
] as const)('the history of a parcel is not whole when its %s line was taken out', (_, which) => {
  const { file, ids, lines } = threeParcels();
  meddle(file, `DELETE FROM history WHERE sequence = ${lines[1]?.at(which)}`);
  expect(wholeIn(file, ids)[1]).toBe(false);
});

test('the history of the newest parcel is not whole when the end of all was taken out', () => {
  const { file, ids, lines } = threeParcels();
  const database = new DatabaseSync(file);
  database.exec(`DELETE FROM history WHERE sequence = ${lines[2]?.at(-1)}`);
  expect(isWholeAround(database, placed, lines[2]?.slice(0, -1) ?? [])).toBe(false);
  database.close();
  expect(wholeIn(file, ids)).toEqual([true, true, false]);
});
