import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RawAnswer } from '../../electron/bench/ports/courier.ts';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import { sampleOrdersCsv } from '../../electron/training/sample-orders.ts';
import type { Booking } from '../../shared/booking.ts';
import type { FailureCode } from '../../shared/failure.ts';
import type { Result } from '../../shared/result.ts';
import { because } from '../reprint-reason.ts';
import {
  counted,
  documentPrinterAt,
  kindsToResolve,
  labelPrinterAt,
  type PlainStation,
  pickupOf,
  sent,
  startPlainStation,
} from './plain-station.ts';

// Effects of hurried packers, two packers at once, or a broken line. Every path ends by counting purchases and printed sheets.
const codes = (...answers: readonly Result<unknown, FailureCode>[]) => answers.map((answer) => (answer.ok ? 'ok' : answer.failure.code));
const unreadable = { format: 'ZPL' as const, bytes: new TextEncoder().encode('^XA^FO20,20^GB300,300,4^FS^XZ') };

const bought = async (bench: PlainStation, key: string) => (await bench.ship(key)).booking;

// ---- Closing -------------------------------------------------------------------------------------------------------

test('closing waits for the answer of a running booking, so it does not become unknown', async () => {
  const bench = await startPlainStation({ delayMs: 150 });
  const { serviceId } = await bench.toTiles('ORD-1001');
  const buying = bench.station.handlers.buy({ workflowNo: bench.workflowNo(), serviceId });
  await expect.poll(() => sent(bench, 'ship')).toBe(1);
  await bench.reopen();
  await buying;
  expect(await kindsToResolve(bench)).toEqual([]);
  expect((await bench.call('lastShipments', { limit: 5 })).map(({ state }) => state)).toEqual(['booked']);
  await expect.poll(() => counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('closing waits for the answer of a running pickup, even if it is closed twice', async () => {
  const bench = await startPlainStation({ delayMs: 150 });
  const booking = await bought(bench, 'ORD-1001');
  const asking = bench.station.handlers.requestPickup(pickupOf(booking));
  await expect.poll(() => sent(bench, 'pickup')).toBe(1);
  void bench.station.close();
  await bench.reopen();
  expect(codes(await asking)).toEqual(['ok']);
  expect((await bench.call('pickups', {})).requested.map(({ state }) => state)).toEqual(['booked']);
});

test('one order scanned twice at once is one parcel in hand', async () => {
  const bench = await startPlainStation();
  await bench.toTiles('ORD-1001');
  await Promise.all([bench.call('scan', { code: 'ORD-1001' }), bench.call('scan', { code: 'ORD-1001' })]);
  expect(bench.workflow()).toMatchObject({ step: 'choosing', order: { key: 'ORD-1001' } });
  expect(readFileSync(join(bench.dir, 'log', 'station.log'), 'utf8')).not.toContain('"bug"');
});

test('a closing station starts neither a new scan nor a waiting one', async () => {
  const bench = await startPlainStation({ delayMs: 100 });
  const { serviceId } = await bench.toTiles('ORD-1001');
  const buying = bench.station.handlers.buy({ workflowNo: bench.workflowNo(), serviceId });
  await expect.poll(() => sent(bench, 'ship')).toBe(1);
  await bench.call('scan', { code: 'ORD-1002' });
  const quotes = sent(bench, 'quote');
  const closing = bench.station.close();
  expect(codes(await bench.station.handlers.scan({ code: 'ORD-1003' }))).toEqual(['not-now']);
  await Promise.all([buying, closing]);
  expect(sent(bench, 'quote')).toBe(quotes);
  expect(bench.service.orders()).toHaveLength(1);
});

// ---- Environments --------------------------------------------------------------------------------------------------

test('two switches of environment at once open one, and both can be opened afterwards', async () => {
  const bench = await startPlainStation();
  const { url, key, secret } = bench.service;
  await bench.call('connect', { world: 'sandbox', baseUrl: url, key, secret, account: '' });
  const { enterWorld } = bench.station.handlers;
  expect(codes(...(await Promise.all([enterWorld({ world: 'training' }), enterWorld({ world: 'sandbox' })])))).toEqual(['ok', 'not-now']);
  for (const world of ['sandbox', 'training'] as const) {
    await bench.call('enterWorld', { world });
    expect(bench.station.snapshot().frame.world).toBe(world);
  }
});

// ---- Pickups -------------------------------------------------------------------------------------------------------

test('two pickup requests at once order one driver, with or without a reason', async () => {
  const bench = await startPlainStation();
  const booking = await bought(bench, 'ORD-1001');
  const { requestPickup } = bench.station.handlers;
  const twice = async (change: Parameters<typeof pickupOf>[1]) =>
    codes(...(await Promise.all([requestPickup(pickupOf(booking, change)), requestPickup(pickupOf(booking, change))])));
  expect(await twice({})).toEqual(['ok', 'pickup-already-requested']);
  const secondOf = (await bench.call('pickups', {})).requested[0]?.id;
  expect(await twice({ again: 'The driver did not come', secondOf })).toEqual(['ok', 'pickup-already-requested']);
  expect(bench.service.pickups()).toHaveLength(2);
});

test('a parcel packed after the pickup request needs a reason to order a second driver', async () => {
  const bench = await startPlainStation();
  const first = pickupOf(await bought(bench, 'ORD-1001'));
  await bench.call('requestPickup', first);
  const late = await bought(bench, 'ORD-1004');
  expect(late.service?.courierKey).toBe(first.courierKey);
  const { requestPickup } = bench.station.handlers;
  expect(codes(await requestPickup(first))).toEqual(['pickup-already-requested']);
  expect(bench.service.pickups()).toHaveLength(1);
  expect((await bench.call('requestPickup', { ...first, again: 'One more parcel' })).bookingIds).toEqual([late.id]);
});

test('no second driver is ordered while the first pickup is unknown, whatever the reason', async () => {
  const bench = await startPlainStation();
  const booking = await bought(bench, 'ORD-1001');
  bench.service.faults.next('pickup', 'execute-then-reset');
  const { requestPickup } = bench.station.handlers;
  expect(codes(await requestPickup(pickupOf(booking)))).toEqual(['pickup-unknown']);
  expect(codes(await requestPickup(pickupOf(booking, { again: 'Try again' })))).toEqual(['pickup-unknown']);
  expect(bench.service.pickups()).toHaveLength(1);
});

test('a parcel with the label of another order is not included in a pickup', async () => {
  const bench = await startPlainStation();
  bench.service.faults.next('ship', 'wrong-order-label');
  const { booking } = await bench.buy('ORD-1001', 'wrong-label');
  expect((await bench.call('pickups', {})).groups).toEqual([]);
  expect(codes(await bench.station.handlers.requestPickup(pickupOf(booking)))).toEqual(['nothing-to-collect']);
});

// ---- Paper ---------------------------------------------------------------------------------------------------------

test('Reprint prints no second label while the first still waits for its printer', async () => {
  const bench = await startPlainStation({ onSent: ({ printer }) => printer.set({ paperOut: true }) });
  const { booking } = await bench.buy('ORD-1001', 'printing');
  expect(codes(await bench.station.handlers.reprint({ bookingId: booking.id, because }))).toEqual(['not-now']);
  bench.printer.set({ paperOut: false });
  await bench.at('done');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('two reprints at once print one sheet', async () => {
  const bench = await startPlainStation();
  const { id } = await bought(bench, 'ORD-1001');
  const { reprint } = bench.station.handlers;
  expect(codes(...(await Promise.all([reprint({ bookingId: id, because }), reprint({ bookingId: id, because })])))).toEqual([
    'ok',
    'not-now',
  ]);
  await expect
    .poll(async () => (await bench.call('lastShipments', { limit: 1 }))[0]?.jobs.map(({ state }) => state))
    .toEqual(['printed', 'printed']);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 2 });
});

async function heldLabel(bench: PlainStation) {
  const { serviceId } = await bench.toTiles('ORD-1001');
  const buying = bench.station.handlers.buy({ workflowNo: bench.workflowNo(), serviceId });
  await expect.poll(() => bench.printer.bytesReceived()).toBeGreaterThan(200);
  bench.printer.set({ paperOut: true });
  await buying;
  const { booking } = await bench.at('done');
  const [job] = booking.jobs;
  if (job?.state !== 'held') throw new Error(`the label is ${job?.state}`);
  return { booking, job };
}

test('a label that the printer still holds is not sent a second time', async () => {
  const bench = await startPlainStation({ msPerLabel: 1500 });
  const { booking, job } = await heldLabel(bench);
  const { reprint, settlePrint } = bench.station.handlers;
  expect(codes(await reprint({ bookingId: booking.id, because }))).toEqual(['print-held']);
  expect(codes(await settlePrint({ jobId: job.id, cameOut: false }))).toEqual(['printer-out-of-labels']);
  bench.printer.set({ paperOut: false });
  await expect.poll(() => bench.printer.sheets().length).toBe(1);
  await bench.call('settlePrint', { jobId: job.id, cameOut: true });
  expect(await bench.at('done')).toMatchObject({ failure: null });
  expect(await kindsToResolve(bench)).toEqual([]);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a waiting scan does not hide a label that did not come out', async () => {
  const bench = await startPlainStation({ msPerLabel: 1500 });
  const { serviceId } = await bench.toTiles('ORD-1001');
  const buying = bench.station.handlers.buy({ workflowNo: bench.workflowNo(), serviceId });
  await expect.poll(() => bench.printer.bytesReceived()).toBeGreaterThan(200);
  await bench.call('scan', { code: 'ORD-1002' });
  bench.printer.set({ paperOut: true });
  await buying;
  expect(await bench.at('done')).toMatchObject({ failure: { code: 'print-held' }, booking: { orderKey: 'ORD-1001' } });
});

test('a document that its printer can never print fails once and is listed in Resolve', async () => {
  const bench = await startPlainStation();
  const booking = await bought(bench, 'ORD-1001');
  await bench.call('saveSettings', { settings: { printers: [labelPrinterAt(bench.printer.url), documentPrinterAt(bench.printer.url)] } });
  await bench.call('requestPickup', pickupOf(booking));
  await expect.poll(() => kindsToResolve(bench)).toEqual(['print-unconfirmed']);
});

// ---- Labels that must not be trusted -------------------------------------------------------------------------------

const withUnreadableLabels = (journal: Journal): Journal => ({
  ...journal,
  writeBooked: (id, booked) => journal.writeBooked(id, { ...booked, label: unreadable }),
  bookedWithoutLabelJob: () => journal.bookedWithoutLabelJob(),
});

test('a label confirmed in Resolve prints, and the parcel in hand stays in hand', async () => {
  const bench = await startPlainStation({ journal: withUnreadableLabels });
  const { booking } = await bench.buy('ORD-1001', 'confirm-label');
  await bench.toTiles('ORD-1002');
  await bench.call('confirmLabel', { bookingId: booking.id, isRight: true });
  expect(bench.workflow()).toMatchObject({ step: 'choosing', order: { key: 'ORD-1002' } });
  await expect.poll(() => counted(bench)).toEqual({ booked: 1, sheets: 1 });
  expect(bench.workflow()).toMatchObject({ step: 'choosing', order: { key: 'ORD-1002' } });
});

test('a label confirmed twice at once prints once', async () => {
  const bench = await startPlainStation({ journal: withUnreadableLabels });
  const { booking } = await bench.buy('ORD-1001', 'confirm-label');
  const { confirmLabel } = bench.station.handlers;
  await Promise.all([1, 2].map(() => confirmLabel({ bookingId: booking.id, isRight: true })));
  await bench.at('done');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a closed station refuses or answers requests without an error', async () => {
  const bench = await startPlainStation();
  const { handlers } = bench.station;
  await bench.station.close();
  expect(codes(await handlers.scan({ code: 'ORD-1001' }))).toEqual(['not-connected']);
  expect(await handlers.saveSettings({ settings: { benchName: 'Bench 7' } })).toMatchObject({
    ok: true,
    value: { settings: { benchName: 'Bench 7' } },
  });
});

test('a label held back is not printed, and the shift lead can close it with a reason', async () => {
  const bench = await startPlainStation({ journal: withUnreadableLabels });
  const { booking } = await bench.buy('ORD-1001', 'confirm-label');
  expect((await bench.call('drawLabel', { bookingId: booking.id })).map(({ format }) => format)).toEqual(['ZPL']);
  const { reprint, closeLabel } = bench.station.handlers;
  await bench.call('confirmLabel', { bookingId: booking.id, isRight: false });
  expect((await bench.at('confirm-label')).booking.verdict?.kind).toBe('held-back');
  expect(codes(await reprint({ bookingId: booking.id, because }))).toEqual(['label-held-back']);
  expect(codes(await closeLabel({ bookingId: booking.id, reason: ' ', pin: '' }))).toEqual(['reason-missing']);
  await bench.call('closeLabel', { bookingId: booking.id, reason: 'Told the service, they refund it', pin: '' });
  expect(await kindsToResolve(bench)).toEqual([]);
  expect(await bench.at('already-shipped')).toMatchObject({ failure: { code: 'label-of-another-order' } });
  await bench.reopen();
  expect(await kindsToResolve(bench)).toEqual([]);
  await bench.scan('ORD-1001', 'already-shipped');
  await bench.call('shipAgain', { workflowNo: bench.workflowNo(), reason: 'The first label was wrong', pin: '' });
  await bench.at('choosing');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
});

test('a parcel with a wrong label can be put aside and waits in Resolve', async () => {
  const bench = await startPlainStation();
  bench.service.faults.next('ship', 'wrong-order-label');
  await bench.buy('ORD-1001', 'wrong-label');
  await bench.call('park', { workflowNo: bench.workflowNo() });
  await bench.at('ready');
  expect(await kindsToResolve(bench)).toEqual(['label-doubtful']);
});

test('a paid shipment without a label waits in Resolve and prints when the label is found', async () => {
  const bench = await startPlainStation();
  bench.service.faults.next('ship', 'garbled-label');
  bench.service.faults.next('labels', 'html-504', 4);
  const { booking, failure } = await bench.ship('ORD-1001');
  expect(failure?.code).toBe('label-missing');
  expect(await kindsToResolve(bench)).toEqual(['label-doubtful']);
  await bench.call('confirmLabel', { bookingId: booking.id, isRight: true });
  await expect.poll(() => kindsToResolve(bench)).toEqual([]);
  expect(await bench.at('done')).toMatchObject({ failure: null });
  await expect.poll(() => counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('the order number of another shipment prints no second copy of its label', async () => {
  let first: RawAnswer | undefined;
  const bench = await startPlainStation({
    journal: (journal) => ({
      writeAnswer: (id, answer) => {
        first ??= answer;
        journal.writeAnswer(id, first);
      },
    }),
  });
  await bought(bench, 'ORD-1001');
  // The same person ordered twice, so the label alone cannot decide.
  const rows = sampleOrdersCsv.split('\n');
  const again = [rows[0], ...rows.filter((row) => row.startsWith('ORD-1001,'))].join('\n').replaceAll('ORD-1001', 'ORD-2001');
  await bench.call('importOrders', { name: 'again.csv', bytes: new TextEncoder().encode(again) });
  const { booking } = await bench.buy('ORD-2001', 'wrong-label');
  expect(booking.verdict).toMatchObject({ kind: 'other', found: [expect.stringContaining('ORD-1001')] });
  expect(await kindsToResolve(bench)).toEqual(['label-doubtful']);
  expect(bench.printer.sheets()).toHaveLength(1);
});

// ---- Unknown bookings ----------------------------------------------------------------------------------------------

async function unknown(bench: PlainStation, key: string): Promise<Booking> {
  bench.service.faults.next('ship', 'execute-then-reset');
  return (await bench.buy(key, 'unknown')).booking;
}

test('an unknown booking is adopted once if two requests come at once', async () => {
  const bench = await startPlainStation();
  const { id } = await unknown(bench, 'ORD-1001');
  const orderNo = bench.service.orders()[0]?.orderNo ?? '';
  const { settleExists } = bench.station.handlers;
  const both = await Promise.all([1, 2].map(() => settleExists({ bookingId: id, orderNo })));
  expect(codes(...both)).toEqual(['ok', 'not-now']);
  await bench.at('already-shipped');
  await expect.poll(() => counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('an unknown booking that was meanwhile settled as not booked is not adopted', async () => {
  const bench = await startPlainStation({ delayMs: 50 });
  const { id } = await unknown(bench, 'ORD-1001');
  const orderNo = bench.service.orders()[0]?.orderNo ?? '';
  const adopting = bench.station.handlers.settleExists({ bookingId: id, orderNo });
  await bench.call('settleNotBooked', { bookingId: id, reason: 'The portal does not list it', pin: '' });
  expect(codes(await adopting)).toEqual(['not-now']);
  expect(bench.workflow().step).toBe('ready');
  expect(bench.printer.sheets()).toHaveLength(0);
});

test('an answer that can no longer be read is an unknown booking at the next start', async () => {
  let isLost = false;
  const bench = await startPlainStation({
    journal: (journal) => ({
      answer: (id) => (isLost ? undefined : journal.answer(id)),
      writeBooked: (id, booked) => {
        if (isLost) throw new Error('the power went');
        journal.writeBooked(id, booked);
      },
      writeAnswer: (id, answer) => {
        journal.writeAnswer(id, answer);
        isLost = true;
      },
    }),
  });
  await bench.buy('ORD-1001');
  await bench.reopen();
  expect(await kindsToResolve(bench)).toEqual(['booking-unknown']);
});

// ---- Quotes --------------------------------------------------------------------------------------------------------

test('nothing is bought while an older quote request may still reach the service', async () => {
  const pause = Promise.withResolvers<void>();
  let isHeld = false;
  const bench = await startPlainStation({
    settings: { defaults: { boxId: 'M', weightGrams: 800, contents: '', value: null } },
    platform: { sleep: (ms) => (isHeld ? pause.promise : new Promise((resolve) => setTimeout(resolve, ms))) },
  });
  // The first try ends with a gateway error. The retry comes a moment later, when the next parcel is already in hand.
  bench.service.faults.next('quote', 'html-504');
  isHeld = true;
  const first = bench.station.handlers.scan({ code: 'ORD-1001' });
  await expect.poll(() => sent(bench, 'quote')).toBe(1);
  const { serviceId } = await bench.scan('ORD-1002', 'choosing');
  isHeld = false;
  pause.resolve();
  await bench.call('buy', { workflowNo: bench.workflowNo(), serviceId });
  await first;
  const { booking } = await bench.at('done');
  expect(booking.orderKey).toBe('ORD-1002');
  const bookingActions = bench.service.requests().map(({ action }) => action);
  expect(bookingActions.filter((action) => action === 'quote' || action === 'ship')).toEqual(['quote', 'quote', 'quote', 'quote', 'ship']);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('the bench opens if a label is missing and the service does not answer', async () => {
  const bench = await startPlainStation();
  bench.service.faults.next('ship', 'garbled-label');
  bench.service.faults.next('labels', 'html-504', 4);
  await bench.ship('ORD-1001');
  bench.service.faults.next('labels', 'silence');
  await bench.reopen();
  expect(await kindsToResolve(bench)).toEqual(['label-doubtful']);
  await bench.service.stop();
});

// ---- The rest of the day -------------------------------------------------------------------------------------------

test('an order that was put aside and then shipped is no longer listed as put aside', async () => {
  const bench = await startPlainStation();
  await bench.toTiles('ORD-1001');
  await bench.call('park', { workflowNo: bench.workflowNo() });
  await bench.at('ready');
  await bought(bench, 'ORD-1001');
  expect(await kindsToResolve(bench)).toEqual([]);
});

test('a sender changed after the quote gets new prices before anything is bought', async () => {
  const bench = await startPlainStation();
  const { serviceId } = await bench.toTiles('ORD-1001');
  const { settings } = await bench.call('setup', {});
  const [sender] = settings.senders;
  if (!sender) throw new Error('there is no sender');
  await bench.call('saveSettings', { settings: { senders: [{ ...sender, address: { ...sender.address, houseNumber: '99' } }] } });
  const again = await bench.take(serviceId, 'choosing');
  expect(again.notice).toMatchObject({ code: 'order-changed' });
  expect(counted(bench).booked).toBe(0);
  await bench.take(again.serviceId, 'done');
  expect(sent(bench, 'quote')).toBe(2);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a label printer removed while buying shows a notice, and nothing is bought', async () => {
  const bench = await startPlainStation();
  const { serviceId } = await bench.toTiles('ORD-1001');
  const buying = bench.station.handlers.buy({ workflowNo: bench.workflowNo(), serviceId });
  await bench.call('saveSettings', { settings: { printers: [] } });
  await buying;
  expect(await bench.at('choosing')).toMatchObject({ notice: { code: 'no-label-printer' } });
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
});

test('a document attached twice at once is uploaded once', async () => {
  const bench = await startPlainStation();
  const { id } = await bought(bench, 'ORD-1001');
  const document = {
    bookingId: id,
    documentType: 'Customs Invoice' as const,
    name: 'invoice.pdf',
    mediaType: 'application/pdf',
    bytes: new TextEncoder().encode('%PDF-1.4 an invoice'),
  };
  const { attachDocument } = bench.station.handlers;
  expect(codes(...(await Promise.all([attachDocument(document), attachDocument(document)])))).toEqual(['ok', 'not-now']);
  expect(bench.service.documents()).toHaveLength(1);
});
