import { expect, test } from 'vitest';
import { trainingSender } from '../../electron/training/sample-orders.ts';
import type { Order } from '../../shared/order.ts';
import { type Sender, senderAt } from '../../shared/sender.ts';
import type { ShippingRule } from '../../shared/shipping-rule.ts';
import { rule, toGermany } from '../shared/some-rules.ts';
import { startFront } from './front.ts';
import { counted, type PlainStation, pickupOf, sent, startPlainStation } from './plain-station.ts';

const north: Sender = { ...senderAt(trainingSender), name: 'North' };
const southAddress = {
  ...trainingSender,
  company: 'Zuid BV',
  name: 'Zuid BV',
  street: 'Zuidkade',
  houseNumber: '88',
  postalCode: '6211 AB',
  city: 'Maastricht',
};
const south: Sender = { name: 'South', address: southAddress, account: 'B-200' };
/** Another contract at the same address. */
const contract: Sender = { ...north, name: 'Contract', account: 'C-300' };

/** A bench that records which account and house number each request to its service named. */
async function startBench(senders: readonly Sender[], list: readonly ShippingRule[] = []) {
  const bench = await startPlainStation();
  const front = await startFront(bench, undefined, { account: 'A-100' });
  const defaults = { boxId: 'M', weightGrams: 800, contents: 'Ceramic bowl', value: null };
  await bench.call('saveSettings', { settings: { senders: [...senders], defaults } });
  await bench.call('saveRules', { list: [...list], last: 'ask' });
  const asked = (action: string) =>
    front
      .asked()
      .map((body) => JSON.parse(body) as { action: string; account?: string; shipment?: { o_street_1: string } })
      .filter((request) => request.action === action)
      .map(({ account, shipment }) => (shipment ? [account, shipment.o_street_1] : account));
  return { bench, asked };
}

const change = async (bench: PlainStation, key: string, part: Partial<Order>): Promise<void> => {
  const order = await bench.call('order', { key: key as Order['key'] });
  await bench.call('saveOrder', { order: { ...order, ...part } });
};

const bought = async (bench: PlainStation, key: string) => (await bench.ship(key)).booking;

