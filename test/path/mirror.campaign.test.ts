import { describe, expect, test } from 'vitest';
import { sampleOrdersCsv } from '../../electron/training/sample-orders.ts';
import { whyNoPostgres } from '../ledger/postgres.ts';
import { because } from '../reprint-reason.ts';
import { counted, type PlainOptions, type PlainStation, pickupOf, sent } from './plain-station.ts';
import { isReported, ledgerOf, twoAlike, useSite } from './site-of-benches.ts';

const pickups = ({ service }: PlainStation) => service.pickups().map(({ orderNos }) => [...orderNos].toSorted());

const monthOf = ({ station }: PlainStation) => station.snapshot().frame.monthCount;

describe.skipIf(whyNoPostgres())('a bench that syncs the shipments of the others', () => {
  const { server, first: firstOf, joinedTo: anyJoinedTo } = useSite();
  const site = (more: PlainOptions = {}) => firstOf({ orders: sampleOrdersCsv, ...more });
  const joinedTo = (on: PlainStation, orders: string | null = sampleOrdersCsv) => anyJoinedTo(on, orders === null ? {} : { orders });
  /** A scan waits 300 ms for changes of the other benches, which can be too short on a busy computer. */
  const knows = (on: PlainStation, key: string) =>
    expect.poll(async () => (await on.call('lastShipments', { limit: 5 })).map(({ orderKey }) => orderKey)).toContain(key);

  async function shipped(on: PlainStation, key: string) {
    const { booking } = await on.ship(key);
    await isReported(on);
    return booking;
  }

  test('a scan of an order shipped elsewhere shows its bench, service and numbers, and buys nothing', async () => {
    const { first } = await site();
    const second = await joinedTo(first);
    const { orderNo, service, order } = await shipped(first, 'ORD-1001');
    await knows(second, 'ORD-1001');
    const { booking } = await second.scan('ord-1001', 'already-shipped');
    expect(booking).toMatchObject({ bench: 1, orderNo, service, state: 'booked', order: { recipient: order.recipient } });
    await expect.poll(async () => (await second.call('lastShipments', { limit: 5 }))[0]?.trackingNos).toHaveLength(1);
    const [known] = await second.call('lastShipments', { limit: 5 });
    // Also by the number on the parcel, and with the state it has at its own bench.
    expect((await second.scan(known!.trackingNos[0]!, 'already-shipped')).booking).toMatchObject({
      bench: 1,
      orderKey: 'ORD-1001',
      trackingNos: known!.trackingNos,
    });
    await expect
      .poll(async () => (await second.call('lastShipments', { limit: 5 }))[0]?.jobs.map(({ state }) => state))
      .toEqual(['printed']);
    expect(counted(first)).toEqual({ booked: 1, sheets: 1 });
    expect(sent(first, 'ship')).toBe(1);
  });

  test('a shipment of another bench is synced at the moment it is scanned', async () => {
    const { first } = await site();
    // Without a scan it syncs once a minute.
    const sleep = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms === 1_000 ? 60_000 : ms).unref());
    const second = await anyJoinedTo(first, { orders: sampleOrdersCsv, platform: { sleep } });
    await shipped(first, 'ORD-1001');
    expect((await second.scan('ORD-1001', 'already-shipped')).booking.bench).toBe(1);
  });

  test('lists, tracking and the month count include the parcels of both benches', async () => {
    const { first } = await site();
    const second = await joinedTo(first, null);
    const booking = await shipped(first, 'ORD-1001');
    const [name = ''] = booking.order.recipient.name.split(' ');
    for (const search of ['', name, booking.orderNo])
      await expect
        .poll(async () => (await second.call('underWay', { search, offset: 0, limit: 10 })).rows)
        .toMatchObject([{ bench: 1, orderKey: 'ORD-1001' }]);
    expect(await second.call('underWay', { search: 'Nobody', offset: 0, limit: 10 })).toEqual({ total: 0, rows: [] });
    expect((await second.scan(booking.orderNo, 'already-shipped')).booking.bench).toBe(1);
    expect(await second.call('track', { number: 'ORD-1001' })).toMatchObject({
      booking: { bench: 1 },
      tracked: { orderNo: booking.orderNo },
    });
    expect([monthOf(first), monthOf(second)]).toEqual([1, 1]);
    const orders = (await first.call('orders', { search: 'ORD-1001', offset: 0, limit: 5 })).rows;
    expect(orders[0]?.booking?.bench).toBeUndefined();
  });

  test('a bench shows shipments from before it joined, even after a start without the ledger', async () => {
    const { first } = await site();
    await shipped(first, 'ORD-1001');
    const second = await joinedTo(first);
    await knows(second, 'ORD-1001');
    await second.scan('ORD-1001', 'already-shipped');
    await expect.poll(() => ledgerOf(second)?.mirroredAt).toEqual(expect.any(String));
    await server().crash();
    await second.reopen();
    expect((await second.scan('ORD-1001', 'already-shipped')).booking.bench).toBe(1);
    expect(ledgerOf(second)).toMatchObject({ shut: 'ledger-unreachable', mirroredAt: expect.any(String) });
    await server().start();
    await isReported(second);
  });

  test('a second shipment of an order shipped elsewhere is number 2 and needs a reason', async () => {
    const { first } = await site();
    const second = await joinedTo(first);
    await shipped(first, 'ORD-1001');
    await knows(second, 'ORD-1001');
    await second.scan('ORD-1001', 'already-shipped');
    await second.call('shipAgain', { workflowNo: second.workflowNo(), reason: 'The first one was lost', pin: '' });
    await second.answerAll();
    const { serviceId } = await second.at('choosing');
    expect((await second.take(serviceId, 'done')).booking.shipmentNo).toBe(2);
    await isReported(second);
    await expect.poll(async () => (await first.call('lastShipments', { limit: 5 })).length).toBe(2);
    await first.call('scan', { code: 'ORD-1001' });
    await expect.poll(() => first.workflow()).toMatchObject({ step: 'already-shipped', booking: { bench: 2, shipmentNo: 2 } });
    expect(sent(first, 'ship')).toBe(2);
  });

  test('one driver is ordered for both benches, and later parcels wait for the next one', async () => {
    const { first } = await site({ orders: twoAlike });
    const second = await joinedTo(first, twoAlike);
    const one = await shipped(first, 'ORD-1001');
    const other = await shipped(second, 'ORD-9001');
    const waiting = async (on: PlainStation) => (await on.call('pickups', {})).groups.map(({ today }) => today);
    await expect.poll(() => waiting(first)).toEqual([2]);
    await expect.poll(() => waiting(second)).toEqual([2]);
    const pickup = await second.call('requestPickup', pickupOf(other));
    expect(pickup).toMatchObject({ state: 'booked', bookingIds: [other.id, one.id] });
    expect(pickups(first)).toEqual([[other.orderNo, one.orderNo].toSorted()]);
    await expect.poll(() => waiting(first)).toEqual([]);
    await expect
      .poll(async () => (await first.call('pickups', {})).requested)
      .toMatchObject([{ bench: 2, collectionNo: pickup.collectionNo, state: 'booked', bookingIds: [other.id, one.id] }]);
    expect((await first.call('timeline', { bookingId: one.id })).lines.map(({ what }) => what)).toContain('collected-elsewhere');
    const late = await shipped(first, 'ORD-9002');
    await expect.poll(() => waiting(second)).toEqual([1]);
    const driver = pickupOf(late);
    expect(await second.station.handlers.requestPickup(driver)).toMatchObject({
      failure: { code: 'pickup-already-requested', detail: pickup.collectionNo },
    });
    expect(await first.station.handlers.requestPickup(driver)).toMatchObject({ failure: { code: 'pickup-already-requested' } });
    await first.call('requestPickup', { ...driver, again: 'Packed after the driver came' });
    expect(pickups(first)).toEqual([[other.orderNo, one.orderNo].toSorted(), [late.orderNo]]);
    await expect.poll(() => waiting(second)).toEqual([]);
  });

  test('two benches that order a driver for the same parcels at once order only one', async () => {
    const { first } = await site({ orders: twoAlike });
    const second = await joinedTo(first, twoAlike);
    const one = await shipped(first, 'ORD-1001');
    await shipped(second, 'ORD-9001');
    for (const on of [first, second])
      await expect.poll(async () => (await on.call('pickups', {})).groups.map(({ today }) => today)).toEqual([2]);
    const asked = await Promise.all(
      [first, second].map((on, at) => on.station.handlers.requestPickup(pickupOf(one, { date: `2031-01-0${6 + at}` }))),
    );
    expect(asked.map((answer) => (answer.ok ? 'ordered' : answer.failure.code)).toSorted()).toEqual(['ordered', 'taken-elsewhere']);
    expect(pickups(first)).toHaveLength(1);
  });

  test('parcels of a refused pickup wait at both benches again', async () => {
    const { first } = await site({ orders: twoAlike });
    const second = await joinedTo(first, twoAlike);
    const one = await shipped(first, 'ORD-1001');
    await shipped(second, 'ORD-9001');
    const waiting = async (on: PlainStation) => (await on.call('pickups', {})).groups.map(({ today }) => today);
    await expect.poll(() => waiting(second)).toEqual([2]);
    first.service.faults.next('pickup', 'refuse-errors');
    expect(await second.station.handlers.requestPickup(pickupOf(one))).toMatchObject({ failure: { code: 'pickup-rejected' } });
    await isReported(second);
    for (const on of [first, second]) await expect.poll(() => waiting(on)).toEqual([2]);
    await first.call('requestPickup', pickupOf(one));
    for (const on of [first, second]) await expect.poll(() => waiting(on)).toEqual([]);
    expect(pickups(first)).toHaveLength(1);
  });

  test('a label reprinted at another bench is recorded at both benches', async () => {
    const { database, first } = await site();
    const second = await joinedTo(first);
    const { id } = await shipped(first, 'ORD-1001');
    const labels = sent(first, 'labels');
    // The label is reported after the shipment, when no other request is waiting.
    await expect.poll(async () => (await database.owner.query('SELECT FROM packbench.label')).rowCount).toBe(1);
    await expect
      .poll(async () => (await second.call('lastShipments', { limit: 5 }))[0]?.jobs.map(({ state }) => state))
      .toEqual(['printed']);
    await second.scan('ORD-1001', 'already-shipped');
    await expect.poll(async () => (await second.station.handlers.reprint({ bookingId: id, because })).ok).toBe(true);
    await expect.poll(() => second.printer.sheets().length).toBe(1);
    expect(second.printer.sheets()[0]?.zpl).toEqual(first.printer.sheets()[0]?.zpl);
    // It came through the ledger, and not from the service.
    expect(sent(first, 'labels')).toBe(labels);
    await expect
      .poll(async () => (await first.call('timeline', { bookingId: id })).lines.map(({ what }) => what))
      .toContain('reprinted-elsewhere');
    expect(sent(first, 'ship')).toBe(1);
  });

  test('a label of another bench is reprinted for a reason, and counted for the shift lead', async () => {
    const { first } = await site();
    const second = await joinedTo(first);
    const { id, consignmentNo } = await shipped(first, 'ORD-1001');
    const other = await shipped(first, 'ORD-1002');
    const statesAtSecond = async () => (await second.call('lastShipments', { limit: 5 })).map(({ jobs }) => jobs.map(({ state }) => state));
    await expect.poll(statesAtSecond).toEqual([['printed'], ['printed']]);
    const { reprint } = second.station.handlers;
    const scanned = (code: string) => ({ bookingId: id, because: { why: 'damaged', oldLabel: { is: 'scanned', code } } }) as const;
    expect(await reprint({ bookingId: id })).toMatchObject({ failure: { code: 'reprint-needs-reason' } });
    expect(await reprint(scanned(other.consignmentNo))).toMatchObject({ failure: { code: 'not-its-label' } });
    expect(second.printer.sheets()).toHaveLength(0);
    expect(await reprint(scanned(consignmentNo))).toMatchObject({ ok: true });
    await expect.poll(() => second.printer.sheets().length).toBe(1);
    const { reprints } = await second.call('reprints', { weeksBack: 0 });
    expect(reprints).toMatchObject([{ orderKey: 'ORD-1001', bench: 1, why: 'damaged', oldLabel: 'scanned' }]);
    const admin = { id: null, name: 'Ada', role: 'admin', badge: 'ADA-000001', pin: '', leadPin: '' } as const;
    await second.call('savePerson', admin);
    await second.call('savePerson', { ...admin, name: 'Pam', role: 'packer', badge: 'PAM-000001' });
    await second.call('scan', { code: 'PAM-000001' });
    // The first print, one reprint here, then the second.
    await expect.poll(async () => (await reprint({ bookingId: id, because })).ok).toBe(true);
    await expect.poll(() => second.printer.sheets().length).toBe(2);
    expect(await reprint({ bookingId: id, because })).toMatchObject({ failure: { code: 'not-allowed' } });
    expect(sent(first, 'ship')).toBe(2);
  });

  test('no label is reprinted elsewhere while its own bench may print it or the ledger is down', async () => {
    const { first } = await site();
    const second = await joinedTo(first);
    const { id } = await shipped(first, 'ORD-1001');
    const statesAtSecond = async () => (await second.call('lastShipments', { limit: 5 }))[0]?.jobs.map(({ state }) => state);
    await expect.poll(statesAtSecond).toEqual(['printed']);
    first.printer.set({ paperOut: true });
    await first.call('reprint', { bookingId: id, because });
    const refused = async () => {
      const answer = await second.station.handlers.reprint({ bookingId: id, because });
      return answer.ok ? 'printed' : answer.failure.code;
    };
    // It learns this before it prints.
    await expect.poll(statesAtSecond).toHaveLength(2);
    expect(['not-now', 'print-held', 'print-unknown']).toContain(await refused());
    await server().crash();
    expect(await refused()).toBe('not-now');
    expect(second.printer.sheets()).toEqual([]);
    await server().start();
  });
});
