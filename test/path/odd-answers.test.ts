import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import { JournalError } from '../../electron/journal/journal-error.ts';
import { messageText } from '../../renderer/text/messages.ts';
import type { Fields } from '../fakes/marking-service.ts';
import { startFront } from './front.ts';
import { kindsToResolve, type PlainStation, pickupOf, sent, startPlainStation } from './plain-station.ts';

async function refusedBooking(bench: PlainStation, fault: 'service-id-expired' | 'refuse-errors') {
  bench.service.faults.next('ship', fault);
  const { failure } = await bench.buy('ORD-1001', 'stopped');
  return failure;
}

test("a refused booking shows what the service's message means and what to do", async () => {
  const bench = await startPlainStation();
  expect(await refusedBooking(bench, 'service-id-expired')).toMatchObject({
    code: 'offer-expired',
    detail: expect.stringContaining('has expired'),
    means: ['offer-too-old'],
  });
  expect(bench.service.orders()).toEqual([]);
});

test('a message that no dictionary knows is shown as the service sent it', async () => {
  const bench = await startPlainStation();
  const failure = await refusedBooking(bench, 'refuse-errors');
  expect(failure).toMatchObject({ code: 'booking-rejected', detail: 'The courier refused this request, try another service' });
  expect(failure).not.toHaveProperty('means');
  expect(await bench.call('explain', { message: failure.detail })).toEqual([]);
});

test("the administrator's dictionary explains a booking, a pickup and an upload", async () => {
  const bench = await startPlainStation();
  const entry = { pattern: 'try another service', cause: 'Our contract has ended.', remedy: 'Call Petra.' };
  writeFileSync(join(bench.dir, 'error-dictionary.json'), JSON.stringify([entry, { ...entry, pattern: '(' }]));
  await bench.reopen();
  expect((await bench.call('setup', {})).dictionaryProblems).toEqual([{ pattern: '(' }]);
  const means = [{ cause: entry.cause, remedy: entry.remedy }];
  expect(await refusedBooking(bench, 'refuse-errors')).toMatchObject({ means });

  const { booking } = await bench.ship('ORD-1002');
  bench.service.faults.next('pickup', 'refuse-errors');
  const pickup = await bench.station.handlers.requestPickup(pickupOf(booking));
  expect(pickup).toMatchObject({ ok: false, failure: { code: 'pickup-rejected', means } });

  bench.service.faults.next('upload_documents', 'refuse-errors');
  const upload = await bench.call('attachDocument', {
    bookingId: booking.id,
    documentType: 'Customs Invoice',
    name: 'invoice.pdf',
    mediaType: 'application/pdf',
    bytes: new TextEncoder().encode('%PDF-1.4 an invoice'),
  });
  expect(upload.state).toBe('rejected');
  expect(await bench.call('explain', { message: messageText(upload.message) })).toEqual(means);
});

test('a dictionary that is not a list is reported, and the built-in explanations stay', async () => {
  const bench = await startPlainStation();
  expect((await bench.call('setup', {})).dictionaryProblems).toEqual([]);
  writeFileSync(join(bench.dir, 'error-dictionary.json'), '{"pattern": "x"}');
  await bench.reopen();
  expect((await bench.call('setup', {})).dictionaryProblems).toEqual([{ pattern: null }]);
  expect(await refusedBooking(bench, 'service-id-expired')).toMatchObject({ means: ['offer-too-old'] });
});

test('an explanation kept at the bench is shown from then on, also after a restart, until it is dropped', async () => {
  const bench = await startPlainStation();
  const { detail: message } = await refusedBooking(bench, 'refuse-errors');
  const kept = await bench.call('keepExplanation', { message, cause: ' Our contract has ended. ', remedy: '' });
  expect(kept).toEqual({ message, cause: 'Our contract has ended.', remedy: '' });
  const means = [{ cause: kept.cause, remedy: '' }];
  expect(await bench.call('explain', { message })).toEqual(means);
  await bench.reopen();
  // The words change, and nothing else does.
  expect(await refusedBooking(bench, 'refuse-errors')).toMatchObject({ code: 'booking-rejected', detail: message, means });
  expect((await bench.call('setup', {})).explanations).toEqual([kept]);
  await bench.call('dropExplanation', kept);
  expect(await bench.call('explain', { message })).toEqual([]);
  expect(await bench.station.handlers.dropExplanation(kept)).toMatchObject({ ok: false, failure: { code: 'changed-since' } });
  expect(bench.service.orders()).toEqual([]);
});

test('an explanation that changed meanwhile is not dropped, and entries written by hand stay', async () => {
  const bench = await startPlainStation();
  const file = join(bench.dir, 'error-dictionary.json');
  const byHand = { pattern: 'E-99', cause: 'Ours', remedy: 'Call Petra.' };
  const kept = await bench.call('keepExplanation', { message: 'No.', cause: 'Mine', remedy: '' });
  writeFileSync(file, JSON.stringify([{ ...kept, cause: 'Theirs' }, byHand]));
  expect(await bench.station.handlers.dropExplanation(kept)).toMatchObject({ ok: false, failure: { code: 'changed-since' } });
  await bench.call('keepExplanation', { message: 'Yes.', cause: 'Mine', remedy: '' });
  expect((await bench.call('setup', {})).explanations.map(({ cause }) => cause)).toEqual(['Mine', 'Theirs', 'Ours']);
});

test('a file that is no list is not overwritten, and a scanned code explains nothing', async () => {
  const bench = await startPlainStation();
  const file = join(bench.dir, 'error-dictionary.json');
  expect(await bench.station.handlers.keepExplanation({ message: 'No.', cause: 'ORD-1001', remedy: '' })).toMatchObject({
    failure: { code: 'text-is-code' },
  });
  writeFileSync(file, '{"by": "hand"}');
  expect(await bench.station.handlers.keepExplanation({ message: 'No.', cause: 'Mine', remedy: '' })).toMatchObject({
    failure: { code: 'setting-invalid', reasons: [{ code: 'explanation-not-kept' }] },
  });
  expect(readFileSync(file, 'utf8')).toBe('{"by": "hand"}');
});

