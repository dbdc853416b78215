import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createStore } from '../../electron/journal/store.ts';
import { placed } from './temporary-journal.ts';

const broken = (errcode: number, message: string): Error => Object.assign(new Error(message), { errcode });

/** A disk on which a transaction cannot even be taken back until it is mended. */
class FailingDatabase extends DatabaseSync {
  isMended = false;

  override exec(sql: string): void {
    if (sql === 'ROLLBACK' && !this.isMended) throw broken(10, 'disk I/O error');
    super.exec(sql);
  }
}

function startStore() {
  const database = new FailingDatabase(':memory:');
  database.exec('CREATE TABLE words (word TEXT)');
  const store = createStore(database, placed, {
    now: () => new Date(0),
    id: () => '',
    who: () => '',
    keyAccount: { key: '', account: '' },
  });
  const add = (word: string) => store.run('INSERT INTO words (word) VALUES ($word)', { word });
  const words = () => store.all(z.object({ word: z.string() }), 'SELECT word FROM words').map(({ word }) => word);
  const addAndFail = (): void =>
    store.commit(() => {
      add('half');
      throw broken(13, 'database or disk is full');
    });
  return { database, store, add, words, addAndFail };
}

test('where a commit cannot be taken back either, the first error is the one that is told', () => {
  const { addAndFail } = startStore();
  expect(addAndFail).toThrow(
    expect.objectContaining({ name: 'JournalError', code: 'unwritable', message: expect.stringContaining('full') }),
  );
});

test('a commit that could not be taken back is neither read nor built upon, and is taken back as soon as it can be', () => {
  const { database, store, add, words, addAndFail } = startStore();
  expect(addAndFail).toThrow('full');
  const unwritable = expect.objectContaining({ name: 'JournalError', code: 'unwritable' });
  expect(() => store.commit(() => add('more'))).toThrow(unwritable);
  expect(words).toThrow(unwritable);
  database.isMended = true;
  // All of a commit or nothing of it, from the first one on.
  expect(addAndFail).toThrow('full');
  store.commit(() => add('whole'));
  expect(words()).toEqual(['whole']);
  expect(store.inCommit()).toBe(false);
});
