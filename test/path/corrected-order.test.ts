import { expect, test } from 'vitest';
import type { Address } from '../../shared/address.ts';
import type { ImportReport } from '../../shared/ipc.ts';
import { orderKeySchema } from '../../shared/order.ts';
import { plainOrder } from './plain-order.ts';
import { counted, kindsToResolve, type PlainStation, startPlainStation } from './plain-station.ts';

const key = orderKeySchema.parse('ORD-1');
const fileOf = (...orders: object[]) => ({ name: 'orders.json', bytes: new TextEncoder().encode(JSON.stringify(orders)) });
const read = (bench: PlainStation, change: object): Promise<ImportReport> =>
  bench.call('importOrders', fileOf({ ...plainOrder('ORD-1'), ...change }));

async function correct(bench: PlainStation, change: Partial<Address>): Promise<void> {
  const order = await bench.call('order', { key });
  await bench.call('saveOrder', { order: { ...order, recipient: { ...order.recipient, ...change } } });
}

async function corrected(): Promise<PlainStation> {
  const bench = await startPlainStation();
  await read(bench, {});
  await correct(bench, { houseNumber: '84a' });
  return bench;
}

const found = async (bench: PlainStation, search: string): Promise<number> =>
  (await bench.call('orders', { search, offset: 0, limit: 5 })).total;

test('a corrected address is used on the label if newer files change other fields', async () => {
  const bench = await corrected();
  for (const note of ['Wrap it', 'Wrap it twice'])
    expect(await read(bench, { note, contents: note })).toMatchObject({ taken: 1, remarks: [] });
  const { booking } = await bench.ship('ORD-1');
  expect(booking.order.recipient.houseNumber).toBe('84a');
  expect(booking.order.parcels[0]?.contents).toBe('Wrap it twice');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('nothing is bought if the shop changes a corrected address, until the packer chooses', async () => {
  const bench = await corrected();
  const report = await read(bench, { street: 'Invalidenstrasse' });
  expect(report).toMatchObject({ taken: 1, remarks: [{ orderKey: 'ORD-1', reason: { code: 'correction-and-address' } }] });
  expect((await bench.scan('ORD-1', 'stopped')).failure.code).toBe('order-two-addresses');
  const { otherAddress, ...order } = await bench.call('order', { key });
  expect([order.recipient.houseNumber, otherAddress]).toEqual(['84a', expect.stringContaining('Invalidenstrasse')]);
  await bench.call('saveOrder', { order: { ...order, hold: null } });
  // The same file again changes nothing.
  expect(await read(bench, { street: 'Invalidenstrasse' })).toMatchObject({ taken: 0, unchanged: 1, remarks: [] });
  expect((await bench.ship('ORD-1')).booking.order.recipient).toMatchObject({ street: 'Kastanienallee', houseNumber: '84a' });
});

test('a change by the shop alone is accepted, and the search finds its new words', async () => {
  const bench = await startPlainStation();
  await read(bench, {});
  const order = await bench.call('order', { key });
  await bench.call('saveOrder', { order: { ...order, noteForPacker: 'Mine' } });
  expect(await read(bench, { name: 'Eva Moved' })).toMatchObject({ taken: 1, remarks: [] });
  expect(await bench.call('order', { key })).toMatchObject({ recipient: { name: 'Eva Moved' }, noteForPacker: 'Mine' });
  expect(await found(bench, 'moved')).toBe(1);
});

test('a correction that a newer file replaces is reported', async () => {
  const bench = await corrected();
  const order = await bench.call('order', { key });
  await bench.call('saveOrder', { order: { ...order, noteForPacker: 'Mine' } });
  const report = await read(bench, { note: 'The shop' });
  expect(report.remarks).toMatchObject([{ orderKey: 'ORD-1', reason: { code: 'correction-replaced' } }]);
  expect(await bench.call('order', { key })).toMatchObject({ noteForPacker: 'The shop', recipient: { houseNumber: '84a' } });
});

test('an order shipped to its corrected address waits in Resolve only if the shop changes it again', async () => {
  const bench = await corrected();
  await bench.ship('ORD-1');
  const asked = () => kindsToResolve(bench);
  await read(bench, { note: 'Wrap it' });
  expect(await asked()).not.toContain('changed-too-late');
  await read(bench, { street: 'Invalidenstrasse' });
  expect(await asked()).toContain('changed-too-late');
});
