import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { beginEmptyJournal, restoreMissing } from '../../electron/journal/restore.ts';
import { sealingIn } from '../../electron/journal/sealing.ts';
import { openWitness } from '../../electron/journal/witness.ts';
import { restoredSchema } from '../../shared/restored.ts';
import {
  anOldBench,
  benchIn,
  buy,
  copyOf,
  filesIn,
  first,
  liveJournalAt,
  merge,
  type OldBench,
  oldFile,
  pictureOf,
  second,
} from './old-journals.ts';
import { anOrder } from './samples.ts';
import { sealing } from './temporary-journal.ts';

const exec = DatabaseSync.prototype.exec;
afterEach(() => {
  DatabaseSync.prototype.exec = exec;
});

const third = { key: 'cccccccccccc', account: '' };
const quiet = { log: () => undefined, changed: () => undefined };
const witnessOf = ({ witnessFolder, folder }: OldBench, file: string) =>
  openWitness({ file: join(witnessFolder, `${file.slice(folder.length + 1)}.witness`), ...quiet });

/** What is read of a journal, but for when the merge was made. */
const lasting = (picture: object): unknown => JSON.parse(JSON.stringify(picture).replaceAll(/"2026-11-2[345]T[^"]*"/g, '"later"'));

function doubtIn(bench: OldBench) {
  const journal = liveJournalAt(bench.into, third);
  const kept = journal.fact('restored');
  journal.close();
  return kept ? restoredSchema.parse(JSON.parse(kept)) : undefined;
}

test('the journals of two keys become one that has everything, each thing with the key it was sent with', () => {
  const bench = anOldBench();
  expect(merge(bench, second)).toBeUndefined();
  const picture = pictureOf(bench.into, second);
  const shown = picture.bookings.map(({ orderKey, shipmentNo, state, otherAccount }) =>
    [orderKey, shipmentNo, state, otherAccount?.key ?? 'in use'].join(' '),
  );
  expect(shown.toSorted()).toEqual([
    `ORD-1 1 booked ${first.key}`,
    `ORD-2 1 unknown ${first.key}`,
    'ORD-3 1 booked in use',
    `ORD-4 1 booked ${first.key}`,
    'ORD-4 2 booked in use',
    'ORD-5 1 booked in use',
    'ORD-6 1 answered in use',
  ]);
  expect(picture).toMatchObject({ searched: 4, parked: 0, proven: 'yes', break: undefined, isWhole: true });
  expect(picture.labels.filter(Boolean)).toHaveLength(5);
  expect(picture.byCode.map((holders) => holders.length)).toEqual([1, 1]);
  expect(picture.found.every(Boolean)).toBe(true);
  expect(picture.pickups).toMatchObject([{ otherAccount: { key: first.key } }]);
  expect(picture.uploads).toMatchObject([{ state: 'waiting', otherAccount: { key: first.key } }]);
  expect(picture.deliveries).toHaveLength(1);
  expect(picture.histories.every((lines) => lines.length > 0)).toBe(true);
  expect(filesIn(bench)).toEqual([
    expect.stringMatching(/^journal-live-aaaaaaaaaaaa-main\.sqlite\.merged-/),
    expect.stringMatching(/^journal-live-bbbbbbbbbbbb-Acme_B_V_\.sqlite\.merged-/),
    'journal-live.sqlite',
  ]);
});

test('an account is read from what was sent where the name of its file has lost letters', () => {
  const bench = anOldBench();
  merge(bench, third);
  const { bookings } = pictureOf(bench.into, third);
  expect(bookings.find(({ orderNo }) => orderNo === '2005')?.otherAccount).toEqual(second);
});

test('what was begun with a key that is not in use any more is asked about, and nothing of it prints by itself', () => {
  const bench = anOldBench();
  merge(bench, third);
  const journal = liveJournalAt(bench.into, third);
  expect(journal.queuedJobs('label')).toEqual([]);
  expect(journal.jobsInState(['print-unknown'])).toHaveLength(1);
  expect(journal.bookingsInState(['answered'])).toEqual([]);
  expect(journal.bookingsInState(['unknown']).map(({ orderKey }) => orderKey)).toEqual(['ORD-2', 'ORD-6']);
  expect(journal.bookedWithoutLabelJob().map(({ verdict }) => verdict?.kind)).toEqual(Array(4).fill('cannot-compare'));
  journal.close();
});

test('cut off at any commit, and before and after it, a merge that is begun again has the same end', () => {
  const bench = anOldBench();
  const whole = copyOf(bench);
  merge(whole, second);
  const expected = lasting(pictureOf(whole.into, second));
  const left: OldBench[] = [];
  const leave = (): void => void left.push(copyOf(bench));
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string): void {
    if (sql !== 'COMMIT') return exec.call(this, sql);
    leave();
    exec.call(this, sql);
    leave();
  };
  merge(bench, second, { log: leave, now: () => (leave(), new Date('2026-11-23T10:00:00.000Z')) });
  DatabaseSync.prototype.exec = exec;
  expect(left.length).toBeGreaterThan(15);
  for (const cutOff of left) {
    expect(merge(cutOff, second)).toBeUndefined();
    expect(lasting(pictureOf(cutOff.into, second))).toEqual(expected);
    expect(filesIn(cutOff).filter((name) => !name.includes('.merged-'))).toEqual(['journal-live.sqlite']);
  }
});

