import { expect, onTestFinished, test } from 'vitest';
import { openOrderFile } from '../../electron/orders/open-order-file.ts';
import { createOrderFileReader } from '../../electron/orders/order-files.ts';
import type { WorkerLimits } from '../../electron/workers/worker-line.ts';
import type { WorkerProcess } from '../../electron/workers/worker-process.ts';
import { scripted, workers, workersInTurn } from '../fakes/workers.ts';

const real = (): WorkerProcess => workers.start('order-file-process', { heapMb: 256 });

/** Reads with these processes one after the other; the last one repeats. */
function readerWith(limits: Partial<WorkerLimits>, ...starts: readonly (() => WorkerProcess)[]) {
  const states: string[] = [];
  const inTurn = workersInTurn(...starts);
  const reader = createOrderFileReader({
    workers: inTurn,
    log: (_event, { action, state } = {}) => void states.push(`${action} ${state}`),
    limits,
  });
  onTestFinished(reader.close);
  const files = reader.filesOf(() => ({ world: 'training' as const, number: 1, key: new Uint8Array(32) }));
  return { files, states, started: inTurn.started, close: reader.close };
}

const csv = (orders: number): string =>
  `order,name,street,city,country\n${Array.from({ length: orders }, (_, at) => `A-${at},Anna,Allee 8,Berlin,DE\n`).join('')}`;
const file = (text: string) => ({ name: 'orders.csv', bytes: new TextEncoder().encode(text), currency: 'EUR', mappings: [] });
const refusedFor = (code: string, more: object = {}) => ({ ok: false, failure: { reasons: [{ code, ...more }] } });
const never = new AbortController().signal;

test.each([
  ['stalls', 'for (;;);', 'time', { code: 'file-takes-too-long', seconds: 0.5 }],
  ['fills its memory', 'const kept = []; setInterval(() => kept.push(Buffer.alloc(20e6, 1)), 1);', 'memory', { code: 'file-needs-memory' }],
  ['breaks its reader', "refuse('no such file')", 'refused', { code: 'file-broke-reader' }],
])('a file that %s is refused with a message, and the next one is read', async (_what, does, by, reason) => {
  const limits = { deadlineMs: by === 'time' ? 500 : 60_000, memoryMb: by === 'memory' ? 150 : 400 };
  const { files, states, started } = readerWith(limits, () => scripted(does), real);
  expect(await files.open(file('x'))).toMatchObject(refusedFor(reason.code, reason));
  expect(states).toEqual([`open ${by}`]);
  const next = await readerOf(files).orders(csv(3));
  expect([next, started()]).toEqual([['A-0', 'A-1', 'A-2'], 2]);
});

test('a file whose process stalls half-way ends with a message, and the next one is read', async () => {
  const stalling = (): WorkerProcess =>
    scripted("if (ask.call === 'open') answer({ ok: true, value: { rows: 2, needless: [] } }); else for (;;);");
  const { files, started } = readerWith({ deadlineMs: 500 }, stalling, real);
  const opened = await files.open(file('x'));
  if (!opened.ok) throw new Error('not opened');
  expect(await opened.value.next(1)).toMatchObject(refusedFor('file-takes-too-long'));
  opened.value.close();
  expect([await readerOf(files).orders(csv(1)), started()]).toEqual([['A-0'], 2]);
});

test('a process that dies is asked once more as another one, and then given up', async () => {
  const dying = (): WorkerProcess => scripted('process.exit(1)');
  const once = readerWith({}, dying, real);
  expect((await once.files.open(file(csv(1)))).ok).toBe(true);
  const always = readerWith({}, dying);
  expect(await always.files.open(file(csv(1)))).toMatchObject(refusedFor('file-broke-reader'));
  expect(always.started()).toBe(2);
});

