import { afterEach, expect, test } from 'vitest';
import type { Courier } from '../../electron/bench/ports/courier.ts';
import { at, benchWith, cameOut, key, quoted, whenBatch } from './batch-bench.ts';
import { closeAll, counted, type PlainStation, sent } from './plain-station.ts';

afterEach(closeAll);

test('many orders are priced, agreed to once, bought once each, and come out as they are picked, with a sheet before each group', async () => {
  const bench = await benchWith(['vase', 'cup', 'vase', 'cup']);
  const ready = await quoted(bench);
  expect(ready.counts.quoted).toBe(4);
  expect(ready.services).toEqual([expect.objectContaining({ orders: 4 })]);
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
  await bench.call('runBatch', { orders: 4 });
  const ended = await at(bench, 'ended');
  expect(ended.counts.printed).toBe(4);
  expect(ended.bought).toEqual(ready.quoted);
  expect(cameOut(bench)).toEqual(['cup', 'B-4', 'B-2', 'vase', 'B-3', 'B-1']);
  expect(counted(bench).booked).toBe(4);
  expect(sent(bench, 'ship')).toBe(4);
});

test('nothing is bought where a person saw the prices of another number of orders', async () => {
  const bench = await benchWith(['cup', 'cup']);
  await quoted(bench);
  await expect(bench.call('runBatch', { orders: 1 })).rejects.toThrow('not-now');
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
});

test('one parcel is at the service at a time where it may follow the last price it was asked', async () => {
  const bench = await benchWith(['cup', 'cup', 'cup']);
  await quoted(bench);
  await bench.call('runBatch', { orders: 3 });
  await at(bench, 'ended');
  const asked = bench.service
    .requests()
    .map(({ action }) => action)
    .filter((action) => action === 'quote' || action === 'ship');
  expect(asked).toEqual(['quote', 'quote', 'quote', 'quote', 'ship', 'quote', 'ship', 'quote', 'ship']);
});

test('many are at the service at once where it keeps its offers, and their labels still come out in order', async () => {
  let [now, most] = [0, 0];
  const kept = (courier: Courier): Courier => ({
    ...courier,
    isQuoteKept: () => true,
    async sendOnce(...request) {
      now += 1;
      most = Math.max(most, now);
      return courier.sendOnce(...request).finally(() => (now -= 1));
    },
  });
  const numbers = Array.from({ length: 12 }, (_, index) => index + 1);
  const bench = await benchWith(
    numbers.map(() => 'cup'),
    { courier: kept, delayMs: 20, msPerLabel: 1 },
  );
  await quoted(bench, numbers.map(key));
  await bench.call('runBatch', { orders: 12 });
  await at(bench, 'ended');
  expect(most).toBeGreaterThan(2);
  expect(sent(bench, 'quote')).toBe(12);
  expect(sent(bench, 'ship')).toBe(12);
  expect(cameOut(bench)).toEqual(numbers.map(key));
});

test('the tracking numbers of a batch are asked for together, and each parcel gets its own', async () => {
  const numbers = [1, 2, 3, 4, 5, 6];
  const bench = await benchWith(
    numbers.map(() => 'cup'),
    { msPerLabel: 1 },
  );
  await quoted(bench);
  await bench.call('runBatch', { orders: 6 });
  await at(bench, 'ended');
  const bought = new Map(bench.service.orders().map(({ orderNo, trackingNos }) => [orderNo, trackingNos]));
  const read = async () => {
    const shipments = await bench.call('lastShipments', { limit: 10 });
    return shipments.filter(({ orderNo, trackingNos }) => trackingNos.length > 0 && trackingNos.join() === bought.get(orderNo)?.join())
      .length;
  };
  await expect.poll(read, { timeout: 5000 }).toBe(6);
  expect(sent(bench, 'track')).toBeLessThan(6);
});

