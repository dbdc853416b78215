import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { JournalError } from '../../electron/journal/journal-error.ts';
import type { WorkerProcesses, WorkerQuestion } from '../../electron/workers/worker-process.ts';
import { commandCode } from '../../shared/command-keys.ts';
import type { OrderLine } from '../../shared/order-line.ts';
import { isSlip } from '../../shared/packing-slip.ts';
import type { Printer } from '../../shared/printer.ts';
import type { ShippingRule } from '../../shared/shipping-rule.ts';
import { workers } from '../fakes/workers.ts';
import { newFolder } from '../later.ts';
import { openPdf } from '../paper/open-pdf.ts';
import { because } from '../reprint-reason.ts';
import { rule } from '../shared/some-rules.ts';
import { benchWith as batchWith, quoted } from './batch-bench.ts';
import { plainOrder } from './plain-order.ts';
import {
  counted,
  documentPrinterAt,
  labelPrinterAt,
  type PlainOptions,
  type PlainStation,
  startAnotherZebra,
  startPlainStation,
} from './plain-station.ts';

const bowl: OrderLine = { name: 'Bowl', sku: 'BOWL', quantity: 2, price: { minor: 1250, currency: 'EUR' }, barcodes: ['4006381333931'] };
const cup: OrderLine = { name: 'Cup', sku: 'CUP', quantity: 1, price: { minor: 2500, currency: 'EUR' }, barcodes: ['036000291452'] };
const [bowlCode, cupCode] = ['4006381333931', '036000291452'] as const;
const facts = { box: 'M', weight: '1.5' };
const withSlip = rule({ slip: 'with-prices' });

/** A live station whose documents are saved in a folder, with the order A-1 of a bowl and a cup. */
async function benchWith(list: ShippingRule[], { settings, ...options }: PlainOptions = {}) {
  const folder = newFolder('slips');
  const bench = await startPlainStation({
    world: 'live',
    orders: JSON.stringify([plainOrder('A-1')]),
    ...options,
    settings: { printers: [documentPrinterAt(`folder:${folder}`)], ...settings },
  });
  const order = await bench.call('order', { key: 'A-1' as never });
  await bench.call('saveOrder', { order: { ...order, lines: [bowl, cup] } });
  if (list.length > 0) await bench.call('saveRules', { list, last: 'ask' });
  /** The text of each slip in the folder. */
  const slips = async (): Promise<string[]> => {
    const files = readdirSync(folder).filter((name) => name.includes('Packing-slip'));
    return Promise.all(files.toSorted().map((name) => textOf(readFileSync(join(folder, name)))));
  };
  return { bench, slips };
}

async function textOf(bytes: Uint8Array): Promise<string> {
  const opened = await openPdf(new Uint8Array(bytes), { texts: true });
  return opened.is === 'pages' ? opened.pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join(' ') : opened.why;
}

const slipJobs = async (bench: PlainStation) =>
  (await bench.call('lastShipments', { limit: 10 })).flatMap(({ jobs }) => jobs.filter(isSlip));

/** Ships the whole order A-1. */
async function ship(bench: PlainStation) {
  await bench.call('scan', { code: 'A-1' });
  return buyWith(bench);
}
async function buyWith(bench: PlainStation) {
  await bench.answerAll(facts);
  return (await bench.take((await bench.at('choosing')).serviceId, 'done')).booking;
}
const printSlip = async (bench: PlainStation, bookingId: string) => {
  const answer = await bench.station.handlers.printSlip({ bookingId });
  return answer.ok ? 'ok' : answer.failure.code;
};
const scan = async (bench: PlainStation, ...codes: string[]) => {
  for (const code of codes) await bench.call('scan', { code });
};

