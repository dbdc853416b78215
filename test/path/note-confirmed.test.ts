import { expect, test } from 'vitest';
import { commandCode } from '../../shared/command-keys.ts';
import type { OrderKey } from '../../shared/order.ts';
import type { ShippingRule } from '../../shared/shipping-rule.ts';
import { buyCheapest, rule } from '../shared/some-rules.ts';
import { at } from './batch-bench.ts';
import { plainOrder } from './plain-order.ts';
import { counted, type PlainStation, sent, startPlainStation } from './plain-station.ts';

const buysAlone = rule({ confirmsNote: true, take: buyCheapest });

/** Two orders to two houses; only the first has a note. */
async function benchWith(...list: readonly ShippingRule[]): Promise<PlainStation> {
  const orders = [
    { ...plainOrder('A-1'), note: 'Add the gift card' },
    { ...plainOrder('A-2'), house_number: '85' },
  ];
  const bench = await startPlainStation({ orders: JSON.stringify(orders) });
  await bench.call('saveRules', { list: [...list], last: 'ask' });
  return bench;
}
const note = async (bench: PlainStation) => (await bench.scan('A-1', 'note')).order.noteForPacker;

test('a rule that decides alone buys only after the note is confirmed, by the key or its bar code', async () => {
  const bench = await benchWith(buysAlone);
  expect(await note(bench)).toBe('Add the gift card');
  expect([sent(bench, 'quote'), counted(bench).booked]).toEqual([0, 0]);
  await bench.call('confirmNote', { workflowNo: bench.workflowNo() });
  const { booking } = await bench.at('done');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
  const { lines } = await bench.call('timeline', { bookingId: booking.id });
  expect(JSON.stringify(lines)).toContain('note confirmed: Add the gift card');
  const other = await benchWith(buysAlone);
  await note(other);
  await other.call('scan', { code: commandCode('NOTED') });
  await other.at('done');
  expect(counted(other)).toEqual({ booked: 1, sheets: 1 });
});

test('Enter, digits, a second scan of the order and other commands confirm nothing', async () => {
  const bench = await benchWith(buysAlone);
  await note(bench);
  for (const code of ['\n', '1', commandCode('BUY'), commandCode('JOIN'), commandCode('TAKE')]) {
    await bench.station.handlers.scan({ code });
    expect(bench.workflow().step).toBe('note');
  }
  expect(await note(bench)).toBe('Add the gift card');
  await expect(bench.call('confirmNote', { workflowNo: bench.workflowNo() - 1 })).rejects.toThrow('not-now');
  expect([sent(bench, 'quote'), counted(bench).booked]).toEqual([0, 0]);
});

test('an order without a note, or that no rule asks about, goes on at once', async () => {
  const bench = await benchWith(buysAlone);
  await bench.scan('A-2', 'done');
  const other = await benchWith(rule({ confirmsNote: true, isOn: false }));
  await other.scan('A-1', 'choosing');
});

test('a note that changes meanwhile is asked about again', async () => {
  const bench = await benchWith(buysAlone);
  const { order } = await bench.scan('A-1', 'note');
  await bench.call('saveOrder', { order: { ...order, noteForPacker: 'No gift card after all' } });
  await bench.call('confirmNote', { workflowNo: bench.workflowNo() });
  expect((await bench.at('note')).order.noteForPacker).toBe('No gift card after all');
  await bench.call('confirmNote', { workflowNo: bench.workflowNo() });
  await bench.at('done');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('the items are scanned off after the note, and the last one buys', async () => {
  const bench = await benchWith(rule({ confirmsNote: true, checksItems: true, take: buyCheapest }));
  const order = await bench.call('order', { key: 'A-1' as OrderKey });
  const lines = [{ name: 'Cup', sku: 'CUP', quantity: 1, price: null, barcodes: ['036000291452'] }];
  await bench.call('saveOrder', { order: { ...order, lines } });
  await note(bench);
  await bench.station.handlers.scan({ code: '036000291452' });
  expect(bench.workflow().step).toBe('note');
  await bench.call('confirmNote', { workflowNo: bench.workflowNo() });
  await bench.at('choosing');
  expect(counted(bench).booked).toBe(0);
  await bench.scan('036000291452', 'done');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a batch stops such an order and buys the others', async () => {
  const bench = await benchWith(rule({ confirmsNote: true }));
  await bench.call('openBatch', { keys: ['A-1', 'A-2'] as OrderKey[], search: '' });
  const { stopped } = await at(bench, 'ready');
  expect(stopped.map(({ orderKey, failure }) => [orderKey, failure?.code])).toEqual([['A-1', 'note-not-confirmed']]);
  await bench.call('runBatch', { orders: 1 });
  await at(bench, 'ended');
  expect(bench.service.orders().map(({ reference }) => reference)).toEqual(['A-2']);
});