test('a quote that cannot be read is stored as it came, under the reference that the packer reads out', async () => {
  const journals: Journal[] = [];
  const bench = await startPlainStation({
    journal: (opened) => {
      journals.push(opened);
      return opened;
    },
  });
  bench.service.faults.next('quote', 'html');
  await bench.scanAndAnswer('ORD-1001');
  const { failure } = await bench.at('stopped');
  expect(failure.code).toBe('service-answer-unreadable');
  const unread = journals.at(-1)?.unread('quote');
  expect(unread?.ref).toBe(failure.ref);
  expect(Buffer.from(unread?.answer.body ?? []).toString()).toContain('Sign in to the network');
});

/** A bench at a service that replaces its own fields with these, in every answer to this operation. */
async function benchWith(of: string, fields: Fields): Promise<PlainStation> {
  const bench = await startPlainStation();
  await startFront(bench, (action, answer) =>
    action === of ? { ...answer, result: { ...(answer['result'] as Fields), ...fields } } : answer,
  );
  return bench;
}

test.each([-1, 'N/A', '-', 'pending'])('an order refused with order_no %j beside the error is unknown, never booked', async (word) => {
  const bench = await benchWith('ship', { order_no: word });
  bench.service.faults.next('ship', 'refuse-errors');
  const { booking } = await bench.buy('ORD-1001', 'unknown');
  expect(booking).toMatchObject({ state: 'unknown', orderNo: '' });
  expect(await kindsToResolve(bench)).toEqual(['booking-unknown']);
  expect([bench.service.orders().length, bench.printer.sheets().length, sent(bench, 'ship')]).toEqual([0, 0, 1]);
});

test('no driver is shown as coming if the answer has collection_no -1 beside an error', async () => {
  const bench = await benchWith('pickup', { collection_no: -1, manifest: '' });
  const { booking } = await bench.ship('ORD-1001');
  bench.service.faults.next('pickup', 'refuse-errors');
  await bench.station.handlers.requestPickup(pickupOf(booking));
  const { requested } = await bench.call('pickups', {});
  expect(requested).toMatchObject([{ state: 'unknown', collectionNo: '' }]);
  expect(await kindsToResolve(bench)).toContain('pickup-unknown');
});

test('a booking whose consignment number is "N/A" takes the number from tracking', async () => {
  const bench = await benchWith('ship', { consignment_no: 'N/A' });
  await bench.buy('ORD-1001');
  await expect.poll(() => bench.workflow()).toMatchObject({ step: 'done', booking: { consignmentNo: expect.stringMatching(/\d{6}/) } });
});

const logOf = ({ dir }: PlainStation): string => readFileSync(join(dir, 'log', 'station.log'), 'utf8');
const stateOf = async (bench: PlainStation): Promise<string | undefined> =>
  (await bench.call('lastShipments', { limit: 5 })).find(({ orderKey }) => orderKey === 'ORD-1001')?.state;

/** The same answer with this many megabytes of blanks after its label. */
function withLargeLabel(answer: Fields, megabytes: number): Fields {
  const result = answer['result'] as Fields;
  const label = Buffer.concat([Buffer.from(String(result['label']), 'base64'), Buffer.alloc(megabytes << 20, ' ')]);
  return { ...answer, result: { ...result, label: label.toString('base64') } };
}

test.each([4, 18])('a booking whose label has %i MB stays a booking, and the station starts again', async (megabytes) => {
  const bench = await startPlainStation();
  await startFront(bench, (action, answer) => (action === 'ship' ? withLargeLabel(answer, megabytes) : answer));
  await bench.buy('ORD-1001');
  // A label of that size is never sent to a printer.
  expect((await bench.at('confirm-label')).booking.verdict).toMatchObject({
    kind: 'cannot-compare',
    why: { code: 'label-refused-at-gate', why: expect.stringContaining('larger than') },
  });
  await bench.reopen();
  expect(await stateOf(bench)).toBe('booked');
  expect(bench.service.orders()).toHaveLength(1);
  expect(bench.printer.sheets()).toHaveLength(0);
});

test('an answer that makes its reader throw is unknown, and the bench continues', async () => {
  const bench = await startPlainStation({
    courier: () => ({
      readShip: () => {
        throw new RangeError('Maximum call stack size exceeded');
      },
    }),
  });
  expect((await bench.buy('ORD-1001', 'unknown')).booking.messages).toMatchObject([{ code: 'answer-unreadable' }]);
  expect(logOf(bench)).toContain('"event":"bug"');
  await bench.reopen();
  await bench.scan('ORD-1001', 'unknown');
  expect(bench.service.orders()).toHaveLength(1);
});

test('the station starts if a stored answer cannot be read, and its booking is unknown', async () => {
  let starts = 0;
  const bench = await startPlainStation({
    journal: (journal): Journal => {
      starts += 1;
      const isFirst = starts === 1;
      return {
        ...journal,
        answer: () => {
          throw new Error('cannot be decrypted');
        },
        writeUnknown(...args) {
          if (isFirst) throw new JournalError('unwritable', 'disk I/O error');
          journal.writeUnknown(...args);
        },
      };
    },
  });
  await bench.buy('ORD-1001', 'stopped');
  await bench.reopen();
  await bench.scan('ORD-1001', 'unknown');
  expect(logOf(bench)).toContain('"step":"start"');
  expect(bench.service.orders()).toHaveLength(1);
});
