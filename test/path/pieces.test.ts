import { expect, test } from 'vitest';
import { detailOf } from '../../renderer/text/reasons.ts';
import type { Booking } from '../../shared/booking.ts';
import { truthOf } from '../../shared/booking.ts';
import type { CallArgs, CallName } from '../../shared/ipc.ts';
import { plainOrder } from './plain-order.ts';
import { counted, type PlainOptions, type PlainStation, pickupOf, startPlainStation } from './plain-station.ts';
import { isReported, useSite } from './site-of-benches.ts';

const site = useSite();

/** An order file with one order of this many parcels. */
const ordersOf = (parcels: number): string =>
  JSON.stringify(
    Array.from({ length: parcels }, (_, index) => ({
      ...plainOrder('P-1'),
      house_number: String(parcels),
      weight_kg: String(index + 1),
      contents: `Box ${index + 1}`,
    })),
  );
const twoBoxes = ordersOf(2);

async function shipped(parcels: number, options: PlainOptions = {}): Promise<PlainStation> {
  const bench = await startPlainStation({ ...options, orders: ordersOf(parcels) });
  await bench.buy('P-1');
  return bench;
}

/** The codes in the bars of a printed sheet, as a scanner reads them. */
const barsOf = (bench: PlainStation, sheet: number): string[] =>
  [...(bench.printer.sheets()[sheet]?.zpl.toString('latin1') ?? '').matchAll(/\^BC[^^]*\^FD([^^]*)/g)].map(([, code]) => code ?? '');
const ownCode = (bench: PlainStation, sheet: number): string => barsOf(bench, sheet)[0] ?? '';

const onParcel = ({ piecesOnParcel = [] }: Booking): number[] => piecesOnParcel.map(({ piece }) => piece);
const shipment = async (bench: PlainStation): Promise<Booking> => {
  const [booking] = await bench.call('lastShipments', { limit: 1 });
  if (!booking) throw new Error('nothing was shipped');
  return booking;
};

/** The failure of a refused call, with its details as the window shows them. */
async function refusal<N extends CallName>(bench: PlainStation, name: N, args: CallArgs<N>): Promise<string> {
  return bench.call(name, args).then(
    () => 'not refused',
    (error: unknown) => String(error),
  );
}

/** The answer of the service with the codes of its labels changed: the own code of each label, or one on all of them. */
const withBars = (change: (zpl: string) => string): PlainOptions => ({
  courier: (courier) => ({
    readShip: (answer) => {
      const meaning = courier.readShip(answer);
      if (meaning.is !== 'booked' || !meaning.label) return meaning;
      const zpl = Buffer.from(meaning.label.bytes).toString('latin1');
      return { ...meaning, label: { ...meaning.label, bytes: new Uint8Array(Buffer.from(change(zpl), 'latin1')) } };
    },
  }),
});
const sharedCode = 'ROUTE4711000815';
const sharedToo = withBars((zpl) => zpl.replaceAll('^XZ', `^FO40,1100^BCN,60,N,N,N,A^FD${sharedCode}^FS^XZ`));

test('a scan of one of two labels marks only its own parcel, before the service reports tracking numbers', async () => {
  const bench = await shipped(2);
  bench.service.faults.next('track', 'status-500', 20);
  await bench.at('done');
  const first = (await bench.scan(ownCode(bench, 0), 'done')).booking;
  expect([onParcel(first), first.onParcelAt, truthOf(first)]).toEqual([[1], null, 3]);
  const { booking } = await bench.scan(ownCode(bench, 1), 'done');
  expect([onParcel(booking), truthOf(booking)]).toEqual([[1, 2], 4]);
  expect(booking.onParcelAt).toBe(booking.piecesOnParcel?.at(-1)?.at);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 2 });
});

