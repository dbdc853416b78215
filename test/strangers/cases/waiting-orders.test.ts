import { expect, test } from 'vitest';
import { counted, type PlainStation, startPlainStation } from '../../path/plain-station.ts';

const waiting = (bench: PlainStation): string[] => bench.station.snapshot().bench.waiting.map(({ orderKey }) => orderKey);
const park = async (bench: PlainStation): Promise<string[]> =>
  (await bench.call('toResolve', {})).flatMap((item) => (item.kind === 'put-aside' ? [item.booking.orderKey] : []));
/** Ships until the printer has started, so that the next scan finds the bench at work. */
const printing = async (bench: PlainStation, code: string): Promise<void> => {
  await bench.buy(code);
  await expect.poll(() => bench.printer.firstByteAt).toBeDefined();
};
const scanCode = async (bench: PlainStation, code: string): Promise<string> => {
  const answer = await bench.station.handlers.scan({ code });
  return answer.ok ? 'taken' : answer.failure.code;
};

/** A product's EAN, a web address and a number without any meaning. */
const foreign = [
  ['5901234123457', 'code-of-product'],
  ['https://example.com/vase', 'code-of-web-page'],
  ['XK-77-Q', 'order-not-found'],
] as const;

test('two orders scanned while a label prints are both taken up, in the order of their scans', async () => {
  const bench = await startPlainStation({ msPerLabel: 300 });
  await bench.buy('ORD-1001');
  for (const code of ['ORD-1002', 'ORD-1003', 'ORD-1002']) await bench.call('scan', { code });
  expect(waiting(bench)).toEqual(['ORD-1002', 'ORD-1003']);
  const first = await bench.at('asking');
  expect(first.order.key).toBe('ORD-1002');
  expect(waiting(bench)).toEqual(['ORD-1003']);
  await bench.call('park', { workflowNo: bench.workflowNo() });
  await expect.poll(() => bench.workflow()).toMatchObject({ order: { key: 'ORD-1003' } });
  expect(waiting(bench)).toEqual([]);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a waiting order stays if the label before it does not come out, and is taken up when that is cleared', async () => {
  const bench = await startPlainStation({ msPerLabel: 300 });
  await printing(bench, 'ORD-1001');
  await bench.call('scan', { code: 'ORD-1002' });
  bench.printer.set({ paperOut: true });
  const { failure } = await bench.at('done');
  expect(failure?.code).toBe('print-held');
  expect(waiting(bench)).toEqual(['ORD-1002']);
  await bench.call('next', { workflowNo: bench.workflowNo() });
  expect((await bench.at('asking')).order.key).toBe('ORD-1002');
});

test('a waiting order is taken up when the packer confirms that the label before it came out', async () => {
  const bench = await startPlainStation({ msPerLabel: 300 });
  await printing(bench, 'ORD-1001');
  await bench.call('scan', { code: 'ORD-1002' });
  bench.printer.set({ paperOut: true });
  const { booking } = await bench.at('done');
  await bench.call('settlePrint', { jobId: booking.jobs[0]?.id ?? '', cameOut: true });
  expect((await bench.at('asking')).order.key).toBe('ORD-1002');
});

test('a waiting order stays if the parcel before it is refused, and if its booking is unknown', async () => {
  const bench = await startPlainStation({ delayMs: 150 });
  for (const [fault, step] of [
    ['refuse-errors', 'stopped'],
    ['execute-then-html-504', 'unknown'],
  ] as const) {
    const { serviceId } = await bench.toTiles('ORD-1001');
    bench.service.faults.next('ship', fault);
    const buying = bench.call('buy', { workflowNo: bench.workflowNo(), serviceId });
    await bench.at('booking');
    await bench.call('scan', { code: 'ORD-1002' });
    await buying;
    await bench.at(step);
    expect(waiting(bench)).toEqual(['ORD-1002']);
    await bench.call('park', { workflowNo: bench.workflowNo() });
    expect((await bench.at('asking')).order.key).toBe('ORD-1002');
  }
  expect(waiting(bench)).toEqual([]);
});

test('a waiting order is taken up when the parcel before it was settled in Resolve and is cleared', async () => {
  const bench = await startPlainStation({ delayMs: 150 });
  const { serviceId } = await bench.toTiles('ORD-1001');
  bench.service.faults.next('ship', 'execute-then-html-504');
  const buying = bench.call('buy', { workflowNo: bench.workflowNo(), serviceId });
  await bench.at('booking');
  await bench.call('scan', { code: 'ORD-1002' });
  await buying;
  const { booking } = await bench.at('unknown');
  await bench.call('settleExists', { bookingId: booking.id, orderNo: bench.service.orders()[0]?.orderNo ?? '' });
  await bench.at('already-shipped');
  await bench.call('next', { workflowNo: bench.workflowNo() });
  expect((await bench.at('asking')).order.key).toBe('ORD-1002');
});

