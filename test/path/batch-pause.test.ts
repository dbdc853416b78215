import { expect, test } from 'vitest';

import { at, benchWith, key, quoted, whenBatch } from './batch-bench.ts';
import { counted, kindsToResolve, type PlainStation, sent } from './plain-station.ts';

// Events that pause or stop a batch, and how it continues.

test('the reason why the service refused an order is the same after a restart', async () => {
  const bench = await benchWith(['cup', 'vase']);
  await quoted(bench);
  bench.service.faults.next('ship', 'status-429-envelope');
  await bench.call('runBatch', { orders: 2 });
  const [before] = (await whenBatch(bench, ({ stopped }) => stopped.length === 1)).stopped;
  expect(before).toMatchObject({ failure: { code: 'service-busy', means: ['asked-too-often'] }, wayOn: 'ask-again' });
  await bench.reopen();
  const [after] = (await whenBatch(bench, ({ stopped }) => stopped.length === 1)).stopped;
  expect(after).toMatchObject({ failure: { code: 'service-busy', means: ['asked-too-often'] }, wayOn: 'ask-again' });
});

test('an unknown booking pauses the batch, and only the others continue when resumed', async () => {
  const bench = await benchWith(['cup', 'cup', 'cup']);
  await quoted(bench, [1, 2, 3].map(key));
  bench.service.faults.next('ship', 'execute-then-reset');
  await bench.call('runBatch', { orders: 3 });
  const paused = await whenBatch(bench, ({ state, counts }) => state === 'paused' && counts.buying === 0);
  expect([paused.paused, paused.pausedAt]).toMatchObject([{ code: 'booking-unknown' }, key(1)]);
  expect(paused.stopped).toEqual([expect.objectContaining({ orderKey: key(1), wayOn: 'resolve' })]);
  expect(sent(bench, 'ship')).toBe(1);
  await bench.call('runBatch', { orders: 2 });
  const ended = await at(bench, 'ended');
  expect([ended.counts.printed, ended.counts.stopped]).toEqual([2, 1]);
  expect(counted(bench)).toEqual({ booked: 3, sheets: 2 });
  expect(await kindsToResolve(bench)).toEqual(['booking-unknown']);
});

test('a printer that cannot print pauses the batch before anything is bought', async () => {
  const bench = await benchWith(['cup', 'cup']);
  await quoted(bench);
  bench.printer.set({ paperOut: true });
  await bench.call('runBatch', { orders: 2 });
  const { paused, pausedAt } = await whenBatch(bench, ({ state, counts }) => state === 'paused' && counts.buying === 0);
  // The printer is queried for the next parcel meanwhile, so either may notice the fault first.
  expect([paused, pausedAt]).toEqual([expect.objectContaining({ code: 'printer-out-of-labels' }), expect.stringMatching(/^B-[12]$/)]);
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
  bench.printer.set({ paperOut: false });
  await bench.call('runBatch', { orders: 2 });
  await at(bench, 'ended');
  expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
});

test('a paused batch buys nothing more, and a stopped one prints what is bought', async () => {
  const bench = await benchWith(['cup', 'cup', 'cup', 'cup'], {
    onSent: ({ service }) => {
      if (service.orders().length === 2) void bench.call('pauseBatch', {});
    },
  });
  await quoted(bench);
  await bench.call('runBatch', { orders: 4 });
  const paused = await whenBatch(bench, ({ state, counts }) => state === 'paused' && counts.buying === 0);
  expect([paused.paused, paused.pausedAt]).toEqual(['person', null]);
  expect(counted(bench).booked).toBe(2);
  await bench.call('stopBatch', {});
  const ended = await at(bench, 'ended');
  expect([ended.counts.printed, ended.counts.left]).toEqual([2, 2]);
  expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
  await bench.call('stopBatch', {});
  expect(await bench.call('batch', {})).toBeNull();
});

test('a batch stopped while a price is requested again never buys that order', async () => {
  const asking = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  let asked = 0;
  const bench = await benchWith(['cup', 'cup', 'cup'], {
    courier: (courier) => ({
      async quote(...shipment) {
        asked += 1;
        if (asked === 2) return { ok: false, failure: { code: 'order-incomplete', ref: '', detail: '' } };
        if (asked === 4) {
          asking.resolve();
          await answered.promise;
        }
        return courier.quote(...shipment);
      },
    }),
  });
  const ready = await quoted(bench, [1, 2, 3].map(key));
  expect([ready.counts.quoted, ready.counts.stopped]).toEqual([2, 1]);
  await bench.call('runBatch', { orders: 2 });
  await asking.promise;
  await bench.call('pauseBatch', {});
  await bench.call('stopBatch', {});
  answered.resolve();
  const ended = await at(bench, 'ended');
  expect([ended.counts.left, ended.counts.agreed]).toEqual([2, 0]);
  await bench.call('askBatchLine', { key: key(2) });
  expect((await at(bench, 'ready')).toBuy.shipping).toHaveLength(1);
  await bench.call('runBatch', { orders: 1 });
  await at(bench, 'ended');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('an order reserved during a pause is bought when the packer resumes', async () => {
  let isFirst = true;
  const bench: PlainStation = await benchWith(['cup', 'cup'], {
    ledger: (ledger) => ({
      async claim(attempt) {
        if (attempt.what.is === 'ship' && isFirst) {
          isFirst = false;
          await bench.call('pauseBatch', {});
        }
        return ledger.claim(attempt);
      },
    }),
  });
  await quoted(bench);
  await bench.call('runBatch', { orders: 2 });
  const paused = await whenBatch(bench, ({ state, counts }) => state === 'paused' && counts.agreed === 2);
  expect([paused.counts.buying, counted(bench).booked]).toEqual([0, 0]);
  await bench.call('runBatch', { orders: 2 });
  await at(bench, 'ended');
  expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
});

test('a batch waits after a restart and continues when the packer resumes it', async () => {
  const bench = await benchWith(['cup', 'cup', 'cup'], {
    onSent: ({ service }) => {
      if (service.orders().length === 1) void bench.call('pauseBatch', {});
    },
  });
  await quoted(bench);
  await bench.call('runBatch', { orders: 3 });
  await whenBatch(bench, ({ state, counts }) => state === 'paused' && counts.buying === 0);
  await bench.reopen();
  const paused = await at(bench, 'paused');
  expect([paused.paused, paused.counts.agreed]).toEqual(['restart', 2]);
  expect(counted(bench).booked).toBe(1);
  await bench.call('runBatch', { orders: 2 });
  const ended = await at(bench, 'ended');
  expect(ended.counts.printed).toBe(3);
  expect(counted(bench)).toEqual({ booked: 3, sheets: 3 });
});
