import { expect, test } from 'vitest';
import { reasonText } from '../../renderer/text/reasons.ts';
import { commandCode } from '../../shared/command-keys.ts';
import type { Order } from '../../shared/order.ts';
import type { OrderLine } from '../../shared/order-line.ts';
import { rule } from '../shared/some-rules.ts';
import { plainOrder } from './plain-order.ts';
import { counted, type PlainOptions, type PlainStation, sent, startPlainStation } from './plain-station.ts';

const bowl: OrderLine = { name: 'Bowl', sku: 'BOWL', quantity: 2, price: { minor: 1000, currency: 'EUR' }, barcodes: ['4006381333931'] };
const cup: OrderLine = { name: 'Cup', sku: 'CUP', quantity: 1, price: { minor: 2500, currency: 'EUR' }, barcodes: ['036000291452'] };
const phone: OrderLine = { name: 'Phone', sku: 'PHONE', quantity: 1, price: null, barcodes: ['PH-1'], needsSerial: true };
const [bowlCode, cupCode] = ['4006381333931', '036000291452'] as const;
const facts = { box: 'M', weight: '1.5' };
const [later, next] = [commandCode('LATER'), commandCode('BOX')];

/** A station that scans items off, with the order A-1 of these lines. */
async function benchWith(lines: OrderLine[], options: PlainOptions = {}): Promise<PlainStation> {
  const bench = await startPlainStation({
    orders: JSON.stringify([plainOrder('A-1')]),
    ...options,
    settings: { checksItems: true, ...options.settings },
  });
  await save(bench, { lines });
  return bench;
}
async function save(bench: PlainStation, change: Partial<Order>): Promise<void> {
  const order = await bench.call('order', { key: 'A-1' as never });
  await bench.call('saveOrder', { order: { ...order, ...change } });
}
const codeOf = (answer: { readonly ok: boolean; readonly failure?: { readonly code: string } }) => answer.failure?.code ?? 'ok';
const tryScan = async ({ station }: PlainStation, code: string) => codeOf(await station.handlers.scan({ code }));
const scan = async (bench: PlainStation, ...codes: string[]) => {
  for (const code of codes) await bench.call('scan', { code });
};
const undo = (bench: PlainStation) => bench.call('undoCheck', { workflowNo: bench.workflowNo() });
const closed = (bench: PlainStation) => bench.station.snapshot().bench.checkOff?.boxes;
/** The items of each parcel of an order in hand or in a booking. */
const inParcels = ({ parcels }: Order) => parcels.map(({ quantities }) => quantities);
const inHand = (bench: PlainStation): Order => {
  const workflow = bench.workflow();
  if (!('order' in workflow) || !workflow.order) throw new Error(`No order at ${workflow.step}`);
  return workflow.order;
};
async function buy(bench: PlainStation) {
  await bench.answerAll(facts);
  return (await bench.take((await bench.at('choosing')).serviceId, 'done')).booking;
}

test('an order goes in two boxes: one price, two labels, and each parcel has its own items', async () => {
  const bench = await benchWith([bowl, cup]);
  const before = await bench.call('order', { key: 'A-1' as never });
  await scan(bench, 'A-1', bowlCode, next);
  const { questions } = await bench.at('asking');
  expect(questions.map(({ kind, parcel }) => [kind, parcel])).toEqual([
    ['box', 0],
    ['weight', 0],
    ['box', 1],
    ['weight', 1],
  ]);
  await scan(bench, cupCode, bowlCode);
  const booking = await buy(bench);
  expect(booking.order.parcels).toMatchObject([
    { quantities: [1, 0], weightGrams: 1500, value: { minor: 1000 }, contents: 'Bowl' },
    { quantities: [1, 1], weightGrams: 1500, value: { minor: 3500 }, contents: 'Bowl, Cup' },
  ]);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 2 });
  expect(await bench.call('order', { key: 'A-1' as never }), 'the stored order stays as it was').toEqual(before);
  const { lines } = await bench.call('timeline', { bookingId: booking.id });
  const detail = lines.find(({ what }) => what === 'items-checked')?.detail;
  expect(typeof detail === 'object' && detail.code === 'items-checked' && reasonText(detail)).toBe(
    '3 pieces checked; Box 1: 1 × Bowl; Box 2: 1 × Bowl, 1 × Cup',
  );
  expect((await bench.scan('A-1', 'already-shipped')).booking.id).toBe(booking.id);
});

