import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createBackups } from '../../electron/journal/backup.ts';
import { finishCopy } from '../../electron/journal/finish-copy.ts';
import { isLogDamaged } from '../../electron/journal/log-check.ts';
import { beginEmptyJournal, repairJournal } from '../../electron/journal/restore.ts';
import { damage, flipInLog } from './damage.ts';
import { anOrder, bringTo } from './samples.ts';
import { journalAt, newFile } from './temporary-journal.ts';

const backupAt = new Date('2026-11-21T09:00:00.000Z');
const restoredAt = new Date('2026-11-21T09:47:00.000Z');

/**
 * A journal with ORD-1 in its backup and ORD-2 to ORD-11 booked since, either closed or, if `killed`, as a killed program leaves it, with
 * its log.
 */
async function aJournal(left: 'closed' | 'killed' = 'closed') {
  const file = newFile();
  const folder = join(dirname(file), 'backups');
  const journal = journalAt(file);
  bringTo(journal, 'booked');
  const silent = { log: () => undefined, changed: () => undefined, suspected: () => undefined };
  await createBackups({
    journal,
    file,
    finishCopy: async (copy) => finishCopy(copy),
    keyFiles: [`${file}.key`],
    folder: () => folder,
    now: () => backupAt,
    ...silent,
  }).look();
  for (let number = 2; number < 12; number += 1) bringTo(journal, 'booked', journal.draft(anOrder(`ORD-${number}`), 'Ana'));
  if (left === 'closed') journal.close();
  const dead = left === 'closed' ? file : copyOf(file);
  if (left === 'killed') journal.close();
  return { file: dead, folder };
}

function copyOf(file: string): string {
  const to = join(mkdtempSync(`${dirname(file)}-`), basename(file));
  for (const end of ['', '-wal']) cpSync(file + end, to + end);
  return to;
}

const restore = (file: string, backupFolder: string) =>
  repairJournal({ file, backupFolder, isWitnessed: false, now: () => restoredAt, log: () => undefined });
const setAside = (file: string) => readdirSync(dirname(file)).filter((name) => name.includes('.damaged-'));

test('a journal that was cut off before its log began is rolled back to its last commit', async () => {
  const { file, folder } = await aJournal();
  const database = new DatabaseSync(file);
  database.exec(
    'PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; BEGIN IMMEDIATE; UPDATE bookings SET order_no = hex(zeroblob(20000))',
  );
  const dead = join(mkdtempSync(`${dirname(file)}-`), basename(file));
  for (const end of ['', '-journal']) cpSync(file + end, dead + end);
  database.close();
  expect(statSync(`${dead}-journal`).size).toBeGreaterThan(0);
  expect(restore(dead, folder)).toEqual({ is: 'fit' });
  const journal = journalAt(dead);
  expect(journal.findBooking('ORD-11')?.orderNo).toBe('4711 0815');
  journal.close();
});

test('a whole journal is left unchanged, whether closed or killed', async () => {
  for (const left of ['closed', 'killed'] as const) {
    const { file, folder } = await aJournal(left);
    expect(restore(file, folder)).toEqual({ is: 'fit' });
    const journal = journalAt(file);
    expect(journal.findBooking('ORD-11')?.state).toBe('booked');
    expect(journal.fact('restored')).toBeUndefined();
    journal.close();
  }
});

test.each(Object.keys(damage) as (keyof typeof damage)[])(
  'after %s the newest copy replaces it, and the damaged file is kept',
  async (how) => {
    const { file, folder } = await aJournal();
    damage[how](file);
    const harmed = readFileSync(file);
    expect(restore(file, folder)).toEqual({ is: 'restored', backupAt });
    const [kept = ''] = setAside(file);
    expect(kept).toBe('journal.db.damaged-2026-11-21T09-47-00.000Z');
    expect(readFileSync(join(dirname(file), kept)).equals(harmed)).toBe(true);
    const journal = journalAt(file);
    expect(journal.findBooking('ORD-1')?.state).toBe('booked');
    expect(journal.findBooking('ORD-2')).toBeUndefined();
    expect(JSON.parse(journal.fact('restored') ?? '')).toEqual({ backupAt: backupAt.toISOString(), restoredAt: restoredAt.toISOString() });
    journal.close();
    expect(restore(file, folder)).toEqual({ is: 'fit' });
  },
);

test('a missing journal is restored, never replaced by an empty one', async () => {
  const { file, folder } = await aJournal();
  rmSync(file);
  expect(restore(file, folder)).toEqual({ is: 'restored', backupAt });
});

