import { expect, test } from 'vitest';
import type { VirtualZebra } from '../../electron/training/zebra.ts';
import type { Printer } from '../../shared/printer.ts';
import { because } from '../reprint-reason.ts';
import { rule } from '../shared/some-rules.ts';
import { at, benchWith, cameOut, key, quoted, whenBatch } from './batch-bench.ts';
import {
  counted,
  labelPrinterAt,
  type PlainOptions,
  type PlainStation,
  sent,
  startAnotherZebra,
  startPlainStation,
} from './plain-station.ts';

// A rule sent a label to a named printer, and that printer is removed from Setup before the label is out: no other prints it without a
// command.

const backRoomAt = (address: string): Printer => ({ ...labelPrinterAt(address), id: 'label-2', name: 'Back room' });

const name = (bench: PlainStation, ...others: Printer[]) =>
  bench.call('saveSettings', { settings: { printers: [labelPrinterAt(bench.printer.url), ...others] } });

/**
 * Three cups that a rule sends to the back room, which is out of paper before any of their labels, and a vase that goes to the usual
 * printer.
 */
async function batchWithoutPaper(options: PlainOptions = {}) {
  const backRoom = await startAnotherZebra();
  const bench = await benchWith(['cup', 'cup', 'cup', 'vase'], { ...options, onSent: () => backRoom.set({ paperOut: true }) });
  await name(bench, backRoomAt(backRoom.url));
  await bench.call('saveRules', { list: [rule({ conditions: [{ of: 'sku', begins: ['cup'] }], printer: 'Back room' })], last: 'ask' });
  await quoted(bench);
  await bench.call('runBatch', { orders: 4 });
  return { bench, backRoom };
}

async function withoutPrinter(): ReturnType<typeof batchWithoutPaper> {
  const { bench, backRoom } = await batchWithoutPaper({ courier: () => ({ isQuoteKept: () => true }) });
  await whenBatch(bench, ({ counts }) => counts.bought + counts.queued === 3 && counts.printed === 1);
  await name(bench);
  return { bench, backRoom };
}

test('a batch pauses if its printer leaves Setup, and its labels print there once it is back', async () => {
  const { bench, backRoom } = await withoutPrinter();
  const paused = await at(bench, 'paused');
  expect(paused).toMatchObject({ paused: { code: 'label-printer-gone', detail: 'Back room' }, withoutPrinter: 3, stopped: [] });
  await bench.call('runBatch', { orders: 0 });
  await at(bench, 'paused');
  expect([cameOut(bench), cameOut({ printer: backRoom })]).toEqual([['vase', key(4)], []]);
  backRoom.set({ paperOut: false });
  // With another id.
  await name(bench, { ...backRoomAt(backRoom.url), id: 'label-7', name: 'back room ' });
  expect(await bench.call('batch', {})).toMatchObject({ paused: 'person', withoutPrinter: 0 });
  await bench.call('runBatch', { orders: 0 });
  await at(bench, 'ended');
  expect(cameOut({ printer: backRoom }).filter((each) => each !== 'cup')).toEqual([key(3), key(2), key(1)]);
  expect([cameOut(bench), counted(bench).booked]).toEqual([['vase', key(4)], 4]);
});

test('labels of a batch whose printer left Setup print at the usual one only on request, also after a restart', async () => {
  const { bench, backRoom } = await withoutPrinter();
  await at(bench, 'paused');
  await bench.reopen();
  await expect.poll(async () => (await bench.call('batch', {}))?.withoutPrinter).toBe(3);
  expect(await bench.call('printBatchAtUsual', {})).toEqual({ labels: 3 });
  await bench.call('runBatch', { orders: 0 });
  await at(bench, 'ended');
  expect(cameOut(bench).filter((each) => each.startsWith('B-'))).toEqual([key(4), key(3), key(2), key(1)]);
  expect([backRoom.sheets(), sent(bench, 'ship')]).toEqual([[], 4]);
});