test('an empty box, a serial number that is missing, and a last item are no reason for another box', async () => {
  const bench = await benchWith([phone, cup]);
  await bench.scan('A-1', 'choosing');
  expect(await tryScan(bench, next)).toBe('box-empty');
  await scan(bench, 'PH-1');
  expect(await tryScan(bench, next), 'the serial number is asked for').toBe('not-now');
  await bench.call('giveSerial', { workflowNo: bench.workflowNo(), serial: 'SN-1' });
  await scan(bench, next);
  expect(await tryScan(bench, next), 'nothing is in box 2').toBe('box-empty');
  expect(closed(bench)).toEqual([[1, 0]]);
  await scan(bench, cupCode);
  expect(await tryScan(bench, next), 'every item has its box').toBe('not-now');
  expect([counted(bench), sent(bench, 'ship')]).toEqual([{ booked: 0, sheets: 0 }, 0]);
});

test('undo opens the last box again, and the order is in one box as before', async () => {
  const bench = await benchWith([{ ...bowl, quantity: 3 }]);
  await bench.scan('A-1', 'choosing');
  await scan(bench, bowlCode, next, bowlCode, next);
  expect(inParcels(inHand(bench))).toEqual([[1], [1], [1]]);
  await undo(bench);
  expect([closed(bench), inParcels(inHand(bench))]).toEqual([[[1]], [[1], [2]]]);
  await undo(bench);
  expect(closed(bench), 'first the item of box 2').toEqual([[1]]);
  await undo(bench);
  expect(closed(bench)).toEqual([]);
  const { order } = await bench.at('choosing');
  expect(order.parcels, 'with the weight of the file again').toMatchObject([{ weightGrams: 1200, contents: 'Vase' }]);
  await scan(bench, bowlCode, bowlCode);
  expect((await buy(bench)).order.parcels).toHaveLength(1);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('the order number scanned again keeps the boxes', async () => {
  const bench = await benchWith([bowl, cup]);
  await scan(bench, 'A-1', bowlCode, next, bowlCode, 'A-1');
  expect([closed(bench), inParcels(inHand(bench))]).toEqual([
    [[1, 0]],
    [
      [1, 0],
      [1, 1],
    ],
  ]);
  await scan(bench, cupCode);
  expect((await buy(bench)).order.parcels).toHaveLength(2);
});

test('no rule buys at the prices of one box, and no price of one box is used', async () => {
  const bench = await benchWith([bowl, cup], { settings: { rule: 'cheapest' } });
  await bench.scan('A-1', 'choosing');
  await scan(bench, bowlCode);
  const { workflowNo } = bench.station.snapshot().bench;
  await scan(bench, next, cupCode, bowlCode);
  expect(bench.workflowNo()).toBeGreaterThan(workflowNo);
  expect([(await bench.at('asking')).questions.length, sent(bench, 'ship')]).toEqual([4, 0]);
  await bench.answerAll(facts);
  const { booking } = await bench.at('done');
  expect([inParcels(booking.order), counted(bench)]).toEqual([
    [
      [1, 0],
      [1, 1],
    ],
    { booked: 1, sheets: 2 },
  ]);
});

test('a part goes in two boxes, and its rest in two others', async () => {
  const bench = await benchWith([
    { ...bowl, quantity: 3 },
    { ...cup, quantity: 2 },
  ]);
  await scan(bench, 'A-1', bowlCode, next, bowlCode, later);
  const first = await buy(bench);
  expect([first.order.part, first.order.lines.length, inParcels(first.order)]).toEqual([{ no: 1, before: 0, later: 3 }, 1, [[1], [1]]]);
  await scan(bench, 'A-1', cupCode, next, cupCode, bowlCode);
  const rest = await buy(bench);
  expect([rest.order.part, inParcels(rest.order)]).toEqual([
    { no: 2, before: 2, later: 0 },
    [
      [0, 1],
      [1, 1],
    ],
  ]);
  expect(counted(bench)).toEqual({ booked: 2, sheets: 4 });
});

test('what is packed so far goes now, without the empty box that was opened last', async () => {
  const bench = await benchWith([bowl, cup]);
  await scan(bench, 'A-1', bowlCode, next, bowlCode, next, later);
  expect(inParcels((await buy(bench)).order)).toEqual([[1], [1]]);
  await scan(bench, 'A-1', cupCode);
  const rest = await buy(bench);
  expect([rest.order.part?.later, inParcels(rest.order)]).toEqual([0, [undefined]]);
});

test('one closed box and the rest later is one parcel', async () => {
  const bench = await benchWith([bowl, cup]);
  await scan(bench, 'A-1', bowlCode, next, later);
  const first = await buy(bench);
  expect([first.order.part, inParcels(first.order)]).toEqual([{ no: 1, before: 0, later: 2 }, [undefined]]);
});

test('orders that share a shipment go in several boxes', async () => {
  const bench = await startPlainStation({
    orders: JSON.stringify([plainOrder('A-1'), plainOrder('A-2')]),
    settings: { checksItems: true },
  });
  for (const [key, line] of [
    ['A-1', bowl],
    ['A-2', cup],
  ] as const) {
    const order = await bench.call('order', { key: key as never });
    await bench.call('saveOrder', { order: { ...order, lines: [line] } });
  }
  await bench.scan('A-1', 'same-address');
  await bench.call('answerSameAddress', { workflowNo: bench.workflowNo(), join: true });
  await scan(bench, bowlCode, next, bowlCode, cupCode);
  const { order } = await buy(bench);
  expect([order.joined?.map(({ key }) => key), inParcels(order)]).toEqual([
    ['A-2'],
    [
      [1, 0],
      [1, 1],
    ],
  ]);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 2 });
});

