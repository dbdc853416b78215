import { expect, test } from 'vitest';
import { trainingSender } from '../../electron/training/sample-orders.ts';
import type { WorkflowAt } from '../../shared/bench.ts';
import { commandCode } from '../../shared/command-keys.ts';
import { asLastTime } from '../../shared/question.ts';
import { senderAt } from '../../shared/sender.ts';
import { shipmentTable } from '../../shared/shipment-table.ts';
import { noWriteBack } from '../../shared/write-back.ts';
import { because } from '../reprint-reason.ts';
import { buyCheapest, rule } from '../shared/some-rules.ts';
import { plainOrder } from './plain-order.ts';
import { counted, kindsToResolve, type PlainOptions, type PlainStation, pickupOf, startPlainStation } from './plain-station.ts';
import { shopThat } from './reporting-shop.ts';

/** A-17 in a box of Setup, so that the box can be offered. */
const a17 = {
  ...plainOrder('A-17'),
  name: 'Berta Winter',
  street: 'Rosenweg',
  house_number: '3',
  length_cm: '',
  width_cm: '',
  height_cm: '',
};
const codeOf = (answer: { readonly ok: boolean; readonly failure?: { readonly code: string } }) => answer.failure?.code ?? 'ok';

const benchWith = (options: PlainOptions = {}) => startPlainStation({ orders: JSON.stringify([a17]), ...options });

/** Ships the order and asks for its return label: the first question. */
async function toReturn(bench: PlainStation, key = 'A-17'): Promise<WorkflowAt<'asking'>> {
  await bench.scan(key, 'already-shipped');
  await bench.call('returnLabel', { workflowNo: bench.workflowNo() });
  return bench.at('asking');
}
async function takeLastTime(bench: PlainStation): Promise<void> {
  const [question] = (await bench.at('asking')).questions;
  if (!question) throw new Error('nothing is asked');
  await bench.call('answerQuestion', { workflowNo: bench.workflowNo(), question, answer: asLastTime });
}
async function shipReturn(bench: PlainStation, key = 'A-17') {
  await toReturn(bench, key);
  await takeLastTime(bench);
  return (await bench.take((await bench.at('choosing')).serviceId, 'done')).booking;
}
const textOf = (bench: PlainStation, sheet: number): string => bench.printer.sheets()[sheet]?.zpl.toString('latin1') ?? '';
const barsOf = (bench: PlainStation, sheet: number): string => /\^BC[^^]*\^FD([^^]*)/.exec(textOf(bench, sheet))?.[1] ?? '';
const listed = async (bench: PlainStation) => (await bench.call('orders', { offset: 0, limit: 5, search: '' })).rows;
const toCollect = async (bench: PlainStation) => (await bench.call('pickups', {})).groups.reduce((sum, { today }) => sum + today, 0);
const tracked = async (bench: PlainStation, bookingId: string) => (await bench.call('timeline', { bookingId })).booking;

test('a return label goes from the customer to us, with the box and weight of the shipment offered', async () => {
  const bench = await benchWith();
  const out = (await bench.ship('A-17')).booking;
  const { order, questions } = await toReturn(bench);
  expect(order).toMatchObject({ key: 'A-17 (return)', lines: [], recipient: trainingSender, returnOf: { key: 'A-17' } });
  expect(questions[0]).toMatchObject({ kind: 'box', learned: { boxName: 'M', weightGrams: 1200, isSteady: true } });
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
  await takeLastTime(bench);
  const { booking } = await bench.take((await bench.at('choosing')).serviceId, 'done');
  expect(booking).toMatchObject({
    orderKey: 'A-17 (return)',
    shipmentNo: 1,
    state: 'booked',
    verdict: { kind: 'match' },
    order: { returnOf: { key: 'A-17' }, parcels: [{ boxName: 'M', weightGrams: 1200, contents: 'Vase', value: { minor: 6400 } }] },
  });
  const [, back] = bench.service.orders();
  expect(back?.shipment).toMatchObject({
    sender: { name: 'Berta Winter', street1: 'Rosenweg', streetNo: '3', city: 'Berlin', country: 'DE' },
    recipient: { company: 'Houtman Keramiek BV', city: "'s-Hertogenbosch", postal: '5222 AE' },
    returnService: false,
    preferredDate: '',
    deliveryInstructions: '',
  });
  expect(back?.reference).toBe('A-17 (return)');
  expect(booking.sender).toEqual(out.order.recipient);
  expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
});

