import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sampleOrdersCsv } from '../../electron/training/sample-orders.ts';
import { startTrainingService, type TrainingService } from '../../electron/training/service.ts';
import { stopLater } from '../later.ts';
import { because } from '../reprint-reason.ts';
import { counted, type PlainOptions, type PlainStation, pickupOf, startPlainStation } from './plain-station.ts';

const whole = { defaults: { boxId: 'M', weightGrams: 800, contents: 'Ceramic bowl', value: null } };
const startLive = (options: PlainOptions = {}) => startPlainStation({ world: 'live', settings: whole, ...options });

const connect = (bench: PlainStation, { url, key, secret }: TrainingService, account = '') =>
  bench.call('connect', { world: 'live', baseUrl: url, key, secret, account });

/** Starts another customer's service, whose key Setup receives in place of the first. */
async function withOtherKey(bench: PlainStation): Promise<TrainingService> {
  const other = stopLater(await startTrainingService({ key: 'other', secret: 'other-secret', clock: () => new Date() }));
  await connect(bench, other);
  return other;
}

const journals = (bench: PlainStation): string[] => readdirSync(bench.dir).filter((name) => /^journal-.*\.sqlite$/.test(name));

test('an order that was bought with one key is bought with another only by an explicit act', async () => {
  const bench = await startLive();
  await bench.ship('ORD-1001');
  const other = await withOtherKey(bench);
  expect((await bench.scan('ORD-1001', 'already-shipped')).booking.otherAccount).toMatchObject({
    account: '',
    key: expect.stringMatching(/^[0-9a-f]{12}$/),
  });
  await bench.call('importOrders', { name: 'again.csv', bytes: new TextEncoder().encode(sampleOrdersCsv) });
  await bench.scan('ORD-1001', 'already-shipped');
  expect(other.orders()).toEqual([]);

  await bench.call('shipAgain', { workflowNo: bench.workflowNo(), reason: 'a second parcel', pin: '' });
  await bench.answerAll();
  const { serviceId } = await bench.at('choosing');
  const { booking: second } = await bench.take(serviceId, 'done');
  expect(second).toMatchObject({ shipmentNo: 2, otherAccount: null });
  expect([counted(bench), other.orders().length]).toEqual([{ booked: 1, sheets: 2 }, 1]);

  await connect(bench, bench.service);
  expect((await bench.scan('ORD-1001', 'already-shipped')).booking).toMatchObject({ id: second.id, otherAccount: { account: '' } });
  expect(journals(bench)).toEqual(['journal-live.sqlite']);
});

test('an order that was bought with one account is already shipped for another, and the screen names the account', async () => {
  const bench = await startLive();
  await connect(bench, bench.service, 'Acme B.V.');
  await bench.ship('ORD-1001');
  await connect(bench, bench.service, 'Zonnebloem');
  expect((await bench.scan('ORD-1001', 'already-shipped')).booking.otherAccount?.account).toBe('Acme B.V.');
  expect(bench.service.orders()).toHaveLength(1);
});

test('a booking in doubt stays in doubt under another key: it is not bought again, and only its own key settles it', async () => {
  const bench = await startLive();
  bench.service.faults.next('ship', 'execute-then-reset');
  const { booking } = await bench.buy('ORD-1001', 'unknown');
  const orderNo = bench.service.orders()[0]?.orderNo ?? '';
  const other = await withOtherKey(bench);
  await bench.scan('ORD-1001', 'unknown');
  expect(await bench.call('toResolve', {})).toMatchObject([{ kind: 'booking-unknown', booking: { otherAccount: { account: '' } } }]);
  expect(await bench.station.handlers.settleExists({ bookingId: booking.id, orderNo: '4711000' })).toMatchObject({
    failure: { code: 'sent-with-other-key' },
  });
  expect(other.orders()).toEqual([]);
  await connect(bench, bench.service);
  await bench.call('settleExists', { bookingId: booking.id, orderNo });
  await expect.poll(() => counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('pickups, documents and tracking use the current key; the screen shows how many of other keys wait', async () => {
  const bench = await startLive();
  const { booking } = await bench.ship('ORD-1001');
  await bench.call('requestPickup', pickupOf(booking));
  const { booking: waits } = await bench.ship('ORD-1002');
  const other = await withOtherKey(bench);
  const { groups, requested, ofOtherKeys } = await bench.call('pickups', {});
  expect([groups, ofOtherKeys]).toEqual([[], 1]);
  const { requestPickup, attachDocument, track } = bench.station.handlers;
  const secondOf = requested[0]?.id ?? '';
  expect(await requestPickup(pickupOf(waits))).toMatchObject({ ok: false });
  expect(await requestPickup(pickupOf(booking, { secondOf, again: 'the first did not come' }))).toMatchObject({
    failure: { code: 'sent-with-other-key' },
  });
  const document = { documentType: 'Customs Invoice', name: 'a.pdf', mediaType: 'application/pdf', bytes: new Uint8Array([1]) } as const;
  expect(await attachDocument({ ...document, bookingId: waits.id })).toMatchObject({ failure: { code: 'sent-with-other-key' } });
  expect(await track({ number: 'ORD-1002' })).toMatchObject({ failure: { code: 'sent-with-other-key' } });
  expect(other.requests().map(({ action }) => action)).not.toEqual(expect.arrayContaining(['pickup']));
  await bench.call('reprint', { bookingId: waits.id, because });
  await expect.poll(() => counted(bench).sheets).toBe(3);
});

test('a number that exists in two accounts belongs to the account in use', async () => {
  const bench = await startLive();
  await bench.ship('ORD-1001');
  await withOtherKey(bench);
  const { booking } = await bench.ship('ORD-1002');
  expect(booking.orderNo).toBe(bench.service.orders()[0]?.orderNo);
  const found = await bench.call('track', { number: booking.orderNo });
  expect(found.booking?.orderKey).toBe('ORD-1002');
});

test('a key is proven by its own first parcel, and the plan counts per account', async () => {
  const bench = await startLive({ settings: { ...whole, monthLimit: 2 } });
  await bench.ship('ORD-1001');
  await bench.call('proveLive', {});
  const frame = () => bench.station.snapshot().frame;
  expect(frame()).toMatchObject({ liveProven: true, monthCount: 1 });
  await connect(bench, bench.service, 'Zonnebloem');
  expect(frame()).toMatchObject({ liveProven: true, monthCount: 0 });
  await withOtherKey(bench);
  expect(frame()).toMatchObject({ liveProven: false, monthCount: 1 });
  await connect(bench, bench.service);
  expect(frame()).toMatchObject({ liveProven: true, monthCount: 1 });
});

test('an order that shipped in the sandbox can still ship live', async () => {
  const bench = await startLive({ world: 'sandbox' });
  await bench.ship('ORD-1001');
  await connect(bench, bench.service);
  await bench.call('importOrders', { name: 'orders.csv', bytes: new TextEncoder().encode(sampleOrdersCsv) });
  await bench.ship('ORD-1001');
  expect(bench.service.orders()).toHaveLength(2);
});
