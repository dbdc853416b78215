import { expect, test } from 'vitest';
import { commandCode } from '../../shared/command-keys.ts';
import type { GivenReason, ReprintReason } from '../../shared/reprint.ts';
import { counted, type PlainStation, startPlainStation } from './plain-station.ts';

async function shipped() {
  const bench = await startPlainStation();
  const { booking } = await bench.ship('ORD-1001');
  const reprint = (because?: GivenReason) => bench.station.handlers.reprint({ bookingId: booking.id, ...(because && { because }) });
  const prints = async (because: GivenReason, sheets: number) => {
    expect(await reprint(because)).toMatchObject({ ok: true });
    await expect.poll(() => counted(bench).sheets).toBe(sheets);
    await expect.poll(async () => (await jobsOf(bench)).every(({ state }) => state === 'printed')).toBe(true);
  };
  return { bench, booking, reprint, prints };
}

const jobsOf = async (bench: PlainStation) => (await bench.call('lastShipments', { limit: 1 }))[0]?.jobs ?? [];
const linesOf = async (bench: PlainStation, bookingId: string) =>
  (await bench.call('timeline', { bookingId })).lines.filter(({ what }) => what === 'reprint').map(({ detail, by }) => ({ detail, by }));

test('a label that is out is printed again for a reason only, by key or command', async () => {
  const { bench, booking, reprint, prints } = await shipped();
  const asks = {
    failure: { code: 'reprint-needs-reason', reasons: [{ code: 'label-is-out', bookingId: booking.id, orderKey: 'ORD-1001', labels: 1 }] },
  };
  expect(await reprint()).toMatchObject(asks);
  expect(await bench.station.handlers.scan({ code: commandCode('REPRINT') })).toMatchObject(asks);
  await prints({ why: 'nothing-came' }, 2);
  const [first, second] = await jobsOf(bench);
  expect([first?.because, second?.because]).toEqual([undefined, { why: 'nothing-came' }]);
  expect(await linesOf(bench, booking.id)).toEqual([{ detail: { code: 'reprinted', why: 'nothing-came', labels: 1 }, by: 'Zoë Kranjčar' }]);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 2 });
});

test.each<ReprintReason>(['damaged', 'badly-printed', 'other'])('the reason %s asks for the old label too', async (why) => {
  const { bench, reprint, prints } = await shipped();
  expect(await reprint({ why })).toMatchObject({ failure: { code: 'reprint-needs-reason' } });
  await prints({ why, oldLabel: { is: 'unreadable' } }, 2);
  await prints({ why, oldLabel: { is: 'not-here' } }, 3);
  expect((await jobsOf(bench)).map(({ because }) => because)).toEqual([
    undefined,
    { why, oldLabel: 'unreadable' },
    { why, oldLabel: 'not-here' },
  ]);
  expect(counted(bench).booked).toBe(1);
});

test('the old label is retired by a code on it, and by no other code', async () => {
  const { bench, booking, reprint, prints } = await shipped();
  const other = await bench.ship('ORD-1002');
  expect(counted(bench).sheets).toBe(2);
  const scanned = (code: string): GivenReason => ({ why: 'damaged', oldLabel: { is: 'scanned', code } });
  for (const code of [other.booking.consignmentNo, 'ORD-1001', 'ORD-1002', commandCode('REPRINT'), '5901234123457', ' '])
    expect(await reprint(scanned(code)), code).toMatchObject({ failure: { code: 'not-its-label' } });
  expect(counted(bench).sheets).toBe(2);
  await prints(scanned(`]C1${booking.consignmentNo}`), 3);
  expect((await linesOf(bench, booking.id)).map(({ detail }) => detail)).toEqual([
    { code: 'reprinted', why: 'damaged', oldLabel: 'scanned', labels: 1 },
  ]);
  expect(counted(bench)).toEqual({ booked: 2, sheets: 3 });
});

test('a label that never came out is printed without a reason, and is no reprint', async () => {
  let breaks = true;
  const bench = await startPlainStation({
    journal: (journal) => ({
      jobSheet(id) {
        if (!breaks) return journal.jobSheet(id);
        breaks = false;
        throw new Error('a bug on the sheet');
      },
    }),
  });
  const { booking } = await bench.ship('ORD-1001');
  expect(booking.jobs.map(({ state }) => state)).toEqual(['failed']);
  await bench.call('reprint', { bookingId: booking.id });
  await expect.poll(() => counted(bench).sheets).toBe(1);
  await expect.poll(async () => (await jobsOf(bench)).map(({ state }) => state)).toEqual(['failed', 'printed']);
  expect(await linesOf(bench, booking.id)).toEqual([]);
  expect(await bench.station.handlers.reprint({ bookingId: booking.id })).toMatchObject({ failure: { code: 'reprint-needs-reason' } });
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});