test('the parcel in hand does not wait if it is scanned again while it is bought or printed', async () => {
  const bench = await startPlainStation({ msPerLabel: 300 });
  await bench.buy('ORD-1001');
  expect(await scanCode(bench, 'ORD-1001')).toBe('order-in-hand');
  await bench.at('done');
  expect(waiting(bench)).toEqual([]);
});

test.each(foreign)(
  'the code %s scanned at a question or at the tiles leaves the parcel unchanged and shows what it was',
  async (code, shown) => {
    const bench = await startPlainStation();
    await bench.call('scan', { code: 'ORD-1001' });
    const asking = bench.workflow();
    expect(await scanCode(bench, code)).toBe(shown);
    expect(bench.workflow()).toEqual(asking);
    await bench.answerAll();
    const tiles = await bench.at('choosing');
    expect(await scanCode(bench, code)).toBe(shown);
    expect(bench.workflow()).toEqual(tiles);
    await bench.take(tiles.serviceId, 'done');
    expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
  },
);

test.each(foreign)('the code %s scanned while a label prints shows at once what it was, and nothing waits', async (code, shown) => {
  const bench = await startPlainStation({ msPerLabel: 300 });
  await printing(bench, 'ORD-1001');
  expect(await scanCode(bench, code)).toBe(shown);
  const { booking } = await bench.at('done');
  expect(booking.orderKey).toBe('ORD-1001');
  expect(waiting(bench)).toEqual([]);
});

test('a foreign code scanned over a booked parcel without a printed label leaves it there', async () => {
  const bench = await startPlainStation({ msPerLabel: 300 });
  await printing(bench, 'ORD-1001');
  bench.printer.set({ paperOut: true });
  await bench.at('done');
  expect(await scanCode(bench, '5901234123457')).toBe('code-of-product');
  expect((await bench.at('done')).booking.orderKey).toBe('ORD-1001');
});

test('a foreign code on an empty bench shows what it was', async () => {
  const bench = await startPlainStation();
  expect((await bench.scan('5901234123457', 'stopped')).failure).toMatchObject({ code: 'code-of-product', detail: '5901234123457' });
});

test('a started order that is left for another goes back to Orders with its answers', async () => {
  const bench = await startPlainStation();
  const { questions } = await bench.scan('ORD-1001', 'asking');
  await bench.toTiles('ORD-1002');
  await bench.toTiles('ORD-1001');
  await bench.call('scan', { code: 'XPBXNEX' });
  expect(bench.workflow().step).toBe('ready');
  expect(await park(bench)).toEqual([]);
  const { rows } = await bench.call('orders', { search: 'ORD', offset: 0, limit: 50 });
  const left = rows.filter(({ order }) => order.key === 'ORD-1001' || order.key === 'ORD-1002');
  expect([questions.length > 0, left.map((row) => row.questions)]).toEqual([true, [[], []]]);
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
});

test('a confirmed second shipment waits in Resolve if its order is left for another', async () => {
  const bench = await startPlainStation();
  await bench.ship('ORD-1001');
  await bench.scan('ORD-1001', 'already-shipped');
  await bench.call('shipAgain', { workflowNo: bench.workflowNo(), reason: 'A second parcel', pin: '' });
  await bench.at('choosing');
  await bench.toTiles('ORD-1002');
  expect(await park(bench)).toEqual(['ORD-1001']);
});

test('an order that is scanned again to restart it is not put aside', async () => {
  const bench = await startPlainStation();
  await bench.toTiles('ORD-1001');
  await bench.toTiles('ORD-1001');
  expect(await park(bench)).toEqual([]);
});

test('orders that waited at exit are shown at the next start, wait in Resolve, and no rule buys them', async () => {
  const bench = await startPlainStation({ msPerLabel: 300 });
  await printing(bench, 'ORD-1001');
  for (const code of ['ORD-1002', 'ORD-1003']) await bench.call('scan', { code });
  await bench.call('saveSettings', {
    settings: { rule: 'cheapest', defaults: { boxId: 'M', weightGrams: 800, contents: '', value: null } },
  });
  await bench.reopen();
  expect(bench.workflow().step).toBe('ready');
  expect(bench.station.snapshot().frame.leftInDoubt).toEqual([
    { is: 'scan', name: 'ORD-1002' },
    { is: 'scan', name: 'ORD-1003' },
  ]);
  expect(await park(bench)).toEqual(['ORD-1002', 'ORD-1003']);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
  await bench.scanAndAnswer('ORD-1003');
  await bench.at('done');
  expect(bench.station.snapshot().frame.leftInDoubt).toEqual([{ is: 'scan', name: 'ORD-1002' }]);
  await bench.reopen();
  expect(bench.station.snapshot().frame.leftInDoubt).toEqual([]);
  expect(await park(bench)).toEqual(['ORD-1002']);
});
