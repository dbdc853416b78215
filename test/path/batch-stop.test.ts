import { expect, test } from 'vitest';
import type { OrderKey } from '../../shared/order.ts';
import { rule } from '../shared/some-rules.ts';
import { at, benchWith, key, quoted, whenBatch } from './batch-bench.ts';
import { counted, labelPrinterAt, type PlainOptions, startAnotherZebra } from './plain-station.ts';

// A stopped order is never bought, whatever pauses the batch or ends the program afterwards.

/**
 * A batch of two that was stopped: the first is bought and waits for the back room printer, which has no paper; the price of the second is
 * being requested again.
 */
async function stoppedWhileAsking(options: PlainOptions = {}, products: readonly string[] = ['cup', 'vase']) {
  const asking = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const asked: OrderKey[] = [];
  const last = key(products.length);
  const backRoom = await startAnotherZebra();
  const bench = await benchWith(products, {
    ...options,
    onSent({ printer }) {
      backRoom.set({ paperOut: true });
      printer.set({ noRead: false });
    },
    courier: (courier) => ({
      async quote(...shipment) {
        const [{ order }] = shipment;
        const isRepeated = asked.includes(order.key);
        asked.push(order.key);
        if (order.key !== last && order.key !== key(1) && !isRepeated)
          return { ok: false, failure: { code: 'order-incomplete', ref: '', detail: '' } };
        if (order.key === last && isRepeated) {
          asking.resolve();
          await answered.promise;
        }
        return courier.quote(...shipment);
      },
    }),
  });
  const has = (...others: ReturnType<typeof labelPrinterAt>[]) =>
    bench.call('saveSettings', { settings: { printers: [labelPrinterAt(bench.printer.url), ...others] } });
  const withBackRoom = () => has({ ...labelPrinterAt(backRoom.url), id: 'label-2', name: 'Back room' });
  await withBackRoom();
  await bench.call('saveRules', { list: [rule({ conditions: [{ of: 'sku', begins: ['cup'] }], printer: 'Back room' })], last: 'ask' });
  await quoted(bench);
  // The printer of the last one answers only once the first is bought: the parcel whose printer answers first is bought first.
  bench.printer.set({ noRead: true });
  await bench.call('runBatch', { orders: 2 });
  await asking.promise;
  await whenBatch(bench, ({ counts }) => counts.queued === 1);
  await bench.call('stopBatch', {});
  return { bench, backRoom, answered, withBackRoom, withoutBackRoom: () => has() };
}

test('a stopped order is not bought if a printer is removed later, and bought ones print', async () => {
  const { bench, backRoom, answered, withBackRoom, withoutBackRoom } = await stoppedWhileAsking();
  await withoutBackRoom();
  await at(bench, 'paused');
  answered.resolve();
  const paused = await whenBatch(bench, ({ counts }) => counts.buying === 0);
  expect(paused).toMatchObject({ isStopped: true, counts: { agreed: 0, left: 1 } });
  backRoom.set({ paperOut: false });
  await withBackRoom();
  await bench.call('runBatch', { orders: paused.counts.agreed });
  await at(bench, 'ended');
  expect([counted(bench).booked, backRoom.sheets().length]).toEqual([1, 2]);
});

test('a stopped order is not bought if the batch is paused and resumed during its quote', async () => {
  const { bench, backRoom, answered } = await stoppedWhileAsking();
  await bench.call('pauseBatch', {});
  await bench.call('runBatch', { orders: 0 });
  answered.resolve();
  backRoom.set({ paperOut: false });
  const ended = await at(bench, 'ended');
  expect([ended.counts.left, ended.counts.printed, counted(bench).booked]).toEqual([1, 1, 1]);
});

test('a stopped order is not bought after a restart, even if its state was not written', async () => {
  const { bench, backRoom, answered } = await stoppedWhileAsking({
    journal: (journal) => ({
      writeBatchLine(id, position, line) {
        if (line.state === 'left') throw new Error('the disk is full');
        journal.writeBatchLine(id, position, line);
      },
    }),
  });
  answered.resolve();
  await whenBatch(bench, ({ counts }) => counts.left === 1);
  await bench.reopen();
  const paused = await at(bench, 'paused');
  expect(paused).toMatchObject({ paused: 'restart', isStopped: true, counts: { agreed: 0, left: 1 } });
  await bench.reopen();
  backRoom.set({ paperOut: false });
  await bench.call('runBatch', { orders: 0 });
  await at(bench, 'ended');
  expect([counted(bench).booked, backRoom.sheets().length]).toEqual([1, 2]);
});

test('an order priced again in a stopped batch is bought only after its price is shown', async () => {
  const { bench, backRoom, answered } = await stoppedWhileAsking({}, ['cup', 'dish', 'vase']);
  await bench.call('pauseBatch', {});
  const [refused] = (await at(bench, 'paused')).stopped;
  await bench.call('askBatchLine', { key: refused?.orderKey ?? key(0) });
  answered.resolve();
  backRoom.set({ paperOut: false });
  await bench.call('runBatch', { orders: 0 });
  const ready = await at(bench, 'ready');
  expect([ready.isStopped, ready.counts.quoted, counted(bench).booked]).toEqual([false, 1, 1]);
  await bench.call('runBatch', { orders: 1 });
  await at(bench, 'ended');
  expect(counted(bench).booked).toBe(2);
});
