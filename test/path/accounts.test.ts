import { globSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { sampleOrdersCsv, trainingSender } from '../../electron/training/sample-orders.ts';
import type { Order, OrderKey } from '../../shared/order.ts';
import { type Sender, senderAt } from '../../shared/sender.ts';
import { counted, type PlainStation, pickupOf, sent, startPlainStation } from './plain-station.ts';

const north: Sender = { ...senderAt(trainingSender), name: 'North' };
const southAddress = { ...trainingSender, street: 'Zuidkade', houseNumber: '88', postalCode: '6211 AB', city: 'Maastricht' };
const south: Sender = { name: 'South', address: southAddress, account: 'B-200' };
const defaults = { boxId: 'M', weightGrams: 800, contents: 'Ceramic bowl', value: null };

/** The first sample order, and one more to the same person. */
const rows = sampleOrdersCsv.split('\n');
const twice = [
  sampleOrdersCsv.trimEnd(),
  ...rows.filter((row) => row.startsWith('ORD-1001,')).map((row) => row.replace('ORD-1001', 'ORD-2001')),
].join('\n');

async function startBench(): Promise<PlainStation> {
  const bench = await startPlainStation({ orders: twice, settings: { senders: [north, south], defaults } });
  await sendAs(bench, 'ORD-2001', 'South');
  return bench;
}

async function sendAs(bench: PlainStation, key: string, sender: string): Promise<void> {
  const order = await bench.call('order', { key: key as OrderKey });
  await bench.call('saveOrder', { order: { ...order, sender } satisfies Order });
}

const bought = async (bench: PlainStation, key: string) => (await bench.ship(key)).booking;

test('the number of a parcel of another account is refused for one to the same person', async () => {
  const bench = await startBench();
  const { orderNo } = await bought(bench, 'ORD-1001');
  bench.service.faults.next('ship', 'execute-then-reset');
  const { booking } = await bench.buy('ORD-2001', 'unknown');
  expect(await bench.station.handlers.settleExists({ bookingId: booking.id, orderNo, isSure: true })).toMatchObject({
    failure: { code: 'number-taken', detail: 'ORD-1001' },
  });
});

test('the number of a shipment stored without an account is refused for another one', async () => {
  const bench = await startBench();
  const { orderNo } = await bought(bench, 'ORD-1001');
  await bench.reopen(() => {
    for (const file of globSync(join(bench.dir, 'journal-*.sqlite'))) {
      const database = new DatabaseSync(file);
      database.exec("UPDATE bookings SET sent_key = '', sent_account = ''");
      database.close();
    }
  });
  await sendAs(bench, 'ORD-2001', 'North');
  bench.service.faults.next('ship', 'execute-then-reset');
  const { booking } = await bench.buy('ORD-2001', 'unknown');
  expect(await bench.station.handlers.settleExists({ bookingId: booking.id, orderNo, isSure: true })).toMatchObject({
    failure: { code: 'number-taken', detail: 'ORD-1001' },
  });
});

test('a drop-off point listed for one sender is refused for the parcels of another', async () => {
  const bench = await startBench();
  const { quote } = await bench.toTiles('ORD-1001');
  const droppable = quote.services.find(({ originServicePoints }) => originServicePoints);
  if (!droppable) throw new Error('no service has points');
  for (const key of ['ORD-1001', 'ORD-2001']) {
    const tiles = await bench.toTiles(key);
    const again = tiles.quote.services.find(
      ({ courierKey, originServicePoints }) => originServicePoints && courierKey === droppable.courierKey,
    );
    await bench.take(again!.serviceId, 'done');
  }
  const { groups } = await bench.call('pickups', {});
  const [ofNorth, ofSouth] = ['North', 'South (B-200)'].map((name) => groups.find(({ from }) => from === name)!);
  const [point] = await bench.call('dropOffPoints', { courierKey: droppable.courierKey, place: ofSouth!.place });
  const ask = (place: string) => pickupOf(undefined, { courierKey: droppable.courierKey, place, dropOff: point!.keycode });
  expect(await bench.station.handlers.requestPickup(ask(ofNorth!.place))).toMatchObject({ failure: { code: 'not-now' } });
  expect(sent(bench, 'pickup')).toBe(0);
  await bench.call('requestPickup', ask(ofSouth!.place));
  expect(await bench.station.handlers.requestPickup(ask(ofNorth!.place))).toMatchObject({ failure: { code: 'not-now' } });
  expect(sent(bench, 'pickup')).toBe(1);
  expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
});
