import { expect, test } from 'vitest';
import { reasonText } from '../../renderer/text/reasons.ts';
import type { OrderLine } from '../../shared/order-line.ts';
import { buyCheapest, rule } from '../shared/some-rules.ts';
import { at } from './batch-bench.ts';
import { plainOrder } from './plain-order.ts';
import { counted, type PlainOptions, type PlainStation, sent, startPlainStation } from './plain-station.ts';

const bowl: OrderLine = { name: 'Bowl', sku: 'BOWL', quantity: 2, price: null, barcodes: ['4006381333931'] };
const cup: OrderLine = { name: 'Cup', sku: 'CUP', quantity: 1, price: null, barcodes: ['036000291452'] };
const gift: OrderLine = { name: 'Gift card', sku: '', quantity: 3, price: null };
const phone: OrderLine = { name: 'Phone', sku: 'PHONE', quantity: 1, price: null, barcodes: ['PH-1'], needsSerial: true };

/** A station that scans items off, whose orders have these lines. */
async function benchWith(orders: Readonly<Record<string, OrderLine[]>>, settings: PlainOptions['settings'] = {}): Promise<PlainStation> {
  const keys = Object.keys(orders);
  const bench = await startPlainStation({
    settings: { checksItems: true, ...settings },
    orders: JSON.stringify(keys.map((key) => plainOrder(key))),
  });
  for (const key of keys) {
    const order = await bench.call('order', { key: key as never });
    await bench.call('saveOrder', { order: { ...order, lines: orders[key] ?? [] } });
  }
  return bench;
}

const codeOf = (answer: { readonly ok: boolean; readonly failure?: { readonly code: string } }) => answer.failure?.code ?? 'ok';
const tryScan = async ({ station }: PlainStation, code: string) => codeOf(await station.handlers.scan({ code }));
const tryBuy = async (bench: PlainStation) => {
  const { workflowNo, workflow } = bench.station.snapshot().bench;
  return codeOf(await bench.station.handlers.buy({ workflowNo, serviceId: workflow.step === 'choosing' ? workflow.serviceId : '' }));
};
const last = (bench: PlainStation) => bench.station.snapshot().bench.checkOff?.last?.is;
const pieces = (bench: PlainStation) => bench.station.snapshot().bench.checkOff?.lines.map((line) => line.pieces);

test('with a rule that decides alone the last item prints the label: 1 + n scans and no key', async () => {
  const bench = await benchWith({ 'A-1': [bowl, cup] }, { rule: 'cheapest' });
  await bench.scan('A-1', 'choosing');
  for (const code of ['4006381333931', '036000291452']) await bench.call('scan', { code });
  expect([bench.workflow().step, sent(bench, 'ship')]).toEqual(['choosing', 0]);
  const { booking } = await bench.scan('4006381333931', 'done');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
  const { lines } = await bench.call('timeline', { bookingId: booking.id });
  const checked = lines.find(({ what }) => what === 'items-checked');
  expect(checked).toMatchObject({ detail: { code: 'items-checked', pieces: 3, byEye: [], serials: [] } });
  expect(lines.findIndex(({ what }) => what === 'items-checked')).toBeLessThan(lines.findIndex(({ what }) => what === 'intent'));
});

