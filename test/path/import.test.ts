import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { OrderKey } from '../../shared/order.ts';
import { closeStationLater, newFolder } from '../later.ts';
import { plainOrder } from './plain-order.ts';
import { openStation } from './plain-platform.ts';
import { counted, type PlainStation, startPlainStation } from './plain-station.ts';

const header =
  'order,name,street,house_number,postal_code,city,country,phone,weight_kg,length_cm,width_cm,height_cm,contents,value,currency';
const row = (number: number, name = `Ann Lee${number}`): string =>
  `BIG-${number},${name},Damrak,1,1012 LG,Amsterdam,NL,+31201234567,1.2,40,30,20,Cup,5.00,EUR`;
const rows = (from: number, to: number): string[] => Array.from({ length: to - from }, (_each, index) => row(from + index));
const fileOf = (name: string, lines: readonly string[]) => ({ name, bytes: new TextEncoder().encode([header, ...lines].join('\n')) });

const totalOf = async (bench: PlainStation, search = ''): Promise<number> =>
  (await bench.call('orders', { search, offset: 0, limit: 1 })).total;
const rowsLeft = async (bench: PlainStation) => (await bench.call('toResolve', {})).filter((item) => item.kind === 'row-unreadable');

/** Calls `seen` before each slice is written, with its number. */
const eachSlice = (seen: (slice: number) => void) => {
  let slices = 0;
  return {
    journal: (journal: Parameters<NonNullable<Parameters<typeof startPlainStation>[0]>['journal'] & object>[0]) => ({
      ...journal,
      takePrepared: (...args: Parameters<typeof journal.takePrepared>) => {
        if (args[1].some((key) => key?.startsWith('BIG-'))) seen((slices += 1));
        return journal.takePrepared(...args);
      },
    }),
  };
};

