import { expect, test } from 'vitest';
import { startVirtualZebra } from '../../electron/training/zebra.ts';
import { kindsToResolve, labelPrinterAt, type PlainOptions, type PlainStation, sent, startPlainStation } from './plain-station.ts';

// Ways to pay for the wrong service, or twice, that were tried at the bench. Each is named after its cause.

const startBench = (options: PlainOptions = {}) =>
  startPlainStation({
    ...options,
    settings: { defaults: { boxId: 'M', weightGrams: 800, contents: 'Ceramic bowl', value: null }, ...options.settings },
  });

async function mendStreet(bench: PlainStation, key: string): Promise<void> {
  const { rows } = await bench.call('orders', { search: key, offset: 0, limit: 1 });
  const order = rows[0]?.order;
  if (!order) throw new Error(`there is no ${key}`);
  await bench.call('saveOrder', { order: { ...order, recipient: { ...order.recipient, street: 'Ulmenallee', houseNumber: '3' } } });
}

test('an order corrected while its prices are shown is not bought to the old address', async () => {
  const bench = await startBench();
  const { serviceId } = await bench.toTiles('ORD-1001');
  await mendStreet(bench, 'ORD-1001');
  const again = await bench.take(serviceId, 'choosing');
  expect(again).toMatchObject({ notice: { code: 'order-changed' }, order: { recipient: { street: 'Ulmenallee' } } });
  expect(sent(bench, 'ship')).toBe(0);
  const { booking } = await bench.take(again.serviceId, 'done');
  expect(booking.order.recipient.street).toBe('Ulmenallee');
  expect(sent(bench, 'ship')).toBe(1);
});

test('an order corrected while its printer is queried is not bought to the old address', async () => {
  const bench = await startBench({ printerTiming: { answerMs: 400 } });
  const { serviceId } = await bench.toTiles('ORD-1001');
  const buying = bench.station.handlers.buy({ workflowNo: bench.workflowNo(), serviceId });
  expect(await bench.at('booking')).toMatchObject({ doing: 'asking-printer' });
  await mendStreet(bench, 'ORD-1001');
  await buying;
  await expect.poll(() => bench.workflow()).toMatchObject({ step: 'choosing', notice: { code: 'order-changed' } });
  expect(sent(bench, 'ship')).toBe(0);
  const again = await bench.at('choosing');
  expect((await bench.take(again.serviceId, 'done')).booking.order.recipient.street).toBe('Ulmenallee');
  expect(sent(bench, 'ship')).toBe(1);
});

test('a price is requested again if the clock was set back', async () => {
  let ms = Date.UTC(2026, 10, 20, 9, 0, 0);
  const bench = await startBench({ platform: { now: () => new Date(ms) } });
  const { serviceId } = await bench.toTiles('ORD-1001');
  ms -= 3_600_000;
  await bench.take(serviceId, 'done');
  expect(sent(bench, 'quote')).toBe(2);
  expect(bench.service.orders()).toHaveLength(1);
});

test('a price that expired while the clock was set back is requested again before buying', async () => {
  let [ms, elapsedMs] = [Date.UTC(2026, 10, 20, 9, 0, 0), 0];
  const bench = await startBench({ platform: { now: () => new Date(ms), elapsed: () => elapsedMs } });
  const { serviceId } = await bench.toTiles('ORD-1001');
  // A quarter of an hour passed, and the clock was set back by as much.
  elapsedMs += 15 * 60_000;
  ms += 1000;
  await bench.take(serviceId, 'done');
  expect(sent(bench, 'quote')).toBe(2);
  expect(bench.service.orders()).toHaveLength(1);
});

test('a parcel in Resolve stays there if it is resumed while another is booked', async () => {
  const bench = await startBench({ delayMs: 100 });
  await bench.toTiles('ORD-1001');
  await bench.call('park', { workflowNo: bench.workflowNo() });
  const [item] = await bench.call('toResolve', {});
  if (item?.kind !== 'put-aside') throw new Error('nothing is put aside');
  const { serviceId } = await bench.toTiles('ORD-1002');
  bench.service.faults.next('ship', 'execute-then-reset');
  const buying = bench.station.handlers.buy({ workflowNo: bench.workflowNo(), serviceId });
  await bench.at('booking');
  expect(await bench.station.handlers.takeUp({ bookingId: item.booking.id })).toMatchObject({ failure: { code: 'not-now' } });
  await buying;
  await bench.at('unknown');
  expect(await kindsToResolve(bench)).toEqual(['booking-unknown', 'put-aside']);
});

test('F12 during a switch of environment buys in one environment or not at all', async () => {
  const bench = await startBench({ delayMs: 50 });
  const { serviceId } = await bench.toTiles('ORD-1001');
  const workflowNo = bench.workflowNo();
  const { buy, enterWorld } = bench.station.handlers;
  const [bought, left] = await Promise.all([buy({ workflowNo, serviceId }), enterWorld({ world: 'training' })]);
  expect(bought.ok).toBe(true);
  expect(left).toMatchObject({ failure: { code: 'not-now' } });
  const [entered, late] = await Promise.all([enterWorld({ world: 'training' }), buy({ workflowNo, serviceId })]);
  expect(late.ok).toBe(false);
  expect(entered.ok || entered.failure.code === 'not-now').toBe(true);
  expect(bench.service.orders()).toHaveLength(1);
});

test('a command barcode during a question neither buys nor answers it', async () => {
  const bench = await startPlainStation();
  const { questions } = await bench.scan('ORD-1001', 'asking');
  for (const code of ['XPBXBUX', 'XPBXGON', 'XPBXREP', 'XPBXPIC']) await bench.station.handlers.scan({ code });
  expect((await bench.at('asking')).questions).toEqual(questions);
  expect(sent(bench, 'ship')).toBe(0);
});

test('the selected service of an older quote is not bought with a newer one', async () => {
  const bench = await startBench();
  const older = await bench.toTiles('ORD-1001');
  await bench.scan('ORD-1001', 'choosing');
  expect(await bench.station.handlers.buy({ workflowNo: bench.workflowNo(), serviceId: older.serviceId })).toMatchObject({
    failure: { code: 'not-now' },
  });
  expect(sent(bench, 'ship')).toBe(0);
});

test('a printer set in Setup while the price is requested again is queried before buying', async () => {
  let ahead = 0;
  const bench = await startBench({ delayMs: 150, platform: { now: () => new Date(Date.now() + ahead) } });
  const other = await startVirtualZebra({ msPerLabel: 20 });
  other.set({ paperOut: true });
  const { serviceId } = await bench.toTiles('ORD-1001');
  ahead = 16 * 60_000;
  const buying = bench.call('buy', { workflowNo: bench.workflowNo(), serviceId });
  await expect.poll(() => sent(bench, 'quote')).toBe(2);
  await bench.call('saveSettings', { settings: { printers: [labelPrinterAt(other.url)] } });
  await buying;
  const { notice } = await bench.at('choosing');
  expect(notice?.code).toBe('printer-out-of-labels');
  expect([...other.sheets(), ...bench.printer.sheets()]).toEqual([]);
  expect(bench.service.orders()).toEqual([]);
  await other.stop();
});
