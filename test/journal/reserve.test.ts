import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { JournalError } from '../../electron/journal/journal-error.ts';
import { createReserve, withReserve } from '../../electron/journal/reserve.ts';
import { anOrder, bringTo } from './samples.ts';
import { journalAt, newFile } from './temporary-journal.ts';

const megabyte = 1024 * 1024;
const limitFiles = (bytes: number | 'unlimited'): void => {
  execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`]);
};
afterEach(() => limitFiles('unlimited'));

function aReserve(freeBytes: () => number) {
  const file = `${newFile()}.reserve`;
  const needs = { reserveBytes: 3 * megabyte, leastFreeBytes: 10 * megabyte };
  return { file, reserve: createReserve({ ...needs, file, freeBytes, log: () => undefined }) };
}

test('the reserve holds real blocks, frees them once, and is taken again only if space allows', () => {
  let freeBytes = 100 * megabyte;
  const { file, reserve } = aReserve(() => freeBytes);
  expect(reserve.release()).toBe(false);
  reserve.hold();
  const { size, blocks } = statSync(file);
  expect([size, blocks * 512]).toEqual([3 * megabyte, 3 * megabyte]);
  expect([reserve.release(), reserve.release(), existsSync(file)]).toEqual([true, false, false]);
  freeBytes = 12 * megabyte;
  reserve.hold();
  expect(existsSync(file)).toBe(false);
});

test('reports a disk as low or not low as soon as its free space changes', () => {
  let freeBytes = 0;
  const { reserve } = aReserve(() => freeBytes);
  const isLowWith = (megabytes: number): boolean => {
    freeBytes = megabytes * megabyte;
    return reserve.isLow();
  };
  expect([12, 9, 12, 10, 9].map(isLowWith)).toEqual([false, true, false, false, true]);
});

test('a disk whose free space is unknown counts as full', () => {
  const { reserve } = aReserve(() => {
    throw new Error('ENOENT');
  });
  expect(reserve.isLow()).toBe(true);
});

test('the largest answer is written on a full disk once the reserve is freed', () => {
  const file = newFile();
  const real = journalAt(file);
  const id = bringTo(real, 'sending');
  const body = Buffer.alloc(25 * megabyte, 'label');
  limitFiles(statSync(`${file}-wal`).size);
  expect(() => real.writeAnswer(id, { status: 200, contentType: '', body })).toThrow(/unwritable/);
  const reserve = { hold: () => undefined, isLow: () => false, release: () => (limitFiles('unlimited'), true) };
  const journal = withReserve(real, reserve);
  journal.writeAnswer(id, { status: 200, contentType: '', body });
  expect(Buffer.from(journal.answer(id)?.body ?? []).equals(body)).toBe(true);
  journal.close();
});

test('a sync that a full disk refused is retried only if a reserve was freed', async () => {
  const real = journalAt(newFile());
  let [isFull, released] = [true, 0];
  const onDisk = async (): Promise<void> => {
    if (isFull) throw new JournalError('unwritable', 'no space left on device');
    await real.onDisk();
  };
  const frees = (): boolean => {
    released += 1;
    isFull = false;
    return true;
  };
  const held = { hold: () => undefined, isLow: () => false };
  await expect(withReserve({ ...real, onDisk }, { ...held, release: () => false }).onDisk()).rejects.toThrow(/unwritable/);
  await withReserve({ ...real, onDisk }, { ...held, release: frees }).onDisk();
  expect(released).toBe(1);
  real.close();
});

test('a paid label is queued and printed on a full disk, but nothing new begins', () => {
  const file = newFile();
  const real = journalAt(file);
  const id = bringTo(real, 'booked');
  const full = (): void => limitFiles(statSync(`${file}-wal`).size);
  full();
  let released = 0;
  const release = (): boolean => {
    released += 1;
    limitFiles('unlimited');
    return true;
  };
  const journal = withReserve(real, { hold: () => undefined, isLow: () => false, release });
  const sheet = { format: 'ZPL', bytes: Buffer.from('^XA^XZ') } as const;
  const [job] = journal.addPrintJobs({ bookingId: id, pickupId: null }, [
    { role: 'label', printerId: 'label', title: '', piece: 1, pieces: 1, copy: 0, sheet },
  ]);
  for (const to of ['sending', 'printed'] as const) {
    full();
    expect(journal.moveJob(job?.id ?? '', ['queued', 'sending'], to, '')).toBe(true);
  }
  full();
  expect(() => journal.draft(anOrder('ORD-9'), '')).toThrow(/unwritable/);
  expect(released).toBe(3);
  limitFiles('unlimited');
  journal.close();
});

test('writes in one commit use the reserve if one of them may, apart from mere notes', () => {
  const file = newFile();
  const real = journalAt(file);
  const id = bringTo(real, 'answered');
  const full = (): void => limitFiles(statSync(`${file}-wal`).size);
  let released = 0;
  const release = (): boolean => {
    released += 1;
    limitFiles('unlimited');
    return true;
  };
  const journal = withReserve(real, { hold: () => undefined, isLow: () => false, release });
  full();
  expect(() =>
    journal.soon(() => {
      const { id: drafted } = journal.draft(anOrder('ORD-9'), '');
      journal.soon(() => journal.record(drafted, 'scanned', ''));
    }),
  ).toThrow(/unwritable/);
  expect([released, journal.bookings({ states: ['draft'], search: '', offset: 0, limit: 1 }).total]).toEqual([0, 0]);
  journal.soon(() => {
    journal.writeVerdict(id, { kind: 'match' }, null);
    journal.writeLabelCodes(id, ['code']);
  });
  expect(released).toBe(1);
  expect(journal.booking(id)?.verdict).toEqual({ kind: 'match' });
  expect(journal.labelCodeHolders('code')).toEqual([id]);
  full();
  expect(() => journal.draft(anOrder('ORD-9'), '')).toThrow(/unwritable/);
  limitFiles('unlimited');
  journal.close();
});