test('a rule prints one packing slip with the label, and a reprint of the label prints none', async () => {
  const { bench, slips } = await benchWith([withSlip]);
  const booking = await ship(bench);
  expect(booking.slip).toBe('with-prices');
  await expect.poll(async () => (await slips()).length).toBe(1);
  const [slip = ''] = await slips();
  for (const words of ['Anna Lehmann', 'A-1', 'Bowl', '12.50 EUR', 'In this shipment: 3 items']) expect(slip).toContain(words);
  expect(slip).not.toContain('SAMPLE');
  await bench.call('reprint', { bookingId: booking.id, because });
  await expect.poll(() => counted(bench)).toEqual({ booked: 1, sheets: 2 });
  await bench.reopen();
  expect([(await slips()).length, (await slipJobs(bench)).length]).toEqual([1, 1]);
});

test('a return label has no packing slip, by a rule or by the key', async () => {
  const { bench, slips } = await benchWith([withSlip]);
  await ship(bench);
  await expect.poll(async () => (await slips()).length).toBe(1);
  await bench.scan('A-1', 'already-shipped');
  await bench.call('returnLabel', { workflowNo: bench.workflowNo() });
  const { id, slip } = await buyWith(bench);
  expect(slip).toBeUndefined();
  expect(await printSlip(bench, id)).toBe('not-now');
  expect([(await slips()).length, counted(bench)]).toEqual([1, { booked: 2, sheets: 2 }]);
});

