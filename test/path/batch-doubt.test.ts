import { expect, test } from 'vitest';
import type { Ledger } from '../../electron/bench/ports/ledger.ts';
import { JournalError } from '../../electron/journal/journal-error.ts';
import { startVirtualZebra } from '../../electron/training/zebra.ts';
import { at, benchWith, cameOut, key, quoted, whenBatch } from './batch-bench.ts';
import { counted, labelPrinterAt, type PlainOptions, type PlainStation, sent } from './plain-station.ts';

// Events while a batch runs: prices that spoil each other, changed reasons, faults of the program, removed printers and settings, and
// actions of the packer in between.

/** A ledger whose first grants wait until they are released. */
function waitingGrants(count: number): {
  readonly ledger: (ledger: Ledger) => Partial<Ledger>;
  readonly asked: Promise<void>;
  letGo(): void;
} {
  const [asked, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let claims = 0;
  return {
    asked: asked.promise,
    letGo: () => free.resolve(),
    ledger: (ledger) => ({
      async claim(attempt) {
        claims += 1;
        if (claims === count) asked.resolve();
        if (claims <= count) await free.promise;
        return ledger.claim(attempt);
      },
    }),
  };
}

const keepsOffers: PlainOptions['courier'] = (courier) => ({ ...courier, isQuoteKept: () => true });

test('waiting parcels are priced again one by one if offer ids repeat meanwhile', async () => {
  const { ledger, asked, letGo } = waitingGrants(2);
  const bench = await benchWith(['cup', 'cup', 'cup', 'cup'], { ledger, courier: keepsOffers, settings: { rule: 'ask' } });
  await quoted(bench, [key(1), key(2)]);
  await bench.call('runBatch', { orders: 2 });
  await asked;
  bench.service.setMode({ serviceIds: 'fixed' });
  for (const each of [3, 4].map(key)) {
    await bench.scan(each, 'choosing');
    await bench.call('next', { workflowNo: bench.workflowNo() });
  }
  const before = bench.service.requests().length;
  letGo();
  const ended = await at(bench, 'ended');
  const asking = bench.service
    .requests()
    .slice(before)
    .map(({ action }) => action)
    .filter((action) => action === 'quote' || action === 'ship');
  expect(asking).toEqual(['quote', 'ship', 'quote', 'ship']);
  expect([ended.counts.printed, ended.stopped]).toEqual([2, []]);
  expect(cameOut(bench)).toEqual([key(1), key(2)]);
  expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
});

test('a stopped order shows its current reason, not the first one', async () => {
  const bench = await benchWith(['cup']);
  await quoted(bench, [key(1)]);
  bench.service.faults.next('ship', 'execute-then-reset');
  await bench.call('runBatch', { orders: 1 });
  const paused = await at(bench, 'paused');
  expect(paused.stopped[0]?.failure.code).toBe('booking-unknown');
  const [order] = bench.service.orders();
  for (let times = 0; times < 3; times += 1) bench.service.faults.next('labels', 'garbled-label');
  await bench.call('settleExists', { bookingId: paused.stopped[0]?.bookingId ?? '', orderNo: order?.orderNo ?? '', isSure: true });
  const now = await whenBatch(bench, ({ stopped }) => stopped[0]?.failure.code !== 'booking-unknown');
  expect(now.stopped[0]?.failure.code).toBe('label-missing');
});

test('the message of the service about a refused order is kept after a restart', async () => {
  const bench = await benchWith(['cup', 'cup']);
  await quoted(bench, [key(1), key(2)]);
  bench.service.faults.next('ship', 'refuse-errors');
  bench.service.faults.next('ship', 'execute-then-reset');
  await bench.call('runBatch', { orders: 2 });
  const before = (await at(bench, 'paused')).stopped[0]?.failure;
  expect([before?.code, JSON.stringify(before).length > 60]).toEqual(['booking-rejected', true]);
  await bench.reopen();
  expect((await at(bench, 'paused')).stopped[0]?.failure).toEqual(before);
});

test('an order settled as not booked is priced again, even if the batch had ended', async () => {
  const bench = await benchWith(['cup']);
  await quoted(bench, [key(1)]);
  bench.service.faults.next('ship', 'reset-before-reading');
  bench.service.faults.next('ship', 'reset-before-reading');
  bench.service.faults.next('ship', 'execute-then-reset');
  await bench.call('runBatch', { orders: 1 });
  const paused = await at(bench, 'paused');
  expect(paused.stopped[0]?.failure.code).toBe('booking-unknown');
  await bench.call('runBatch', { orders: 0 });
  await at(bench, 'ended');
  await bench.call('settleNotBooked', { bookingId: paused.stopped[0]?.bookingId ?? '', reason: 'The account does not list it', pin: '' });
  expect((await at(bench, 'ready')).counts.quoted).toBe(1);
});

test('a program error on one label stops its order, and pauses the others until the packer resumes', async () => {
  let isFirst = true;
  const bench = await benchWith(['cup', 'cup', 'cup'], {
    journal: (journal) => ({
      addPrintJobs(owner, jobs) {
        if (owner.bookingId !== null && isFirst) {
          isFirst = false;
          throw new TypeError('a fault of the program');
        }
        return journal.addPrintJobs(owner, jobs);
      },
    }),
  });
  await quoted(bench, [1, 2, 3].map(key));
  await bench.call('runBatch', { orders: 3 });
  const paused = await whenBatch(bench, ({ state, counts }) => state === 'paused' && counts.buying === 0);
  expect([paused.paused, paused.pausedAt]).toMatchObject([{ code: 'bug' }, key(1)]);
  expect(paused.stopped).toEqual([expect.objectContaining({ orderKey: key(1), failure: expect.objectContaining({ code: 'bug' }) })]);
  expect(await bench.call('toResolve', {})).toHaveLength(1);
  await bench.call('runBatch', { orders: paused.counts.agreed });
  const ended = await at(bench, 'ended');
  expect([ended.counts.printed, ended.counts.stopped]).toEqual([2, 1]);
  expect(counted(bench)).toEqual({ booked: 3, sheets: 2 });
});

test('a disk too full for a group sheet pauses the batch and stops no order', async () => {
  let isFull = true;
  const bench = await benchWith(['cup', 'vase'], {
    journal: (journal) => ({
      addPrintJobs(owner, jobs) {
        if (owner.bookingId === null && isFull) throw new JournalError('unwritable', 'database or disk is full');
        return journal.addPrintJobs(owner, jobs);
      },
    }),
  });
  await quoted(bench, [key(1), key(2)]);
  await bench.call('runBatch', { orders: 2 });
  const paused = await whenBatch(bench, ({ state, counts }) => state === 'paused' && counts.buying === 0);
  expect([paused.paused, paused.stopped]).toMatchObject([{ code: 'journal-unwritable' }, []]);
  isFull = false;
  await bench.call('runBatch', { orders: paused.counts.agreed });
  await at(bench, 'ended');
  expect(cameOut(bench)).toEqual(['cup', 'B-1', 'vase', 'B-2']);
});

test('the group sheet prints again for the same group in the next batch', async () => {
  const bench = await benchWith(['bowl', 'cup', 'cup', 'vase']);
  for (const keys of [[1, 2].map(key), [3, 4].map(key)]) {
    await quoted(bench, keys);
    await bench.call('runBatch', { orders: 2 });
    await at(bench, 'ended');
    await bench.call('stopBatch', {});
  }
  expect(cameOut(bench)).toEqual(['bowl', 'B-1', 'cup', 'B-2', 'cup', 'B-3', 'vase', 'B-4']);
});

test('a removed sender pauses the batch and stops no order', async () => {
  const bench = await benchWith(['cup', 'cup']);
  const { senders } = (await bench.call('setup', {})).settings;
  await quoted(bench, [key(1), key(2)]);
  await bench.call('saveSettings', { settings: { senders: [] } });
  await bench.call('runBatch', { orders: 2 });
  const paused = await at(bench, 'paused');
  expect([paused.paused, paused.stopped, paused.counts.agreed]).toMatchObject([{ code: 'no-sender' }, [], 2]);
  await bench.call('saveSettings', { settings: { senders } });
  await bench.call('runBatch', { orders: 2 });
  expect((await at(bench, 'ended')).counts.printed).toBe(2);
  expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
});

/** The batch has bought its orders, and waits for the parcel of this order at Ship. */
async function whileInHand(bench: PlainStation, number: number, orders: number): Promise<string> {
  const { serviceId } = await bench.scan(key(number), 'choosing');
  await bench.call('runBatch', { orders });
  await whenBatch(bench, ({ counts }) => counts.bought === orders);
  return serviceId;
}

test('labels without a printer pause the batch, and print when there is one again', async () => {
  const bench = await benchWith(['cup', 'cup', 'cup'], { settings: { rule: 'ask' } });
  await quoted(bench, [key(1), key(2)]);
  await whileInHand(bench, 3, 2);
  await bench.call('saveSettings', { settings: { printers: [] } });
  await bench.call('next', { workflowNo: bench.workflowNo() });
  const paused = await at(bench, 'paused');
  expect([paused.paused, paused.counts.bought]).toMatchObject([{ code: 'no-label-printer' }, 2]);
  await bench.call('saveSettings', { settings: { printers: [labelPrinterAt(bench.printer.url)] } });
  await bench.call('runBatch', { orders: 0 });
  await at(bench, 'ended');
  expect(cameOut(bench)).toEqual([key(1), key(2)]);
});

test('no batch label prints while the printer of the parcel in hand is undecided', async () => {
  const other = await startVirtualZebra({ msPerLabel: 1 });
  const bench = await benchWith(['cup', 'cup', 'cup'], { settings: { rule: 'ask' } });
  const ready = await quoted(bench, [key(1), key(2)]);
  const named = labelPrinterAt(other.url);
  const ofCourier = { ...named, id: 'other', route: { ...named.route, couriers: [ready.services[0]?.courier ?? ''] } };
  await bench.call('saveSettings', { settings: { printers: [labelPrinterAt(bench.printer.url), ofCourier] } });
  await whileInHand(bench, 3, 2);
  const here = await bench.at('choosing');
  const elsewhere = here.quote.services.find(({ courierName }) => courierName !== ready.services[0]?.courier);
  await bench.call('selectService', { workflowNo: bench.workflowNo(), serviceId: elsewhere?.serviceId ?? '' });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(other.sheets()).toHaveLength(0);
  await bench.take(elsewhere?.serviceId ?? '', 'done');
  await at(bench, 'ended');
  expect([cameOut(bench), cameOut({ printer: other })]).toEqual([[key(3)], [key(1), key(2)]]);
  await other.stop();
});

test('the label of the scanned order prints before the other waiting labels of the batch', async () => {
  const bench = await benchWith(['cup', 'cup'], { courier: keepsOffers, onSent: ({ printer }) => printer.set({ paperOut: true }) });
  await quoted(bench, [1, 2].map(key));
  await bench.call('runBatch', { orders: 2 });
  await whenBatch(bench, ({ counts }) => counts.queued === 2);
  const states = async () => (await bench.call('lastShipments', { limit: 2 })).flatMap(({ jobs }) => jobs.map(({ state }) => state));
  await expect.poll(states).toEqual(['queued', 'queued']);
  await bench.scan(key(2), 'already-shipped');
  bench.printer.set({ paperOut: false });
  await at(bench, 'ended');
  expect(cameOut(bench)).toEqual([key(2), key(1)]);
  expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
});

test('a label that waits for its turn in the batch prints once if its order is scanned', async () => {
  const bench = await benchWith(['cup', 'cup', 'cup'], { settings: { rule: 'ask' } });
  await quoted(bench, [key(1), key(2)]);
  await whileInHand(bench, 3, 2);
  await bench.call('next', { workflowNo: bench.workflowNo() });
  await bench.call('scan', { code: key(2) });
  const ended = await at(bench, 'ended');
  expect(ended.counts.printed + ended.counts.left).toBe(2);
  expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
});

test('an order that is listed twice is added to the batch once', async () => {
  const bench = await benchWith(['cup', 'cup']);
  expect(await bench.call('openBatch', { keys: [key(1), key(1), key(2)], search: '' })).toEqual({ taken: 2, leftOut: 0 });
  await at(bench, 'ready');
  await bench.call('runBatch', { orders: 2 });
  await at(bench, 'ended');
  expect(sent(bench, 'ship')).toBe(2);
});
