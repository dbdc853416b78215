import { afterEach, expect, test } from 'vitest';
import { type Fields, type MarkingService, startMarkingService } from '../fakes/marking-service.ts';
import { closeAll, type PlainStation, pickupOf, sent, startPlainStation } from './plain-station.ts';

let front: MarkingService | undefined;
afterEach(async () => {
  await closeAll();
  await front?.stop();
  front = undefined;
});

/** A bench at a service that replaces its own fields with these, in every answer to this operation. */
async function benchWith(of: string, fields: Fields): Promise<PlainStation> {
  const bench = await startPlainStation();
  const { key, secret, url } = bench.service;
  front = await startMarkingService(url, (action, answer) =>
    action === of ? { ...answer, result: { ...(answer['result'] as Fields), ...fields } } : answer,
  );
  await bench.call('connect', { world: 'training', baseUrl: front.url, key, secret, account: '' });
  return bench;
}

test.each([-1, 'N/A', '-', 'pending'])('an order refused with order_no %j beside the error is unknown, never booked', async (word) => {
  const bench = await benchWith('ship', { order_no: word });
  bench.service.faults.next('ship', 'refuse-errors');
  await bench.buy('ORD-1001');
  const { booking } = await bench.at('unknown');
  expect(booking).toMatchObject({ state: 'unknown', orderNo: '' });
  expect((await bench.call('toResolve', {})).map(({ kind }) => kind)).toEqual(['booking-unknown']);
  expect([bench.service.orders().length, bench.printer.sheets().length, sent(bench, 'ship')]).toEqual([0, 0, 1]);
});

test('no driver is shown as coming if the answer has collection_no -1 beside an error', async () => {
  const bench = await benchWith('pickup', { collection_no: -1, manifest: '' });
  await bench.buy('ORD-1001');
  const { booking } = await bench.at('done');
  bench.service.faults.next('pickup', 'refuse-errors');
  await bench.station.handlers.requestPickup(pickupOf(booking));
  const { requested } = await bench.call('pickups', {});
  expect(requested).toMatchObject([{ state: 'unknown', collectionNo: '' }]);
  expect((await bench.call('toResolve', {})).map(({ kind }) => kind)).toContain('pickup-unknown');
});

test('a booking whose consignment number is "N/A" takes the number from tracking', async () => {
  const bench = await benchWith('ship', { consignment_no: 'N/A' });
  await bench.buy('ORD-1001');
  await expect.poll(() => bench.workflow()).toMatchObject({ step: 'done', booking: { consignmentNo: expect.stringMatching(/\d{6}/) } });
});
