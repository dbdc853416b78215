import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createFail } from '../../electron/bench/context.ts';
import { createBenchLedger } from '../../electron/bench/exchange/bench-ledger.ts';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import type { Ledger } from '../../electron/bench/ports/ledger.ts';
import { openJournal } from '../../electron/journal/journal.ts';
import { createRetention } from '../../electron/station/retention.ts';
import { ok } from '../../shared/result.ts';
import { anOrder } from '../journal/samples.ts';
import { encryption, newFile, openJournalAt } from '../journal/temporary-journal.ts';
import { closeLater, newFolder } from '../later.ts';

const firstDay = Date.UTC(2026, 10, 21, 9);
const dayMs = 24 * 3_600_000;
const fail = createFail(
  () => 'REF',
  () => undefined,
);
/** The ledger of a bench that shares nothing. */
const alone = createBenchLedger({ fail });

/** A bench with a clock that can be set, and a folder whose files are deleted after a day. `looks`: what its retention deletes now. */
function benchWithClock({
  emptyLog,
  prune = alone.prune,
  jumpsTo,
}: {
  readonly emptyLog?: () => boolean;
  readonly prune?: Ledger['prune'];
  /** Day to which the clock jumps once the night has deleted files. */
  readonly jumpsTo?: number;
} = {}) {
  const clock = { day: 0, hour: 0 };
  const now = (): Date => new Date(firstDay + clock.day * dayMs + clock.hour * 3_600_000);
  const [file, folder] = [newFile(), newFolder('documents')];
  const opened = openJournal({ file, world: 'training', encryption, now, id: () => crypto.randomUUID(), who: () => '' });
  closeLater(opened.close);
  const journal = { ...opened, ...(emptyLog && { emptyLog }) };
  const { look, state } = createRetention({
    journal,
    file,
    ledger: { prune, isShared: false },
    backups: { makeNow: async () => true, idle: async () => undefined },
    backupFolder: () => join(folder, 'none'),
    oldFiles: () => [{ folder, days: 1 }],
    timeZone: () => 'Europe/Amsterdam',
    now,
    log: () => {
      clock.day = jumpsTo ?? clock.day;
    },
    changed: () => undefined,
    forgotten: () => undefined,
  });
  const page = join(folder, 'page.pdf');
  /** True if the page, which is two days old, is deleted. */
  async function deletes(): Promise<boolean> {
    writeFileSync(page, 'a page');
    utimesSync(page, now(), new Date(now().getTime() - 2 * dayMs));
    await look();
    return !existsSync(page);
  }
  return { clock, journal, look, state, deletes };
}

test('work at a clock that jumped ahead does not make that clock believed', async () => {
  const { clock, journal, deletes } = benchWithClock();
  expect(await deletes()).toBe(true);
  clock.day = 100;
  journal.record(null, 'signed-in', 'Ana');
  expect(await deletes()).toBe(false);
  clock.day = 101;
  expect(await deletes()).toBe(true);
});

test('no day is forgotten by a clock that jumps during the night', async () => {
  const { journal, state, deletes } = benchWithClock({ jumpsTo: 100 });
  journal.record(null, 'signed-in', 'Ana');
  expect(await deletes()).toBe(true);
  expect(state().problem).toBe('clock-doubted');
  expect(journal.expiredKeys().over.length).toBeGreaterThan(0);
});

test('every jump of the clock is doubted for a night, also a second one and one on the night after', async () => {
  const { clock, deletes } = benchWithClock();
  const at = async (day: number): Promise<boolean> => {
    clock.day = day;
    return await deletes();
  };
  expect([await at(0), await at(1), await at(30)]).toEqual([true, true, true]);
  expect([await at(100), await at(101), await at(102)]).toEqual([false, true, true]);
  expect([await at(250), await at(400), await at(401)]).toEqual([false, false, true]);
  expect([await at(5), await at(6)]).toEqual([true, true]);
  expect([await at(402), await at(403)]).toEqual([false, true]);
});

test('a log that could not be emptied is emptied at the next try, though nothing is left to delete', async () => {
  const answers = [false, false, true];
  const { clock, journal, look } = benchWithClock({ emptyLog: () => answers.shift() ?? true });
  journal.takeOrders([anOrder('ORD-1')], []);
  journal.shipOtherwise({ orderKey: anOrder('ORD-1').key, way: 'letter', why: '', by: 'Ana', at: '2026-11-21T09:00:00.000Z' });
  for (clock.day = 31; clock.day <= 93; clock.day += 31) await look();
  expect(journal.order(anOrder('ORD-1').key)).toMatchObject({ hold: 'forgotten' });
  while (answers.length > 0 && clock.hour < 12) {
    clock.hour += 2;
    await look();
  }
  expect(answers).toEqual([]);
});

