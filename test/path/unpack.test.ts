import { expect, test } from 'vitest';
import { reasonText } from '../../renderer/text/reasons.ts';
import { truthOf } from '../../shared/booking.ts';
import { commandCode } from '../../shared/command-keys.ts';
import type { OrderLine } from '../../shared/order-line.ts';
import { plainOrder } from './plain-order.ts';
import { counted, type PlainStation, sent, startPlainStation } from './plain-station.ts';

const bowl: OrderLine = { name: 'Bowl', sku: 'BOWL', quantity: 2, price: null, barcodes: ['4006381333931'] };
const phone: OrderLine = { name: 'Phone', sku: 'PHONE', quantity: 1, price: null, barcodes: ['PH-1'], needsSerial: true };
const [bowlCode, phoneCode] = ['4006381333931', 'PH-1'] as const;
const unpack = commandCode('UNPACK');
const facts = { box: 'M', weight: '1.5', value: '20', contents: 'Bowls' };

/** A bench with an order of a bowl twice and a phone, and one of a bowl. */
async function benchWith(): Promise<PlainStation> {
  const bench = await startPlainStation({
    orders: JSON.stringify([plainOrder('A-1'), { ...plainOrder('B-1'), name: 'Bo Vis', street: 'Torstraße', house_number: '9' }]),
    settings: { checksItems: true },
  });
  for (const [key, lines] of [
    ['A-1', [bowl, phone]],
    ['B-1', [bowl]],
  ] as const) {
    const order = await bench.call('order', { key: key as never });
    await bench.call('saveOrder', { order: { ...order, lines: [...lines] } });
  }
  return bench;
}

const scan = async (bench: PlainStation, ...codes: string[]) => {
  for (const code of codes) await bench.call('scan', { code });
};
const labelOf = (bench: PlainStation): string => {
  const now = bench.workflow();
  return ('booking' in now && now.booking.trackingNos[0]) || '';
};
/** Ships the order of the phone, whose items are scanned in these codes. */
async function ship(bench: PlainStation, ...codes: string[]) {
  await scan(bench, 'A-1', ...codes);
  await bench.answerAll(facts);
  const { booking } = await bench.take((await bench.at('choosing')).serviceId, 'done');
  // The tracking numbers are read after the label.
  await expect.poll(() => labelOf(bench)).not.toBe('');
  return booking;
}
const refusal = async ({ station }: PlainStation, code: string): Promise<string> => {
  const answer = await station.handlers.scan({ code });
  return answer.ok ? '' : answer.failure.code;
};
const pieces = (bench: PlainStation) => bench.station.snapshot().bench.checkOff?.lines.map((line) => line.pieces);
const history = async (bench: PlainStation, bookingId: string) =>
  (await bench.call('timeline', { bookingId })).lines.map(({ what }) => what);

test('an opened parcel is counted again from nothing, and its label is scanned again; nothing is bought or printed', async () => {
  const bench = await benchWith();
  const { id } = await ship(bench, bowlCode, bowlCode, phoneCode, 'SN-1');
  const label = labelOf(bench);
  expect(truthOf((await bench.scan(label, 'done')).booking)).toBe(4);
  await bench.scan('A-1', 'already-shipped');
  const opened = await bench.scan(unpack, 'unpacked');
  expect([opened.booking.onParcelAt, truthOf(opened.booking), pieces(bench)]).toEqual([null, 3, [0, 0]]);
  expect(bench.station.snapshot().bench.checkOff?.lines.map(({ line }) => line)).toEqual([bowl, phone]);
  for (const early of [label, 'A-1']) expect(await refusal(bench, early)).toBe('items-not-packed');
  await scan(bench, bowlCode, phoneCode, 'SN-1', 'XYZ-9');
  expect([pieces(bench), bench.station.snapshot().bench.checkOff?.last?.is]).toEqual([[1, 1], 'wrong-item']);
  const { booking, isPackedAgain } = await bench.scan(bowlCode, 'done');
  expect([booking.id, booking.onParcelAt, isPackedAgain]).toEqual([id, null, true]);
  const placed = await bench.scan(label, 'done');
  expect([truthOf(placed.booking), placed.isPackedAgain]).toEqual([4, true]);
  const { lines } = await bench.call('timeline', { bookingId: id });
  expect(lines.find(({ what }) => what === 'unpacked')?.detail).toBe('by Zoë Kranjčar');
  const again = lines.find(({ what }) => what === 'packed-again')?.detail;
  expect(typeof again === 'object' && again.code === 'items-checked' && reasonText(again)).toBe(
    '3 pieces checked; Phone: serial number SN-1',
  );
  expect([sent(bench, 'ship'), counted(bench)]).toEqual([1, { booked: 1, sheets: 1 }]);
});

