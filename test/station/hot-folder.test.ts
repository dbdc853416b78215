import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FolderLease } from '../../electron/station/folder-lease.ts';
import { createHotFolder } from '../../electron/station/hot-folder.ts';
import type { HotFolder } from '../../shared/bench.ts';
import type { Mapping } from '../../shared/mapping.ts';
import type { OrderKey } from '../../shared/order.ts';
import { newFolder } from '../later.ts';
import { shortLooks } from '../path/plain-platform.ts';
import { type PlainOptions, type PlainStation, startPlainStation } from '../path/plain-station.ts';

/** No other bench shares a ledger with it. */
const alone = { isShared: () => false, isHere: () => true, ask: async () => 'here' as const, end: () => undefined };

const file = (key: string) => `order,name,street,city,country\n${key},Anna,Allee 8,Berlin,DE\n`;

type Take = ReturnType<Parameters<typeof createHotFolder>[0]['take']>;

function watched(
  { station }: Pick<PlainStation, 'station'>,
  root?: string,
  take: () => Take = () => station.handlers.importOrders,
  lease: FolderLease = alone,
) {
  const folder = root ?? newFolder('hot');
  const dataDir = newFolder('hot-data');
  const markFile = join(dataDir, 'mark');
  const shown: (HotFolder | null)[] = [];
  const hot = createHotFolder({
    folder: () => folder,
    markFile,
    random: (bytes) => randomBytes(bytes),
    take,
    lease,
    changed: () => shown.push(hot.state()),
    log: () => undefined,
  });
  const list = (name: string): string[] => (existsSync(join(folder, name)) ? readdirSync(join(folder, name)).sort() : []);
  const claimed = (name: string): string => join(folder, 'work', `${readFileSync(markFile, 'utf8')}~${name}`);
  return { hot, folder, list, shown, claimed, lay: (name: string, text: string) => writeFileSync(join(folder, 'in', name), text) };
}

/** A station that watches a folder automatically, without the bench's pauses of seconds. */
async function watching(options: PlainOptions = {}, root?: string) {
  const folder = root ?? newFolder('hot');
  for (const name of ['in', 'work', 'done', 'error']) mkdirSync(join(folder, name), { recursive: true });
  const bench = await startPlainStation({
    world: 'live',
    ...options,
    settings: { hotFolder: folder, ...options.settings },
    platform: { sleep: shortLooks, ...options.platform },
  });
  const list = (name: string): string[] => readdirSync(join(folder, name)).sort();
  return { bench, folder, list, lay: (name: string, text: string) => writeFileSync(join(folder, name), text) };
}

/** Calls `act` before every slice of a file from the folder is written. */
const beforeSlice = (act: () => void): Pick<PlainOptions, 'journal'> => ({
  journal: (journal) => ({
    takePrepared: (...args) => {
      if (args[1].some((key) => key?.startsWith('H-'))) act();
      return journal.takePrepared(...args);
    },
  }),
});
const large = file('H-0') + Array.from({ length: 2000 }, (_each, at) => `H-${at + 1},Anna,Allee ${at},Berlin,DE\n`).join('');
const resultOf = (folder: string, name: string) => JSON.parse(readFileSync(join(folder, `${name}.result.json`), 'utf8')) as unknown;

test('takes a file that is unchanged between two looks, and puts its result beside it', async () => {
  const bench = await startPlainStation();
  const { hot, list, lay, folder } = watched(bench);
  await hot.look();
  lay('orders.csv', file('H-1'));
  lay('.orders.csv', file('H-2'));
  lay('later.csv.part', file('H-3'));
  await hot.look();
  expect([list('in'), hot.state()]).toEqual([['.orders.csv', 'later.csv.part', 'orders.csv'], { is: 'watching', waiting: 1 }]);
  lay('orders.csv', file('H-1') + 'H-4,Bo,Weg 9,Köln,DE\n');
  await hot.look();
  expect(list('done')).toEqual([]);
  await hot.look();
  expect([list('in'), list('work'), list('done'), list('error')]).toEqual([
    ['.orders.csv', 'later.csv.part'],
    [],
    ['orders.csv', 'orders.csv.result.json'],
    [],
  ]);
  expect(JSON.parse(readFileSync(join(folder, 'done', 'orders.csv.result.json'), 'utf8'))).toMatchObject({
    file: 'orders.csv',
    rows: 2,
    inOrders: 2,
    taken: 2,
    problems: [],
  });
  expect((await bench.call('order', { key: 'H-4' as OrderKey })).recipient.name).toBe('Bo');
});

test('a file that is not an order file ends in error with its reason, and an earlier one of that name is kept', async () => {
  const { hot, list, lay, folder } = watched(await startPlainStation());
  for (const _ of [1, 2]) {
    await hot.look();
    lay('orders.csv', '<html><title>Log in</title><input type="password"></html>');
    await hot.look();
    await hot.look();
  }
  expect(list('error')).toEqual(['orders-2.csv', 'orders-2.csv.result.json', 'orders.csv', 'orders.csv.result.json']);
  expect(JSON.parse(readFileSync(join(folder, 'error', 'orders.csv.result.json'), 'utf8'))).toMatchObject({
    code: 'order-file-unreadable',
    reasons: [{ code: 'file-web-page', title: 'Log in', asksToSignIn: true }],
  });
});