test('erasing a person gives a receipt that names nobody, and counts what stays', async () => {
  const file = newFile();
  const backupFolder = join(file, '..', 'backups');
  mkdirSync(backupFolder);
  const journal = openJournalAt(file);
  const [closed, waits] = [anOrder('ORD-1', { name: 'Quill Feather' }), anOrder('ORD-2', { name: 'Quill Feather' })];
  journal.takeOrders([closed, waits], []);
  journal.shipOtherwise({ orderKey: closed.key, way: 'letter', why: 'small', by: 'Ana', at: '2026-11-21T09:00:00.000Z' });
  await journal.copyTo(join(backupFolder, 'journal.db.2026-11-21T10-00-00.000Z.backup'));
  const { erase, kept } = createRetention({
    journal,
    file,
    ledger: alone,
    backups: { makeNow: async () => true, idle: async () => undefined },
    backupFolder: () => backupFolder,
    oldFiles: () => [],
    timeZone: () => 'Europe/Amsterdam',
    now: () => new Date(Date.UTC(2026, 10, 21)),
    log: () => undefined,
    changed: () => undefined,
    forgotten: () => undefined,
  });
  const receipt = await erase([closed.key, waits.key], 'Quill Feather');
  expect(receipt).toMatchObject({ orders: 1, shipments: 0, labels: 0, lines: 1, backups: 1, copiesLeft: 0, stay: 1 });
  expect(kept().receipt).toEqual(receipt);
  expect(JSON.stringify(receipt)).not.toMatch(/quill|feather/i);
  expect(journal.order(closed.key)).toMatchObject({ hold: 'forgotten' });
  expect(journal.order(waits.key)).toMatchObject({ recipient: { name: 'Quill Feather' } });
});

type Step = 'keepUnsettled' | 'forgetExpired' | 'emptyLog';

test.each(
  (['keepUnsettled', 'forgetExpired', 'emptyLog'] as const).flatMap((step) => [[step, 'before'] as const, [step, 'after'] as const]),
)('a night that ends at %s, %s it, is finished by the next run', async (step: Step, when: 'before' | 'after') => {
  const file = newFile();
  const backupFolder = join(file, '..', 'backups');
  mkdirSync(backupFolder);
  const backup = join(backupFolder, 'journal.db.2026-11-21T10-00-00.000Z.backup');
  const first = openJournalAt(file, undefined, undefined, undefined, 0);
  const [gone, waits] = [anOrder('ORD-1', { name: 'Quill Feather' }), anOrder('ORD-2', { name: 'Waiting Feather' })];
  first.takeOrders([gone, waits], []);
  first.shipOtherwise({ orderKey: gone.key, way: 'letter', why: 'small', by: 'Ana', at: '2026-11-21T09:00:00.000Z' });
  await first.copyTo(backup);
  first.close();

  const run = async (journal: Journal, at: Date) => {
    const copies: string[] = [];
    const retention = createRetention({
      journal,
      file,
      ledger: alone,
      backups: {
        makeNow: async () => {
          const made = join(backupFolder, `journal.db.2027-03-0${copies.push('') + 1}T10-00-00.000Z.backup`);
          await journal.copyTo(made);
          return true;
        },
        idle: async () => undefined,
      },
      backupFolder: () => backupFolder,
      oldFiles: () => [],
      timeZone: () => 'Europe/Amsterdam',
      now: () => at,
      log: () => undefined,
      changed: () => undefined,
      forgotten: () => undefined,
    });
    await retention.look();
    return retention.state();
  };
  const broken = openJournalAt(file, undefined, undefined, undefined, 100);
  const ends = (): never => {
    throw new Error('The power fails.');
  };
  const dying: Journal = {
    ...broken,
    [step]: () => {
      if (when === 'after') broken[step]();
      return ends();
    },
  };
  expect(await run(dying, new Date(Date.UTC(2027, 2, 2)))).toMatchObject({ problem: 'failed' });
  broken.close();

  const later = openJournalAt(file, undefined, undefined, undefined, 102);
  expect(await run(later, new Date(Date.UTC(2027, 2, 3)))).toMatchObject({ problem: null });
  expect(later.expiredKeys().over).toEqual([]);
  expect(later.order(gone.key)).toMatchObject({ hold: 'forgotten' });
  expect(later.order(waits.key)).toMatchObject({ recipient: { name: 'Waiting Feather' } });
  const database = new DatabaseSync(backup, { readOnly: true });
  const { left } = database.prepare("SELECT count(*) AS left FROM day_keys WHERE class = 'people' AND forgotten = 0").get() ?? {};
  database.close();
  expect(left).toBe(0);
});

