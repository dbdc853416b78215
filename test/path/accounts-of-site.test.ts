import { describe, expect, test } from 'vitest';
import { trainingSender } from '../../electron/training/sample-orders.ts';
import type { OrderKey } from '../../shared/order.ts';
import { type Sender, senderAt } from '../../shared/sender.ts';
import { type MarkingService, startMarkingService } from '../fakes/marking-service.ts';
import { stopLater } from '../later.ts';
import { whyNoPostgres } from '../ledger/postgres.ts';
import { type PlainStation, pickupOf, sent } from './plain-station.ts';
import { isReported, twoAlike, useSite } from './site-of-benches.ts';

const north: Sender = { ...senderAt(trainingSender), name: 'North' };

/** Accounts that the requests of an action named. */
const asked = (front: MarkingService, action: string) =>
  front
    .asked()
    .map((body) => JSON.parse(body) as { action: string; account?: string })
    .filter((request) => request.action === action)
    .map(({ account }) => account);

describe.skipIf(whyNoPostgres())('benches that each connect with their own account', () => {
  const { first: firstOf, joinedTo } = useSite();

  /** Two benches that both ship for both accounts, each with another one as its default. */
  async function site() {
    const { first } = await firstOf({ orders: twoAlike });
    const second = await joinedTo(first, { orders: twoAlike });
    const { url, key, secret } = first.service;
    const front = stopLater(await startMarkingService(url, (_action, answer) => answer));
    for (const [on, account, other, baseUrl] of [
      [first, 'A-100', 'B-200', url],
      [second, 'B-200', 'A-100', front.url],
    ] as const) {
      await on.call('connect', { world: 'sandbox', baseUrl, key, secret, account });
      await on.call('saveSettings', { settings: { senders: [north, { ...north, name: 'Other', account: other }] } });
      await isReported(on);
    }
    return { first, second, front };
  }

  async function shippedAs(on: PlainStation, key: string, sender: string) {
    const order = await on.call('order', { key: key as OrderKey });
    await on.call('saveOrder', { order: { ...order, sender } });
    const { booking } = await on.ship(key);
    await isReported(on);
    return booking;
  }

  test('one bench tracks a parcel of the other with the account that shipped it', async () => {
    const { first, second, front } = await site();
    const { orderNo } = await shippedAs(first, 'ORD-1001', 'North');
    await expect.poll(async () => (await second.call('lastShipments', { limit: 1 }))[0]?.orderNo).toBe(orderNo);
    const { tracked, booking } = await second.call('track', { number: 'ORD-1001' });
    expect(booking).toMatchObject({ bench: 1, account: 'A-100' });
    await second.call('openTrackingLink', { orderNo, itemNo: tracked.items[0]!.itemNo, host: '' });
    expect(asked(front, 'track').slice(-2)).toEqual(['A-100', 'A-100']);
    await second.call('printForeignLabel', { orderNo, isSure: true });
    expect(asked(front, 'labels')).toEqual(['A-100']);
  });

  test('an unknown pickup blocks a second driver for its location and account at every bench', async () => {
    const { first, second } = await site();
    const one = await shippedAs(first, 'ORD-1001', 'North');
    first.service.faults.next('pickup', 'execute-then-reset');
    expect(await first.station.handlers.requestPickup(pickupOf(one))).toMatchObject({ failure: { code: 'pickup-unknown' } });
    await isReported(first);
    const other = await shippedAs(second, 'ORD-9001', 'Other');
    expect(other).toMatchObject({ account: 'A-100', service: { courierKey: one.service?.courierKey } });
    const { groups } = await second.call('pickups', {});
    const [{ place }] = groups as [(typeof groups)[number]];
    expect(await second.station.handlers.requestPickup(pickupOf(other, { place }))).toMatchObject({ failure: { code: 'taken-elsewhere' } });
    expect(sent(first, 'pickup')).toBe(1);
  });

  test('two accounts at one pickup location each order a driver of their own', async () => {
    const { first, second } = await site();
    const one = await shippedAs(first, 'ORD-1001', 'North');
    const other = await shippedAs(second, 'ORD-9001', 'North');
    expect([one.account, other.account]).toEqual(['A-100', 'B-200']);
    await first.call('requestPickup', pickupOf(one));
    await second.call('requestPickup', pickupOf(other));
    expect(first.service.pickups().map(({ orderNos }) => orderNos)).toEqual([[one.orderNo], [other.orderNo]]);
  });
});