test('the order stays as it was: nothing to ship, to collect, to report or to learn', async () => {
  const shop = await shopThat(() => ({ status: 200 }));
  const bench = await benchWith({ world: 'live' });
  await bench.call('saveWriteBack', { ...noWriteBack, url: shop.url, token: null });
  const out = (await bench.ship('A-17')).booking;
  await expect.poll(() => shop.asked.length).toBeGreaterThan(0);
  const before = [await listed(bench), await bench.call('order', { key: 'A-17' as never })];
  const told = shop.asked.length;
  const back = await shipReturn(bench);
  expect([await listed(bench), await bench.call('order', { key: 'A-17' as never })]).toEqual(before);
  expect(await toCollect(bench)).toBe(1);
  await bench.call('requestPickup', pickupOf(back));
  await expect.poll(async () => (await tracked(bench, back.id)).trackingNos.length).toBe(1);
  expect(bench.service.pickups('production')).toMatchObject([{ orderNos: [out.orderNo] }]);
  expect(await toCollect(bench)).toBe(0);
  expect(shop.asked.slice(told).map(({ body }) => JSON.parse(body) as object)).toEqual([]);
  expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
});

test('a return label is found by its numbers, and the order by its own', async () => {
  const bench = await benchWith();
  const out = (await bench.ship('A-17')).booking;
  const back = await shipReturn(bench);
  for (const code of [back.orderNo, back.consignmentNo, 'A-17 (return)'])
    expect((await bench.scan(code, 'already-shipped')).booking.id).toBe(back.id);
  expect((await bench.scan('A-17', 'already-shipped')).booking.id).toBe(out.id);
  for (const number of [back.consignmentNo, 'A-17 (return)'])
    expect((await bench.call('track', { number })).booking?.order.returnOf?.key).toBe('A-17');
  expect((await bench.call('track', { number: 'A-17' })).booking?.id).toBe(out.id);
  expect(JSON.stringify(await bench.call('timeline', { bookingId: back.id }))).toContain('return label of A-17, by Zoë Kranjčar');
  const [columns = [], ...rows] = shipmentTable([back, out], 'packbench', 'Europe/Berlin');
  const at = (row: readonly string[] | undefined, name: string) => row?.[columns.indexOf(name)];
  expect(rows.map((row) => [at(row, 'order'), at(row, 'return')])).toEqual([
    ['A-17', 'yes'],
    ['A-17', ''],
  ]);
  expect((['shopify', 'woocommerce'] as const).map((layout) => shipmentTable([back], layout, 'Europe/Berlin').length)).toEqual([1, 1]);
});

test('a second press shows the return label that was bought, and it can be printed again', async () => {
  const bench = await benchWith();
  await bench.ship('A-17');
  const back = await shipReturn(bench);
  await bench.scan('A-17', 'already-shipped');
  await bench.call('returnLabel', { workflowNo: bench.workflowNo() });
  expect((await bench.at('already-shipped')).booking.id).toBe(back.id);
  expect(codeOf(await bench.station.handlers.returnLabel({ workflowNo: bench.workflowNo() })), 'no return of a return').toBe('not-now');
  await bench.call('reprint', { bookingId: back.id, because });
  await expect.poll(() => counted(bench)).toEqual({ booked: 2, sheets: 3 });
  expect(textOf(bench, 2)).toBe(textOf(bench, 1));
});

test('another return label of the same order needs a reason', async () => {
  const bench = await benchWith();
  await bench.ship('A-17');
  await shipReturn(bench);
  await bench.scan('A-17 (return)', 'already-shipped');
  expect(codeOf(await bench.station.handlers.shipAgain({ workflowNo: bench.workflowNo(), reason: '', pin: '' }))).toBe('reason-missing');
  await bench.call('shipAgain', { workflowNo: bench.workflowNo(), reason: 'Two boxes come back', pin: '' });
  await takeLastTime(bench);
  const { booking } = await bench.take((await bench.at('choosing')).serviceId, 'done');
  expect(booking).toMatchObject({ orderKey: 'A-17 (return)', shipmentNo: 2, verdict: { kind: 'match' } });
  expect(bench.service.orders()[2]?.shipment).toMatchObject({ sender: { name: 'Berta Winter' } });
  expect(counted(bench)).toEqual({ booked: 3, sheets: 3 });
});