test('a backup that cannot be changed is reported until it can be', async () => {
  let at = new Date(Date.UTC(2026, 10, 21));
  const file = newFile();
  const backupFolder = join(file, '..', 'backups');
  mkdirSync(backupFolder);
  const backup = join(backupFolder, 'journal.db.2026-11-21T10-00-00.000Z.backup');
  const journal = openJournalAt(file, undefined, undefined, undefined, 0);
  journal.takeOrders([anOrder('ORD-1', { name: 'Quill Feather' })], []);
  await journal.copyTo(backup);
  journal.close();
  const later = openJournalAt(file, undefined, undefined, undefined, 100);
  const changes: unknown[] = [];
  const retention = createRetention({
    journal: later,
    file,
    ledger: alone,
    backups: { makeNow: async () => true, idle: async () => undefined },
    backupFolder: () => backupFolder,
    oldFiles: () => [],
    timeZone: () => 'Europe/Amsterdam',
    now: () => at,
    log: () => undefined,
    changed: () => void changes.push(retention.state().problem),
    forgotten: () => undefined,
  });
  const whole = readFileSync(backup);
  writeFileSync(backup, 'no journal');
  for (const hours of [0, 24, 48]) {
    at = new Date(Date.UTC(2027, 2, 1, hours));
    await retention.look();
  }
  expect(retention.state()).toEqual({ lastAt: null, problem: 'copy-kept' });
  writeFileSync(backup, whole);
  at = new Date(Date.UTC(2027, 2, 4));
  await retention.look();
  expect(retention.state()).toEqual({ lastAt: at.toISOString(), problem: null });
  expect(changes.at(-2)).toBe('copy-kept');
});

test('the night is not done before the database of the site was cleared too', async () => {
  const answers = [fail('ledger-unreachable'), ok({})];
  const { clock, journal, look, state } = benchWithClock({ prune: async () => answers.shift() ?? ok({}) });
  await look();
  expect(state()).toEqual({ lastAt: null, problem: 'site-kept' });
  clock.hour = 2;
  await look();
  expect(state()).toEqual({ lastAt: journal.fact('retention-done'), problem: null });
  expect(answers).toEqual([]);
});

test('a copy that could not be changed is erased later, without a person', async () => {
  const file = newFile();
  const backupFolder = join(file, '..', 'backups');
  mkdirSync(backupFolder);
  const backup = join(backupFolder, 'journal.db.2026-11-21T10-00-00.000Z.backup');
  const journal = openJournalAt(file);
  const { key } = anOrder('ORD-1');
  journal.takeOrders([anOrder('ORD-1', { name: 'Quill Feather' })], []);
  journal.shipOtherwise({ orderKey: key, way: 'letter', why: '', by: 'Ana', at: '2026-11-21T09:00:00.000Z' });
  await journal.copyTo(backup);
  let at = new Date(Date.UTC(2026, 10, 21));
  const { erase, kept, look } = createRetention({
    journal,
    file,
    ledger: alone,
    backups: { makeNow: async () => true, idle: async () => undefined },
    backupFolder: () => backupFolder,
    oldFiles: () => [],
    timeZone: () => 'Europe/Amsterdam',
    now: () => at,
    log: () => undefined,
    changed: () => undefined,
    forgotten: () => undefined,
  });
  const whole = readFileSync(backup);
  writeFileSync(backup, 'no journal');
  expect(await erase([key], 'Quill Feather')).toMatchObject({ copiesLeft: 1 });
  await look();
  expect(journal.erasuresDue()).toHaveLength(1);
  writeFileSync(backup, whole);
  await look();
  // Not more than once a day.
  expect(journal.erasuresDue()).toHaveLength(1);
  at = new Date(Date.UTC(2026, 10, 22));
  await look();
  expect([journal.erasuresDue(), kept().receipt?.copiesLeft]).toEqual([[], 0]);
  const database = new DatabaseSync(backup, { readOnly: true });
  const left = database.prepare('SELECT length(encrypted) AS size FROM orders').all();
  database.close();
  expect(left).toEqual([{ size: 1 }]);
});
