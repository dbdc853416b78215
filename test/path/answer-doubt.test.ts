import { expect, test } from 'vitest';
import type { CallArgs } from '../../shared/ipc.ts';
import type { Order, OrderKey } from '../../shared/order.ts';
import { plainOrder } from './plain-order.ts';
import { counted, type PlainStation, startPlainStation } from './plain-station.ts';

/** The row of an order with these changes. One order below has no house number; the other is scanned while the packer is asked for it. */
const row = (change: Partial<Record<keyof ReturnType<typeof plainOrder> | 'product_code', string>> & { readonly order: string }) => ({
  ...plainOrder(change.order),
  product_code: 'NO-CODE',
  product_description: 'Vase',
  product_quantity: '1',
  product_weight_kg: '1',
  product_origin: 'NL',
  product_value: '64.00',
  product_hs_code: '691310',
  ...change,
});
const orders = JSON.stringify([
  row({ order: '5236', house_number: '', product_code: 'VASE-1' }),
  row({ order: '#5230', product_code: '4006381333931' }),
]);

async function asksHouseNumber(options: Parameters<typeof startPlainStation>[0] = {}) {
  const bench = await startPlainStation({ orders, ...options });
  await bench.scan('5236', 'asking');
  return bench;
}

const houseNumber = { kind: 'house-number', parcel: null } as const;
type Answer = Partial<CallArgs<'answerQuestion'>>;
const answer = (bench: PlainStation, given: string, how: Answer = {}) =>
  bench.station.handlers.answerQuestion({ workflowNo: bench.workflowNo(), question: houseNumber, answer: given, ...how });
const doubtOf = (bench: PlainStation) => {
  const workflow = bench.workflow();
  return workflow.step === 'asking' ? workflow.doubt : workflow.step;
};
const numberOf = async (bench: PlainStation, key: string) => (await bench.call('order', { key: key as OrderKey })).recipient.houseNumber;

test('5230 as a house number is asked about while order #5230 is open', async () => {
  const bench = await asksHouseNumber();
  expect((await answer(bench, ' 5230 ')).ok).toBe(true);
  expect(doubtOf(bench)).toEqual({ answer: '5230', code: '5230', knownAs: { is: 'order', orderKey: '#5230' } });
  expect(await numberOf(bench, '5236')).toBe('');
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
});

test('a confirmation accepts only the answer that was questioned', async () => {
  const bench = await asksHouseNumber();
  await answer(bench, '5230', { isSure: true });
  expect(doubtOf(bench), 'nothing was asked yet').toMatchObject({ answer: '5230' });
  await answer(bench, '#5230', { isSure: true });
  expect(doubtOf(bench), 'another answer').toMatchObject({ answer: '#5230' });
  await answer(bench, '#5230', { isSure: true });
  await bench.at('choosing');
  expect(await numberOf(bench, '5236')).toBe('#5230');
});

test('scanning the questioned code opens its order, and the order in hand returns to Orders', async () => {
  const bench = await asksHouseNumber();
  await answer(bench, '5230');
  const { order } = await bench.scan('5230', 'choosing');
  expect(order.key).toBe('#5230');
  expect(await numberOf(bench, '5236')).toBe('');
  expect(await bench.call('toResolve', {})).toEqual([]);
  const { rows } = await bench.call('orders', { search: '5236', offset: 0, limit: 50 });
  expect(rows.map(({ order }) => order.key)).toEqual(['5236']);
});

test('two slow scans in one field are not accepted as an answer', async () => {
  const bench = await asksHouseNumber();
  await answer(bench, '5230');
  await answer(bench, '5230£5236');
  expect(doubtOf(bench)).toMatchObject({ answer: '5230£5236', knownAs: { is: 'scan' } });
  expect(await numberOf(bench, '5236')).toBe('');
});

test('a code with characters of another keyboard layout is questioned if it was scanned', async () => {
  const bench = await asksHouseNumber();
  await answer(bench, '£9999', { typedAs: { readings: ['#9999'], isLikeScan: true } });
  expect(doubtOf(bench)).toMatchObject({ answer: '£9999', knownAs: { is: 'scan' } });
});

test('a different answer is accepted and ends the question', async () => {
  const bench = await asksHouseNumber();
  await answer(bench, '5230');
  await answer(bench, '12');
  await bench.at('choosing');
  expect(await numberOf(bench, '5236')).toBe('12');
});

test.each([
  ['the EAN of an item of an open order', '4006381333931', { is: 'item', orderKey: '#5230' }],
  ['the same EAN as a UPC scanner sends it', '04006381333931', { is: 'item', orderKey: '#5230' }],
  ['the SKU of an item in small letters', 'vase-1', { is: 'item', orderKey: '5236' }],
  ['an EAN that no order has', '9780201379624', { is: 'product' }],
  ['the key of the order in hand', '5236', { is: 'order', orderKey: '5236' }],
])('%s is not accepted as a house number without a question', async (_name, given, knownAs) => {
  const bench = await asksHouseNumber();
  await answer(bench, given);
  expect(doubtOf(bench)).toMatchObject({ knownAs });
});

test('a command, a test label or an AIM identifier in an answer counts as a scan', async () => {
  const bench = await asksHouseNumber();
  expect(await answer(bench, 'XPBXTST')).toMatchObject({ failure: { code: 'scan-not-understood' } });
  expect(await answer(bench, 'xpbxbux')).toMatchObject({ failure: { code: 'not-now' } });
  await answer(bench, ']C1#5230');
  expect((await bench.at('choosing')).order.key).toBe('#5230');
  expect(await numberOf(bench, '5236')).toBe('');
});

