import { expect, test } from 'vitest';
import { rule, toGermany } from '../shared/some-rules.ts';
import { at, key, quoted, whenBatch } from './batch-bench.ts';
import { plainOrder } from './plain-order.ts';
import { counted, type PlainStation, startPlainStation } from './plain-station.ts';

/** Orders B-1 and B-2 go to one person and address, B-3 to another. */
async function startBench(): Promise<PlainStation> {
  const gross = { name: 'Jürgen Groß', street: 'Straße des 17. Juni', house_number: '135', postal_code: '10623', city: 'Berlin' };
  const orders = JSON.stringify([
    { ...plainOrder(key(1)), ...gross },
    { ...plainOrder(key(2)), ...gross },
    { ...plainOrder(key(3)), name: 'Mia Winter' },
  ]);
  const bench = await startPlainStation({ orders });
  await bench.call('saveRules', { list: [rule({ conditions: [toGermany], take: { is: 'cheapest', buys: true } })], last: 'cheapest' });
  return bench;
}

const stoppedIn = ({ stopped }: Awaited<ReturnType<typeof quoted>>) =>
  stopped.map(({ orderKey, failure, wayOn }) => `${orderKey} ${failure.code} ${failure.detail} ${wayOn}`).toSorted();

test('a batch buys no second parcel to an address without asking', async () => {
  const bench = await startBench();
  const view = await quoted(bench);
  expect(stoppedIn(view)).toEqual([`${key(1)} address-shared ${key(2)} scan`, `${key(2)} address-shared ${key(1)} scan`]);
  expect([view.counts.quoted, view.addressShared]).toEqual([1, 2]);
  await bench.call('runBatch', { orders: 1 });
  await at(bench, 'ended');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a batch ships the orders to one address as parcels of their own if the packer says so', async () => {
  const bench = await startBench();
  await quoted(bench);
  expect(await bench.call('shipBatchApart', {})).toEqual({ orders: 2 });
  const view = await at(bench, 'ready');
  expect([view.counts.quoted, view.stopped, view.addressShared]).toEqual([3, [], 0]);
  expect(await bench.station.handlers.shipBatchApart({})).toMatchObject({ ok: false, failure: { code: 'not-now' } });
  await bench.call('runBatch', { orders: 3 });
  await at(bench, 'ended');
  expect(counted(bench)).toEqual({ booked: 3, sheets: 3 });
});

test('orders that a packer put in one parcel are no longer stopped in the batch', async () => {
  const bench = await startBench();
  await quoted(bench);
  await bench.scan(key(1), 'same-address');
  await bench.call('answerSameAddress', { workflowNo: bench.workflowNo(), join: true });
  for (let { workflow } = bench.station.snapshot().bench; workflow.step === 'asking'; { workflow } = bench.station.snapshot().bench) {
    const [question] = workflow.questions;
    if (question)
      await bench.call('answerQuestion', { workflowNo: bench.workflowNo(), question, answer: question.kind === 'box' ? 'M' : '2' });
  }
  await bench.at('done');
  const view = await whenBatch(bench, ({ stopped }) => stopped.length === 0);
  expect(view.counts).toMatchObject({ quoted: 1, left: 2, stopped: 0 });
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});
