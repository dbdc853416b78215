import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { JournalError } from '../../electron/journal/journal-error.ts';
import { createOwed } from '../../electron/journal/owed.ts';
import { walkTo } from '../contract/journal.ts';
import { newFile } from './temporary-file.ts';
import { journalAt } from './temporary-journal.ts';

const limitFiles = (bytes: number | 'unlimited'): void => {
  execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`]);
};
afterEach(() => limitFiles('unlimited'));

test('what a full disk cannot take is kept in memory until it can be written', async () => {
  const file = newFile();
  const journal = journalAt(file);
  const id = walkTo(journal, 'sending');
  const said: string[] = [];
  const owed = createOwed((_event, fields) => said.push(fields?.state ?? ''));
  const body = Buffer.from('{"result":{"order_no":"4711"}}'.repeat(400));
  limitFiles(statSync(`${file}-wal`).size);
  expect(await owed.settle(id, () => journal.writeAnswer(id, { status: 200, contentType: '', body }))).toBe(false);
  expect(owed.ids()).toEqual([id]);
  await owed.again();
  expect([owed.ids(), said]).toEqual([[id], ['unwritable']]);
  limitFiles('unlimited');
  await owed.again();
  expect(owed.ids()).toEqual([]);
  expect(journal.booking(id)?.state).toBe('answered');
  expect(Buffer.from(journal.answer(id)?.body ?? []).equals(body)).toBe(true);
  journal.close();
});

test('what is written at once is not owed, and a bug is thrown to who began it', async () => {
  const owed = createOwed(() => undefined);
  expect(await owed.settle('one', async () => 'written')).toBe(true);
  await expect(owed.settle('two', () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
  expect(owed.ids()).toEqual([]);
});

test('what breaks is told in its place, at once or as soon as that can be written', async () => {
  const owed = createOwed(() => undefined);
  let isFull = true;
  const told: string[] = [];
  let heard = 0;
  const tell = (error: unknown) => {
    heard += 1;
    return (): void => {
      if (isFull) throw new JournalError('unwritable', 'full');
      told.push((error as Error).message);
    };
  };
  const breaks = () => Promise.reject(new Error('a bug'));
  expect(await owed.settle('one', breaks, tell)).toBe(false);
  expect(owed.ids()).toEqual(['one']);
  await owed.again();
  isFull = false;
  await owed.again();
  expect(await owed.settle('two', breaks, tell)).toBe(true);
  expect([owed.ids(), told, heard]).toEqual([[], ['a bug', 'a bug'], 2]);
});
