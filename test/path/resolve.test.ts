import { expect, test } from 'vitest';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import { JournalError } from '../../electron/journal/journal-error.ts';
import { sampleOrdersCsv } from '../../electron/training/sample-orders.ts';
import { counted, kindsToResolve, type PlainOptions, pickupOf, sent, startPlainStation } from './plain-station.ts';

const whole = { defaults: { boxId: 'M', weightGrams: 800, contents: 'Ceramic bowl', value: null } };
const startBench = (options: PlainOptions = {}) => startPlainStation({ ...options, settings: { ...whole, ...options.settings } });

/** A parcel that was booked, and whose answer was lost. */
async function lost(options: PlainOptions = {}, key = 'ORD-1001') {
  const bench = await startBench(options);
  bench.service.faults.next('ship', 'execute-then-reset');
  const { booking } = await bench.buy(key, 'unknown');
  const order = bench.service.orders()[0];
  if (!order) throw new Error('the service booked nothing');
  return { bench, booking, order };
}

test('an unknown booking shows when, for which order, and what was sent and answered, as readable text', async () => {
  const bench = await startBench();
  bench.service.faults.next('ship', 'execute-then-html-504');
  await bench.buy('ORD-1001');
  const [item] = await bench.call('toResolve', {});
  if (item?.kind !== 'booking-unknown') throw new Error('nothing is unknown');
  expect(item.exchange.sent).toContain('"action":"ship"');
  expect(item.exchange.sent).not.toContain('path-secret');
  expect(item.exchange.answer).toMatch(/^HTTP 504/);
  expect(item.exchange.sentAt).not.toBeNull();
  expect(item.booking).toMatchObject({ orderKey: 'ORD-1001', service: { courierName: expect.any(String) }, price: { currency: 'EUR' } });
});