test('a second scan of the same label is refused and names the label that is missing', async () => {
  const bench = await shipped(3);
  await bench.at('done');
  await bench.scan(ownCode(bench, 1), 'done');
  const { handlers } = bench.station;
  const again = await handlers.scan({ code: ownCode(bench, 1) });
  if (again.ok) throw new Error('the second scan was accepted');
  expect(again.failure.code).toBe('label-scanned-before');
  expect(detailOf(again.failure)).toBe('Label 2 of 3 is already on its parcel. Scan labels 1 and 3');
  expect(onParcel((await bench.at('done')).booking)).toEqual([2]);
  await bench.scan(ownCode(bench, 2), 'done');
  expect(truthOf((await bench.scan(ownCode(bench, 0), 'done')).booking)).toBe(4);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 3 });
});

test('a code that is on every label marks none and asks for the number of the label', async () => {
  const bench = await shipped(2, sharedToo);
  await bench.at('done');
  expect(barsOf(bench, 0)).toContain(sharedCode);
  const asked = await bench.scan(sharedCode, 'done');
  expect([asked.unclearCode, onParcel(asked.booking)]).toEqual([sharedCode, []]);
  const workflowNo = bench.workflowNo();
  expect(await refusal(bench, 'placeLabel', { workflowNo: workflowNo + 1, label: 2 })).toContain('not-now');
  expect(await refusal(bench, 'placeLabel', { workflowNo, label: 3 })).toContain('not-now');
  await bench.call('placeLabel', { workflowNo, label: 2 });
  const marked = await bench.at('done');
  expect([marked.unclearCode, onParcel(marked.booking)]).toEqual([undefined, [2]]);
  // The same number pressed twice answers one question.
  expect(await refusal(bench, 'placeLabel', { workflowNo, label: 1 })).toContain('not-now');
  expect((await bench.scan(sharedCode, 'done')).unclearCode).toBe(sharedCode);
  const { booking, unclearCode } = await bench.scan(ownCode(bench, 0), 'done');
  expect([unclearCode, truthOf(booking)]).toEqual([undefined, 4]);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 2 });
});

test('the number of the shipment marks no label, and the question stays until it is answered', async () => {
  const bench = await shipped(2);
  await bench.at('done');
  await bench.scan((await shipment(bench)).consignmentNo, 'done');
  expect(onParcel(await shipment(bench))).toEqual([]);
  await expect.poll(async () => (await bench.at('done')).booking.trackingNos).toHaveLength(2);
  expect((await bench.at('done')).unclearCode).toBe((await shipment(bench)).consignmentNo);
  for (const label of [1, 2]) {
    await bench.call('placeLabel', { workflowNo: bench.workflowNo(), label });
    if (label === 1) await bench.scan((await shipment(bench)).consignmentNo, 'done');
  }
  expect(truthOf(await shipment(bench))).toBe(4);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 2 });
});

test('labels with one code for all of them are marked one by one by their number', async () => {
  const bench = await shipped(
    3,
    withBars((zpl) => {
      const numbers = [...zpl.matchAll(/\^BC[^^]*\^FD([^^]*)/g)].map(([, code]) => code ?? '');
      return numbers.slice(1).reduce((changed, number) => changed.replaceAll(number, numbers[0] ?? ''), zpl);
    }),
  );
  const { booking } = await bench.at('confirm-label');
  await bench.call('confirmLabel', { bookingId: booking.id, isRight: true });
  await bench.at('done');
  const code = ownCode(bench, 0);
  expect(ownCode(bench, 2)).toBe(code);
  for (const label of [2, 1, 3]) {
    expect((await bench.scan(code, 'done')).unclearCode).toBe(code);
    await bench.call('placeLabel', { workflowNo: bench.workflowNo(), label });
  }
  expect(truthOf(await shipment(bench))).toBe(4);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 3 });
});

test('a tracking number that is on no label asks once, then identifies its label', async () => {
  // As on a label that is a picture: its bar codes were not read.
  const bench = await shipped(
    2,
    withBars((zpl) => zpl.replaceAll(/\^BC[^^]*\^FD([^^]*)\^FS/g, '^FD ^FS').replaceAll(/\^FD(1Z|JJD|\d{8,})[^^]*\^FS/g, '^FD ^FS')),
  );
  await bench.at('done');
  await expect.poll(async () => (await shipment(bench)).trackingNos).toHaveLength(2);
  const [one = ''] = (await shipment(bench)).trackingNos;
  expect((await bench.scan(one, 'done')).unclearCode).toBe(one);
  await bench.call('placeLabel', { workflowNo: bench.workflowNo(), label: 2 });
  expect(await refusal(bench, 'scan', { code: one })).toContain('label-scanned-before');
  expect(onParcel(await shipment(bench))).toEqual([2]);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 2 });
});