test('a rule names the sender: price, purchase, label, tracking and pickup all use its location and account', async () => {
  const { bench, asked } = await startBench([north, south], [rule({ conditions: [toGermany], sender: 'south' })]);
  const tiles = await bench.toTiles('ORD-1001');
  expect(tiles.sentAs).toMatchObject({ name: 'South', account: 'B-200', by: { no: 1 } });
  const booking = await bought(bench, 'ORD-1001');
  expect(booking).toMatchObject({ account: 'B-200', otherAccount: null, sender: { street: 'Zuidkade' }, verdict: { kind: 'match' } });
  const { lines } = await bench.call('timeline', { bookingId: booking.id });
  expect(JSON.stringify(lines.find(({ what }) => what === 'intent')?.detail)).toContain(
    'sent as South, account B-200, by rule 1 of version',
  );
  expect(asked('quote').at(-1)).toEqual(['B-200', 'Zuidkade']);
  expect(asked('ship')).toEqual(['B-200']);
  await bench.call('track', { number: booking.orderNo });
  expect(asked('track').at(-1)).toBe('B-200');
  await bench.call('requestPickup', pickupOf(booking, { place: (await bench.call('pickups', {})).groups[0]!.place }));
  expect(asked('pickup')).toEqual(['B-200']);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('an order can name its sender, and an unknown sender is never replaced by another', async () => {
  const { bench, asked } = await startBench([north, south], [rule({ sender: 'South' })]);
  await change(bench, 'ORD-1001', { sender: 'north' });
  expect((await bench.toTiles('ORD-1001')).sentAs).toMatchObject({ name: 'North', account: 'A-100', by: null });
  expect(asked('quote').at(-1)?.[0]).toBe('A-100');
  await change(bench, 'ORD-1001', { sender: 'East' });
  const { failure } = await bench.scan('ORD-1001', 'stopped');
  expect(failure).toMatchObject({ code: 'sender-unknown', reasons: [{ code: 'sender-not-listed', name: 'East', by: null }] });
  expect(sent(bench, 'ship')).toBe(0);
});

test('a file can name the sender in a column of its own', async () => {
  const { bench } = await startBench([north, south]);
  const row = 'S-1,South,Jane Doe,Hauptstrasse,5,10115,Berlin,DE,+49301234567,1.2,Bowl,20,EUR';
  const file = `order,sender,name,street,house_number,postal_code,city,country,phone,weight_kg,contents,value,currency\n${row}\n`;
  const report = await bench.call('importOrders', { name: 'o.csv', bytes: new TextEncoder().encode(file) });
  expect(report.problems).toEqual([]);
  expect(await bench.call('order', { key: 'S-1' as Order['key'] })).toMatchObject({ sender: 'South' });
});

test('an account change between price and purchase is detected before buying, alone and in a batch', async () => {
  const { bench, asked } = await startBench([north]);
  const { serviceId } = await bench.toTiles('ORD-1001');
  await bench.call('saveSettings', { settings: { senders: [{ ...north, account: 'C-300' }] } });
  expect(await bench.take(serviceId, 'choosing')).toMatchObject({ notice: { code: 'order-changed' } });
  await bench.call('park', { workflowNo: bench.workflowNo() });

  await bench.call('openBatch', { keys: ['ORD-1001'] as Order['key'][], search: '' });
  await expect.poll(async () => (await bench.call('batch', {}))?.counts).toMatchObject({ quoted: 1 });
  await bench.call('saveSettings', { settings: { senders: [north] } });
  await bench.call('runBatch', { orders: 1 });
  await expect.poll(async () => (await bench.call('batch', {}))?.stopped).toMatchObject([{ failure: { code: 'order-changed' } }]);
  expect(asked('ship')).toEqual([]);
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
});

test('one pickup cannot cover two locations or two accounts', async () => {
  const { bench, asked } = await startBench([north, south, contract]);
  const bookings = [];
  for (const [key, sender] of [
    ['ORD-1001', 'North'],
    ['ORD-1002', 'South'],
    ['ORD-1004', 'Contract'],
  ] as const) {
    await change(bench, key, { sender });
    bookings.push(await bought(bench, key));
  }
  const couriers = new Set(bookings.map(({ service }) => service?.courierKey));
  const { groups } = await bench.call('pickups', {});
  expect(Object.fromEntries(groups.map(({ from, today }) => [from, today]))).toEqual({
    'Contract (C-300)': 1,
    North: 1,
    'South (B-200)': 1,
  });
  for (const [index, { courierKey, place, from }] of groups.entries()) {
    await bench.call('requestPickup', pickupOf(undefined, { courierKey, place }));
    const left = await bench.call('pickups', {});
    expect(left.requested[0]?.from).toBe(from);
    expect(left.groups.map((group) => group.from)).toEqual(groups.slice(index + 1).map((group) => group.from));
  }
  expect(new Set(asked('pickup'))).toEqual(new Set(['A-100', 'B-200', 'C-300']));
  expect(bench.service.pickups().map(({ orderNos }) => orderNos.length)).toEqual([1, 1, 1]);
  expect(couriers.size).toBeLessThanOrEqual(3);
});

test('a trial of rules that change the sender shows no price for that parcel', async () => {
  let ms = Date.UTC(2026, 10, 19, 9, 0, 0);
  const bench = await startPlainStation({
    platform: { now: () => new Date(ms) },
    settings: { senders: [north, south], defaults: { boxId: 'M', weightGrams: 800, contents: 'Ceramic bowl', value: null } },
  });
  await bench.toTiles('ORD-1001');
  ms += 86_400_000;
  const tried = await bench.call('tryRules', { list: [rule({ conditions: [toGermany], sender: 'South' })], last: 'ask' });
  expect(tried).toMatchObject({
    orders: 1,
    changed: [{ orderKey: 'ORD-1001', was: { sender: 'North' }, wouldBe: { sender: 'South', service: '', price: null, isBought: false } }],
    sums: [],
  });
});

test('two senders with one name, and an account in unsupported characters, are not saved', async () => {
  const bench = await startPlainStation();
  const save = (senders: readonly Sender[]) => bench.station.handlers.saveSettings({ settings: { senders: [...senders] } });
  expect(await save([north, { ...south, name: ' north' }])).toMatchObject({
    failure: { reasons: [{ code: 'sender-twice', name: ' north' }] },
  });
  expect(await save([{ ...north, account: 'Zürich' }])).toMatchObject({ failure: { reasons: [{ code: 'account-not-latin' }] } });
});

test('a parcel of an account that no sender has any more counts as another account', async () => {
  const { bench } = await startBench([north, south], [rule({ sender: 'South' })]);
  const booking = await bought(bench, 'ORD-1001');
  await bench.call('saveSettings', { settings: { senders: [north] } });
  const [shown] = await bench.call('lastShipments', { limit: 1 });
  expect(shown).toMatchObject({ id: booking.id, otherAccount: { account: 'B-200' } });
  expect(await bench.call('pickups', {})).toMatchObject({ groups: [], ofOtherKeys: 1 });
});