test('only one of two benches takes a file of a shared folder, and finishes its claimed files after a restart', async () => {
  const bench = await startPlainStation();
  const one = watched(bench);
  const other = watched(bench, one.folder);
  await one.hot.look();
  await other.hot.look();
  writeFileSync(other.claimed('left.csv'), file('H-9'));
  one.lay('orders.csv', file('H-1'));
  await one.hot.look();
  await other.hot.look();
  expect(one.list('done')).toEqual(['left.csv', 'left.csv.result.json']);
  await Promise.all([one.hot.look(), other.hot.look()]);
  expect(one.list('done')).toEqual(['left.csv', 'left.csv.result.json', 'orders.csv', 'orders.csv.result.json']);
  expect([one.list('in'), one.list('work')]).toEqual([[], []]);
});

test('a bench that hangs in a look without a file stops renewing its lease, so that another bench can take over', async () => {
  let asked = 0;
  const hangs = Promise.withResolvers<'here'>();
  const ask = async () => {
    asked += 1;
    return asked === 2 ? await hangs.promise : ('here' as const);
  };
  const { hot } = watched(await startPlainStation(), undefined, undefined, { ...alone, isShared: () => true, ask });
  await hot.look();
  const second = hot.look();
  await expect.poll(() => asked).toBe(2);
  for (let look = 0; look < 3; look += 1) void hot.look();
  expect(asked).toBe(2);
  hangs.resolve('here');
  await second;
});

test('a share that disappears is reported as away and loses nothing', async () => {
  const { hot, folder, lay, list, shown } = watched(await startPlainStation());
  await hot.look();
  lay('orders.csv', file('H-1'));
  await hot.look();
  renameSync(folder, `${folder}-away`);
  // Another file stands at the mount point of the share.
  writeFileSync(folder, '');
  await hot.look();
  expect(hot.state()).toEqual({ is: 'unreachable', waiting: 0 });
  rmSync(folder);
  renameSync(`${folder}-away`, folder);
  await hot.look();
  await hot.look();
  expect(list('done')).toContain('orders.csv');
  expect(shown.map((each) => each?.is)).toEqual(['watching', 'watching', 'unreachable', 'watching', 'watching']);
});

test('a file that one bench is reading is read by no other, and a new file of its name waits until it is finished', async () => {
  const bench = await startPlainStation();
  const begun = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  let tries = 0;
  const one = watched(bench, undefined, () => async (given) => {
    tries += 1;
    if (tries > 1) return bench.station.handlers.importOrders(given);
    begun.resolve();
    await stopped.promise;
    return bench.station.fail('not-now');
  });
  let othersTook = 0;
  const other = watched(bench, one.folder, () => async (given) => {
    othersTook += 1;
    return bench.station.handlers.importOrders(given);
  });
  await one.hot.look();
  one.lay('orders.csv', file('H-1'));
  await one.hot.look();
  const looking = one.hot.look();
  await begun.promise;
  await other.hot.look();
  expect(othersTook).toBe(0);
  one.lay('orders.csv', file('H-2'));
  one.lay('zz.csv', file('H-3'));
  stopped.resolve();
  await looking;
  for (let look = 0; look < 3; look += 1) await one.hot.look();
  expect(one.list('done').filter((name) => !name.endsWith('.json'))).toEqual(['orders-2.csv', 'orders.csv', 'zz.csv']);
  for (const key of ['H-1', 'H-2', 'H-3']) expect((await bench.call('order', { key: key as OrderKey })).recipient.name).toBe('Anna');
});

test('a file of the same name never replaces one that was not finished', async () => {
  const bench = await startPlainStation();
  let isStopped = true;
  const { hot, lay, list } = watched(bench, undefined, () =>
    isStopped ? async () => bench.station.fail('not-now') : bench.station.handlers.importOrders,
  );
  await hot.look();
  for (const key of ['H-1', 'H-2']) {
    lay('orders.csv', file(key));
    for (let look = 0; look < 2; look += 1) await hot.look();
  }
  expect([list('in'), list('work')]).toEqual([['orders.csv'], [expect.stringMatching(/~orders\.csv$/)]]);
  isStopped = false;
  for (let look = 0; look < 2; look += 1) await hot.look();
  expect(list('done').filter((name) => !name.endsWith('.json'))).toEqual(['orders-2.csv', 'orders.csv']);
});

test('closing waits for the file being taken, even if it could not be written', async () => {
  const bench = await startPlainStation();
  const { hot, lay } = watched(bench, undefined, () => async () => {
    throw new Error('the disk is full');
  });
  await hot.look();
  lay('orders.csv', file('H-1'));
  await hot.look();
  await expect(hot.look()).rejects.toThrow('the disk is full');
  await expect(hot.close()).resolves.toBeUndefined();
});