test("spaces in the number are ignored, and the service's own order number is kept", async () => {
  const { bench, booking, order } = await lost();
  const typed = ` ${order.orderNo.slice(0, 3)} ${order.orderNo.slice(3)} `;
  const adopted = await bench.call('settleExists', { bookingId: booking.id, orderNo: typed });
  expect(adopted.orderNo).toBe(order.orderNo);
  await expect.poll(() => counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('an unknown number changes nothing', async () => {
  const { bench, booking } = await lost();
  expect(await bench.station.handlers.settleExists({ bookingId: booking.id, orderNo: '99' })).toMatchObject({
    failure: { code: 'number-not-found' },
  });
  expect(await kindsToResolve(bench)).toEqual(['booking-unknown']);
});

test('a label that cannot be fetched needs a confirmation; then it waits in Resolve and prints once it is there', async () => {
  const { bench, booking, order } = await lost();
  const { settleExists } = bench.station.handlers;
  bench.service.faults.next('labels', 'empty-result', 3);
  expect(await settleExists({ bookingId: booking.id, orderNo: order.orderNo })).toMatchObject({ failure: { code: 'label-not-compared' } });
  expect(await kindsToResolve(bench)).toEqual(['booking-unknown']);
  const adopted = await bench.call('settleExists', { bookingId: booking.id, orderNo: order.orderNo, isSure: true });
  expect(adopted).toMatchObject({ state: 'booked', orderNo: order.orderNo });
  expect(await kindsToResolve(bench)).toEqual(['label-doubtful']);
  expect(bench.printer.sheets()).toHaveLength(0);
  await bench.service.faults.clear();
  await bench.call('confirmLabel', { bookingId: booking.id, isRight: true });
  await expect.poll(() => counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a confirmation does not count while the service is unreachable: the bench asks again', async () => {
  const { bench, booking, order } = await lost();
  await bench.service.stop();
  expect(await bench.station.handlers.settleExists({ bookingId: booking.id, orderNo: order.orderNo, isSure: true })).toMatchObject({
    failure: { code: 'service-unreachable' },
  });
  expect(await kindsToResolve(bench)).toEqual(['booking-unknown']);
});

test('a booking with the label of another order is adopted only by a second confirmation and never printed', async () => {
  const { bench, booking } = await lost();
  await bench.ship('ORD-1002');
  const [own, other] = bench.service.orders().map(({ orderNo }) => orderNo);
  const { settleExists } = bench.station.handlers;
  expect(await settleExists({ bookingId: booking.id, orderNo: other ?? '', isSure: true })).toMatchObject({
    failure: { code: 'number-taken', detail: 'ORD-1002' },
  });
  const sheets = bench.printer.sheets().length;
  for (const isSure of [false, true]) {
    bench.service.faults.next('labels', 'wrong-order-label');
    const settled = await settleExists({ bookingId: booking.id, orderNo: own ?? '', ...(isSure && { isSure }) });
    expect(settled).toMatchObject(isSure ? { value: { orderNo: own } } : { failure: { code: 'label-of-another-order' } });
    expect(await kindsToResolve(bench)).toEqual([isSure ? 'label-doubtful' : 'booking-unknown']);
  }
  expect(bench.printer.sheets()).toHaveLength(sheets);
});

test('a number that is taken is refused, even if a later order has it as its key', async () => {
  const bench = await startBench();
  const rows = sampleOrdersCsv.split('\n');
  const named = (key: string) => [rows[0], ...rows.filter((row) => row.startsWith('ORD-1001,'))].join('\n').replaceAll('ORD-1001', key);
  const take = (key: string) => bench.call('importOrders', { name: `${key}.csv`, bytes: new TextEncoder().encode(named(key)) });
  await bench.ship('ORD-1001');
  const orderNo = bench.service.orders()[0]?.orderNo ?? '';
  await take(orderNo);
  expect((await bench.ship(orderNo)).booking.orderKey).toBe(orderNo);
  await take('ORD-2001');
  bench.service.faults.next('ship', 'execute-then-reset');
  const { booking } = await bench.buy('ORD-2001', 'unknown');
  expect(await bench.station.handlers.settleExists({ bookingId: booking.id, orderNo, isSure: true })).toMatchObject({
    failure: { code: 'number-taken', detail: 'ORD-1001' },
  });
});

test('a number of another parcel of the same recipient is refused, even if the labels look alike', async () => {
  const rows = sampleOrdersCsv.split('\n');
  const again = [rows[0], ...rows.filter((row) => row.startsWith('ORD-1001,'))].join('\n').replaceAll('ORD-1001', 'ORD-2001');
  const bench = await startBench();
  await bench.call('importOrders', { name: 'again.csv', bytes: new TextEncoder().encode(again) });
  await bench.ship('ORD-1001');
  bench.service.faults.next('ship', 'execute-then-reset');
  const { booking } = await bench.buy('ORD-2001', 'unknown');
  const { settleExists } = bench.station.handlers;
  const [first, second] = bench.service.orders().map(({ orderNo }) => orderNo);
  expect(await settleExists({ bookingId: booking.id, orderNo: first ?? '', isSure: true })).toMatchObject({
    failure: { code: 'number-taken', detail: 'ORD-1001' },
  });
  await bench.call('settleExists', { bookingId: booking.id, orderNo: second ?? '' });
  await expect.poll(() => counted(bench)).toEqual({ booked: 2, sheets: 2 });
});

/** A journal that throws on one write until it is fixed. */
function breaking(name: 'writeTracking' | 'writeVerdict' | 'addPrintJobs', error: Error) {
  let isRepaired = false;
  const journal = (real: Journal): Journal => ({
    ...real,
    [name]: (...args: unknown[]) => {
      if (!isRepaired) throw error;
      return (real[name] as (...given: unknown[]) => unknown)(...args);
    },
  });
  const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.min(ms, 100)));
  return { options: { journal, platform: { sleep } }, repair: () => void (isRepaired = true) };
}

const unwritable = new JournalError('unwritable', 'disk I/O error');

test('an adopted booking stays adopted and has its numbers if its tracking cannot be written, and its label prints', async () => {
  const { bench, booking, order } = await lost(breaking('writeTracking', unwritable).options);
  const adopted = await bench.call('settleExists', { bookingId: booking.id, orderNo: order.orderNo });
  expect(adopted).toMatchObject({ state: 'booked', orderNo: order.orderNo });
  expect(adopted.trackingNos).toEqual(order.trackingNos);
  expect(order.trackingNos).toHaveLength(1);
  expect((await bench.at('already-shipped')).booking.state).toBe('booked');
  expect(await kindsToResolve(bench)).toEqual([]);
  await expect.poll(() => counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test.each(['writeVerdict', 'addPrintJobs'] as const)(
  'an adopted booking stays adopted if its %s fails, and its label prints once that can be written',
  async (name) => {
    const disk = breaking(name, unwritable);
    const { bench, booking, order } = await lost(disk.options);
    const adopted = await bench.call('settleExists', { bookingId: booking.id, orderNo: order.orderNo });
    expect(adopted.state).toBe('booked');
    expect((await bench.at('already-shipped')).booking.jobs).toEqual([]);
    expect(bench.station.snapshot().frame.journalTrouble).toBe('answer-not-written');
    disk.repair();
    await expect.poll(async () => (await bench.at('already-shipped')).booking.jobs[0]?.state).toBe('printed');
    expect(bench.station.snapshot().frame.journalTrouble).toBeNull();
    expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
  },
);

test('an adopted booking stays adopted if the program fails on its label, which waits in Resolve', async () => {
  const program = breaking('addPrintJobs', new TypeError('a fault of the program'));
  const { bench, booking, order } = await lost(program.options);
  const adopted = await bench.call('settleExists', { bookingId: booking.id, orderNo: order.orderNo });
  expect(adopted.state).toBe('booked');
  expect(await kindsToResolve(bench)).toEqual(['label-doubtful']);
  program.repair();
  await bench.call('confirmLabel', { bookingId: booking.id, isRight: true });
  await expect.poll(() => counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('"it was not booked" needs a reason and the PIN, logs every wrong try, and allows exactly one new attempt', async () => {
  const tries: string[] = [];
  const spied = (journal: Journal): Journal => ({
    ...journal,
    record: (bookingId, what, detail) => {
      if (what === 'pin-wrong') tries.push(what);
      journal.record(bookingId, what, detail);
    },
  });
  const { bench, booking } = await lost({ journal: spied });
  await bench.call('setLeadPin', { oldPin: '', pin: '4711' });
  const { settleNotBooked } = bench.station.handlers;
  const asked = { bookingId: booking.id, reason: 'The account does not list it' };
  expect(await settleNotBooked({ ...asked, pin: '0000' })).toMatchObject({ failure: { code: 'pin-wrong' } });
  expect(tries).toEqual(['pin-wrong']);
  expect(await settleNotBooked({ ...asked, reason: ' ', pin: '4711' })).toMatchObject({ failure: { code: 'reason-missing' } });
  const both = await Promise.all([settleNotBooked({ ...asked, pin: '4711' }), settleNotBooked({ ...asked, pin: '4711' })]);
  expect(both.map(({ ok }) => ok)).toEqual([true, false]);
  expect(sent(bench, 'ship')).toBe(1);
  await bench.ship('ORD-1001');
  expect(sent(bench, 'ship')).toBe(2);
  await bench.scan('ORD-1001', 'already-shipped');
  expect(sent(bench, 'ship')).toBe(2);
});

// ---- Pickups -------------------------------------------------------------------------------------------------------

test('an unknown pickup is kept by its number without a PIN, is released only with one, and takes no number twice', async () => {
  const bench = await startBench();
  await bench.call('setLeadPin', { oldPin: '', pin: '4711' });
  const { booking } = await bench.ship('ORD-1001');
  const { settlePickup } = bench.station.handlers;
  const first = await bench.call('requestPickup', pickupOf(booking));
  bench.service.faults.next('pickup', 'execute-then-reset');
  const again = pickupOf(booking, { again: 'a second van', secondOf: first.id });
  expect(await bench.station.handlers.requestPickup(again)).toMatchObject({ failure: { code: 'pickup-unknown' } });
  const [item] = await bench.call('toResolve', {});
  if (item?.kind !== 'pickup-unknown') throw new Error('nothing is unknown');
  const pickupId = item.pickup.id;
  const nothing = { pickupId, collectionNo: '', reason: '', pin: '' };
  expect(item.exchange.sent).toContain('"action":"pickup"');
  expect(await settlePickup(nothing)).toMatchObject({ failure: { code: 'reason-missing' } });
  expect(await settlePickup({ ...nothing, reason: 'nobody came', pin: '1' })).toMatchObject({ failure: { code: 'pin-wrong' } });
  expect(await settlePickup({ ...nothing, collectionNo: first.collectionNo.toLowerCase() })).toMatchObject({
    failure: { code: 'number-taken' },
  });
  expect(await bench.call('settlePickup', { ...nothing, collectionNo: 'X-1' })).toMatchObject({ state: 'booked', collectionNo: 'X-1' });
  expect(await settlePickup({ ...nothing, collectionNo: 'X-1' })).toMatchObject({ failure: { code: 'not-now' } });
  expect(sent(bench, 'pickup')).toBe(2);
});

// ---- Customs papers ------------------------------------------------------------------------------------------------

const invoice = (bookingId: string) => ({
  bookingId,
  documentType: 'Customs Invoice' as const,
  name: 'invoice.pdf',
  mediaType: 'application/pdf',
  bytes: new TextEncoder().encode('%PDF-1.4 an invoice'),
});

async function uploaded(fault: 'refuse' | 'execute-then-reset') {
  const bench = await startBench();
  const { booking } = await bench.ship('ORD-1001');
  bench.service.faults.next('upload_documents', fault);
  await bench.station.handlers.attachDocument(invoice(booking.id));
  await bench.service.faults.clear();
  const [item] = await bench.call('toResolve', {});
  if (item?.kind !== 'upload-open') throw new Error('no paper is open');
  return { bench, upload: item.upload };
}

test('documents that never left this computer are sent once, at the next start', async () => {
  const { bench, upload } = await uploaded('refuse');
  expect(upload.state).toBe('waiting');
  await bench.reopen();
  await expect.poll(() => kindsToResolve(bench)).toEqual([]);
  await bench.reopen();
  expect(await kindsToResolve(bench)).toEqual([]);
  expect(bench.service.documents()).toHaveLength(1);
});

test('documents with an unknown outcome are sent again only by the packer, never at a start', async () => {
  const { bench, upload } = await uploaded('execute-then-reset');
  expect(upload.state).toBe('unknown');
  await bench.reopen();
  await bench.reopen();
  expect(await kindsToResolve(bench)).toEqual(['upload-open']);
  expect(sent(bench, 'upload_documents')).toBe(1);
  await bench.call('settleUpload', { uploadId: upload.id, act: 'send-again' });
  expect(await kindsToResolve(bench)).toEqual([]);
  expect(sent(bench, 'upload_documents')).toBe(2);
});

const fault = new TypeError('a fault of the program');

/** Throws at its first call only. */
function breakingOnce(): () => void {
  let isBroken = true;
  return () => {
    if (!isBroken) return;
    isBroken = false;
    throw fault;
  };
}

test('documents that the program fails on at the start do not block others', async () => {
  const bench = await startBench({
    courier: (courier) => ({
      uploadRequest(document) {
        if (document.name === 'bad.pdf') throw fault;
        return courier.uploadRequest(document);
      },
    }),
  });
  const { booking } = await bench.ship('ORD-1001');
  await expect(bench.station.handlers.attachDocument({ ...invoice(booking.id), name: 'bad.pdf' })).rejects.toThrow(fault);
  bench.service.faults.next('upload_documents', 'refuse');
  await bench.station.handlers.attachDocument(invoice(booking.id));
  await bench.service.faults.clear();
  await bench.reopen();
  await expect.poll(() => sent(bench, 'upload_documents')).toBe(1);
  await expect.poll(() => bench.call('toResolve', {})).toMatchObject([{ upload: { name: 'bad.pdf', state: 'waiting' } }]);
});

const faultyAt: Record<string, (breaks: () => void) => PlainOptions> = {
  'sending them': (breaks) => ({
    courier: (courier) => ({
      async sendOnce(request) {
        const outcome = await courier.sendOnce(request);
        if (request.action === 'upload_documents') breaks();
        return outcome;
      },
    }),
  }),
  'reading the answer': (breaks) => ({
    courier: (courier) => ({
      readUpload(answer) {
        breaks();
        return courier.readUpload(answer);
      },
    }),
  }),
  'writing down what became of them': (breaks) => ({
    journal: (journal) => ({
      moveUpload(id, from, to, message, answer) {
        if (to === 'accepted') breaks();
        return journal.moveUpload(id, from, to, message, answer);
      },
    }),
  }),
};

test.each(Object.entries(faultyAt))(
  'documents that the program fails on, %s, are unknown at once, and the packer can send them again',
  async (_at, faulty) => {
    const bench = await startBench(faulty(breakingOnce()));
    const { booking } = await bench.ship('ORD-1001');
    const upload = await bench.call('attachDocument', invoice(booking.id));
    expect(upload).toMatchObject({
      state: 'unknown',
      message: { code: expect.stringMatching(/^broke-/), ref: expect.stringMatching(/^[A-Z2-9]{4}$/) },
    });
    expect(await bench.call('toResolve', {})).toMatchObject([{ kind: 'upload-open', upload: { state: 'unknown' } }]);
    await bench.call('settleUpload', { uploadId: upload.id, act: 'send-again' });
    expect(await kindsToResolve(bench)).toEqual([]);
    expect(sent(bench, 'upload_documents')).toBe(2);
  },
);

test('documents whose request the program cannot build were not sent, and wait', async () => {
  const breaks = breakingOnce();
  const bench = await startBench({
    courier: (courier) => ({
      uploadRequest(document) {
        breaks();
        return courier.uploadRequest(document);
      },
    }),
  });
  const { booking } = await bench.ship('ORD-1001');
  await expect(bench.station.handlers.attachDocument(invoice(booking.id))).rejects.toThrow(fault);
  const [item] = await bench.call('toResolve', {});
  if (item?.kind !== 'upload-open') throw new Error('no paper is open');
  expect(item.upload.state).toBe('waiting');
  await bench.call('settleUpload', { uploadId: item.upload.id, act: 'send-again' });
  expect(sent(bench, 'upload_documents')).toBe(1);
});
