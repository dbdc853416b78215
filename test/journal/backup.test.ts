import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import { backupsOf, createBackups, listBackups } from '../../electron/journal/backup.ts';
import { checkFile } from '../../electron/journal/check-file.ts';
import { finishCopyAside, finished } from '../../electron/journal/finish-copy.ts';
import { repairJournal } from '../../electron/journal/restore.ts';
import { makePipe } from '../fakes/named-pipe.ts';
import { damage } from './damage.ts';
import { anOrder, bringTo } from './samples.ts';
import { journalAt, newFile, openJournalAt } from './temporary-journal.ts';

const hourMs = 3_600_000;

let workers = 0;
const startCopyWorker = (): Worker => {
  workers += 1;
  return new Worker(new URL('../../electron/journal/copy-worker.ts', import.meta.url));
};

/** A journal with one booking, its backups, and a clock that the test moves. */
function aBench(around: (journal: Journal) => Partial<Journal> = () => ({}), folder = join(dirname(newFile()), 'copies')) {
  const file = newFile();
  const journal = openJournalAt(file);
  bringTo(journal, 'booked');
  let at = Date.UTC(2026, 10, 21, 9);
  const events: string[] = [];
  const backups = createBackups({
    journal: { ...journal, ...around(journal) },
    file,
    finishCopy: finishCopyAside(startCopyWorker),
    keyFiles: [`${file}.key`],
    folder: () => folder,
    now: () => new Date(at),
    log: (event, fields) => events.push(`${event} ${fields?.state} ${fields?.code ?? ''}`.trim()),
    changed: () => events.push('changed'),
    suspected: () => events.push('suspected'),
  });
  const later = (ms: number) => {
    at += ms;
    return backups.look();
  };
  return { file, folder, journal, backups, later, events };
}

test('a backup is made at once and then hourly, and holds every booking under its own name', async () => {
  const { file, folder, journal, backups, later } = aBench();
  await later(0);
  await later(hourMs - 1);
  expect(readdirSync(folder)).toEqual(['journal.db.2026-11-21T09-00-00.000Z.backup']);
  bringTo(journal, 'booked', journal.draft(anOrder('ORD-2'), 'Ana'));
  await later(1);
  expect(backups.state()).toEqual({ folder, lastAt: '2026-11-21T10:00:00.000Z', problem: null });
  const [newest] = listBackups(folder, file, new Date('2026-11-21T10:00:00.000Z'));
  const copy = journalAt(newest?.file ?? '');
  expect(copy.findBooking('ORD-2')?.state).toBe('booked');
  expect(copy.label(copy.findBooking('ORD-2')?.id ?? '')).toBeDefined();
  copy.close();
});

test('a booking that is made during a backup damages neither', async () => {
  const { folder, file, journal, later } = aBench((real) => ({
    copyTo: async (to) => {
      const copying = real.copyTo(to);
      for (let number = 2; number < 30; number += 1) {
        bringTo(real, 'booked', real.draft(anOrder(`ORD-${number}`), 'Ana'));
        await new Promise(setImmediate);
      }
      await copying;
    },
  }));
  await later(0);
  expect(backupsOf(folder, file)).toHaveLength(1);
  expect(journal.bookings({ search: '', offset: 0, limit: 1, states: ['booked'] }).total).toBe(29);
});

test('a copy is made whole every time, however often its first step meets a commit', async () => {
  const { journal } = aBench();
  let number = 1;
  for (let copy = 0; copy < 40; copy += 1) {
    const to = newFile();
    let isMade = false;
    const making = journal.copyTo(to).finally(() => {
      isMade = true;
    });
    while (!isMade) {
      number += 1;
      journal.draft(anOrder(`ORD-${number}`), 'Ana');
      await new Promise(setImmediate);
    }
    await making;
    expect(checkFile(to).bookings).toBeGreaterThan(0);
  }
});

test('48 backups are kept, and the oldest is deleted only after a newer one was verified', async () => {
  let isBroken = false;
  const { folder, file, backups, later } = aBench((journal) => ({
    copyTo: async (to) => {
      await journal.copyTo(to);
      if (isBroken) damage.zeroPages(to);
    },
  }));
  for (let hour = 0; hour < 48; hour += 1) await later(hourMs);
  const full = readdirSync(folder);
  expect(full).toHaveLength(48);
  isBroken = true;
  await later(hourMs);
  expect(backups.problem()).toBe('copy-damaged');
  expect(backupsOf(folder, file)).toHaveLength(48);
  isBroken = false;
  await later(hourMs);
  expect(backups.problem()).toBeNull();
  expect(readdirSync(folder)).toHaveLength(48);
  expect(readdirSync(folder)).not.toContain(full[0]);
});

test('copies made while the clock was ahead neither hurry nor displace later ones, and are restored last', async () => {
  const { file, folder, journal, backups, later } = aBench();
  for (let hour = 0; hour < 48; hour += 1) await later(hour === 0 ? 365 * 24 * hourMs : hourMs);
  await later(-365 * 24 * hourMs);
  bringTo(journal, 'booked', journal.draft(anOrder('ORD-2'), 'Ana'));
  const now = '2026-11-23T09:00:00.000Z';
  await later(hourMs);
  for (let again = 0; again < 3; again += 1) await later(1);
  expect(backups.state().lastAt).toBe(now);
  expect(readdirSync(folder).filter((name) => name.includes('.2026-'))).toHaveLength(2);
  journal.close();
  damage.zeroPages(file);
  const repaired = repairJournal({ file, backupFolder: folder, isWitnessed: true, now: () => new Date(now), log: () => undefined });
  expect(repaired).toEqual({ is: 'restored', backupAt: new Date(now) });
});