test('where the disk is full in the midst of it everything stays as it was, and the merge is made once there is room', () => {
  const bench = anOldBench();
  const expected = lasting(pictureOf(mergedCopyOf(bench), second));
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string): void {
    exec.call(this, sql);
    const isMerging = sql === 'BEGIN IMMEDIATE' && this.location()?.endsWith('journal-live.sqlite');
    const pages = Number(this.prepare('PRAGMA main.page_count').get()?.['page_count']);
    if (isMerging) exec.call(this, `PRAGMA main.max_page_count = ${pages}`);
  };
  expect(() => merge(bench, second)).toThrow(/unwritable/);
  DatabaseSync.prototype.exec = exec;
  expect(filesIn(bench).filter((name) => name.endsWith('.sqlite'))).toHaveLength(3);
  merge(bench, second);
  expect(lasting(pictureOf(bench.into, second))).toEqual(expected);
});

function mergedCopyOf(bench: OldBench): string {
  const copy = copyOf(bench);
  merge(copy, second);
  return copy.into;
}

test('a damaged one without a good copy is lost: nothing is merged until a person decides, and then every order is asked about', () => {
  const bench = anOldBench();
  writeFileSync(oldFile(bench, first), 'no journal');
  expect(merge(bench, second)).toEqual({ file: oldFile(bench, first), keptAs: [expect.stringContaining('.damaged-')] });
  expect(merge(bench, second)).toMatchObject({ file: oldFile(bench, first) });
  expect([existsSync(bench.into), existsSync(oldFile(bench, second))]).toEqual([false, true]);
  const at = new Date('2026-11-23T12:00:00.000Z');
  beginEmptyJournal({ file: oldFile(bench, first), now: () => at, sealing: sealingIn('live', sealing) });
  expect(merge(bench, second)).toBeUndefined();
  expect(doubtIn(bench)).toEqual({ backupAt: null, restoredAt: at.toISOString() });
  expect(pictureOf(bench.into, second).bookings.map(({ orderKey }) => orderKey)).toContain('ORD-5');
});

test('one that is gone is taken from its copy, and every order is asked about', () => {
  const bench = anOldBench();
  mkdirSync(bench.backupFolder);
  cpSync(oldFile(bench, first), join(bench.backupFolder, 'journal-live-aaaaaaaaaaaa-main.sqlite.2026-11-21T10-00-00.000Z.backup'));
  const witness = witnessOf(bench, oldFile(bench, first));
  witness.write({ sequence: 1, link: 'of another' });
  rmSync(oldFile(bench, first));
  expect(merge(bench, second)).toBeUndefined();
  expect(doubtIn(bench)?.backupAt).not.toBeNull();
  expect(pictureOf(bench.into, second).bookings.map(({ orderNo }) => orderNo)).toContain('1001');
});

test('one that is behind its witness makes the whole journal one that knows too little', () => {
  const bench = anOldBench();
  witnessOf(bench, oldFile(bench, second)).write({ sequence: 9999, link: 'later' });
  merge(bench, second);
  expect(doubtIn(bench)).toBeDefined();
  const whole = anOldBench();
  merge(whole, second);
  expect(doubtIn(whole)).toBeUndefined();
});

test('two of them that know too little are one doubt, as old as the older, and what was said of either is not said of both', () => {
  const bench = anOldBench();
  for (const [of, at] of [
    [first, '2026-11-21T10:00:00.000Z'],
    [second, '2026-11-22T10:00:00.000Z'],
  ] as const) {
    const journal = liveJournalAt(oldFile(bench, of), of);
    journal.setFact('restored', JSON.stringify({ backupAt: at, restoredAt: at }));
    journal.setFact('unshipped ORD-9', at);
    journal.close();
  }
  merge(bench, third);
  const doubt = doubtIn(bench);
  expect(doubt?.backupAt).toBe('2026-11-21T10:00:00.000Z');
  const journal = liveJournalAt(bench.into, third);
  expect(journal.fact('unshipped ORD-9')).not.toBe(doubt?.restoredAt);
  journal.close();
});