test('no command, key or other order buys or prints while a parcel is open, and it can be left open', async () => {
  const bench = await benchWith();
  const { id } = await ship(bench, bowlCode, bowlCode, phoneCode, 'SN-1');
  await bench.scan(unpack, 'unpacked');
  const workflowNo = bench.workflowNo();
  for (const code of ['BUY', 'REPRINT', 'LATER', 'BOX', 'ASIDE', 'UNPACK', 'JOIN'] as const)
    expect(await refusal(bench, commandCode(code))).not.toBe('');
  expect((await bench.station.handlers.unpack({ workflowNo })).ok).toBe(false);
  await bench.scan(bowlCode, 'unpacked');
  await bench.call('undoCheck', { workflowNo });
  expect(pieces(bench)).toEqual([0, 0]);
  await scan(bench, bowlCode);
  await bench.scan('B-1', 'choosing');
  await bench.scan('A-1', 'already-shipped');
  await bench.scan(unpack, 'unpacked');
  expect(pieces(bench)).toEqual([0, 0]);
  await bench.reopen();
  const { booking } = await bench.scan('A-1', 'already-shipped');
  expect([booking.id, booking.state, truthOf(booking)]).toEqual([id, 'booked', 3]);
  expect((await history(bench, id)).filter((what) => what === 'unpacked' || what === 'packed-again')).toEqual(['unpacked', 'unpacked']);
  expect([sent(bench, 'ship'), counted(bench)]).toEqual([1, { booked: 1, sheets: 1 }]);
});

test('another serial number in the opened parcel is kept with the shipment', async () => {
  const bench = await benchWith();
  const { id } = await ship(bench, bowlCode, bowlCode, phoneCode, 'SN-1');
  await bench.scan(unpack, 'unpacked');
  const workflowNo = bench.workflowNo();
  await bench.call('checkByEye', { workflowNo, line: 0 });
  await scan(bench, phoneCode);
  await bench.call('giveSerial', { workflowNo, serial: 'SN-2' });
  const { booking } = await bench.at('done');
  expect([booking.id, booking.order.lines]).toEqual([id, [bowl, { ...phone, serials: ['SN-2'] }]]);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('every label of several boxes is to be scanned again', async () => {
  const bench = await benchWith();
  const { id } = await ship(bench, bowlCode, commandCode('BOX'), bowlCode, phoneCode, 'SN-1');
  const { booking: bought } = await bench.at('done');
  await bench.scan(bought.trackingNos[0] ?? '', 'done');
  expect((await bench.at('done')).booking.piecesOnParcel).toHaveLength(1);
  await bench.scan(unpack, 'unpacked');
  await scan(bench, bowlCode, bowlCode, phoneCode, 'SN-1');
  const { booking } = await bench.at('done');
  expect([booking.id, booking.piecesOnParcel, booking.order.parcels.map(({ quantities }) => quantities)]).toEqual([
    id,
    undefined,
    [
      [1, 0],
      [1, 1],
    ],
  ]);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 2 });
});

test('if the last item cannot be written down, it is not counted, and the parcel stays open', async () => {
  let isFull = false;
  const bench = await startPlainStation({
    orders: JSON.stringify([plainOrder('A-1')]),
    journal: (journal) => ({
      writePackedAgain: (...args) => {
        if (isFull) throw new Error('SQLITE_FULL');
        journal.writePackedAgain(...args);
      },
    }),
  });
  const order = await bench.call('order', { key: 'A-1' as never });
  await bench.call('saveOrder', { order: { ...order, lines: [{ ...bowl, quantity: 1 }] } });
  const { serviceId } = await bench.scan('A-1', 'choosing');
  await bench.take(serviceId, 'done');
  await bench.scan(unpack, 'unpacked');
  isFull = true;
  expect(await refusal(bench, bowlCode)).toBe('journal-unwritable');
  expect([bench.workflow().step, pieces(bench)]).toEqual(['unpacked', [0]]);
  isFull = false;
  await bench.scan(bowlCode, 'done');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});
