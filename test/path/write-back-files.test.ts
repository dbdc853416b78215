import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { troubleOf } from '../../electron/courier/route.ts';
import { createShopBack, writeBackMark } from '../../electron/orders/write-back.ts';
import { noWriteBack } from '../../shared/write-back.ts';
import { makePipe } from '../fakes/named-pipe.ts';
import { openStrangeShare } from '../strangers/shops/strange-share.ts';
import { shipping, shopFolder } from './reporting-shop.ts';

const noRoute = {
  routeTo: async (): Promise<never> => {
    throw new Error('no server is informed here');
  },
  troubleOf,
};

test("files in the shop's layout contain each booking once, whatever the shop removes", async () => {
  const { bench, folder, setUp, ship, files, rows } = await shipping();
  await setUp({ folder, layout: 'woocommerce' });
  await ship('ORD-1001');
  await expect.poll(() => files().length).toBe(1);
  expect(rows()[0]).toBe('order_id,tracking_provider,tracking_number,date_shipped,status_shipped');
  expect(rows()[1]).toMatch(/^ORD-1001,/);
  for (const name of files()) rmSync(join(folder, name));
  await bench.reopen();
  await ship('ORD-1002');
  await expect.poll(() => files().length).toBe(1);
  expect(rows().filter((row) => row.startsWith('ORD-'))).toEqual([expect.stringMatching(/^ORD-1002,/)]);
});

test.each([['before it is written down'], ['before it has its name'], ['once it has its name']])(
  'a file that a crash cut off %s is written once',
  async (when) => {
    let crashes = true;
    let isDead = false;
    const { bench, folder, setUp, ship, files, rows } = await shipping({
      journal: (journal) => ({
        placeReports(...args) {
          isDead = when.startsWith('before');
          if (crashes && when === 'before it is written down') throw new Error('crash');
          journal.placeReports(...args);
          if (crashes && isDead) throw new Error('crash');
        },
        pendingReports(channel) {
          if (crashes && isDead) throw new Error('crash');
          return journal.pendingReports(channel);
        },
        markReportsDone(...args) {
          if (crashes) throw new Error('crash');
          return journal.markReportsDone(...args);
        },
      }),
    });
    await setUp({ folder });
    await ship('ORD-1001');
    if (when.startsWith('once')) {
      await expect.poll(() => files().length).toBe(1);
      for (const name of files()) renameSync(join(folder, name), `${folder}/.taken`);
    } else await expect.poll(() => readdirSync(folder).some((name) => name.endsWith('.part'))).toBe(true);
    crashes = false;
    await bench.reopen();
    await expect.poll(async () => (await bench.call('setup', {})).writeBack.waiting).toBe(0);
    expect(rows().filter((row) => row.startsWith('ORD-')).length + (when.startsWith('once') ? 1 : 0)).toBe(1);
  },
);

test('a file written to a share that goes away before the rename is renamed once the share is back', async () => {
  const away = join(shopFolder(), 'away');
  let goes: (() => void) | undefined;
  const { folder, setUp, ship, files, rows, state } = await shipping({
    journal: (journal) => ({
      placeReports(...args) {
        journal.placeReports(...args);
        goes?.();
        goes = undefined;
      },
    }),
  });
  await setUp({ folder });
  goes = () => renameSync(folder, away);
  await ship('ORD-1001');
  await expect.poll(async () => (await state()).file).toMatch(/^folder-/);
  expect((await state()).waiting).toBe(1);
  renameSync(away, folder);
  await expect.poll(() => files().length).toBe(1);
  expect(rows()[1]).toMatch(/^ORD-1001,/);
  await expect.poll(state).toMatchObject({ waiting: 0, file: null });
});

test('a share that is not mounted gets nothing, is reported as away, and gets everything when it is back', async () => {
  const { folder, setUp, ship, files, state } = await shipping();
  await setUp({ folder });
  const away = join(shopFolder(), 'away');
  renameSync(folder, away);
  await ship('ORD-1001');
  await expect.poll(async () => (await state()).file).toMatch(/^folder-/);
  rmSync(folder, { recursive: true, force: true });
  renameSync(away, folder);
  await expect.poll(async () => (await state()).waiting).toBe(0);
  expect(files().length).toBe(1);
});

test.each([
  ['full', 'folder-full'],
  ['read-only', 'folder-takes-nothing'],
  ['no new names', 'folder-takes-nothing'],
] as const)('a share that is %s is reported as such, and no leftover files stay in it', async (fault, trouble) => {
  const share = openStrangeShare();
  try {
    const { setUp, ship, state, later } = await shipping();
    await setUp({ folder: share.folder });
    share.put(fault);
    await ship('ORD-1001');
    await expect.poll(async () => (await state()).file).toBe(trouble);
    for (let tries = 0; tries < 3; tries += 1) {
      later(1000);
      await pause(30);
    }
    // A try in progress has its file there.
    await expect.poll(() => share.litter().length).toBe(fault === 'no new names' ? 1 : 0);
    share.put(undefined);
    await expect.poll(state).toEqual({ waiting: 0, file: null, http: null });
    await expect.poll(() => share.taken.map(({ text }) => text.includes('ORD-1001'))).toEqual([true]);
    expect(share.litter()).toEqual([]);
  } finally {
    share.stop();
  }
});

