import { expect, test } from 'vitest';
import { reasonText } from '../../renderer/text/reasons.ts';
import type { Address } from '../../shared/address.ts';
import { at, benchWith, cameOut, key, quoted, whenBatch } from './batch-bench.ts';
import { counted, sent } from './plain-station.ts';

test('a batch buys each order once, and prints in picking order with a sheet before each group', async () => {
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

test('nothing is bought if the packer agreed to a different number of orders', async () => {
  const bench = await benchWith(['cup', 'cup']);
  await quoted(bench);
  await expect(bench.call('runBatch', { orders: 1 })).rejects.toThrow('not-now');
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
});

test('an order to a PO box must be scanned if the service does not state that it delivers there', async () => {
  const bench = await benchWith(['cup', 'cup'], {
    courier: (courier) => ({
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

test('a batch finds all open orders of a search across many pages', async () => {
  const bench = await benchWith(['cup', 'cup', 'cup'], {
    journal: (journal) => ({ orders: (page) => journal.orders({ ...page, limit: Math.min(page.limit, 1) }) }),
  });
  const { taken } = await bench.call('openBatch', { keys: null, search: '' });
  expect(taken).toBe(3);
});

test('one answer applies to all orders of a batch that it fits', async () => {
  const bench = await benchWith(['cup', 'vase', 'cup'], {}, (order) => ({ ...order, weight_kg: '' }));
  const asked = await quoted(bench, [1, 2, 3].map(key));
  expect(asked.questions).toEqual([
    { kind: 'weight', fits: '1 × cup', orders: 2, first: key(1) },
    { kind: 'weight', fits: '1 × vase', orders: 1, first: key(2) },
  ]);
  expect(await bench.call('answerBatch', { kind: 'weight', fits: '1 × cup', answer: '0.8' })).toEqual({ answered: 2 });
  const ready = await whenBatch(bench, ({ state, counts }) => state === 'ready' && counts.quoted === 2);
  expect(ready.counts.asked).toBe(1);
  expect((await bench.call('order', { key: key(3) })).parcels[0]?.weightGrams).toBe(800);
});

test('a stopped order lists what its address lacks, and a PO box question is left to the scan', async () => {
  const bench = await benchWith(['cup', 'cup', 'cup']);
  const goTo = async (number: number, change: Partial<Address>): Promise<void> => {
    const order = await bench.call('order', { key: key(number) });
    await bench.call('saveOrder', { order: { ...order, recipient: { ...order.recipient, ...change } } });
  };
  await goTo(1, { houseNumber: '', postalCode: '' });
  await goTo(2, { street: 'Postfach', houseNumber: '1204' });
  const { stopped, counts } = await quoted(bench, [1, 2, 3].map(key));
  expect(counts.quoted).toBe(1);
  const reasons = stopped.map(({ orderKey, wayOn, failure }) => [orderKey, wayOn, ...(failure.reasons ?? []).map(reasonText)]);
  expect(reasons).toEqual([
    [key(1), 'correct', 'The house number is missing.', 'The postal code is missing.'],
    [key(2), 'scan', 'This address is a PO box. Does the parcel go there?'],
  ]);
});

test('a Japanese name stops its order in a batch before a missing weight does', async () => {
  const bench = await benchWith(['cup']);
  const order = await bench.call('order', { key: key(1) });
  const parcels = order.parcels.map((parcel) => ({ ...parcel, weightGrams: null }));
  await bench.call('saveOrder', { order: { ...order, parcels, recipient: { ...order.recipient, name: '山田太郎' } } });
  await bench.call('openBatch', { keys: [key(1)], search: '' });
  const { stopped } = await whenBatch(bench, ({ counts }) => counts.stopped === 1);
  expect(stopped.flatMap(({ failure }) => failure.reasons ?? [])).toMatchObject([{ code: 'not-in-latin-letters', spelt: '' }]);
});

test('a price that rose stops only its order until the packer has seen it', async () => {
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

test('an order reserved by another bench is not bought, and the others continue', async () => {
  const taken = { ok: false, failure: { code: 'taken-elsewhere', ref: '', detail: '' } } as const;
  const bench = await benchWith(['cup', 'cup'], {
    ledger: (ledger) => ({
      claim: async (attempt) => (attempt.what.is === 'ship' && attempt.what.orderKey === key(1) ? taken : ledger.claim(attempt)),
    }),
  });
  await quoted(bench, [key(1), key(2)]);
  await bench.call('runBatch', { orders: 2 });
  const ended = await at(bench, 'ended');
  expect(ended.stopped).toEqual([expect.objectContaining({ orderKey: key(1), failure: taken.failure })]);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});
