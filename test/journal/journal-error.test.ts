import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { JournalError, sqliteError } from '../../electron/journal/journal-error.ts';

/** Returns the error that `ask` throws. */
function thrownBy(ask: () => unknown): unknown {
  try {
    ask();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

test('a value too large for any journal is not a disk fault, and is never pending', () => {
  const tooLarge = thrownBy(() => new DatabaseSync(':memory:').prepare('SELECT zeroblob(2000000000)').get());
  expect(tooLarge).toMatchObject({ errcode: 18 });
  expect(sqliteError(tooLarge, '')).toBe(tooLarge);
});

test.each([
  ['a full disk', 13],
  ['a failing disk', 10],
  ['too little memory, which may pass', 7],
])('%s makes a journal that cannot be written', (_what, errcode) => {
  const error = sqliteError(Object.assign(new Error('SQLite'), { errcode }), 'SQLite');
  expect(error).toBeInstanceOf(JournalError);
  expect(error).toMatchObject({ code: 'unwritable' });
});
