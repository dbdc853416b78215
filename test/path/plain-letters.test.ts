import { expect, test } from 'vitest';
import { pickupOf, sent, startPlainStation } from './plain-station.ts';

test('an account whose name the service cannot take is not connected', async () => {
  const bench = await startPlainStation();
  const { url, key, secret } = bench.service;
  const refused = await bench.station.handlers.connect({ world: 'sandbox', baseUrl: url, key, secret, account: 'Zürich' });
  expect(refused).toMatchObject({
    ok: false,
    failure: { code: 'setting-invalid', reasons: [{ code: 'account-not-latin', account: 'Zürich' }] },
  });
  expect(bench.service.requests().filter(({ action }) => action !== 'track')).toEqual([]);
});

test('a number typed in characters that the service cannot take is not found, and no request is sent', async () => {
  const bench = await startPlainStation();
  const before = sent(bench, 'track');
  const refused = await bench.station.handlers.track({ number: 'ÄB1' });
  expect(refused).toMatchObject({ ok: false, failure: { code: 'number-not-found', detail: 'ÄB1' } });
  expect(sent(bench, 'track')).toBe(before);
});

test("driver instructions and document names are sent in the warehouse's spelling, or must be typed again", async () => {
  const bench = await startPlainStation();
  const { booking } = await bench.ship('ORD-1001');
  const { requestPickup, attachDocument } = bench.station.handlers;
  const pickup = pickupOf(booking, { date: '2031-01-06' });
  const document = { bookingId: booking.id, documentType: 'Customs Invoice', mediaType: 'application/pdf' } as const;
  const bytes = new TextEncoder().encode('%PDF-1.7\n%%EOF');
  const refusal = (code: string, which: string, written: string) => ({
    ok: false,
    failure: { code: 'text-not-sendable', reasons: [{ code, which, written }] },
  });

  expect(await requestPickup({ ...pickup, instructions: '裏口へ' })).toMatchObject(
    refusal('not-in-latin-letters', 'pickupInstructions', '裏口へ'),
  );
  expect(await attachDocument({ ...document, name: '🧾', bytes })).toMatchObject(refusal('no-letter-left', 'fileName', '🧾'));
  expect(bench.service.requestsPerIntent().map(({ action }) => action)).toEqual(['ship']);

  await bench.call('requestPickup', { ...pickup, instructions: 'Achterdeur, café’s kant' });
  await bench.call('attachDocument', { ...document, name: 'Façture nº 1.pdf', bytes });
  expect(bench.service.pickups()[0]?.instructions).toBe("Achterdeur, cafe's kant");
  expect(bench.service.documents()[0]?.name).toBe('Facture no 1.pdf');
});
