import { describe, expect, test } from 'vitest';
import { sampleOrdersCsv } from '../../electron/training/sample-orders.ts';
import { whyNoPostgres } from '../ledger/postgres.ts';
import { kindsToResolve, type PlainOptions, type PlainStation, pickupOf, sent } from './plain-station.ts';
import { isReported, ledgerOf, twoAlike, useSite } from './site-of-benches.ts';

const take = { bench: 1, reason: 'Its computer is broken', pin: '' };

describe.skipIf(whyNoPostgres())('an open question left by a bench', () => {
  const { server, first: firstOf, joinedTo } = useSite();

  /**
   * Two benches of one site, whose ledger waits seconds instead of minutes. `passes`: moves the clock of the first on, as time does while
   * it is off.
   */
  async function site(more: PlainOptions = {}) {
    let late = 0;
    const both = { orders: sampleOrdersCsv, ...more };
    const { database, first } = await firstOf({ ...both, platform: { now: () => new Date(Date.now() + late) } });
    await database.owner.query("UPDATE packbench.durations SET held = '3 s', headers = '1 s', settle = '3 s', run = '1 s'");
    const second = await joinedTo(first, { orders: both.orders });
    return { database, first, second, passes: (ms: number) => void (late += ms) };
  }
  const orderNoOf = ({ service }: PlainStation) => service.orders()[0]?.orderNo ?? '';

  /** Retries until the ledger treats the first bench as off and its reports as old enough. */
  async function taken(on: PlainStation) {
    await expect
      .poll(async () => {
        const answer = await on.station.handlers.takeDoubts(take);
        return answer.ok && answer.value.taken;
      })
      .toBe(1);
  }

  test('is not taken over by another bench while its own bench is on', async () => {
    const { database, first, second } = await site();
    await database.owner.query("UPDATE packbench.durations SET run = '1 min'");
    first.service.faults.next('ship', 'execute-then-reset');
    await first.buy('ORD-1001', 'unknown');
    await isReported(first);
    await expect(second.call('takeDoubts', take)).rejects.toThrow('not-now Bench 1 is on');
    expect(await second.station.handlers.takeDoubts({ ...take, reason: ' ' })).toMatchObject({ failure: { code: 'reason-missing' } });
    expect(await kindsToResolve(second)).toEqual([]);
  });

  test('is resolved and printed at the bench that took it, and is closed at its own after restart', async () => {
    const { first, second } = await site();
    first.service.faults.next('ship', 'execute-then-reset');
    const { booking: lost } = await first.buy('ORD-1001', 'unknown');
    await isReported(first);
    await first.station.close();
    await taken(second);
    const [item] = await second.call('toResolve', {});
    expect(item).toMatchObject({ kind: 'booking-unknown', booking: { orderKey: 'ORD-1001', order: { recipient: lost.order.recipient } } });
    if (item?.kind !== 'booking-unknown') throw new Error('unreachable');
    await second.call('settleExists', { bookingId: item.booking.id, orderNo: orderNoOf(first) });
    await expect.poll(() => second.printer.sheets().length).toBe(1);
    await isReported(second);

    await first.reopen();
    await isReported(first);
    await expect.poll(() => kindsToResolve(first)).toEqual([]);
    expect(await first.station.handlers.settleExists({ bookingId: lost.id, orderNo: orderNoOf(first) })).toMatchObject({
      failure: { code: 'not-now' },
    });
    await first.call('scan', { code: 'ORD-1001' });
    await expect.poll(() => first.workflow()).toMatchObject({ step: 'already-shipped', booking: { bench: 2, orderNo: orderNoOf(first) } });
    expect([sent(first, 'ship'), first.service.orders().length]).toEqual([1, 1]);
    expect([first.printer.sheets().length, second.printer.sheets().length]).toEqual([0, 1]);
  });

  test('is bought again exactly once after the shift lead settles it as not booked', async () => {
    const { first, second } = await site();
    first.service.faults.next('ship', 'reset-while-reading');
    await first.buy('ORD-1001', 'unknown');
    await isReported(first);
    await first.station.close();
    await taken(second);
    const [item] = await second.call('toResolve', {});
    if (item?.kind !== 'booking-unknown') throw new Error('unreachable');
    await second.call('settleNotBooked', { bookingId: item.booking.id, reason: 'The account does not list it', pin: '' });
    await second.ship('ORD-1001');
    await isReported(second);
    await first.reopen();
    await isReported(first);
    await expect.poll(() => kindsToResolve(first)).toEqual([]);
    await first.call('scan', { code: 'ORD-1001' });
    await expect.poll(() => first.workflow()).toMatchObject({ step: 'already-shipped', booking: { bench: 2 } });
    expect(first.service.orders()).toHaveLength(1);
  });

  test('is printed once if its own bench already had the label, and waits there in Resolve', async () => {
    const { first, second, passes } = await site({
      onSent({ printer }) {
        printer.set({ paperOut: true });
        void server().crash();
      },
    });
    await first.buy('ORD-1001');
    await expect.poll(() => first.service.orders().length).toBe(1);
    await expect.poll(async () => (await first.call('lastShipments', { limit: 1 }))[0]?.state).toBe('booked');
    await first.station.close();
    await server().start();
    await isReported(second);
    await taken(second);
    const [item] = await second.call('toResolve', {});
    if (item?.kind !== 'booking-unknown') throw new Error('unreachable');
    await second.call('settleExists', { bookingId: item.booking.id, orderNo: orderNoOf(first) });
    await expect.poll(() => second.printer.sheets().length).toBe(1);
    first.printer.set({ paperOut: false });
    passes(4.5 * 60_000);
    await first.reopen();
    await isReported(first);
    expect(await kindsToResolve(first)).toEqual([expect.stringMatching(/print-unconfirmed|label-doubtful/)]);
    expect([first.printer.sheets().length, second.printer.sheets().length]).toEqual([0, 1]);
    expect(first.service.orders()).toHaveLength(1);
  });

  describe('is a driver', () => {
    const waiting = async (on: PlainStation) => (await on.call('pickups', {})).groups.map(({ today }) => today);
    const requested = async (on: PlainStation) => (await on.call('pickups', {})).requested;

    /** A parcel at each bench, and a driver for both whose confirmation never reached the first one; then the first is off. */
    async function driverInDoubt(fault: 'execute-then-reset' | 'reset-while-reading') {
      const benches = await site({ orders: twoAlike });
      const { first, second } = benches;
      for (const [on, key] of [
        [first, 'ORD-1001'],
        [second, 'ORD-9001'],
      ] as const) {
        await on.ship(key);
        await isReported(on);
      }
      for (const on of [first, second]) await expect.poll(() => waiting(on)).toEqual([2]);
      const driver = pickupOf((await first.call('lastShipments', { limit: 1 }))[0]);
      first.service.faults.next('pickup', fault);
      expect(await first.station.handlers.requestPickup(driver)).toMatchObject({ failure: { code: 'pickup-unknown' } });
      await isReported(first);
      await expect.poll(() => waiting(second)).toEqual([]);
      const [lost] = await requested(first);
      await first.station.close();
      await taken(second);
      const [item] = await second.call('toResolve', {});
      if (item?.kind !== 'pickup-unknown' || !lost) throw new Error('no pickup in doubt');
      return { ...benches, driver, lost, item };
    }
    const collectionNoOf = ({ service }: PlainStation) => service.pickups()[0]?.collectionNo ?? '';

    test('that came is settled only at the bench that took it, and shown at both', async () => {
      const { first, second, item, lost } = await driverInDoubt('execute-then-reset');
      expect(item).toMatchObject({
        pickup: { courierKey: lost.courierKey, courierName: lost.courierName, date: lost.date, readyTime: lost.readyTime },
      });
      expect([...item.pickup.bookingIds].toSorted()).toEqual([...lost.bookingIds].toSorted());
      await second.call('settlePickup', { pickupId: item.pickup.id, collectionNo: collectionNoOf(first), reason: '', pin: '' });
      await isReported(second);
      await first.reopen();
      await isReported(first);
      await expect.poll(() => kindsToResolve(first)).toEqual([]);
      expect(await first.station.handlers.settlePickup({ pickupId: lost.id, collectionNo: '4711', reason: '', pin: '' })).toMatchObject({
        failure: { code: 'not-now' },
      });
      await expect.poll(() => requested(first)).toMatchObject([{ bench: 2, state: 'booked', collectionNo: collectionNoOf(first) }]);
      for (const on of [first, second]) expect(await waiting(on)).toEqual([]);
      expect(first.service.pickups()).toHaveLength(1);
    });

    test('that did not come frees its parcels at both benches, and one driver is ordered', async () => {
      const { first, second, item, driver } = await driverInDoubt('reset-while-reading');
      await second.call('settlePickup', { pickupId: item.pickup.id, collectionNo: '', reason: 'The account does not list it', pin: '' });
      await expect.poll(() => waiting(second)).toEqual([2]);
      await isReported(second);
      await first.reopen();
      await isReported(first);
      await expect.poll(() => waiting(first)).toEqual([2]);
      expect(await kindsToResolve(first)).toEqual([]);
      await first.call('requestPickup', driver);
      for (const on of [first, second]) await expect.poll(() => waiting(on)).toEqual([]);
      expect(first.service.pickups()).toHaveLength(1);
    });

    test('settling it at both benches, once without the ledger, orders no second driver', async () => {
      const { first, second, item, lost, driver } = await driverInDoubt('execute-then-reset');
      await server().crash();
      await first.reopen();
      await expect.poll(() => ledgerOf(first)?.shut).toBe('ledger-unreachable');
      await first.call('settlePickup', { pickupId: lost.id, collectionNo: '', reason: 'Nobody came', pin: '' });
      expect(await first.station.handlers.requestPickup(driver)).toMatchObject({ failure: { code: 'ledger-unreachable' } });
      await server().start();
      await isReported(first);
      await isReported(second);
      // The bench that took the other one must still resolve it.
      expect(await kindsToResolve(second)).toEqual(['pickup-unknown']);
      expect(await first.station.handlers.requestPickup(driver)).toMatchObject({
        failure: { code: expect.stringMatching(/taken-elsewhere|nothing-to-collect/) },
      });
      await second.call('settlePickup', { pickupId: item.pickup.id, collectionNo: collectionNoOf(first), reason: '', pin: '' });
      await expect.poll(() => waiting(first)).toEqual([]);
      await expect.poll(() => requested(first)).toMatchObject([{ bench: 2, state: 'booked', collectionNo: collectionNoOf(first) }]);
      expect(await first.station.handlers.requestPickup(driver)).toMatchObject({ ok: false });
      expect([first.service.pickups().length, sent(first, 'pickup')]).toEqual([1, 1]);
    });
  });
});