test('a wrong item and one too many are shown, and neither of them buys', async () => {
  const bench = await benchWith({ 'A-1': [bowl, cup] }, { rule: 'cheapest' });
  await bench.scan('A-1', 'choosing');
  const seen: unknown[] = [];
  for (const code of ['9002490100070', '036000291452', '036000291452', '4006381333931', 'XYZ-9']) {
    await bench.call('scan', { code });
    seen.push([last(bench), pieces(bench)]);
  }
  expect(seen).toEqual([
    ['wrong-item', [0, 0]],
    ['counted', [0, 1]],
    ['too-many', [0, 1]],
    ['counted', [1, 1]],
    ['wrong-item', [1, 1]],
  ]);
  expect([bench.workflow().step, sent(bench, 'ship'), counted(bench)]).toEqual(['choosing', 0, { booked: 0, sheets: 0 }]);
  await bench.scan('4006381333931', 'done');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('no key, command or call buys before the last item; then the packer buys', async () => {
  const bench = await benchWith({ 'A-1': [bowl, gift, phone] });
  const { serviceId } = await bench.scan('A-1', 'choosing');
  const buys = async () => [await tryBuy(bench), await tryScan(bench, 'PB!BUY')];
  expect(await buys()).toEqual(['items-not-checked', 'items-not-checked']);
  const workflowNo = bench.workflowNo();
  await bench.call('checkByEye', { workflowNo, line: 0 });
  await bench.call('checkByEye', { workflowNo, line: 1 });
  await bench.call('scan', { code: 'PH-1' });
  expect([await buys(), pieces(bench)]).toEqual([
    ['items-not-checked', 'items-not-checked'],
    [2, 3, 0],
  ]);
  await bench.call('undoCheck', { workflowNo });
  await bench.call('scan', { code: 'PH-1' });
  await bench.call('giveSerial', { workflowNo, serial: 'SN-77' });
  expect(await tryScan(bench, '4006381333931')).toBe('item-too-many');
  expect([sent(bench, 'ship'), counted(bench)]).toEqual([0, { booked: 0, sheets: 0 }]);
  const { booking } = await bench.take(serviceId, 'done');
  const { lines } = await bench.call('timeline', { bookingId: booking.id });
  const detail = lines.find(({ what }) => what === 'items-checked')?.detail;
  expect(typeof detail === 'object' && detail.code === 'items-checked' && reasonText(detail)).toBe(
    '6 pieces checked; Bowl: 2 pieces by eye, Zoë Kranjčar; Gift card: 3 pieces by eye, Zoë Kranjčar; Phone: serial number SN-77',
  );
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('items that the order lost or gained since its price are checked again before anything is bought', async () => {
  const bench = await benchWith({ 'A-1': [cup] }, { rule: 'cheapest' });
  const { order } = await bench.scan('A-1', 'choosing');
  await bench.call('saveOrder', { order: { ...order, lines: [cup, bowl] } });
  await bench.call('scan', { code: '036000291452' });
  await expect.poll(() => pieces(bench)).toEqual([0, 0]);
  await bench.at('choosing');
  expect([await tryBuy(bench), counted(bench)]).toEqual(['items-not-checked', { booked: 0, sheets: 0 }]);
});

test('an item of the order in hand wins over an order with that number, and another order opens as always', async () => {
  const bench = await benchWith({ 'A-1': [bowl, { ...cup, sku: 'A-2' }], '4006381333931': [cup], 'A-2': [cup] });
  await bench.scan('A-1', 'choosing');
  await bench.call('scan', { code: '4006381333931' });
  expect([orderInHand(bench), pieces(bench)]).toEqual(['A-1', [1, 0]]);
  // A SKU is no bar code: the order with that number opens.
  await bench.scan('A-2', 'choosing');
  expect([orderInHand(bench), pieces(bench)]).toEqual(['A-2', [0]]);
  await bench.scan('A-1', 'choosing');
  expect([orderInHand(bench), pieces(bench), sent(bench, 'ship')]).toEqual(['A-1', [0, 0], 0]);
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
});

function orderInHand({ workflow }: PlainStation): string | undefined {
  const now = workflow();
  return now.step === 'choosing' ? now.order.key : undefined;
}

test('a rule asks for it without the setting, an order without lines has nothing to check, and a batch leaves the order', async () => {
  const bench = await benchWith({ 'A-1': [cup], 'A-2': [] }, { checksItems: false });
  const list = [rule({ checksItems: true, take: buyCheapest })];
  await bench.call('saveRules', { list, last: 'ask' });
  await bench.call('openBatch', { keys: ['A-1' as never], search: '' });
  const { stopped } = await at(bench, 'ended');
  expect(stopped.map(({ failure }) => failure?.code)).toEqual(['items-not-checked']);
  await bench.call('stopBatch', {});
  await bench.scan('A-2', 'done');
  await bench.scan('A-1', 'choosing');
  expect(await tryBuy(bench)).toBe('items-not-checked');
  await bench.scan('036000291452', 'done');
  expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
});