test('a bench that was closed during a slow write removes only its own file', async () => {
  const share = openStrangeShare();
  try {
    const { bench, setUp, ship, state } = await shipping();
    await setUp({ folder: share.folder });
    const release = share.hold();
    await ship('ORD-1001');
    await expect.poll(() => share.begun.length).toBe(1);
    await bench.reopen();
    await expect.poll(() => share.begun.length).toBe(2);
    expect(new Set(share.begun).size).toBe(2);
    release();
    await expect.poll(state).toEqual({ waiting: 0, file: null, http: null });
    await expect.poll(() => share.taken.map(({ text }) => text.includes('ORD-1001'))).toEqual([true]);
    await expect.poll(() => share.litter()).toEqual([]);
  } finally {
    share.stop();
  }
});

test('a file that is rewritten for a late number and cannot be started again is not left behind', async () => {
  const share = openStrangeShare();
  try {
    const back = createShopBack({ settings: () => noWriteBack, token: () => undefined, route: noRoute, now: () => new Date() });
    writeFileSync(writeBackMark(share.folder), '');
    const place = join(share.folder, 'shipped.csv');
    await back.prepare(place, Buffer.from('order,number'));
    share.put('read-only');
    await expect(back.prepare(place, Buffer.from('order,other number'))).rejects.toThrow('EROFS');
    expect(share.litter()).toEqual([]);
  } finally {
    share.stop();
  }
});

test('a file started before its share went away is not put into the folder in its place', async () => {
  const share = openStrangeShare();
  try {
    const { setUp, ship, state } = await shipping();
    await setUp({ folder: share.folder });
    const release = share.hold();
    await ship('ORD-1001');
    await expect.poll(() => share.begun.length).toBe(1);
    share.put('not mounted');
    release();
    await expect.poll(async () => (await state()).file).toBe('folder-changed');
    expect((await state()).waiting).toBe(1);
    expect(readdirSync(share.folder)).toEqual([]);
    share.put(undefined);
    await expect.poll(state).toEqual({ waiting: 0, file: null, http: null });
    await expect.poll(() => share.taken.map(({ text }) => text.includes('ORD-1001'))).toEqual([true]);
  } finally {
    share.stop();
  }
});

test('a file started in a removed folder waits in Resolve and does not block the current folder', async () => {
  let crashes = true;
  let isBegun = false;
  const { bench, folder, setUp, ship, failedReports, state } = await shipping({
    journal: (journal) => ({
      placeReports(...args) {
        journal.placeReports(...args);
        isBegun = true;
        if (crashes) throw new Error('crash');
      },
      pendingReports: (channel) =>
        crashes && journal.pendingReports(channel).some(({ place }) => place !== '') ? [] : journal.pendingReports(channel),
    }),
  });
  await setUp({ folder });
  await ship('ORD-1001');
  await expect.poll(() => isBegun).toBe(true);
  const newFolder = shopFolder();
  await bench.reopen(() => {
    rmSync(folder, { recursive: true });
    crashes = false;
  });
  await setUp({ folder: newFolder });
  await ship('ORD-1002');
  const laid = () =>
    readdirSync(newFolder)
      .filter((name) => !name.startsWith('.'))
      .map((name) => /ORD-\d+/.exec(readFileSync(join(newFolder, name), 'utf8'))?.[0] ?? '');
  await expect.poll(laid).toEqual(['ORD-1002']);
  await expect.poll(failedReports).toMatchObject([{ report: { why: { code: 'shop-folder-gone', folder } } }]);
  const [left] = await failedReports();
  await bench.call('settleReport', { id: left?.report.id ?? '', act: 'again', all: false });
  await expect.poll(() => laid().toSorted()).toEqual(['ORD-1001', 'ORD-1002']);
  await expect.poll(state).toMatchObject({ waiting: 0, file: null });
});

test.runIf(process.platform !== 'win32')('writes through no link and into no pipe in its folder', async () => {
  const folder = shopFolder();
  const secret = join(shopFolder(), 'secret');
  writeFileSync(secret, 'the only copy');
  symlinkSync(secret, writeBackMark(folder));
  const { setUp } = await shipping();
  await setUp({ folder });
  expect([readFileSync(secret, 'utf8'), lstatSync(writeBackMark(folder)).isFile()]).toEqual(['the only copy', true]);
  const back = createShopBack({ settings: () => noWriteBack, token: () => undefined, route: noRoute, now: () => new Date() });
  const bytes = new TextEncoder().encode('order;number');
  symlinkSync(secret, join(folder, '.linked.csv.part'));
  makePipe(join(folder, '.piped.csv.part'));
  for (const name of ['linked.csv', 'piped.csv']) {
    await back.prepare(join(folder, name), bytes);
    await back.publish(join(folder, name));
    expect(readFileSync(join(folder, name), 'utf8')).toBe('order;number');
  }
  expect(readFileSync(secret, 'utf8')).toBe('the only copy');
});

test('a folder whose mark is a directory is refused', async () => {
  const folder = shopFolder();
  mkdirSync(writeBackMark(folder));
  const { bench } = await shipping();
  expect(await bench.station.handlers.saveWriteBack({ ...noWriteBack, folder, token: null })).toMatchObject({
    ok: false,
    failure: { reasons: [{ code: 'write-back-folder-unusable' }] },
  });
});
