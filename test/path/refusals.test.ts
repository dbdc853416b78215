import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { messageText } from '../../renderer/text/messages.ts';
import { closeAll, type PlainStation, pickupOf, startPlainStation } from './plain-station.ts';

afterEach(closeAll);

async function refusedBooking(bench: PlainStation, fault: 'service-id-expired' | 'refuse-errors') {
  bench.service.faults.next('ship', fault);
  await bench.buy('ORD-1001');
  const { failure } = await bench.at('stopped');
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
  expect(await bench.call('explain', { said: failure.detail })).toEqual([]);
});

test("the administrator's dictionary explains a booking, a pickup and an upload", async () => {
  const bench = await startPlainStation();
  const entry = { pattern: 'try another service', cause: 'Our contract has ended.', remedy: 'Call Petra.' };
  writeFileSync(join(bench.dir, 'error-dictionary.json'), JSON.stringify([entry, { ...entry, pattern: '(' }]));
  await bench.reopen();
  expect((await bench.call('setup', {})).dictionaryProblems).toEqual([{ pattern: '(' }]);
  const means = [{ cause: entry.cause, remedy: entry.remedy }];
  expect(await refusedBooking(bench, 'refuse-errors')).toMatchObject({ means });

  await bench.buy('ORD-1002');
  const { booking } = await bench.at('done');
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
  expect(await bench.call('explain', { said: messageText(upload.said) })).toEqual(means);
});

test('a dictionary that is not a list is reported, and the built-in explanations stay', async () => {
  const bench = await startPlainStation();
  expect((await bench.call('setup', {})).dictionaryProblems).toEqual([]);
  writeFileSync(join(bench.dir, 'error-dictionary.json'), '{"pattern": "x"}');
  await bench.reopen();
  expect((await bench.call('setup', {})).dictionaryProblems).toEqual([{ pattern: null }]);
  expect(await refusedBooking(bench, 'service-id-expired')).toMatchObject({ means: ['offer-too-old'] });
});
