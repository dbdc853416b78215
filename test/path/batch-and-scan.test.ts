import { expect, test } from 'vitest';
import { at, benchWith, cameOut, key, quoted, whenBatch } from './batch-bench.ts';
import { counted, sent } from './plain-station.ts';

// A batch beside the parcel in hand, which goes first.

test('a scan is bought before a batch with parallel requests starts its next order', async () => {
  const asked: string[] = [];
  const numbers = Array.from({ length: 11 }, (_, index) => index + 1);
  const bench = await benchWith(
    [...numbers, 12].map(() => 'cup'),
    {
      delayMs: 30,
      settings: { rule: 'cheapest' },
      courier: (courier) => ({
        isQuoteKept: () => true,
        async quote(shipment, ...more) {
          asked.push(shipment.order.key);
          return courier.quote(shipment, ...more);
        },
        async sendOnce(...request) {
          return courier.sendOnce(...request).finally(() => asked.push('bought'));
        },
      }),
    },
  );
  await bench.call('openBatch', { keys: numbers.map(key), search: '' });
  await expect.poll(() => asked.length, { interval: 1 }).toBeGreaterThan(2);
  await bench.scan(key(12), 'done');
  const own = asked.indexOf(key(12));
  expect(own).toBeLessThan(11);
  expect(asked[own + 1]).toBe('bought');
  await at(bench, 'ready');
  expect(asked).toHaveLength(13);
});

test('a scan waits for at most one parcel of a batch that books one at a time', async () => {
  const asked: string[] = [];
  const bench = await benchWith(
    Array.from({ length: 8 }, () => 'cup'),
    {
      delayMs: 10,
      // The printer's last status stays valid for a moment, as in production.
      printerTiming: { goodForMs: 1000 },
      settings: { rule: 'cheapest' },
      courier: (courier) => ({
        async quote(shipment, ...more) {
          asked.push(`quote ${shipment.order.key}`);
          return courier.quote(shipment, ...more);
        },
        async sendOnce(request, ...more) {
          asked.push('ship');
          return courier.sendOnce(request, ...more);
        },
      }),
    },
  );
  await quoted(bench, [1, 2, 3, 4, 5, 6, 7].map(key));
  await bench.call('runBatch', { orders: 7 });
  await whenBatch(bench, ({ counts }) => counts.printed > 0);
  const before = asked.length;
  await bench.scan(key(8), 'done');
  const since = asked.slice(before);
  // First the rest of the current turn, then the scanned parcel's own turn, with no other price in between.
  const own = since.indexOf(`quote ${key(8)}`);
  expect(since.slice(0, own)).toSatisfy((rest: string[]) => rest.length === 0 || (rest.length === 1 && rest[0] === 'ship'));
  expect(since.slice(own, own + 2)).toEqual([`quote ${key(8)}`, 'ship']);
  await at(bench, 'ended');
  expect(counted(bench)).toEqual({ booked: 8, sheets: 8 });
});

test('the bench closes while parcels of a batch wait behind a scan that cannot be bought', async () => {
  const shipping = Promise.withResolvers<void>();
  let ships = 0;
  const bench = await benchWith(['cup', 'cup', 'cup', 'cup'], {
    courier: (courier) => ({
      async sendOnce(...request) {
        ships += 1;
        await shipping.promise;
        return courier.sendOnce(...request);
      },
    }),
  });
  await quoted(bench, [1, 2, 3].map(key));
  const { serviceId, order } = await bench.toTiles(key(4));
  await bench.call('runBatch', { orders: 3 });
  await expect.poll(() => ships).toBe(1);
  const bought = bench.call('buy', { workflowNo: bench.workflowNo(), serviceId });
  await bench.at('booking');
  await bench.call('saveOrder', { order: { ...order, recipient: { ...order.recipient, city: 'Hamburg' } } });
  const closed = bench.station.close();
  shipping.resolve();
  await Promise.all([closed, bought]);
  expect(bench.service.orders().length).toBe(1);
  await bench.reopen();
  expect((await at(bench, 'paused')).counts).toMatchObject({ agreed: 2, buying: 0 });
});