test('the tracking, consignment and order number of a new parcel are questioned as answers', async () => {
  const bench = await startPlainStation({ orders });
  const { serviceId } = await bench.scan('#5230', 'choosing');
  const { booking } = await bench.take(serviceId, 'done');
  await expect.poll(async () => (await bench.call('lastShipments', { limit: 1 }))[0]?.trackingNos.length).toBe(1);
  const [shipped] = await bench.call('lastShipments', { limit: 1 });
  const tracking = shipped?.trackingNos[0] ?? '';
  await bench.scan('5236', 'asking');
  for (const [given, is] of [
    [booking.consignmentNo.toLowerCase(), 'parcel'],
    [tracking, 'parcel'],
    ['5230', 'order'],
  ] as const) {
    await answer(bench, given);
    expect(doubtOf(bench), given).toMatchObject({ answer: given, knownAs: { is, orderKey: '#5230' } });
  }
});

test('the same keys read with another keyboard layout are questioned too', async () => {
  const bench = await asksHouseNumber();
  await answer(bench, 'ß5230', { typedAs: { readings: ['-5230', '#5230'], isLikeScan: false } });
  expect(doubtOf(bench)).toEqual({ answer: 'ß5230', code: '#5230', knownAs: { is: 'order', orderKey: '#5230' } });
});

test('an unknown answer typed as evenly as a scan is questioned', async () => {
  const bench = await asksHouseNumber();
  await answer(bench, 'X-99', { typedAs: { readings: [], isLikeScan: true } });
  expect(doubtOf(bench)).toMatchObject({ knownAs: { is: 'scan' } });
});

test('a weight that equals the key of an open order counts as that order', async () => {
  const bench = await startPlainStation({ orders: JSON.stringify([row({ order: '1.2' }), row({ order: '7', weight_kg: '' })]) });
  await bench.scan('7', 'asking');
  const question = { kind: 'weight', parcel: 0 } as const;
  await bench.call('answerQuestion', { workflowNo: bench.workflowNo(), question, answer: '1.2' });
  expect(doubtOf(bench)).toMatchObject({ knownAs: { is: 'order', orderKey: '1.2' } });
  expect((await bench.scan('1.2', 'choosing')).order.key).toBe('1.2');
});

test('a scale that types its weight as a scan answers the question, if no order has that key', async () => {
  const bench = await startPlainStation();
  await bench.call('scan', { code: 'ORD-1001' });
  await bench.call('answerQuestion', { workflowNo: bench.workflowNo(), question: { kind: 'box', parcel: 0 }, answer: 'M' });
  expect((await bench.scan('1.25', 'choosing')).order.parcels[0]?.weightGrams).toBe(1250);
});

test('a code in a changed field of an order or of Setup is saved only after confirmation', async () => {
  const bench = await startPlainStation({ orders });
  const order = await bench.call('order', { key: '5236' as OrderKey });
  const at = (houseNumber: string): Order => ({ ...order, recipient: { ...order.recipient, houseNumber } });
  const save = (saved: Order, confirmed: string[] = []) => bench.station.handlers.saveOrder({ order: saved, confirmed });
  const asked = { failure: { code: 'text-is-code', reasons: [{ text: '5230', knownAs: { is: 'order', orderKey: '#5230' } }] } };
  expect(await save(at('5230'))).toMatchObject(asked);
  expect(await save(at('5230'), ['5236']), 'another text was confirmed').toMatchObject(asked);
  expect(await numberOf(bench, '5236')).toBe('');
  expect((await save(at('5230'), ['5230'])).ok).toBe(true);
  expect((await save({ ...at('5230'), noteForPacker: 'fragile' })).ok, 'it stands there already').toBe(true);

  const setup = await bench.call('setup', {});
  const [sender] = setup.settings.senders;
  if (!sender) throw new Error('There is no sender.');
  const senders = [{ ...sender, address: { ...sender.address, houseNumber: '5230' } }];
  expect(await bench.station.handlers.saveSettings({ settings: { senders } })).toMatchObject(asked);
  expect((await bench.station.handlers.saveSettings({ settings: { senders }, confirmed: ['5230'] })).ok).toBe(true);
});

test('a known code is not accepted as a reason', async () => {
  const bench = await startPlainStation({ orders });
  const held = await bench.station.handlers.holdOrder({ key: '5236' as OrderKey, why: '5230' });
  expect(held).toMatchObject({ failure: { code: 'reason-missing', reasons: [{ text: '5230' }] } });
  expect((await bench.station.handlers.holdOrder({ key: '5236' as OrderKey, why: 'the customer called' })).ok).toBe(true);
});

test('one answer for many orders of a batch is questioned like any other', async () => {
  const bench = await startPlainStation({
    orders: JSON.stringify([
      { ...plainOrder('A-1'), contents: '' },
      { ...plainOrder('4711'), house_number: '85' },
    ]),
    settings: { defaults: { boxId: '', weightGrams: null, contents: '', value: null } },
  });
  await bench.call('openBatch', { keys: ['A-1' as OrderKey], search: '' });
  const [asked] = (await bench.call('batch', {}))?.questions ?? [];
  if (asked?.kind !== 'contents') throw new Error(`Asked was ${asked?.kind}`);
  const given = { kind: asked.kind, fits: asked.fits, answer: '4711' };
  expect(await bench.station.handlers.answerBatch(given)).toMatchObject({ failure: { code: 'text-is-code' } });
  expect(await bench.call('answerBatch', { ...given, confirmed: ['4711'] })).toEqual({ answered: 1 });
});

test('a rule that buys at once buys nothing while an answer is questioned', async () => {
  const bench = await asksHouseNumber({ settings: { rule: 'cheapest' } });
  await answer(bench, '5230');
  expect(doubtOf(bench)).toMatchObject({ answer: '5230' });
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
});