test('detects a damaged log, unless the damage is in its last commit', async () => {
  const { file, folder } = await aJournal('killed');
  const size = statSync(`${file}-wal`).size;
  expect(isLogDamaged(file)).toBe(false);
  for (let step = 0; step < 200; step += 1) {
    const damaged = copyOf(file);
    flipInLog(damaged, (step / 200) * 0.9);
    expect(isLogDamaged(damaged), `byte ${Math.floor(((size * step) / 200) * 0.9)} of ${size}`).toBe(true);
  }
  flipInLog(file, 0.5);
  expect(restore(file, folder)).toEqual({ is: 'restored', backupAt });
  expect(setAside(file).map((name) => name.slice(-4))).toEqual(['000Z', '-shm', '-wal']);
});

test('a log whose last commit was torn by a power cut is no damage', async () => {
  const { file } = await aJournal('killed');
  for (const lost of [1, 512, 4096, 4097]) {
    truncateSync(`${file}-wal`, statSync(`${file}-wal`).size - lost);
    expect(isLogDamaged(file)).toBe(false);
  }
});

test('a log torn in deferred commits is not damaged, until a later commit was synced', () => {
  const file = newFile();
  const journal = journalAt(file);
  const size = (): number => statSync(`${file}-wal`).size;
  const steps = (from: number, to: number): number[] => Array.from({ length: 40 }, (_, step) => from + ((to - from) * step) / 40);
  const damagedAt = (copy: string, at: readonly number[]): number[] =>
    at.filter((byte) => {
      const damaged = copyOf(copy);
      flipInLog(damaged, (byte + 1) / size());
      return isLogDamaged(damaged);
    });
  journal.setFact('first', 'on the disk');
  journal.setFact('second', 'on the disk');
  const synced = size();
  journal.soon(() => {
    for (let number = 0; number < 10; number += 1) journal.setFact(`${number}`, 'soon');
  });
  const torn = size();
  expect(damagedAt(file, steps(synced, torn))).toEqual([]);
  expect(damagedAt(file, steps(0, synced * 0.9)).length).toBe(40);
  journal.setFact('third', 'on the disk');
  const last = size();
  journal.setFact('fourth', 'on the disk');
  expect(damagedAt(file, steps(synced, last)).length).toBe(40);
  journal.close();
});

test('a damaged copy is skipped for the one before', async () => {
  const { file, folder } = await aJournal();
  const [only = ''] = readdirSync(folder);
  const newer = join(folder, only.replace('09-00', '09-30'));
  cpSync(join(folder, only), newer);
  damage.zeroPages(newer);
  damage.replace(file);
  expect(restore(file, folder)).toEqual({ is: 'restored', backupAt });
  expect(existsSync(newer)).toBe(true);
});

test('without a good copy nothing is restored, at any start, until a person begins an empty one', async () => {
  const { file, folder } = await aJournal();
  damage.truncate(file);
  rmSync(folder, { recursive: true });
  const lost = restore(file, folder);
  expect(lost).toMatchObject({ is: 'lost', keptAs: [expect.stringContaining('.damaged-')] });
  expect(existsSync(file)).toBe(false);
  expect(restore(file, folder)).toEqual(lost);
  beginEmptyJournal({ file, now: () => restoredAt });
  expect(restore(file, folder)).toEqual({ is: 'fit' });
  const journal = journalAt(file);
  expect(JSON.parse(journal.fact('restored') ?? '')).toEqual({ backupAt: null, restoredAt: restoredAt.toISOString() });
  expect(journal.draft(anOrder('ORD-1'), 'Ana').state).toBe('draft');
  journal.close();
});

test('if it is cut off between setting aside and restoring, it continues at the next start', async () => {
  const { file, folder } = await aJournal('killed');
  flipInLog(file, 0.5);
  renameSync(file, `${file}.damaged-2026-11-21T09-46-00.000Z`);
  expect(restore(file, folder)).toEqual({ is: 'restored', backupAt });
  expect(existsSync(`${file}-wal`)).toBe(false);
  const journal = journalAt(file);
  expect(journal.findBooking('ORD-1')?.state).toBe('booked');
  journal.close();
});

test('a journal that another program has open is not treated as damaged', async () => {
  const { file, folder } = await aJournal();
  const journal = journalAt(file);
  expect(() => restore(file, folder)).toThrow(/in-use/);
  expect(setAside(file)).toEqual([]);
  journal.close();
});

test('a journal that never existed needs no repair', () => {
  const file = newFile();
  expect(restore(file, join(dirname(file), 'backups'))).toEqual({ is: 'fit' });
});
