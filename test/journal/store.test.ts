import { readFileSync, renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createBookingReader } from '../../electron/journal/booking-reader.ts';
import { createTables } from '../../electron/journal/schema.ts';
import { createStore } from '../../electron/journal/store.ts';
import { newFile, root } from './temporary-journal.ts';

const broken = (errcode: number, message: string): Error => Object.assign(new Error(message), { errcode });

/** A disk on which even a rollback fails until `isRepaired`. */
class FailingDatabase extends DatabaseSync {
  isRepaired = false;

  override exec(sql: string): void {
    if (sql === 'ROLLBACK' && !this.isRepaired) throw broken(10, 'disk I/O error');
    super.exec(sql);
  }
}

function startStore(file = ':memory:') {
  const database = new FailingDatabase(file);
  if (file !== ':memory:') database.exec('PRAGMA journal_mode = WAL');
  createTables(database);
  database.exec('CREATE TABLE sample_words (word TEXT)');
  const store = createStore(database, root, {
    now: () => new Date(0),
    id: () => '',
    who: () => '',
    keyAccount: { key: '', account: '' },
  });
  const add = (word: string) => store.run('INSERT INTO sample_words (word) VALUES ($word)', { word });
  const words = () => store.all(z.object({ word: z.string() }), 'SELECT word FROM sample_words').map(({ word }) => word);
  const addAndFail = (): void =>
    store.commit(() => {
      add('half');
      throw broken(13, 'database or disk is full');
    });
  return { database, store, add, words, addAndFail };
}

test('if a commit cannot be rolled back either, the first error is thrown', () => {
  const { addAndFail } = startStore();
  expect(addAndFail).toThrow(
    expect.objectContaining({ name: 'JournalError', code: 'unwritable', message: expect.stringContaining('full') }),
  );
});

test('a commit that could not be rolled back blocks the store until its rollback succeeds', () => {
  const { database, store, add, words, addAndFail } = startStore();
  expect(addAndFail).toThrow('full');
  const unwritable = expect.objectContaining({ name: 'JournalError', code: 'unwritable' });
  expect(() => store.commit(() => add('more'))).toThrow(unwritable);
  expect(words).toThrow(unwritable);
  database.isRepaired = true;
  // The whole commit or nothing of it, from the first write on.
  expect(addAndFail).toThrow('full');
  store.commit(() => add('whole'));
  expect(words()).toEqual(['whole']);
  expect(store.inCommit()).toBe(false);
});

test('a history line that was rolled back has no successor', () => {
  const { database, store } = startStore();
  database.isRepaired = true;
  store.record(null, 'first', '');
  expect(() =>
    store.commit(() => {
      store.record(null, 'taken back', '');
      throw new Error('no');
    }),
  ).toThrow('no');
  store.commit(() => {
    store.record(null, 'second', '');
    store.record(null, 'third', '');
  });
  const lines = store.all(z.object({ sequence: z.int(), what: z.string() }), 'SELECT sequence, what FROM history ORDER BY sequence');
  expect(lines.map(({ what }) => what)).toEqual(['first', 'second', 'third']);
  expect(store.head().sequence).toBe(lines.at(-1)?.sequence);
  expect(store.holds(store.head())).toBe(true);
  expect(store.holds({ ...store.head(), mark: 'of a line that was taken back' })).toBe(false);
});

test('a write or its rollback makes earlier reads outdated', () => {
  const { store, add, addAndFail } = startStore();
  const versions = [store.version()];
  add('one');
  versions.push(store.version());
  expect(addAndFail).toThrow('full');
  versions.push(store.version());
  expect(new Set(versions).size).toBe(3);
  expect(store.version()).toBe(versions.at(-1));
});

test('a deferred write does not wait for the disk, but the next normal write does, even after a failure', () => {
  const { database, store, add, addAndFail } = startStore();
  const synced = (): boolean => database.prepare('PRAGMA synchronous').get()?.['synchronous'] === 2;
  const seen: boolean[] = [];
  const look = (): void =>
    store.commit(() => {
      seen.push(synced());
      add('word');
    });
  look();
  store.soon(look);
  look();
  expect(() => store.soon(addAndFail)).toThrow('full');
  database.isRepaired = true;
  look();
  store.soon(() => {
    look();
    expect(() => store.commit(() => add('half') / 0 && JSON.parse('no'))).toThrow();
    look();
  });
  look();
  expect(seen).toEqual([true, false, true, true, false, false, true]);
});

test('only a commit after an unsynced one is marked as such', () => {
  const { database, store, add } = startStore();
  const marks = () => Number(database.prepare('SELECT commits FROM unsynced').get()?.['commits']);
  const marked = (write: () => void): boolean => {
    const before = marks();
    write();
    return marks() > before;
  };
  const write = (): void => void add('word');
  const soon = (): void => void store.soon(() => add('word'));
  const nothing = (): void => void store.commit(() => store.run("DELETE FROM sample_words WHERE word = 'none'"));
  // The last write of the previous run may be missing.
  expect([write, write, soon, nothing, soon, soon, write, write].map(marked)).toEqual([true, false, false, false, true, true, true, false]);
});

test('commits synced beside the program are not marked as unsynced, unless more were written meanwhile', async () => {
  const { database, store, add } = startStore(newFile());
  const marks = () => Number(database.prepare('SELECT commits FROM unsynced').get()?.['commits']);
  const isNextMarked = (): boolean => {
    const before = marks();
    add('word');
    return marks() > before;
  };
  add('word');
  store.soon(() => add('word'));
  await store.onDisk();
  expect(isNextMarked()).toBe(false);
  store.soon(() => add('word'));
  const coming = store.onDisk();
  store.soon(() => add('meanwhile'));
  await coming;
  expect(isNextMarked()).toBe(true);
  store.close();
});

test('a failed sync of the log is reported as a refused write', async () => {
  const file = newFile();
  const { store, add } = startStore(file);
  store.soon(() => add('word'));
  renameSync(`${file}-wal`, `${file}-away`);
  await expect(store.onDisk()).rejects.toMatchObject({ code: 'unwritable' });
  renameSync(`${file}-away`, `${file}-wal`);
  await store.onDisk();
  store.close();
});

test('a cached encrypted value holds only its own bytes in memory', () => {
  const { encrypted } = createBookingReader(startStore().store, () => []);
  const bytes = encrypted('B-1', 'encrypted_packer', 'Kim');
  expect(bytes.length).toBeGreaterThan(0);
  expect(bytes.buffer.byteLength).toBe(bytes.length);
  expect(encrypted('B-1', 'encrypted_packer', 'Kim')).toBe(bytes);
});

test('after a checkpoint the log restarts at once, so that no later commit waits for it', () => {
  const { database, store, add } = startStore(newFile());
  const beginning = (): string => readFileSync(`${database.location()}-wal`).subarray(0, 32).toString('hex');
  const before = beginning();
  store.checkpoint();
  const next = beginning();
  store.soon(() => add('word'));
  expect([next === before, beginning() === next]).toEqual([false, true]);
});
