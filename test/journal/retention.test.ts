import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import { forgetInCopies } from '../../electron/journal/forget-copies.ts';
import { keptDays } from '../../shared/retention.ts';
import { anOrder, bringTo, label, service } from './samples.ts';
import { journalAt, newFile, openJournalAt, root } from './temporary-journal.ts';

const at = (file: string, daysLater: number): Journal => openJournalAt(file, undefined, () => 'Ana Packer', undefined, daysLater);
const found = (journal: Journal, search: string): string[] =>
  journal.orders({ search, offset: 0, limit: 50 }).rows.map(({ order }) => order.key);

function printed(journal: Journal, bookingId: string): void {
  const [job] = journal.addPrintJobs({ bookingId, pickupId: null }, [
    { role: 'label', printerId: 'label', title: 'Liv', piece: 1, pieces: 1, copy: 0, sheet: label },
  ]);
  for (const [from, to] of [
    ['queued', 'sending'],
    ['sending', 'printed'],
  ] as const)
    journal.moveJob(job?.id ?? '', [from], to, '');
}

/** A day with one order that is shipped, one in doubt, one whose label never came, and many that wait. */
function aDay(file = newFile()) {
  const journal = at(file, 0);
  const shipped = journal.draft(anOrder('ORD-1'), 'Ana Packer');
  journal.takeOrders([anOrder('ORD-1'), ...Array.from({ length: 20 }, (_each, no) => anOrder(`W-${no}`, { name: `Waiting Nr${no}` }))], []);
  bringTo(journal, 'booked', shipped);
  printed(journal, shipped.id);
  const doubt = bringTo(journal, 'unknown', journal.draft(anOrder('ORD-2'), 'Ana Packer'));
  journal.saveOrder(anOrder('ORD-2'));
  journal.close();
  return { file, shipped: shipped.id, doubt };
}

/** The keys in these bytes that the data key still opens, found by trying it at every byte. */
function keysIn(file: string, rowsOf: string): string[] {
  const database = new DatabaseSync(rowsOf, { readOnly: true });
  const rows = database.prepare('SELECT number, day, class FROM day_keys').all();
  database.close();
  const bytes = readFileSync(file);
  const wrappedBytes = 61;
  const open = new Set<string>();
  for (let from = bytes.indexOf(2); from >= 0; from = bytes.indexOf(2, from + 1))
    for (const { number, day, class: of } of rows) {
      const place = `${Number(number)} ${String(day)} ${String(of)}`;
      try {
        root.decrypt(bytes.subarray(from, from + wrappedBytes), ['day_keys.encrypted', place]);
        open.add(`${String(of)} ${String(day)}`);
      } catch {
        // No key begins here.
      }
    }
  return [...open].sort();
}

function retain(journal: Journal): void {
  journal.keepUnsettled();
  journal.forgetExpired();
  expect(journal.emptyLog()).toBe(true);
}

test('each kind of data goes when its time is over, and no byte of its key is left', () => {
  const { file, shipped } = aDay();
  expect(keysIn(file, file)).toEqual(['answers', 'history', 'labels', 'people'].map((of) => `${of} 2026-11-21`));
  const seen = (daysLater: number) => {
    const journal = at(file, daysLater);
    retain(journal);
    const booking = journal.booking(shipped);
    const stands = {
      answer: journal.answer(shipped) !== undefined,
      label: journal.label(shipped) !== undefined,
      name: booking?.order.recipient.name,
      packer: booking?.packer,
    };
    expect(booking).toMatchObject({
      state: 'booked',
      orderNo: '4711 0815',
      price: { minor: 845 },
      service: { courierName: service.courierName },
    });
    expect(journal.findBooking('4711 0815')?.id).toBe(shipped);
    journal.close();
    return stands;
  };
  const all = { answer: true, label: true, name: 'Liv Canarysdottir', packer: 'Ana Packer' };
  expect(seen(keptDays.answers)).toEqual(all);
  expect(seen(keptDays.answers + 1)).toEqual({ ...all, answer: false });
  expect(seen(keptDays.labels + 1)).toEqual({ ...all, answer: false, label: false });
  expect(seen(keptDays.people)).toEqual({ ...all, answer: false, label: false });
  expect(seen(keptDays.people + 1)).toEqual({ answer: false, label: false, name: '', packer: '' });
  // The history of the doubt is still needed; everything else of that day cannot be opened by any key.
  expect(keysIn(file, file).filter((key) => key.endsWith('2026-11-21'))).toEqual(['history 2026-11-21']);
  const journal = at(file, 92);
  expect(journal.booking(shipped)?.order.hold).toBe('forgotten');
  expect(found(journal, 'Canarysdottir')).toEqual(['ORD-2']);
  expect(found(journal, 'ORD-1')).toEqual(['ORD-1']);
  expect(journal.history(shipped).map(({ what }) => what)).toContain('booked');
});

test('a doubt and waiting orders are kept until they are settled', () => {
  const { file, doubt } = aDay();
  for (const daysLater of [31, 91, 182, 400]) {
    const journal = at(file, daysLater);
    retain(journal);
    expect(journal.booking(doubt)).toMatchObject({ state: 'unknown', order: { hold: null, recipient: { name: 'Liv Canarysdottir' } } });
    expect(journal.exchange(doubt)?.sent).toContain('ship');
    expect(journal.history(doubt).map(({ detail }) => detail)).toContain('no answer');
    expect(found(journal, 'Nr7')).toEqual(['W-7']);
    expect(journal.order(anOrder('W-7').key)).toMatchObject({ hold: null, recipient: { name: 'Waiting Nr7' } });
    journal.close();
  }
  const journal = at(file, 401);
  journal.release(doubt, 'not in the account', 'Ana Packer');
  journal.close();
  const later = at(file, 500);
  later.deleteOrder(anOrder('ORD-2').key, 'Ana Packer');
  retain(later);
  expect(later.booking(doubt)).toMatchObject({ state: 'released', order: { hold: 'forgotten' } });
  later.close();
  expect(keysIn(file, file).filter((key) => key.endsWith('2026-11-21'))).toEqual([]);
});