test('a label whose printer leaves Setup while its separator is made waits with the others and prints there', async () => {
  let leave: (() => Promise<unknown>) | undefined;
  const backRoom = await startAnotherZebra();
  const bench = await benchWith(['cup', 'cup', 'vase'], {
    journal: (journal) => ({
      addPrintJobs(of, jobs) {
        if (jobs[0]?.title === 'Group cup') void leave?.();
        return journal.addPrintJobs(of, jobs);
      },
    }),
  });
  await name(bench, backRoomAt(backRoom.url));
  await bench.call('saveRules', { list: [rule({ conditions: [{ of: 'sku', begins: ['cup'] }], printer: 'Back room' })], last: 'ask' });
  await quoted(bench);
  leave = () => name(bench);
  await bench.call('runBatch', { orders: 3 });
  const paused = await at(bench, 'paused');
  expect(paused).toMatchObject({ paused: { code: 'label-printer-gone' }, counts: { stopped: 0 } });
  expect(paused.withoutPrinter).toBeGreaterThan(0);
  leave = undefined;
  await name(bench, backRoomAt(backRoom.url));
  await bench.reopen();
  const { counts } = await at(bench, 'paused');
  expect(counts.stopped).toBe(0);
  await bench.call('runBatch', { orders: counts.agreed });
  await at(bench, 'ended');
  expect(cameOut({ printer: backRoom }).filter((each) => each !== 'cup')).toEqual([key(2), key(1)]);
  expect(counted(bench).booked).toBe(3);
});

/** Labels that came out without the sheet of their own group before them. */
const underWrongSheet = (bench: PlainStation, products: readonly string[]): string[] => {
  let group = '';
  return cameOut(bench).filter((each) => {
    if (each.startsWith('B-')) return products[Number(each.slice(2)) - 1] !== group;
    group = each;
    return false;
  });
};

/** A batch whose vases go to the back room, and the rest to the usual printer. */
async function vasesInBackRoom(products: readonly string[], { msThere = 20, isOutThere = false } = {}) {
  const backRoom = await startAnotherZebra(msThere);
  const bench = await benchWith(products, {
    msPerLabel: 700,
    courier: () => ({ isQuoteKept: () => true }),
    onSent({ booked }) {
      if (isOutThere && booked?.reference === key(products.length)) backRoom.set({ paperOut: true });
    },
  });
  await name(bench, backRoomAt(backRoom.url));
  await bench.call('saveRules', { list: [rule({ conditions: [{ of: 'sku', begins: ['vase'] }], printer: 'Back room' })], last: 'ask' });
  await quoted(bench);
  await bench.call('runBatch', { orders: products.length });
  return { bench, backRoom };
}

async function toUsual(bench: PlainStation): Promise<void> {
  await name(bench);
  await at(bench, 'paused');
  await bench.call('printBatchAtUsual', {});
  await bench.call('runBatch', { orders: (await at(bench, 'paused')).counts.agreed });
  await at(bench, 'ended');
}

test("labels moved to a printer with another group's labels print after them, each behind its separator", async () => {
  const products = ['cup', 'cup', 'cup', 'vase'];
  const { bench } = await vasesInBackRoom(products, { isOutThere: true });
  // The last cup was queued later than the vase on the other printer.
  await whenBatch(bench, ({ counts }) => counts.printed > 0 && counts.printed + counts.queued === 4);
  await toUsual(bench);
  expect([underWrongSheet(bench, products), counted(bench).booked]).toEqual([[], 4]);
  expect(cameOut(bench).filter((each) => each.startsWith('B-'))).toHaveLength(4);
}, 30_000);

test('labels whose separator printed at a removed printer get a new one at the printer they are moved to', async () => {
  const products = ['cup', 'vase', 'vase', 'vase', 'vase'];
  const { bench, backRoom } = await vasesInBackRoom(products, { msThere: 700 });
  await expect.poll(() => backRoom.sheets().length).toBe(1);
  backRoom.set({ paperOut: true });
  const { counts } = await whenBatch(
    bench,
    ({ counts: { printed, queued, bought } }) => printed === 1 && queued > 0 && queued + bought >= 3,
  );
  await toUsual(bench);
  expect(underWrongSheet(bench, products)).toEqual([]);
  expect(cameOut(bench).filter((each) => each.startsWith('B-'))).toHaveLength(5 - counts.stopped);
}, 30_000);

