import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { createPendingWrites } from '../../electron/bench/exchange/pending-writes.ts';
import { codeOfJournalError, JournalError } from '../../electron/journal/journal-error.ts';
import { bringTo } from './samples.ts';
import { journalAt, newFile } from './temporary-journal.ts';

const limitFiles = (bytes: number | 'unlimited'): void => {
  execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`]);
};
afterEach(() => limitFiles('unlimited'));

test('writes that a full disk refuses are kept in memory until they succeed', async () => {
  const file = newFile();
  const journal = journalAt(file);
  const id = bringTo(journal, 'sending');
  const states: string[] = [];
  const pendingWrites = createPendingWrites((_event, fields) => states.push(fields?.state ?? ''), codeOfJournalError);
  const body = Buffer.from('{"result":{"order_no":"4711"}}'.repeat(400));
  limitFiles(statSync(`${file}-wal`).size);
  expect(await pendingWrites.settle(id, () => journal.writeAnswer(id, { status: 200, contentType: '', body }))).toBe(false);
  expect(pendingWrites.ids()).toEqual([id]);
  await pendingWrites.again();
  expect([pendingWrites.ids(), states]).toEqual([[id], ['unwritable']]);
  limitFiles('unlimited');
  await pendingWrites.again();
  expect(pendingWrites.ids()).toEqual([]);
  expect(journal.booking(id)?.state).toBe('answered');
  expect(Buffer.from(journal.answer(id)?.body ?? []).equals(body)).toBe(true);
  journal.close();
});

test('a write that succeeds at once is not pending, and a bug is thrown to the caller', async () => {
  const pendingWrites = createPendingWrites(() => undefined, codeOfJournalError);
  expect(await pendingWrites.settle('one', async () => 'written')).toBe(true);
  await expect(pendingWrites.settle('two', () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
  expect(pendingWrites.ids()).toEqual([]);
});

test('a failed write is reported in its place, as soon as that can be written', async () => {
  const pendingWrites = createPendingWrites(() => undefined, codeOfJournalError);
  let isFull = true;
  const bugs: string[] = [];
  let calls = 0;
  const report = (error: unknown) => {
    calls += 1;
    return (): void => {
      if (isFull) throw new JournalError('unwritable', 'full');
      bugs.push((error as Error).message);
    };
  };
  const breaks = () => Promise.reject(new Error('a bug'));
  expect(await pendingWrites.settle('one', breaks, report)).toBe(false);
  expect(pendingWrites.ids()).toEqual(['one']);
  await pendingWrites.again();
  isFull = false;
  await pendingWrites.again();
  expect(await pendingWrites.settle('two', breaks, report)).toBe(true);
  expect([pendingWrites.ids(), bugs, calls]).toEqual([[], ['a bug', 'a bug'], 2]);
});