test('after a restart one label is still marked, and the other one is scanned on Already shipped', async () => {
  const bench = await shipped(2);
  await bench.at('done');
  await bench.scan(ownCode(bench, 0), 'done');
  await bench.reopen();
  expect(onParcel(await shipment(bench))).toEqual([1]);
  const shown = await bench.scan('P-1', 'already-shipped');
  expect(onParcel(shown.booking)).toEqual([1]);
  expect(await refusal(bench, 'scan', { code: ownCode(bench, 0) })).toContain('label-scanned-before');
  const { booking } = await bench.scan(ownCode(bench, 1), 'already-shipped');
  expect([onParcel(booking), truthOf(booking)]).toEqual([[1, 2], 4]);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 2 });
});

test('a label that may not have come out is not marked, and a printed one is', async () => {
  const bench: PlainStation = await startPlainStation({
    orders: ordersOf(3),
    onSheet: () => bench.printer.set({ resetAfterBytes: 300 }),
  });
  await bench.buy('P-1');
  const states = async (): Promise<string[]> => (await shipment(bench)).jobs.map(({ state }) => state);
  await expect.poll(async () => new Set(await states())).toEqual(new Set(['printed', 'print-unknown']));
  expect(truthOf((await bench.at('done')).booking)).toBe(1);
  const doubtful = (await states()).indexOf('print-unknown');
  const codes = bench.service.orders()[0]?.trackingNos ?? [];
  const marked = await bench.scan(codes[0] ?? '', 'done');
  expect([onParcel(marked.booking), marked.failure?.code]).toEqual([[1], 'print-unknown']);
  await bench.scan(codes[doubtful] ?? '', 'already-shipped');
  await bench.call('scan', { code: codes[doubtful] ?? '' });
  expect(onParcel(await shipment(bench))).toEqual([1]);
  expect(counted(bench).booked).toBe(1);
});

test('a pickup asks about a shipment with a label that is not on its parcel', async () => {
  const bench = await shipped(2);
  const { booking } = await bench.at('done');
  const asked = async (): Promise<string[]> => (await bench.call('pickups', {})).groups.flatMap(({ notPlaced }) => notPlaced);
  expect(await asked()).toEqual([]);
  await bench.scan(ownCode(bench, 0), 'done');
  expect(await asked()).toEqual(['P-1']);
  const request = pickupOf(booking, { isSure: false });
  const refused = await bench.station.handlers.requestPickup(request);
  expect(refused).toMatchObject({ ok: false, failure: { code: 'pickup-doubtful' } });
  expect(refused.ok ? [] : refused.failure.reasons).toContainEqual({ code: 'labels-not-placed', orders: ['P-1'] });
  await bench.scan(ownCode(bench, 1), 'done');
  expect(await asked()).toEqual([]);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 2 });
});

test('another bench shows which label is on its parcel, and marks none itself', async () => {
  const { first } = await site.first({ orders: twoBoxes });
  const second = await site.joinedTo(first, { orders: twoBoxes });
  await first.buy('P-1');
  await first.at('done');
  await first.scan(ownCode(first, 0), 'done');
  await isReported(first);
  await expect.poll(async () => onParcel((await second.scan('P-1', 'already-shipped')).booking)).toEqual([1]);
  const missing = ownCode(first, 1);
  await second.call('scan', { code: missing });
  await second.call('scan', { code: missing });
  expect(onParcel((await second.at('already-shipped')).booking)).toEqual([1]);
  await first.scan(missing, 'done');
  await isReported(first);
  await expect.poll(async () => truthOf((await second.scan('P-1', 'already-shipped')).booking)).toBe(4);
  expect([first, second].map((bench) => counted(bench).sheets)).toEqual([2, 0]);
  expect(counted(first).booked).toBe(1);
});