test('an order of several parcels has its boxes already', async () => {
  const bench = await benchWith([bowl, cup]);
  const { parcels } = await bench.call('order', { key: 'A-1' as never });
  await save(bench, { parcels: [...parcels, ...parcels] });
  await bench.scan('A-1', 'choosing');
  await scan(bench, bowlCode);
  expect(await tryScan(bench, next)).toBe('order-not-boxed');
});

test('an order that changes while it is packed buys nothing, and keeps its boxes if its items are the same', async () => {
  const bench = await benchWith([bowl, cup]);
  await scan(bench, 'A-1', bowlCode, next, bowlCode, cupCode);
  await bench.answerAll(facts);
  const { serviceId, order } = await bench.at('choosing');
  await save(bench, { recipient: { ...order.recipient, street: 'Schönhauser Allee' } });
  await bench.station.handlers.buy({ workflowNo: bench.workflowNo(), serviceId });
  expect((await bench.at('stopped')).failure.code).toBe('boxes-outdated');
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
  await scan(bench, 'A-1');
  const { order: bought } = await buy(bench);
  expect([bought.recipient.street, inParcels(bought)]).toEqual([
    'Schönhauser Allee',
    [
      [1, 0],
      [1, 1],
    ],
  ]);
});

test('boxes end if the file states parcels of its own meanwhile', async () => {
  const bench = await benchWith([bowl, cup]);
  await scan(bench, 'A-1', bowlCode, next);
  const { parcels } = await bench.call('order', { key: 'A-1' as never });
  await save(bench, { parcels: [...parcels, ...parcels] });
  await scan(bench, 'A-1');
  expect([closed(bench), inParcels(inHand(bench))]).toEqual([[], [undefined, undefined]]);
});

test('a shipment again goes in several boxes', async () => {
  const bench = await benchWith([bowl, cup]);
  await scan(bench, 'A-1', bowlCode, bowlCode, cupCode);
  await buy(bench);
  await bench.scan('A-1', 'already-shipped');
  await bench.call('shipAgain', { workflowNo: bench.workflowNo(), reason: 'The parcel was lost', pin: '' });
  await scan(bench, cupCode, next, bowlCode, bowlCode);
  const again = await buy(bench);
  expect([again.shipmentNo, inParcels(again.order)]).toEqual([
    2,
    [
      [0, 1],
      [2, 0],
    ],
  ]);
  expect(counted(bench)).toEqual({ booked: 2, sheets: 3 });
});

test('a confirmed note is not asked about again for each box', async () => {
  const bench = await benchWith([bowl, cup]);
  await save(bench, { noteForPacker: 'Add the gift card' });
  await bench.call('saveRules', { list: [rule({ confirmsNote: true })], last: 'ask' });
  await bench.scan('A-1', 'note');
  await bench.call('confirmNote', { workflowNo: bench.workflowNo() });
  await scan(bench, bowlCode, next);
  await bench.at('asking');
});