test('without a rule the key prints it, once for each press, and each with the same bytes', async () => {
  const { bench, slips } = await benchWith([]);
  const { id } = await ship(bench);
  expect(await slipJobs(bench)).toEqual([]);
  expect([await printSlip(bench, id), await printSlip(bench, id)]).toEqual(['ok', 'ok']);
  await expect.poll(async () => (await slips()).length).toBe(2);
  expect(new Set(await slips()).size).toBe(1);
  expect((await slipJobs(bench)).map(({ copy, title }) => [copy, title])).toEqual([
    [0, 'Packing slip A-1'],
    [1, 'Packing slip A-1'],
  ]);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('the key leaves out the prices if the rule did, also after the rule was deleted', async () => {
  const { bench, slips } = await benchWith([rule({ slip: 'without-prices' })]);
  const { id } = await ship(bench);
  await bench.call('saveRules', { list: [], last: 'ask' });
  await expect.poll(async () => (await slips()).length).toBe(1);
  expect(await printSlip(bench, id)).toBe('ok');
  await expect.poll(async () => (await slips()).length).toBe(2);
  expect((await slips()).join(' ')).not.toMatch(/EUR|Price/);
});

test('a batch prints the slip of each of its orders', async () => {
  const folder = newFolder('slips');
  const bench = await batchWith(['cup', 'vase'], { settings: { printers: [documentPrinterAt(`folder:${folder}`)] } });
  await bench.call('saveRules', { list: [withSlip], last: 'ask' });
  await quoted(bench);
  await bench.call('runBatch', { orders: 2 });
  await expect.poll(() => readdirSync(folder).filter((name) => name.includes('Packing-slip')).length).toBe(2);
  expect(counted(bench).booked).toBe(2);
});

test('a part names what is in it and what follows later, and the rest what came earlier', async () => {
  const { bench, slips } = await benchWith([withSlip], { settings: { checksItems: true } });
  await scan(bench, 'A-1', bowlCode, bowlCode, commandCode('LATER'));
  await bench.answerAll(facts);
  await bench.take((await bench.at('choosing')).serviceId, 'done');
  await expect.poll(async () => (await slips()).length).toBe(1);
  const [part = ''] = await slips();
  for (const words of ['Shipment', 'In this shipment: 2 items', 'Follows later: 1 item', '1 × Cup']) expect(part).toContain(words);
  expect(part).not.toContain('CUP');
  await scan(bench, 'A-1', cupCode);
  await bench.answerAll(facts);
  await bench.take((await bench.at('choosing')).serviceId, 'done');
  await expect.poll(async () => (await slips()).length).toBe(2);
  const rest = (await slips()).find((slip) => slip !== part) ?? '';
  for (const words of ['Shipment', 'In this shipment: 1 item', 'Sent earlier: 2 items', 'Cup']) expect(rest).toContain(words);
  expect(rest).not.toMatch(/Bowl|Follows/);
});

test('a slip that a full disk refused is queued once at the next start', async () => {
  let opened = 0;
  const isRefused = Promise.withResolvers<void>();
  const { bench, slips } = await benchWith([withSlip], {
    journal: (journal) => {
      opened += 1;
      const isFull = opened === 1;
      return {
        addPrintJobs(owner, jobs) {
          if (isFull && jobs.some(({ role }) => role === 'document')) {
            isRefused.resolve();
            throw new JournalError('unwritable', 'database or disk is full');
          }
          return journal.addPrintJobs(owner, jobs);
        },
      };
    },
  });
  const { id } = await ship(bench);
  await isRefused.promise;
  // It prints by itself, so the key prints no second one.
  expect(await printSlip(bench, id)).toBe('not-now');
  expect(await slips()).toEqual([]);
  await bench.reopen();
  await expect.poll(async () => (await slips()).length).toBe(1);
  await bench.reopen();
  expect([(await slips()).length, (await slipJobs(bench)).length]).toEqual([1, 1]);
  // Nothing is owed any more: the key is free again, and prints the second one.
  expect(await printSlip(bench, id)).toBe('ok');
  await expect.poll(async () => (await slips()).length).toBe(2);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a label that a person prints later brings its slip along', async () => {
  let leave = async (): Promise<unknown> => undefined;
  const { bench, slips } = await benchWith([rule({ slip: 'with-prices', printer: 'Back room' })], {
    ledger: (ledger) => ({
      async claim(...attempt) {
        await leave();
        return ledger.claim(...attempt);
      },
    }),
  });
  const { printers } = (await bench.call('setup', {})).settings;
  const backRoom: Printer = { ...labelPrinterAt((await startAnotherZebra()).url), id: 'label-2', name: 'Back room' };
  await bench.call('saveSettings', { settings: { printers: [...printers, backRoom] } });
  leave = () => bench.call('saveSettings', { settings: { printers } });
  const { id } = await ship(bench);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
  expect(await slips()).toEqual([]);
  await bench.call('reprint', { bookingId: id, atUsual: 'copy', because });
  await expect.poll(async () => (await slips()).length).toBe(1);
  await expect.poll(() => counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('without a document printer the slip is saved as a file, and the label prints', async () => {
  const bench = await startPlainStation({ orders: JSON.stringify([plainOrder('A-1')]) });
  await bench.call('saveRules', { list: [withSlip], last: 'ask' });
  const { booking } = await bench.ship('A-1');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
  await expect.poll(async () => (await slipJobs(bench)).map(({ state }) => state)).toEqual(['sent']);
  const [job] = await slipJobs(bench);
  const path = typeof job?.detail === 'string' ? job.detail : JSON.stringify(job?.detail);
  expect(path).toMatch(/Packing-slip-A-1.*pdf/);
  expect(booking.papersDue).toEqual([]);
});

test('a slip that cannot be drawn waits in Resolve, holds up no label, and prints from there', async () => {
  let isBroken = true;
  const spoilt: WorkerProcesses = {
    ...workers,
    start(file, limits) {
      const process = workers.start(file, limits);
      const spoil = (message: unknown): unknown => {
        const { ask, id } = message as WorkerQuestion<{ call: string; args: unknown[] }>;
        return isBroken && ask.call === 'packingSlip' ? { id, ask: { ...ask, args: [] } } : message;
      };
      const post = process.postMessage.bind(process);
      process.postMessage = (message) => post(spoil(message));
      return process;
    },
  };
  const { bench, slips } = await benchWith([withSlip], { platform: { workers: spoilt } });
  const { id } = await ship(bench);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
  await expect.poll(() => bench.call('toResolve', {})).toMatchObject([{ kind: 'paper-due', paper: 'slip', ownerId: id }]);
  expect((await bench.call('lastShipments', { limit: 1 }))[0]?.papersDue).toEqual(['slip']);
  isBroken = false;
  const which = { ownerId: id, paper: 'slip' } as const;
  expect(await bench.call('drawPaper', which)).toMatchObject([{ format: 'PNG' }]);
  await bench.call('printPaper', which);
  await expect.poll(async () => (await slips()).length).toBe(1);
  expect(await bench.call('toResolve', {})).toEqual([]);
});