test('one process reads file after file, and a half-read file is not continued', async () => {
  const { files, started } = readerWith({}, real);
  const { orders } = readerOf(files);
  expect([await orders(csv(2)), await orders(csv(1)), started()]).toEqual([['A-0', 'A-1'], ['A-0'], 1]);
  const left = await files.open(file(csv(900)));
  if (!left.ok) throw new Error('not opened');
  await left.value.next(1);
  left.value.close();
  expect([await orders(csv(1)), started()]).toEqual([['A-0'], 2]);
});

test('a file of more than a megabyte arrives complete', async () => {
  const { files } = readerWith({}, real);
  const long = `order,name,street,city,country,note\n${Array.from({ length: 300 }, (_, at) => `A-${at},Anna,Allee 8,Berlin,DE,${'x'.repeat(4000)}\n`).join('')}`;
  const orders = await readerOf(files).orders(long);
  expect([orders.length, orders[0], orders.at(-1)]).toEqual([300, 'A-0', 'A-299']);
});

test('the answer of a look-up is read within its time, and no longer once a packer stops it', async () => {
  const { files, started } = readerWith({}, () => scripted("if (ask.call === 'read') for (;;); answer(null)"));
  files.beginToRead();
  expect(await files.read(file('x'), 300, never)).toMatchObject(refusedFor('file-takes-too-long', { seconds: 0.3 }));
  const stopped = new AbortController();
  const reading = files.read(file('x'), 60_000, stopped.signal);
  await files.columns(file('x').bytes, 1);
  stopped.abort();
  expect((await reading).ok).toBe(false);
  // One for each answer, one for the columns between them, and none after the stop.
  expect(started()).toBe(3);
});

test('the answer of a look-up is read by the process that started during the request', async () => {
  const { files, started } = readerWith({}, real);
  files.beginToRead();
  await expect.poll(started).toBe(1);
  const read = await files.read(file(csv(2)), 20_000, never);
  expect(read).toMatchObject({ ok: true, value: [{ prepared: { orders: [{ key: 'A-0' }, { key: 'A-1' }] }, isLast: true }] });
  expect(started()).toBe(1);
});

test('a file with many messages does not report all of them at once', async () => {
  const { files } = readerWith({}, real);
  const rows = Array.from({ length: 900 }, () => 'A-1,Anna,Allee 8,1E+12,DE\n').join('');
  const opened = await files.open(file(`order,name,street,city,country\n${rows}`));
  if (!opened.ok) throw new Error('not opened');
  const remarks: number[] = [];
  for (let isLast = false; !isLast; ) {
    const slice = await opened.value.next(100);
    if (!slice.ok) throw new Error('not read');
    remarks.push(slice.value.remarks.length);
    ({ isLast } = slice.value);
  }
  expect([remarks.length > 1, Math.max(...remarks) <= 400, remarks.reduce((sum, each) => sum + each, 0) >= 900]).toEqual([
    true,
    true,
    true,
  ]);
});

test.each([
  ['20,001 rows without an order', `order,name,street,city,country\n${',Anna\n'.repeat(20_001)}`],
  ['20,001 rows of one order', `order,name,street,city,country\n${'A-1,Anna\n'.repeat(20_001)}`],
])('a file of %s is refused completely', (_what, text) => {
  expect(openOrderFile(file(text))).toMatchObject(refusedFor('file-rows-unreadable', { most: 20_000 }));
});

test('a file with 20,000 rows that cannot be read is read', () => {
  expect(openOrderFile(file(`order,name,street,city,country\n${',Anna\n'.repeat(20_000)}`)).ok).toBe(true);
});

function readerOf(files: ReturnType<typeof readerWith>['files']) {
  return {
    async orders(text: string): Promise<readonly string[]> {
      const opened = await files.open(file(text));
      if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
      const keys: string[] = [];
      for (let isLast = false; !isLast; ) {
        const slice = await opened.value.next(500);
        if (!slice.ok) throw new Error(JSON.stringify(slice.failure));
        keys.push(...slice.value.prepared.orders.map(({ key }) => key));
        ({ isLast } = slice.value);
      }
      opened.value.close();
      return keys;
    },
  };
}