test('where many are at the service at once, none more is begun before a scan beside them is bought', async () => {
  const asked: string[] = [];
  const numbers = Array.from({ length: 11 }, (_, index) => index + 1);
  const bench = await benchWith(
    [...numbers, 12].map(() => 'cup'),
    {
      delayMs: 30,
      settings: { rule: 'cheapest' },
      courier: (courier) => ({
        ...courier,
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
  await bench.call('scan', { code: key(12) });
  await bench.at('done');
  const own = asked.indexOf(key(12));
  expect(own).toBeLessThan(11);
  expect(asked[own + 1]).toBe('bought');
  await at(bench, 'ready');
  expect(asked).toHaveLength(13);
});

test('each order gets its own parcel where a service gives every quote the same ids, whatever was learned of it', async () => {
  const numbers = [1, 2, 3, 4];
  const bench = await benchWith(
    numbers.map(() => 'cup'),
    { courier: (courier) => ({ ...courier, isQuoteKept: () => true }) },
  );
  bench.service.setMode({ serviceIds: 'fixed' });
  await quoted(bench, numbers.map(key));
  await bench.call('runBatch', { orders: 4 });
  const ended = await at(bench, 'ended');
  expect(ended.counts.printed).toBe(4);
  expect(cameOut(bench)).toEqual(numbers.map(key));
  expect(counted(bench)).toEqual({ booked: 4, sheets: 4 });
});

test('an order to a box or machine is left to its scan where nobody knows whether the service goes there', async () => {
  const bench = await benchWith(['cup', 'cup'], {
    courier: (courier) => ({
      ...courier,
      async quote(...shipment) {
        const quote = await courier.quote(...shipment);
        if (!quote.ok) return quote;
        for (const service of quote.value.services) delete service.toBoxes;
        return quote;
      },
    }),
  });
  await bench.call('saveOrder', { order: { ...(await bench.call('order', { key: key(1) })), goesTo: 'po-box' } });
  const ready = await quoted(bench, [key(1), key(2)]);
  expect(ready.counts.quoted).toBe(1);
  expect(ready.stopped).toEqual([expect.objectContaining({ orderKey: key(1), wayOn: 'scan' })]);
});

test('all open orders of a search are found, however many of the newest are not to be shipped', async () => {
  const bench = await benchWith(['cup', 'cup', 'cup'], {
    journal: (journal) => ({ ...journal, orders: (page) => journal.orders({ ...page, limit: Math.min(page.limit, 1) }) }),
  });
  const { taken } = await bench.call('openBatch', { keys: null, search: '' });
  expect(taken).toBe(3);
});

test('what is asked of several orders is answered once for all it fits', async () => {
  const bench = await benchWith(['cup', 'vase', 'cup'], {}, (order) => ({ ...order, weight_kg: '' }));
  const asked = await quoted(bench, [1, 2, 3].map(key));
  expect(asked.questions).toEqual([
    { kind: 'weight', fits: '1 × cup', orders: 2 },
    { kind: 'weight', fits: '1 × vase', orders: 1 },
  ]);
  expect(await bench.call('answerBatch', { kind: 'weight', fits: '1 × cup', answer: '0.8' })).toEqual({ answered: 2 });
  const ready = await whenBatch(bench, ({ state, counts }) => state === 'ready' && counts.quoted === 2);
  expect(ready.counts.asked).toBe(1);
  expect((await bench.call('order', { key: key(3) })).parcels[0]?.weightGrams).toBe(800);
});

test('one unknown booking pauses the batch, is never sent again, and the others go on once a person says so', async () => {
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
  expect((await bench.call('toResolve', {})).map(({ kind }) => kind)).toEqual(['booking-unknown']);
});

test('offers that the service has forgotten are asked anew, and bought only where nothing got worse', async () => {
  const numbers = Array.from({ length: 64 }, (_, index) => index + 1);
  const isDearer = new Set<string>();
  const bench = await benchWith(
    numbers.map(() => 'cup'),
    {
      msPerLabel: 1,
      courier: (courier) => ({
        ...courier,
        isQuoteKept: () => true,
        async quote(asked, ...more) {
          const quote = await courier.quote(asked, ...more);
          const isAgain = isDearer.has(asked.order.key);
          isDearer.add(asked.order.key);
          if (!quote.ok || !isAgain || asked.order.key !== key(2)) return quote;
          const services = quote.value.services.map((each) => ({ ...each, total: { ...each.total, minor: each.total.minor + 100 } }));
          return { ok: true, value: { ...quote.value, services } };
        },
      }),
    },
    (order) => ({ ...order, name: `Ann ${order.order}` }),
  );
  await quoted(bench, numbers.map(key));
  await bench.call('runBatch', { orders: 64 });
  const ended = await at(bench, 'ended');
  expect(ended.stopped.map(({ orderKey, failure }) => [orderKey, failure.code])).toEqual([[key(2), 'price-changed']]);
  expect(ended.counts.printed).toBe(63);
  expect(counted(bench)).toEqual({ booked: 63, sheets: 63 });
});

test('where one parcel is at the service at a time, a scan beside the batch waits for one turn at most', async () => {
  const asked: string[] = [];
  const bench = await benchWith(
    Array.from({ length: 8 }, () => 'cup'),
    {
      delayMs: 10,
      // What the printer said is good for a moment, as in life.
      printerTiming: { goodForMs: 1000 },
      settings: { rule: 'cheapest' },
      courier: (courier) => ({
        ...courier,
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
  await bench.call('scan', { code: key(8) });
  await bench.at('done');
  const since = asked.slice(before);
  // What is left of the turn that was under way, then its own, in which no other price comes between.
  const own = since.indexOf(`quote ${key(8)}`);
  expect(since.slice(0, own)).toSatisfy((rest: string[]) => rest.length === 0 || (rest.length === 1 && rest[0] === 'ship'));
  expect(since.slice(own, own + 2)).toEqual([`quote ${key(8)}`, 'ship']);
  await at(bench, 'ended');
  expect(counted(bench)).toEqual({ booked: 8, sheets: 8 });
});

test('the bench closes while parcels of a batch stand behind a scan that cannot be bought any more', async () => {
  const shipping = Promise.withResolvers<void>();
  let ships = 0;
  const bench = await benchWith(['cup', 'cup', 'cup', 'cup'], {
    courier: (courier) => ({
      ...courier,
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

test('a price that rose stops its order alone, and is bought only once a person has seen it', async () => {
  const bench = await benchWith(['cup', 'cup'], {
    courier: (courier) => {
      let asked = 0;
      return {
        ...courier,
        async quote(...shipment) {
          asked += 1;
          const quote = await courier.quote(...shipment);
          if (!quote.ok || asked !== 3) return quote;
          const services = quote.value.services.map((each) => ({ ...each, total: { ...each.total, minor: each.total.minor + 100 } }));
          return { ok: true, value: { ...quote.value, services } };
        },
      };
    },
  });
  await quoted(bench, [key(1), key(2)]);
  await bench.call('runBatch', { orders: 2 });
  const ended = await at(bench, 'ended');
  expect(ended.stopped).toEqual([expect.objectContaining({ orderKey: key(1), wayOn: 'ask-again' })]);
  expect(ended.stopped[0]?.failure.code).toBe('price-changed');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
  await bench.call('askBatchLine', { key: key(1) });
  await at(bench, 'ready');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
  await bench.call('runBatch', { orders: 1 });
  await at(bench, 'ended');
  expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
});

test('an order that another bench has is not bought, and the others go on', async () => {
  const taken = { ok: false, failure: { code: 'taken-elsewhere', ref: '', detail: '' } } as const;
  const bench = await benchWith(['cup', 'cup'], {
    ledger: (ledger) => ({
      ...ledger,
      claim: async (attempt) => (attempt.what.is === 'ship' && attempt.what.orderKey === key(1) ? taken : ledger.claim(attempt)),
    }),
  });
  await quoted(bench, [key(1), key(2)]);
  await bench.call('runBatch', { orders: 2 });
  const ended = await at(bench, 'ended');
  expect(ended.stopped).toEqual([expect.objectContaining({ orderKey: key(1), failure: taken.failure })]);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a printer that cannot print pauses it before anything is bought', async () => {
  const bench = await benchWith(['cup', 'cup']);
  await quoted(bench);
  bench.printer.set({ paperOut: true });
  await bench.call('runBatch', { orders: 2 });
  const { paused, pausedAt } = await whenBatch(bench, ({ state, counts }) => state === 'paused' && counts.buying === 0);
  // The printer is asked for the next one meanwhile: either may hear it first.
  expect([paused, pausedAt]).toEqual([expect.objectContaining({ code: 'printer-out-of-labels' }), expect.stringMatching(/^B-[12]$/)]);
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
  bench.printer.set({ paperOut: false });
  await bench.call('runBatch', { orders: 2 });
  await at(bench, 'ended');
  expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
});

test('a pause buys nothing more, and a stop prints what is bought and leaves the rest to be shipped', async () => {
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

test('a batch that is stopped while a price is asked again buys that order neither then nor later', async () => {
  const asking = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  let asked = 0;
  const bench = await benchWith(['cup', 'cup', 'cup'], {
    courier: (courier): Courier => ({
      ...courier,
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
  expect((await at(bench, 'ready')).toBuy).toHaveLength(1);
  await bench.call('runBatch', { orders: 1 });
  await at(bench, 'ended');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('an order whose grant comes behind a pause is bought once a person goes on', async () => {
  let isFirst = true;
  const bench: PlainStation = await benchWith(['cup', 'cup'], {
    ledger: (ledger) => ({
      ...ledger,
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

test('an order that the service asked patience for is tried again by itself', async () => {
  let asked = 0;
  const bench = await benchWith(['cup', 'cup'], {
    courier: (courier) => ({
      ...courier,
      quietMs: () => (asked === 1 ? 20 : 0),
      async quote(...shipment) {
        asked += 1;
        return asked === 1 ? { ok: false, failure: { code: 'service-busy', ref: '', detail: '' } } : courier.quote(...shipment);
      },
    }),
    platform: {
      sleep: async (ms) => {
        if (ms === 20) asked += 1;
        return new Promise((resolve) => setTimeout(resolve, ms));
      },
    },
  });
  expect((await quoted(bench)).counts.quoted).toBe(2);
  expect(sent(bench, 'quote')).toBe(2);
});

test('a scan takes its order out of the batch, and no label of the batch lands on the parcel in hand', async () => {
  const bench = await benchWith(['cup', 'cup', 'cup', 'cup'], { settings: { rule: 'ask' } });
  await quoted(bench, [1, 2, 3, 4].map(key));
  await bench.call('scan', { code: key(3) });
  const { serviceId } = await bench.at('choosing');
  await bench.call('runBatch', { orders: 3 });
  const waiting = await whenBatch(bench, ({ counts }) => counts.bought === 3);
  expect([waiting.waitsFor, waiting.counts.left]).toEqual([key(3), 1]);
  expect(bench.printer.sheets()).toHaveLength(0);
  // Labels that wait for their turn are nothing that a person has to settle.
  expect(await bench.call('toResolve', {})).toEqual([]);
  await bench.call('buy', { workflowNo: bench.workflowNo(), serviceId });
  await bench.at('done');
  await at(bench, 'ended');
  expect(cameOut(bench)).toEqual([3, 1, 2, 4].map(key));
  expect(sent(bench, 'ship')).toBe(4);
});

test('whoever stops waiting for the parcel in hand stops nothing of the batch', async () => {
  const asking = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  let asked = 0;
  const bench = await benchWith(['cup', 'cup', 'cup'], {
    courier: (courier) => ({
      ...courier,
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

test('a label of the batch that waits for paper lets the label of a scan go first', async () => {
  const bench = await benchWith(['cup', 'cup'], {
    onSent: ({ printer, service }) => {
      if (service.orders().length === 1) printer.set({ paperOut: true });
    },
  });
  await quoted(bench, [key(1)]);
  await bench.call('runBatch', { orders: 1 });
  await expect.poll(async () => (await bench.call('lastShipments', { limit: 1 }))[0]?.jobs[0]?.detail).toBe('printer-out-of-labels');
  await bench.call('scan', { code: key(2) });
  const { serviceId } = await bench.at('choosing');
  bench.printer.set({ paperOut: false });
  await bench.call('buy', { workflowNo: bench.workflowNo(), serviceId });
  await bench.at('done');
  await at(bench, 'ended');
  expect(cameOut(bench)).toEqual([2, 1].map(key));
});

test('a sheet before a group that waited when the program was closed waits for the parcel in hand too', async () => {
  const bench = await benchWith(['cup', 'vase', 'cup'], {
    onSent: ({ printer, service }) => {
      if (service.orders().length === 1) printer.set({ paperOut: true });
    },
  });
  await quoted(bench, [key(1), key(2)]);
  await bench.call('runBatch', { orders: 2 });
  await whenBatch(bench, ({ counts }) => counts.queued === 2);
  await bench.reopen();
  await bench.call('scan', { code: key(3) });
  const { serviceId } = await bench.at('choosing');
  bench.printer.set({ paperOut: false });
  // The queue looks again by itself.
  await bench.call('askPrinter', { role: 'label' });
  await bench.call('buy', { workflowNo: bench.workflowNo(), serviceId });
  await bench.at('done');
  await expect.poll(() => cameOut(bench)).toEqual([key(3), 'cup', key(1), 'vase', key(2)]);
});

test('an order that is being booked by the batch is shown as on its way to whoever scans it, and printed once', async () => {
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

test('a batch goes on where it was after the program was closed, and nothing is bought before a person says so', async () => {
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