test('a label that goes out is no return label of the same order', async () => {
  let isReturning = false;
  const bench = await benchWith({
    journal: (journal) => ({
      label(id) {
        const [out] = isReturning ? journal.bookingsInState(['booked']) : [];
        return journal.label(out?.id ?? id);
      },
    }),
    courier: (courier) => ({
      readShip(answer) {
        const meaning = courier.readShip(answer);
        return isReturning && meaning.is === 'booked' ? { ...meaning, label: null } : meaning;
      },
    }),
  });
  await bench.ship('A-17');
  await toReturn(bench);
  await takeLastTime(bench);
  isReturning = true;
  await bench.call('buy', { workflowNo: bench.workflowNo(), serviceId: (await bench.at('choosing')).serviceId });
  const { booking } = await bench.at('wrong-label');
  expect(booking.verdict?.kind).toBe('other');
  expect(counted(bench)).toEqual({ booked: 2, sheets: 1 });
});

test('no rule buys a return label, chooses its service or asks about it', async () => {
  const bench = await benchWith();
  await bench.ship('A-17');
  await bench.call('saveRules', { list: [rule({ confirmsNote: true, take: buyCheapest })], last: 'cheapest' });
  await toReturn(bench);
  await takeLastTime(bench);
  const tiles = await bench.at('choosing');
  expect([tiles.buysAlone, tiles.advised.nevers]).toEqual([undefined, []]);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(bench.workflow().step).toBe('choosing');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test.each(['put aside', 'left for another order'])('a return label that is %s waits in Resolve and goes on from there', async (how) => {
  const bench = await benchWith({ orders: JSON.stringify([a17, { ...plainOrder('A-18'), street: 'Ahornweg' }]) });
  await bench.ship('A-17');
  await toReturn(bench);
  await takeLastTime(bench);
  await bench.at('choosing');
  if (how === 'put aside') await bench.call('park', { workflowNo: bench.workflowNo() });
  else await bench.scan('A-18', 'choosing');
  await bench.reopen();
  const aside = (await bench.call('toResolve', {})).find((item) => item.kind === 'put-aside');
  if (aside?.kind !== 'put-aside') throw new Error('nothing waits');
  expect(aside.booking.orderKey).toBe('A-17 (return)');
  await bench.call('takeUp', { bookingId: aside.booking.id });
  const { serviceId } = await bench.at('choosing');
  expect((await bench.take(serviceId, 'done')).booking.verdict?.kind).toBe('match');
  expect(await kindsToResolve(bench)).toEqual([]);
  expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
});

test('a return label without an answer waits in Resolve and is not bought again', async () => {
  const bench = await benchWith();
  await bench.ship('A-17');
  await toReturn(bench);
  await takeLastTime(bench);
  bench.service.faults.next('ship', 'execute-then-reset');
  const { booking } = await bench.take((await bench.at('choosing')).serviceId, 'unknown');
  await bench.scan('A-17', 'already-shipped');
  await bench.call('returnLabel', { workflowNo: bench.workflowNo() });
  expect((await bench.at('unknown')).booking.id).toBe(booking.id);
  expect(await kindsToResolve(bench)).toEqual(['booking-unknown']);
  await bench.call('settleExists', { bookingId: booking.id, orderNo: bench.service.orders()[1]?.orderNo ?? '' });
  await expect.poll(() => counted(bench)).toEqual({ booked: 2, sheets: 2 });
  expect(await toCollect(bench)).toBe(1);
});

test('the new label is marked on no parcel, and its scan says what it is', async () => {
  for (const scanBack of [false, true]) {
    const bench = await benchWith({ settings: { scanBack } });
    await bench.ship('A-17');
    const back = await shipReturn(bench);
    expect(await bench.station.handlers.scan({ code: barsOf(bench, 1) })).toMatchObject({
      failure: { code: 'return-label-scanned', detail: 'A-17' },
    });
    expect((await bench.at('done')).booking).toMatchObject({ id: back.id, onParcelAt: null });
    expect((await bench.scan('A-17', 'already-shipped')).booking.orderKey, 'the next scan counts').toBe('A-17');
  }
});

test('a return over a customs border, or of a label that was closed, is refused with the reason', async () => {
  const swiss = { ...a17, order: 'A-19', city: 'Bern', postal_code: '3011', country: 'CH', hs_code: '691200' };
  const bench = await benchWith({ orders: JSON.stringify([a17, swiss]) });
  const reasonOf = async (key: string) => {
    await bench.scan(key, 'already-shipped');
    const answer = await bench.station.handlers.returnLabel({ workflowNo: bench.workflowNo() });
    return answer.ok ? 'ok' : [answer.failure.code, answer.failure.reasons?.[0]?.code];
  };
  await bench.ship('A-19');
  expect(await reasonOf('A-19')).toEqual(['return-not-possible', 'return-over-border']);
  bench.service.faults.next('ship', 'wrong-order-label');
  const { booking } = await bench.buy('A-17', 'wrong-label');
  await bench.call('closeLabel', { bookingId: booking.id, reason: 'Cancelled', pin: '' });
  expect(await reasonOf('A-17')).toEqual(['return-not-possible', 'return-label-set-aside']);
  expect(counted(bench).booked).toBe(2);
});

test('a sender that changes before the purchase stops the return label', async () => {
  const bench = await benchWith();
  await bench.ship('A-17');
  await toReturn(bench);
  await takeLastTime(bench);
  const { serviceId } = await bench.at('choosing');
  await bench.call('saveSettings', { settings: { senders: [senderAt({ ...trainingSender, street: 'Havenkade' })] } });
  await bench.call('buy', { workflowNo: bench.workflowNo(), serviceId });
  expect((await bench.at('stopped')).failure.code).toBe('return-outdated');
  const { order } = await toReturn(bench);
  expect(order.recipient.street, 'it goes to the present address').toBe('Havenkade');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('one of two orders in a shared parcel gets a return label of its own', async () => {
  const bench = await benchWith({ orders: JSON.stringify([a17, { ...a17, order: 'A-23' }]) });
  await bench.scan('A-23', 'same-address');
  await bench.call('answerSameAddress', { workflowNo: bench.workflowNo(), join: true });
  await bench.answerAll({ box: 'M', weight: '2.5' });
  await bench.take((await bench.at('choosing')).serviceId, 'done');
  const { order } = await toReturn(bench, 'A-17');
  expect(order).toMatchObject({ key: 'A-17 (return)', returnOf: { key: 'A-17', like: { boxName: 'M', weightGrams: 2500 } } });
  expect(order).not.toHaveProperty('joined');
});

test('the wrong label of a return is closed like any other, and the shop hears nothing', async () => {
  const shop = await shopThat(() => ({ status: 200 }));
  const bench = await benchWith({ orders: JSON.stringify([a17, { ...plainOrder('A-18'), street: 'Ahornweg' }]), world: 'live' });
  await bench.ship('A-18');
  await bench.ship('A-17');
  await bench.call('saveWriteBack', { ...noWriteBack, url: shop.url, token: null });
  await toReturn(bench);
  await takeLastTime(bench);
  bench.service.faults.next('ship', 'wrong-order-label');
  const { booking } = await bench.take((await bench.at('choosing')).serviceId, 'wrong-label');
  await bench.call('closeLabel', { bookingId: booking.id, reason: 'Cancelled at the service', pin: '' });
  expect((await bench.scan('A-17 (return)', 'already-shipped')).failure?.code).toBe('label-of-another-order');
  expect(shop.asked).toEqual([]);
  expect(counted(bench)).toEqual({ booked: 3, sheets: 2 });
});

test('a part of an order is returned, and the rest still ships as the next shipment', async () => {
  const lines = [{ name: 'Bowl', sku: 'BOWL', quantity: 2, price: { minor: 1000, currency: 'EUR' }, barcodes: ['4006381333931'] }];
  const bench = await benchWith({ settings: { checksItems: true } });
  await bench.call('saveOrder', { order: { ...(await bench.call('order', { key: 'A-17' as never })), lines } });
  const shipOne = async (isPart: boolean) => {
    await bench.call('scan', { code: 'A-17' });
    await bench.call('scan', { code: '4006381333931' });
    if (isPart) await bench.call('scan', { code: commandCode('LATER') });
    await bench.answerAll({ box: 'M', weight: '1.5' });
    return (await bench.take((await bench.at('choosing')).serviceId, 'done')).booking;
  };
  const part = await shipOne(true);
  await bench.call('next', { workflowNo: bench.workflowNo() });
  const back = await shipReturn(bench, part.consignmentNo);
  expect(back.order).toMatchObject({ returnOf: { key: 'A-17', like: { weightGrams: 1500 } }, parcels: [{ value: { minor: 1000 } }] });
  expect(await shipOne(false)).toMatchObject({ orderKey: 'A-17', shipmentNo: 2, order: { part: { no: 2, before: 1, later: 0 } } });
  expect(counted(bench)).toEqual({ booked: 3, sheets: 3 });
});