/** A parcel bought for the back room printer, which ran out of paper meanwhile. */
async function withLabelWaiting(): Promise<{ readonly bench: PlainStation; readonly backRoom: VirtualZebra; readonly bookingId: string }> {
  const backRoom = await startAnotherZebra();
  const bench = await startPlainStation({ onSent: () => backRoom.set({ paperOut: true }) });
  await name(bench, backRoomAt(backRoom.url));
  await bench.call('saveRules', { list: [rule({ printer: 'Back room' })], last: 'ask' });
  const { serviceId } = await bench.toTiles('ORD-1001');
  const { booking } = await bench.take(serviceId, 'printing');
  const detail = async () => (await bench.at('printing')).booking.jobs[0]?.detail;
  await expect.poll(detail).toBe('printer-out-of-labels');
  await name(bench);
  await expect.poll(detail).toBe('label-printer-gone');
  return { bench, backRoom, bookingId: booking.id };
}

test('a scanned label whose printer leaves Setup goes to the usual printer only on request', async () => {
  const { bench, backRoom, bookingId } = await withLabelWaiting();
  expect(bench.printer.sheets()).toHaveLength(0);
  await expect(bench.call('reprint', { bookingId, because })).rejects.toThrow('not-now');
  await bench.call('reprint', { bookingId, atUsual: 'waiting', because });
  await bench.at('done');
  await expect(bench.call('reprint', { bookingId, atUsual: 'waiting', because })).rejects.toThrow('not-now');
  expect([bench.printer.sheets().length, backRoom.sheets().length]).toEqual([1, 0]);
  await expect(bench.call('reprint', { bookingId, because })).rejects.toThrow('label-printer-gone Its printer: Back room');
  await bench.call('reprint', { bookingId, atUsual: 'copy', because });
  await expect.poll(() => bench.printer.sheets().length).toBe(2);
});

test('a new printer with the id of a removed one does not get its labels', async () => {
  const { bench, backRoom } = await withLabelWaiting();
  const cellar = await startAnotherZebra();
  await name(bench, { ...backRoomAt(cellar.url), name: 'Cellar' });
  await bench.reopen();
  await expect.poll(() => bench.station.snapshot().bench.workflow.step).toBe('ready');
  backRoom.set({ paperOut: false });
  await name(bench, { ...backRoomAt(cellar.url), name: 'Cellar' }, { ...backRoomAt(backRoom.url), id: 'label-3' });
  await expect.poll(() => backRoom.sheets().length).toBe(1);
  expect([bench.printer.sheets().length, cellar.sheets().length]).toEqual([0, 0]);
});

test('a label bought while its printer leaves Setup is kept, and prints where the packer chooses', async () => {
  let leave = async (): Promise<unknown> => undefined;
  const backRoom = await startAnotherZebra();
  const bench = await startPlainStation({
    ledger: (ledger) => ({
      async claim(...attempt) {
        await leave();
        return ledger.claim(...attempt);
      },
    }),
  });
  await name(bench, backRoomAt(backRoom.url));
  await bench.call('saveRules', { list: [rule({ printer: 'Back room' })], last: 'ask' });
  leave = () => name(bench);
  const { booking, failure } = await bench.ship('ORD-1001');
  expect([failure?.code, counted(bench)]).toEqual(['label-printer-gone', { booked: 1, sheets: 0 }]);
  await bench.call('reprint', { bookingId: booking.id, atUsual: 'copy', because });
  await expect.poll(() => counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a label without a printer rule prints at the current printer, and its history shows that', async () => {
  const bench = await startPlainStation({ onSent: () => bench.printer.set({ paperOut: true }) });
  const { serviceId } = await bench.toTiles('ORD-1001');
  const { booking } = await bench.take(serviceId, 'printing');
  await expect.poll(async () => (await bench.at('printing')).booking.jobs[0]?.detail).toBe('printer-out-of-labels');
  const cellar = await startAnotherZebra();
  await bench.call('saveSettings', { settings: { printers: [{ ...labelPrinterAt(cellar.url), id: 'label-2', name: 'Cellar' }] } });
  const done = await bench.at('done');
  expect(done.booking.jobs.map(({ printerId }) => printerId)).toEqual(['label-2']);
  expect([bench.printer.sheets().length, cellar.sheets().length]).toEqual([0, 1]);
  const { lines } = await bench.call('timeline', { bookingId: booking.id });
  expect(JSON.stringify(lines)).toContain('print-redirected');
});