test('backups and damaged copies lose the same keys, and what is unsettled opens from the newest backup', async () => {
  const { file, shipped, doubt } = aDay();
  const backupFolder = join(file, '..', 'backups');
  mkdirSync(backupFolder);
  const old = join(backupFolder, 'journal.db.2026-11-21T10-00-00.000Z.backup');
  const damaged = `${file}.damaged-2026-11-21T11-00-00.000Z`;
  copyFileSync(file, old);
  copyFileSync(file, damaged);
  const garbled = readFileSync(damaged);
  garbled.fill(0, 0, 100);
  writeFileSync(damaged, garbled);
  writeFileSync(`${file}.restored`, garbled);
  const journal = at(file, 91);
  expect(journal.keepUnsettled()).toBeGreaterThan(0);
  const fresh = join(backupFolder, 'journal.db.2027-02-20T10-00-00.000Z.backup');
  await journal.copyTo(fresh);
  const options = { now: () => new Date(Date.UTC(2026, 11, 1)), isRestoreOpen: false, log: () => undefined };
  for (let time = 0; time < 2; time += 1) expect(forgetInCopies({ file, backupFolder }, journal.expiredKeys(), options)).toBe(0);
  const over = (copy: string): string[] => keysIn(copy, fresh).filter((key) => key.endsWith('2026-11-21'));
  for (const copy of [old, damaged, fresh]) expect(over(copy)).toEqual(['history 2026-11-21']);
  expect(existsSync(`${file}.restored`)).toBe(false);
  journal.forgetExpired();
  journal.close();
  for (const from of [fresh, old]) {
    const restored = join(file, '..', 'again.db');
    copyFileSync(from, restored);
    const again = journalAt(restored, undefined, undefined, undefined, 92);
    expect(again.booking(shipped)).toMatchObject({ state: 'booked', orderNo: '4711 0815', order: { hold: 'forgotten' } });
    expect(again.booking(doubt)).toMatchObject({
      state: 'unknown',
      order: { recipient: { name: from === fresh ? 'Liv Canarysdottir' : '' } },
    });
    again.close();
    renameSync(restored, `${restored}.${from === fresh ? 1 : 2}`);
  }
});

test('a damaged copy is deleted after its time, but not while something is asked about it', () => {
  const { file } = aDay();
  const damaged = `${file}.damaged-2026-11-21T11-00-00.000Z`;
  writeFileSync(damaged, 'x');
  writeFileSync(`${damaged}-wal`, 'x');
  const journal = at(file, 0);
  const later = Date.now() + 91 * 24 * 3_600_000;
  const forget = (isRestoreOpen: boolean) =>
    forgetInCopies({ file, backupFolder: join(file, '..', 'none') }, journal.expiredKeys(), {
      now: () => new Date(later),
      isRestoreOpen,
      log: () => undefined,
    });
  forget(true);
  expect(existsSync(damaged)).toBe(true);
  forget(false);
  expect([existsSync(damaged), existsSync(`${damaged}-wal`)]).toEqual([false, false]);
});

test('a step that fails half-way is undone, and the next run finishes', () => {
  const { file, doubt } = aDay();
  const journal = at(file, 91);
  expect(() =>
    journal.soon(() => {
      journal.forgetExpired();
      throw new Error('power cut');
    }),
  ).toThrow('power cut');
  expect(journal.booking(doubt)?.order.recipient.name).toBe('Liv Canarysdottir');
  retain(journal);
  expect(journal.booking(doubt)?.order.recipient.name).toBe('Liv Canarysdottir');
  journal.close();
  expect(keysIn(file, file).filter((key) => key.endsWith('2026-11-21'))).toEqual(['history 2026-11-21']);
});

test('a replica that is received late is kept no longer than at the bench it comes from', () => {
  const file = newFile();
  const theirs = at(newFile(), 0);
  const booking = { ...theirs.draft(anOrder('ORD-7', { name: 'Runa Replica' }), 'Ann'), state: 'booked' as const };
  theirs.close();
  const attempt = {
    id: 'a',
    kind: 'ship',
    orderKey: 'ORD-7',
    shipmentNo: 1,
    account: '',
    state: 'booked',
    orderNo: 'N',
    parcels: [],
  } as const;
  const late = at(file, 80);
  late.takeChanges([{ feed: 'theirs', bench: 3, seq: 1, link: 'l', at: '2027-02-09T09:00:00.000Z', what: 'noted', attempt, booking }]);
  expect(late.lastBookedElsewhere(9)).toMatchObject([{ order: { recipient: { name: 'Runa Replica' } } }]);
  late.close();
  const journal = at(file, keptDays.people);
  retain(journal);
  expect([journal.lastBookedElsewhere(9).length, journal.bookedElsewhere({ search: 'Runa', offset: 0, limit: 9 }).total]).toEqual([1, 1]);
  journal.close();
  const after = at(file, keptDays.people + 1);
  retain(after);
  expect(after.lastBookedElsewhere(9)).toEqual([]);
  for (const search of ['Runa', '']) expect(after.bookedElsewhere({ search, offset: 0, limit: 9 }).total).toBe(0);
  // Its order is still known as shipped.
  expect(after.elsewhereAt('ORD-7')).toMatchObject({ bench: 3, booking: null });
});
