import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newestRecord } from '../../../electron/journal/witness.ts';
import { sampleOrdersCsv } from '../../../electron/training/sample-orders.ts';
import { removeLater } from '../../later.ts';
import { witnessOf } from '../../path/plain-platform.ts';
import { kindsToResolve, type PlainStation, pickupOf, startPlainStation } from '../../path/plain-station.ts';

/** Copies a folder as a person would for a backup; returns a function that restores the copy. */
function copied(folder: string): () => void {
  const copy = removeLater(`${folder}.copy`);
  cpSync(folder, copy, { recursive: true });
  return () => {
    rmSync(folder, { recursive: true });
    cpSync(copy, folder, { recursive: true });
  };
}

const isJournal = (name: string): boolean => /^journal-.*\.sqlite(-wal|-shm)?$/.test(name);
const witnessFile = ({ dir }: PlainStation): string => {
  const [name = 'none'] = readdirSync(witnessOf(dir)).filter((each) => each.endsWith('.witness'));
  return join(witnessOf(dir), name);
};
const witnessed = (bench: PlainStation) => newestRecord(readFileSync(witnessFile(bench)));
const frame = (bench: PlainStation) => bench.station.snapshot().frame;

const ship = async (bench: PlainStation, key: string) => (await bench.ship(key)).booking;

test('an old data folder is detected, shown on Ship, and buys no order again', async () => {
  const bench = await startPlainStation({ world: 'live' });
  const first = await ship(bench, 'ORD-1001');
  let putBack = (): void => undefined;
  await bench.reopen(() => {
    putBack = copied(bench.dir);
  });
  await ship(bench, 'ORD-1002');
  await bench.reopen(putBack);
  expect(frame(bench).restored).toMatchObject({ backupAt: expect.stringMatching(/Z$/) });
  await expect(bench.call('requestPickup', pickupOf(first))).rejects.toThrow('pickup-may-be-requested');
  await bench.scan('ORD-1002', 'may-be-shipped');
  // The doubt survives a restart until a person ends it.
  const since = frame(bench).restored;
  await bench.reopen();
  expect(frame(bench).restored).toEqual(since);
  await bench.call('settleRestored', { reason: 'compared with the account', pin: '' });
  await bench.reopen();
  expect(frame(bench).restored).toBeNull();
  expect(bench.service.orders()).toHaveLength(2);
});

test('a data folder that knows every sent request is not doubted', async () => {
  const bench = await startPlainStation();
  await ship(bench, 'ORD-1001');
  let putBack = (): void => undefined;
  await bench.reopen(() => {
    putBack = copied(bench.dir);
  });
  await bench.call('scan', { code: 'ORD-1001' });
  await bench.reopen(putBack);
  expect(frame(bench).restored).toBeNull();
});

test('a data folder without journal and copies books nothing until a person starts an empty one, and then asks', async () => {
  const bench = await startPlainStation();
  await ship(bench, 'ORD-1001');
  await bench.reopen(() => {
    for (const name of readdirSync(bench.dir).filter((each) => isJournal(each) || each === 'backups'))
      rmSync(join(bench.dir, name), { recursive: true });
  });
  expect(frame(bench).lostJournal).toMatchObject({ world: 'training' });
  await bench.call('beginEmptyJournal', { reason: 'no copy is left', pin: '' });
  expect(frame(bench).restored).toMatchObject({ backupAt: null });
  await bench.call('importOrders', { name: 'orders.csv', bytes: new TextEncoder().encode(sampleOrdersCsv) });
  await bench.scan('ORD-1001', 'may-be-shipped');
  expect(bench.service.orders()).toHaveLength(1);
});

test('another journal, even a longer one, is detected by a different entry on the same line', async () => {
  const bench = await startPlainStation();
  let putBack = (): void => undefined;
  await bench.reopen(() => {
    putBack = copied(bench.dir);
  });
  await ship(bench, 'ORD-1001');
  let putWitnessBack = (): void => undefined;
  await bench.reopen(() => {
    putWitnessBack = copied(witnessOf(bench.dir));
    putBack();
    rmSync(witnessOf(bench.dir), { recursive: true });
  });
  await ship(bench, 'ORD-1002');
  await ship(bench, 'ORD-1003');
  expect(frame(bench).restored).toBeNull();
  await bench.reopen(putWitnessBack);
  expect(frame(bench).restored).not.toBeNull();
});

test('a journal without a rollback guard is accepted, and guarded from then on', async () => {
  const bench = await startPlainStation();
  await ship(bench, 'ORD-1001');
  await bench.reopen(() => rmSync(witnessOf(bench.dir), { recursive: true }));
  expect(frame(bench).restored).toBeNull();
  expect(witnessed(bench)?.sequence).toBeGreaterThan(0);
});

test('the rollback guard is on the disk before a booking, a pickup or a document is sent', async () => {
  const left: string[] = [];
  let isWitnessed = (): boolean => false;
  const bench = await startPlainStation({
    journal: (journal) => {
      isWitnessed = () => witnessed(bench)?.sequence === journal.head().sequence;
      return journal;
    },
    courier: (courier) => ({
      sendOnce: (request) => {
        left.push(`${request.action} ${isWitnessed() ? 'witnessed' : 'not witnessed'}`);
        return courier.sendOnce(request);
      },
    }),
  });
  const booking = await ship(bench, 'ORD-1001');
  const pdf = new TextEncoder().encode('%PDF-1.4');
  const papers = { documentType: 'Customs Invoice', name: 'invoice.pdf', mediaType: 'application/pdf', bytes: pdf } as const;
  await bench.station.handlers.attachDocument({ bookingId: booking.id, ...papers });
  await bench.station.handlers.requestPickup(pickupOf(booking));
  expect(left).toEqual(['ship witnessed', 'upload_documents witnessed', 'pickup witnessed']);
});

test('an unwritable rollback guard is reported, blocks nothing, and is written as soon as possible', async () => {
  const bench = await startPlainStation();
  await bench.reopen(() => {
    rmSync(witnessOf(bench.dir), { recursive: true });
    writeFileSync(witnessOf(bench.dir), 'a file is in the way');
  });
  expect(frame(bench).witnessFails).toBe(true);
  expect((await bench.call('setup', {})).witness).toEqual({ folder: witnessOf(bench.dir), fails: true });
  await ship(bench, 'ORD-1001');
  expect(frame(bench).witnessFails).toBe(true);
  rmSync(witnessOf(bench.dir));
  mkdirSync(witnessOf(bench.dir));
  await ship(bench, 'ORD-1002');
  expect(frame(bench).witnessFails).toBe(false);
  expect(existsSync(witnessFile(bench))).toBe(true);
});

test('a person can report that the whole computer was restored, and then every order is asked about', async () => {
  const bench = await startPlainStation();
  await ship(bench, 'ORD-1001');
  let putBack = (): void => undefined;
  await bench.reopen(() => {
    const both = [copied(bench.dir), copied(witnessOf(bench.dir))];
    putBack = () => both.forEach((each) => each());
  });
  await ship(bench, 'ORD-1002');
  await bench.reopen(putBack);
  expect(frame(bench).restored).toBeNull();
  await bench.call('declareRestored', {});
  expect(frame(bench).restored).toMatchObject({ backupAt: expect.stringMatching(/Z$/) });
  await bench.scan('ORD-1002', 'may-be-shipped');
  expect(await kindsToResolve(bench)).toContain('journal-restored');
  expect(bench.service.orders()).toHaveLength(2);
});