test('a copy with fewer bookings than the journal does not count as a backup', async () => {
  const { folder, file, backups, later } = aBench((journal) => ({
    copyTo: async (to) => {
      const other = journalAt(newFile());
      await other.copyTo(to);
      other.close();
      void journal;
    },
  }));
  await later(0);
  expect(backups.problem()).toBe('copy-damaged');
  expect(backupsOf(folder, file)).toEqual([]);
});

test('a folder that cannot be written is reported, retried after a minute, and recovers', async () => {
  const folder = join(dirname(newFile()), 'copies');
  writeFileSync(folder, 'a file, not a folder');
  const { backups, later, events } = aBench(undefined, folder);
  await later(0);
  await later(59_000);
  expect(backups.state()).toEqual({ folder, lastAt: null, problem: 'folder-unusable' });
  expect(events).toEqual(['backup failed folder-unusable', 'changed']);
  expect(readFileSync(folder, 'utf8')).toBe('a file, not a folder');
  await later(1000);
  expect(events.filter((line) => line.startsWith('backup'))).toHaveLength(2);
});

test('removes what an interrupted backup left behind, and nothing else', async () => {
  const { file, folder, later } = aBench();
  mkdirSync(folder);
  const cut = join(folder, 'journal.db.2026-11-21T08-00-00.000Z.backup.new');
  const foreign = join(folder, 'holiday.backup.new');
  for (const name of [cut, `${cut}-wal`, foreign]) writeFileSync(name, 'x');
  await later(0);
  expect(existsSync(cut) || existsSync(`${cut}-wal`)).toBe(false);
  expect(existsSync(foreign)).toBe(true);
  expect(backupsOf(folder, file)).toHaveLength(1);
});

test('a backup is valid although the remains of an earlier one cannot be removed', async () => {
  const { folder, later, backups } = aBench();
  // A folder of that name cannot be deleted, like a file that another program holds.
  mkdirSync(join(folder, 'journal.db.2026-11-20T09-00-00.000Z.backup.new'), { recursive: true });
  await later(0);
  expect(backups.state().problem).toBeNull();
  expect(readdirSync(folder)).toContain('journal.db.2026-11-21T09-00-00.000Z.backup');
});

test('a backup of a journal with damaged pages reports that the journal is damaged', async () => {
  const { backups, later } = aBench((journal) => ({
    copyTo: async (to) => {
      await journal.copyTo(to);
      damage.zeroPages(to);
    },
    isWhole: () => false,
  }));
  await later(0);
  expect(backups.problem()).toBe('journal-damaged');
});

/** Enough orders that their copy is read in another process. */
const manyOrders = Array.from({ length: 3000 }, (_, number) => anOrder(`MANY-${number}`));

test('finishes a large copy in its own thread, and a small one at once', async () => {
  let turns = 0;
  let isOver = false;
  const { file, folder, journal, later } = aBench();
  const before = workers;
  await later(0);
  expect(workers).toBe(before);
  journal.takeOrders(manyOrders, []);
  const answered = (): void => {
    turns += 1;
    if (!isOver) setImmediate(answered);
  };
  const made = later(hourMs);
  while (workers === before) await new Promise(setImmediate);
  answered();
  await made;
  isOver = true;
  expect(turns).toBeGreaterThan(3);
  const [newest] = listBackups(folder, file, new Date('2026-11-21T10:00:00.000Z'));
  expect(checkFile(newest?.file ?? '')).toEqual(journal.extent());
  expect(readdirSync(folder).filter((name) => !name.endsWith('.backup'))).toEqual([]);
});

test('a large copy that is damaged is no backup, and its thread reports the damage', async () => {
  const { file, folder, journal, backups, later } = aBench((real) => ({
    copyTo: async (to) => {
      await real.copyTo(to);
      damage.zeroPages(to);
    },
  }));
  journal.takeOrders(manyOrders, []);
  const before = workers;
  await later(0);
  expect(workers).toBe(before + 1);
  expect(backups.problem()).toBe('copy-damaged');
  expect(backupsOf(folder, file)).toEqual([]);
});

test.each([
  ['cannot begin', "throw new Error('no memory')"],
  ['ends without an answer', "require('node:worker_threads').parentPort.once('message', () => process.exit(0))"],
])('finishes a large copy in this thread if its own thread %s', async (_what, program) => {
  const journal = openJournalAt(newFile());
  journal.takeOrders(manyOrders, []);
  const to = newFile();
  await journal.copyTo(to);
  expect(await finishCopyAside(() => new Worker(program, { eval: true }))(to)).toEqual(journal.extent());
});

test('a disk error of a large copy keeps its code in every thread', () => {
  expect(finished(join(dirname(newFile()), 'no-such-folder', 'copy'))).toMatchObject({ ok: false, is: null, code: 'ERR_SQLITE_ERROR' });
});

test.runIf(process.platform !== 'win32')('a link or a pipe in the place of an unfinished key is replaced, not written to', async () => {
  const { file, folder, later } = aBench();
  const secret = `${file}.secret`;
  writeFileSync(secret, 'the only copy');
  writeFileSync(`${file}.key`, 'wrapped');
  mkdirSync(folder, { recursive: true });
  symlinkSync(secret, join(folder, `${basename(file)}.key.new`));
  await later(0);
  expect([readFileSync(secret, 'utf8'), readFileSync(join(folder, `${basename(file)}.key`), 'utf8')]).toEqual(['the only copy', 'wrapped']);
  makePipe(join(folder, `${basename(file)}.key.new`));
  await later(hourMs);
  expect(listBackups(folder, file, new Date(Date.UTC(2026, 10, 21, 12)))).toHaveLength(2);
});