test('a line that was changed in an old journal stays found, at its own place', () => {
  const bench = anOldBench();
  const database = new DatabaseSync(oldFile(bench, second));
  const line = Number(database.prepare("SELECT min(sequence) AS line FROM history WHERE what <> 'rejected'").get()?.['line']);
  database.exec(`UPDATE history SET what = 'rejected' WHERE sequence = ${line}`);
  database.close();
  merge(bench, second);
  const merged = new DatabaseSync(bench.into);
  const raisedBy = Number(merged.prepare('SELECT raised_by FROM merged_journals WHERE sent_key = ?').get(second.key)?.['raised_by']);
  merged.close();
  expect(raisedBy).toBeGreaterThan(0);
  expect(pictureOf(bench.into, second).break).toEqual({ sequence: raisedBy + line, is: 'line-changed' });
});

test('an old program that was started once more booked in its old journal: what is new is taken, nothing is doubled, every order is asked about', () => {
  const bench = anOldBench();
  const before = copyOf(bench);
  merge(bench, second);
  const merged = pictureOf(bench.into, second);
  cpSync(oldFile(before, second), oldFile(bench, second));
  const old = liveJournalAt(oldFile(bench, second), second, Date.UTC(2026, 10, 24, 9));
  buy(old, 'ORD-7', '2007', second.account);
  const draft = old.bookingsInState(['answered'])[0];
  old.writeRejected(draft?.id ?? '', ['no']);
  old.close();
  expect(merge(bench, second)).toBeUndefined();
  const again = pictureOf(bench.into, second);
  expect(again.bookings.map(({ orderKey, state }) => `${orderKey} ${state}`).toSorted()).toEqual(
    [
      ...merged.bookings.map(({ orderKey, state }) => `${orderKey} ${orderKey === 'ORD-6' ? 'rejected' : state}`),
      'ORD-7 booked',
    ].toSorted(),
  );
  expect(again.histories.flat().length).toBe(merged.histories.flat().length + 7);
  expect([again.break, again.isWhole]).toEqual([undefined, true]);
  expect(doubtIn(bench)).toBeDefined();
});

test('where a computer is set up anew from copies, those of journals that were merged are left alone', () => {
  const bench = anOldBench();
  const copies = benchIn(join(bench.folder, 'copies')).folder;
  mkdirSync(copies);
  cpSync(oldFile(bench, first), join(copies, 'journal-live-aaaaaaaaaaaa-main.sqlite.2026-11-21T10-00-00.000Z.backup'));
  merge(bench, second);
  cpSync(bench.into, join(copies, 'journal-live.sqlite.2026-11-23T10-00-00.000Z.backup'));
  const anew = benchIn(join(bench.folder, 'anew'));
  mkdirSync(anew.folder);
  restoreMissing({ from: copies, folder: anew.folder, now: () => new Date('2026-11-24T10:00:00.000Z'), log: () => undefined });
  expect(filesIn(anew).filter((name) => name.endsWith('.sqlite'))).toEqual(['journal-live.sqlite']);
});

test('the journal that was put back to before the merge, while its witness stands, is made once more and knows too little', () => {
  const bench = anOldBench();
  const before = copyOf(bench);
  merge(bench, second);
  rmSync(bench.into);
  for (const account of [first, second]) cpSync(oldFile(before, account), oldFile(bench, account));
  expect(merge(bench, second)).toBeUndefined();
  expect(pictureOf(bench.into, second).bookings).toHaveLength(7);
});

test('orders that a file brought to a merged journal are found by their words', () => {
  const bench = anOldBench();
  const older = liveJournalAt(oldFile(bench, first), first);
  older.takeOrders(
    Array.from({ length: 40 }, (_each, index) => anOrder(`FILE-${index}`, { name: `Brought${index}` })),
    [],
  );
  older.close();
  expect(merge(bench, second)).toBeUndefined();
  const journal = liveJournalAt(bench.into, second);
  const found = ['brought', 'brought17', 'file-17'].map((search) => journal.orders({ search, offset: 0, limit: 1 }).total);
  journal.close();
  expect(found).toEqual([40, 1, 1]);
});
