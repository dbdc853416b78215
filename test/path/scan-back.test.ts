import { expect, test } from 'vitest';
import { failures } from '../../renderer/text/en/failures.ts';
import { ship } from '../../renderer/text/en/ship.ts';
import { counted, type PlainStation, startPlainStation } from './plain-station.ts';

/** The code in the bars of a printed sheet, as a scanner reads it. */
const barsOf = (bench: PlainStation, sheet: number): string =>
  /\^BC[^^]*\^FD([^^]*)/.exec(bench.printer.sheets()[sheet]?.zpl.toString('latin1') ?? '')?.[1] ?? '';

test('scanning the new label confirms it on the parcel before the service reports its tracking number', async () => {
  const bench = await startPlainStation();
  bench.service.faults.next('track', 'status-500', 20);
  await bench.ship('ORD-1001');
  const { booking, failure } = await bench.scan(`]C1${barsOf(bench, 0)}`, 'done');
  expect(booking.onParcelAt).not.toBeNull();
  expect(failure).toBeNull();
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('the label of another parcel stops the bench and names its order; then the right one is confirmed', async () => {
  const bench = await startPlainStation({ settings: { scanBack: true } });
  await bench.ship('ORD-1001');
  await bench.ship('ORD-1002');
  const wrong = await bench.scan(barsOf(bench, 0), 'done');
  expect(wrong.failure).toMatchObject({ code: 'label-on-wrong-parcel', detail: 'ORD-1001' });
  expect(ship.labelBelongsTo(wrong.failure?.detail ?? '')).toBe('This label belongs to ORD-1001');
  expect(failures['label-on-wrong-parcel']).toEqual({
    what: 'This label belongs to another parcel. Both are booked; nothing has to be bought again.',
    next: 'Take it off this parcel, put the right label on, and scan it.',
  });
  expect(wrong.booking).toMatchObject({ orderKey: 'ORD-1002', onParcelAt: null });
  const right = await bench.scan(barsOf(bench, 1), 'done');
  expect(right.failure).toBeNull();
  expect(right.booking.onParcelAt).not.toBeNull();
  expect((await bench.call('lastShipments', { limit: 5 })).find(({ orderKey }) => orderKey === 'ORD-1001')?.onParcelAt).toBeNull();
  expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
});

test('with scan-back on, the next order is still scanned directly', async () => {
  const bench = await startPlainStation({ settings: { scanBack: true } });
  await bench.ship('ORD-1001');
  await bench.toTiles('ORD-1002');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('with scan-back off, the label of another parcel opens that parcel, as any number does', async () => {
  const bench = await startPlainStation();
  await bench.ship('ORD-1001');
  await bench.ship('ORD-1002');
  await expect
    .poll(async () => (await bench.call('lastShipments', { limit: 5 })).every(({ trackingNos }) => trackingNos.length > 0))
    .toBe(true);
  expect((await bench.scan(barsOf(bench, 0), 'already-shipped')).booking.orderKey).toBe('ORD-1001');
});

test('a label that did not print is confirmed on no parcel, whatever is scanned', async () => {
  const bench = await startPlainStation({ msPerLabel: 300 });
  await bench.buy('ORD-1001');
  await expect.poll(() => bench.printer.firstByteAt).toBeDefined();
  bench.printer.set({ paperOut: true });
  const { booking } = await bench.at('done');
  expect(booking.jobs.map(({ state }) => state)).toEqual(['held']);
  await bench.scan(booking.consignmentNo, 'already-shipped');
  expect((await bench.call('lastShipments', { limit: 1 }))[0]?.onParcelAt).toBeNull();
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
});

test("a second scan counts against the label's printer, and many of them show a warning that labels are hard to read", async () => {
  const before = { label: [...Array<number>(40).fill(1), ...Array<number>(4).fill(2), ...Array<number>(15).fill(1)] };
  const bench = await startPlainStation({
    settings: { scanBack: true },
    journal: (journal) => ({ fact: (name) => journal.fact(name) ?? (name === 'scan-attempts' ? JSON.stringify(before) : undefined) }),
  });
  const hard = () => bench.station.snapshot().frame.hardToRead;
  await bench.ship('ORD-1001');
  expect(hard()).toBeNull();
  await expect(bench.call('scan', { code: 'N0REAÐ' })).rejects.toThrow('order-not-found');
  expect((await bench.at('done')).booking.onParcelAt).toBeNull();
  expect((await bench.scan(barsOf(bench, 0), 'done')).booking.onParcelAt).not.toBeNull();
  expect(hard()).toEqual({ again: 5, of: 20 });
  await bench.reopen();
  expect(hard()).toEqual({ again: 5, of: 20 });
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});