test('a scan takes its order out of the batch, whose labels wait for the parcel in hand', async () => {
  const bench = await benchWith(['cup', 'cup', 'cup', 'cup'], { settings: { rule: 'ask' } });
  await quoted(bench, [1, 2, 3, 4].map(key));
  const { serviceId } = await bench.scan(key(3), 'choosing');
  await bench.call('runBatch', { orders: 3 });
  const waiting = await whenBatch(bench, ({ counts }) => counts.bought === 3);
  expect([waiting.waitsFor, waiting.counts.left]).toEqual([key(3), 1]);
  expect(bench.printer.sheets()).toHaveLength(0);
  // Labels that wait for their turn are not for the packer to resolve.
  expect(await bench.call('toResolve', {})).toEqual([]);
  await bench.take(serviceId, 'done');
  await at(bench, 'ended');
  expect(cameOut(bench)).toEqual([3, 1, 2, 4].map(key));
  expect(sent(bench, 'ship')).toBe(4);
});

test('stopping the wait for the parcel in hand does not stop the batch', async () => {
  const asking = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  let asked = 0;
  const bench = await benchWith(['cup', 'cup', 'cup'], {
    courier: (courier) => ({
      async quote(...shipment) {
        asked += 1;
        if (asked === 3) {
          asking.resolve();
          await answered.promise;
        }
        return courier.quote(...shipment);
      },
    }),
  });
  await quoted(bench, [key(1), key(2)]);
  await bench.call('runBatch', { orders: 2 });
  await asking.promise;
  const scanned = bench.call('scan', { code: key(3) });
  await bench.at('quoting');
  await bench.call('stopWaiting', { workflowNo: bench.workflowNo() });
  await scanned;
  await bench.call('next', { workflowNo: bench.workflowNo() });
  answered.resolve();
  const ended = await at(bench, 'ended');
  expect([ended.counts.printed, ended.stopped]).toEqual([2, []]);
  expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
});

test('the label of a scan prints before a batch label that waits for paper', async () => {
  const bench = await benchWith(['cup', 'cup'], {
    onSent: ({ printer, service }) => {
      if (service.orders().length === 1) printer.set({ paperOut: true });
    },
  });
  await quoted(bench, [key(1)]);
  await bench.call('runBatch', { orders: 1 });
  await expect.poll(async () => (await bench.call('lastShipments', { limit: 1 }))[0]?.jobs[0]?.detail).toBe('printer-out-of-labels');
  const { serviceId } = await bench.scan(key(2), 'choosing');
  bench.printer.set({ paperOut: false });
  await bench.take(serviceId, 'done');
  await at(bench, 'ended');
  expect(cameOut(bench)).toEqual([2, 1].map(key));
});

test('after a restart, a waiting group sheet also waits for the parcel in hand', async () => {
  const bench = await benchWith(['cup', 'vase', 'cup'], {
    onSent: ({ printer, service }) => {
      if (service.orders().length === 1) printer.set({ paperOut: true });
    },
  });
  await quoted(bench, [key(1), key(2)]);
  await bench.call('runBatch', { orders: 2 });
  await whenBatch(bench, ({ counts }) => counts.queued === 2);
  await bench.reopen();
  const { serviceId } = await bench.scan(key(3), 'choosing');
  bench.printer.set({ paperOut: false });
  // The print queue continues by itself.
  await bench.call('askPrinter', { role: 'label' });
  await bench.take(serviceId, 'done');
  await expect.poll(() => cameOut(bench)).toEqual([key(3), 'cup', key(1), 'vase', key(2)]);
});

test('an order scanned while the batch books it is bought and printed once', async () => {
  const scanned: Promise<unknown>[] = [];
  const bench = await benchWith(['cup', 'cup'], {
    onSent: ({ service }) => {
      if (service.orders().length === 1) scanned.push(bench.call('scan', { code: key(1) }));
    },
  });
  await quoted(bench, [key(1), key(2)]);
  await bench.call('runBatch', { orders: 2 });
  await bench.at('done');
  await Promise.all(scanned);
  const ended = await at(bench, 'ended');
  expect([ended.counts.left, ended.counts.printed]).toEqual([1, 1]);
  expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
});