test('a scan during the import of a large file is answered between two slices', async () => {
  const seen: string[] = [];
  const bench: PlainStation = await startPlainStation(
    eachSlice((slice) => {
      seen.push(`slice ${slice} ${bench.workflow().step}`);
      if (slice !== 2) return;
      setImmediate(() => seen.push('others'));
      void bench.call('scan', { code: 'BIG-0' });
    }),
  );
  const report = await bench.call('importOrders', fileOf('large.csv', rows(0, 4000)));
  expect(report).toMatchObject({ rows: 4000, taken: 4000, unchanged: 0, isWhole: true, problems: [] });
  expect(seen.slice(0, 3)).toEqual(['slice 1 ready', 'slice 2 ready', 'others']);
  expect(seen.slice(3).filter((each) => each.endsWith('ready'))).toEqual([]);
  const { serviceId } = await bench.at('choosing');
  await bench.take(serviceId, 'done');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('orders of a large file are found by word beginnings, and reading it again changes nothing', async () => {
  const bench = await startPlainStation();
  const file = fileOf('large.csv', rows(0, 1000));
  await bench.call('importOrders', { ...file, bytes: file.bytes.slice() });
  expect(await totalOf(bench, 'lee999')).toBe(1);
  expect(await totalOf(bench, 'big-99')).toBe(11);
  expect(await totalOf(bench, 'ann damrak')).toBe(0);
  expect(await totalOf(bench, 'ann amsterdam lee12')).toBe(11);
  expect(await bench.call('importOrders', file)).toMatchObject({ taken: 0, unchanged: 1000, isWhole: true });
  expect(await rowsLeft(bench)).toEqual([]);
});

test('an order that the packer changes during the import keeps the change', async () => {
  const bench: PlainStation = await startPlainStation(
    eachSlice((slice) => {
      if (slice !== 2) return;
      void bench
        .call('order', { key: 'BIG-1999' as OrderKey })
        .then((order) => bench.call('saveOrder', { order: { ...order, noteForPacker: 'corrected' } }));
    }),
  );
  await bench.call('importOrders', fileOf('before.csv', [row(1999, 'Old Name')]));
  const report = await bench.call('importOrders', fileOf('large.csv', rows(0, 2000)));
  expect(report).toMatchObject({ taken: 1999, unchanged: 1 });
  expect(await bench.call('order', { key: 'BIG-1999' as OrderKey })).toMatchObject({
    noteForPacker: 'corrected',
    recipient: { name: 'Old Name' },
  });
});

test('thousands of unreadable rows are stored once each, in slices that let a scan through', async () => {
  const slices: number[] = [];
  const bench: PlainStation = await startPlainStation({
    journal: (journal) => ({
      takePrepared: (...args: Parameters<typeof journal.takePrepared>) => {
        if (args[2].length > 0 && slices.push(args[2].length) === 2) void bench.call('scan', { code: 'BIG-0' });
        return journal.takePrepared(...args);
      },
    }),
  });
  const broken = Array.from({ length: 3000 }, (_each, number) => `BAD-${number}${','.repeat(14)},too many`);
  const file = fileOf('broken.csv', [row(0), ...broken, row(1)]);
  await bench.call('importOrders', fileOf('broken.csv', [row(0)]));
  const report = await bench.call('importOrders', { ...file, bytes: file.bytes.slice() });
  expect(report).toMatchObject({ rows: 3002, taken: 1, unchanged: 1, isWhole: true });
  expect(report.problems.map(({ line }) => line)).toEqual(broken.map((_each, at) => at + 3));
  expect(Math.max(...slices)).toBeLessThanOrEqual(500);
  await bench.at('choosing');
  expect(await rowsLeft(bench)).toHaveLength(3000);
  expect(await bench.call('importOrders', file)).toMatchObject({ taken: 0, unchanged: 2 });
  expect(await rowsLeft(bench)).toHaveLength(3000);
});

test('two files at the same time are imported one after the other', async () => {
  const bench = await startPlainStation();
  const [first, second] = await Promise.all([
    bench.call('importOrders', fileOf('one.csv', rows(0, 800))),
    bench.call('importOrders', fileOf('two.csv', rows(400, 1200))),
  ]);
  expect([first.taken, second.taken, second.unchanged]).toEqual([800, 400, 400]);
});

test('a stopped import reports what it took, waits in Resolve, and completes if it is read again', async () => {
  const bench: PlainStation = await startPlainStation(
    eachSlice((slice) => {
      if (slice === 2) void bench.call('stopImport', {});
    }),
  );
  const report = await bench.call('importOrders', fileOf('large.csv', rows(0, 2000)));
  expect(report.isWhole).toBe(false);
  expect(report.taken).toBeGreaterThan(0);
  expect(report.taken).toBeLessThan(2000);
  expect(await totalOf(bench, 'big')).toBe(report.taken);
  expect(await rowsLeft(bench)).toMatchObject([{ problem: { file: 'large.csv' } }]);
  expect(await bench.call('importOrders', fileOf('large.csv', rows(0, 2000)))).toMatchObject({
    taken: 2000 - report.taken,
    unchanged: report.taken,
    isWhole: true,
  });
  expect(await rowsLeft(bench)).toEqual([]);
});

test('closing during an import waits for one slice at most, and the rest is listed in Resolve', async () => {
  let closed: Promise<void> | undefined;
  const bench: PlainStation = await startPlainStation(
    eachSlice((slice) => {
      if (slice === 2) closed = bench.station.close();
    }),
  );
  const report = await bench.call('importOrders', fileOf('large.csv', rows(0, 2000)));
  await closed;
  await bench.reopen();
  expect(await totalOf(bench, 'big')).toBe(report.taken);
  expect(report.taken).toBeLessThan(2000);
  expect(await rowsLeft(bench)).toMatchObject([{ problem: { file: 'large.csv' } }]);
});

test('a kill during an import leaves complete orders, and the rest is listed in Resolve', async () => {
  const dir = newFolder('import');
  const file = join(dir, 'large.csv');
  writeFileSync(file, fileOf('', rows(0, 3000)).bytes);
  const data = join(dir, 'data');
  const child = fork(new URL('../fakes/importing-process.ts', import.meta.url), [data, file, '3']);
  await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');

  const { handlers, close } = await openStation(data);
  closeStationLater(close);
  const of = async (search: string) => {
    const found = await handlers.orders({ search, offset: 0, limit: 500 });
    return found.ok ? found.value : { total: 0, rows: [] };
  };
  const { total, rows: orders } = await of('big');
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThan(3000);
  expect(orders.every(({ order }) => order.parcels.length === 1 && order.recipient.city === 'Amsterdam')).toBe(true);
  expect((await of('ann lee')).total).toBe(total);
  const left = await handlers.toResolve({});
  expect(left.ok && left.value).toMatchObject([{ kind: 'row-unreadable', problem: { file: 'large.csv' } }]);
});

test('Orders shows the result of the last file', async () => {
  const bench = await startPlainStation();
  const report = await bench.call('importOrders', fileOf('one.csv', [row(1)]));
  expect(await bench.call('lastImport', {})).toEqual({ report, failure: null });
  await bench.station.handlers.importOrders({ name: 'two.csv', bytes: new TextEncoder().encode('Spalte;Wert\n1;2') });
  expect(await bench.call('lastImport', {})).toMatchObject({ report: null, failure: { code: 'order-file-unreadable' } });
});

test('the report names the first orders of a file that must not be shipped, and why', async () => {
  const bench = await startPlainStation();
  const orders = [1, 2, 3, 4, 5, 6, 7].map((no) => ({
    ...plainOrder(`STOP-${no}`),
    house_number: String(no),
    status: no === 2 ? 'cancelled' : 'unpaid',
  }));
  const report = await bench.call('importOrders', {
    name: 'stopped.json',
    bytes: new TextEncoder().encode(JSON.stringify([...orders, plainOrder('GO-1')])),
  });
  expect(report).toMatchObject({ taken: 8, held: 7 });
  expect(report.heldOrders).toEqual([1, 2, 3, 4, 5].map((no) => ({ key: `STOP-${no}`, hold: no === 2 ? 'cancelled' : 'unpaid' })));
});