test('a file waits until the live environment is open, whatever is tried meanwhile', async () => {
  const everyMs = 3000;
  let looks = 0;
  const folder = newFolder('hot');
  mkdirSync(join(folder, 'in'));
  writeFileSync(join(folder, 'in', 'orders.csv'), file('H-1'));
  const bench = await startPlainStation({
    platform: {
      async sleep(ms) {
        if (ms === everyMs) looks += 1;
        await new Promise((resolve) => setTimeout(resolve, ms === everyMs ? 5 : ms));
      },
    },
  });
  const { settings } = await bench.call('setup', {});
  await bench.call('saveSettings', { settings: { ...settings, hotFolder: folder } });
  const before = looks;
  await expect.poll(() => looks).toBeGreaterThan(before + 40);
  expect(existsSync(join(folder, 'in', 'orders.csv'))).toBe(true);
  expect(bench.station.snapshot().frame.hotFolder).toEqual({ is: 'watching', waiting: 1 });
  const { url, key, secret } = bench.service;
  await bench.call('connect', { world: 'live', baseUrl: url, key, secret, account: '' });
  await expect.poll(() => existsSync(join(folder, 'done', 'orders.csv'))).toBe(true);
  expect((await bench.call('order', { key: 'H-1' as OrderKey })).recipient.name).toBe('Anna');
});

test('a file that breaks the program ends in error, and the next one is taken', async () => {
  const { bench, folder, list, lay } = await watching(
    beforeSlice(() => {
      if (existsSync(join(folder, 'work')) && list('work').some((name) => name.endsWith('~a-poison.csv'))) throw new Error('broken');
    }),
  );
  lay('in/a-poison.csv', file('H-1'));
  lay('in/b-good.csv', file('H-2'));
  await expect.poll(() => list('done')).toEqual(['b-good.csv', 'b-good.csv.result.json']);
  expect(list('error')).toEqual(['a-poison.csv', 'a-poison.csv.result.json']);
  expect(resultOf(folder, 'error/a-poison.csv')).toMatchObject({ file: 'a-poison.csv', reasons: [{ code: 'file-broke-reader' }] });
  const inError = { name: 'a-poison.csv', reasons: [{ code: 'file-broke-reader' }] };
  const state = () => bench.station.snapshot().frame.hotFolder;
  await expect.poll(state).toEqual({ is: 'watching', waiting: 0, inError });
  rmSync(join(folder, 'error', 'a-poison.csv'));
  await expect.poll(state).toEqual({ is: 'watching', waiting: 0 });
});

test('a file that a packer stops is not read again and does not block the ones after it', async () => {
  let slices = 0;
  const { bench, folder, list, lay } = await watching(
    beforeSlice(() => {
      slices += 1;
      if (slices === 2) void bench.call('stopImport', {});
    }),
  );
  lay('in/orders.csv', large);
  await expect.poll(() => list('error')).toEqual(['orders.csv', 'orders.csv.result.json']);
  expect(resultOf(folder, 'error/orders.csv')).toMatchObject({ file: 'orders.csv', isWhole: false, reasons: [{ code: 'file-cut-short' }] });
  expect(slices).toBe(2);
  lay('in/orders.csv', file('H-9000'));
  await expect.poll(() => list('done')).toEqual(['orders.csv', 'orders.csv.result.json']);
  expect(list('work')).toEqual([]);
});

test('a file cut short by the end of its environment is read to its end once that is open again', async () => {
  let slices = 0;
  const { bench, folder, list, lay } = await watching(
    beforeSlice(() => {
      slices += 1;
      // From the live environment into the live environment: another one may be open by the time the file has its answer.
      if (slices === 2) void bench.call('enterWorld', { world: 'live' });
    }),
  );
  lay('in/orders.csv', large);
  await expect.poll(() => list('done')).toEqual(['orders.csv', 'orders.csv.result.json']);
  expect(resultOf(folder, 'done/orders.csv')).toMatchObject({ inOrders: 2001, isWhole: true });
  expect(list('error')).toEqual([]);
});

test('a file that is being mapped stays the same, whatever the folder takes meanwhile', async () => {
  const { bench, list, lay } = await watching();
  const unknown = (key: string) => `Auftragsnr.;Empfänger;Straße;Ort;Land\n${key};Anna;Allee 8;Berlin;DE\n`;
  const given = { name: 'mine.csv', bytes: new TextEncoder().encode(unknown('M-1')) };
  expect(await bench.station.handlers.importOrders(given)).toMatchObject({ ok: false });
  const mapping = (await bench.call('fileToMap', {}))?.proposal as Mapping;
  lay('in/known.csv', file('H-1'));
  await expect.poll(() => list('done')).toEqual(['known.csv', 'known.csv.result.json']);
  expect(await bench.call('fileToMap', {})).toMatchObject({ file: 'mine.csv' });
  lay('in/other.csv', unknown('M-2'));
  await expect.poll(() => list('error')).toEqual(['other.csv', 'other.csv.result.json']);
  expect(await bench.call('fileToMap', {})).toMatchObject({ file: 'mine.csv' });
  expect(await bench.call('saveMapping', { mapping })).toMatchObject({ file: 'mine.csv', taken: 1 });
  expect((await bench.call('orders', { search: 'M-', offset: 0, limit: 5 })).total).toBe(1);
});
