import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Courier } from '../../electron/bench/ports/courier.ts';
import { startTrainingService, type TrainingService } from '../../electron/training/service.ts';
import { noExtras } from '../../shared/booking.ts';
import { emptyParcel, type Order, orderSchema } from '../../shared/order.ts';
import type { Service } from '../../shared/quote.ts';
import { addressOf } from '../fixtures/address.ts';
import { pauseless, plainCourier } from './plain-courier.ts';

const now = new Date('2026-11-23T09:00:00Z');
let service: TrainingService;
let courier: Courier;

beforeAll(async () => {
  service = await startTrainingService({ key: 'key', secret: 'secret', clock: () => now });
  courier = courierWith('secret');
});
afterAll(async () => await service.stop());

const courierWith = (secret: string, onceTotalMs = 10_000): Courier =>
  plainCourier(service.url, { credentials: () => ({ key: 'key', secret }), clock: pauseless(() => now), timing: { onceTotalMs } });

const sender = addressOf('Löffel & Co | | Veemarktkade | 8 | 1019 AB | Amsterdam | NL', { phone: '+31 20 1234567' });
const order: Order = orderSchema.parse({
  key: 'ORD-1001',
  source: 'test',
  reference: '',
  recipient: {
    ...sender,
    name: 'Jörg Müßig',
    street: 'Straße des 17. Juni',
    houseNumber: '135',
    postalCode: '10623',
    city: 'Berlin',
    country: 'DE',
    email: 'joerg@example.com',
  },
  lines: [],
  parcels: [
    {
      ...emptyParcel,
      lengthCm: 40,
      widthCm: 30,
      heightCm: 20,
      weightGrams: 2350,
      contents: 'Bücher',
      value: { minor: 4990, currency: 'EUR' },
    },
  ],
  noteForPacker: '',
  deliveryInstructions: 'Bei Müller abgeben',
});

async function quoted(): Promise<readonly Service[]> {
  const quote = await courier.quote({ sender, order });
  if (!quote.ok) throw new Error(quote.failure.detail);
  return quote.value.services;
}

async function booked(taken?: Service, extras = noExtras) {
  const chosen = taken ?? (await quoted())[0];
  if (!chosen) throw new Error('no service');
  const sent = await courier.sendOnce(courier.shipRequest(chosen, extras, 'ZPL'));
  const meaning = sent.is === 'answered' ? courier.readShip(sent.answer) : undefined;
  if (meaning?.is !== 'booked') throw new Error(JSON.stringify(meaning ?? sent));
  return meaning;
}

test('quotes, ships, fetches the label again and tracks', async () => {
  const services = await quoted();
  expect(services.length).toBeGreaterThan(1);
  expect(services.every((each) => each.total.minor > 0 && /^\d{4}-/.test(each.arrival))).toBe(true);
  const meaning = await booked(services[0]);
  const label = Buffer.from(meaning.label?.bytes ?? []).toString('latin1');
  expect(meaning.label?.format).toBe('ZPL');
  const recipient = courier.sentRecipient(order, noExtras);
  expect(label).toContain(recipient.name);
  expect(label).toContain(`${recipient.street} ${recipient.houseNumber}`);
  expect(recipient).toMatchObject({ name: 'Joerg Muessig', street: 'Strasse des 17. Juni' });

  const again = await courier.labels(meaning.orderNo);
  expect(again.ok && again.value.format).toBe('ZPL');
  const tracked = await courier.track([meaning.orderNo]);
  expect(tracked).toMatchObject({ ok: true, value: [{ orderNo: meaning.orderNo, consignmentNo: meaning.consignmentNo }] });
  expect(tracked.ok && tracked.value[0]?.items[0]?.trackingNo).toBeTruthy();
  expect(service.orders().find((each) => each.orderNo === meaning.orderNo)?.reference).toBe('ORD-1001');
});

test('finds a service point, ships to it and expects its address on the label', async () => {
  const taken = (await quoted()).find((each) => each.destinationServicePoints);
  if (!taken) throw new Error('no service with service points');
  const points = await courier.servicePoints({ type: 'destination', serviceId: taken.serviceId });
  const point = points.ok ? points.value[0] : undefined;
  if (!point) throw new Error('no service point');
  const extras = { ...noExtras, servicePoint: point };
  const meaning = await booked(taken, extras);
  const label = Buffer.from(meaning.label?.bytes ?? []).toString('latin1');
  const recipient = courier.sentRecipient(order, extras);
  expect(recipient.name).toBe('Joerg Muessig');
  for (const part of [recipient.name, recipient.street, recipient.postalCode]) expect(label).toContain(part);
});

test('asks for a driver and reads the manifest', async () => {
  const { orderNo } = await booked();
  const request = courier.pickupRequest({
    orderNos: [orderNo],
    date: '2026-11-24',
    readyTime: '14:00',
    closingTime: '17:30',
    instructions: 'Ring at gate ü',
  });
  const sent = await courier.sendOnce(request);
  expect(sent.is === 'answered' && courier.readPickup(sent.answer)).toMatchObject({ is: 'booked', manifest: { format: 'PDF' } });
  expect(service.pickups()).toHaveLength(1);
});

test('uploads a customs document and reads a refusal', async () => {
  const { orderNo } = await booked();
  const document = {
    documentType: 'Customs Invoice',
    name: 'Rechnung ü.pdf',
    mediaType: 'application/pdf',
    bytes: Buffer.from('%PDF-1.7'),
  } as const;
  const sent = await courier.sendOnce(courier.uploadRequest({ orderNo, ...document }));
  expect(sent.is === 'answered' && courier.readUpload(sent.answer)).toEqual({ is: 'accepted' });
  expect(service.documents()).toMatchObject([{ orderNo, name: 'Rechnung u.pdf', sizeBytes: 8 }]);
  const refused = await courier.sendOnce(courier.uploadRequest({ orderNo: 'nope', ...document }));
  expect(refused.is === 'answered' && courier.readUpload(refused.answer).is).toBe('rejected');
});

test('checks a connection and detects wrong credentials', async () => {
  expect(await courier.check()).toEqual({ ok: true, value: {} });
  expect(await courierWith('wrong').check()).toMatchObject({ ok: false, failure: { code: 'credentials-rejected' } });
});

test('a quote that the service refuses reports the message of the service', async () => {
  const refused = await courier.quote({ sender, order: { ...order, recipient: { ...order.recipient, country: 'IE', postalCode: '' } } });
  expect(refused).toMatchObject({ ok: false, failure: { code: 'service-refused' } });
  expect(!refused.ok && refused.failure.detail).toContain('d_postal');
});

test.each([
  ['a street in kanji', { street: '中央通り' }, { code: 'not-in-latin-letters', which: { fact: 'street', of: 'recipient' } }],
  ['a name of emoji', { name: '🎉' }, { code: 'no-letter-left', which: { fact: 'name', of: 'recipient' } }],
  ['a mailbox with foreign letters', { email: 'jörg@example.com' }, { code: 'mailbox-letters', written: 'jörg@example.com' }],
  ['no postal code', { postalCode: '' }, { code: 'postal-code-missing', of: 'recipient', example: '26133' }],
])('a shipment with %s is never sent, and the problem names its field', async (_what, change, why) => {
  const before = service.requests().length;
  const shipment = { sender, order: { ...order, recipient: { ...order.recipient, ...change } } };
  const refused = await courier.quote(shipment);
  expect(refused).toMatchObject({ ok: false, failure: { code: 'order-incomplete', reasons: [why] } });
  expect(courier.problems(shipment)).toMatchObject([{ part: 'recipient', field: Object.keys(change)[0], stops: true }]);
  expect(service.requests().length).toBe(before);
});

test('an incomplete sender is fixed in Setup', async () => {
  expect(await courier.quote({ sender: { ...sender, phone: '' }, order })).toMatchObject({
    ok: false,
    failure: { code: 'sender-incomplete' },
  });
});

test.each([
  ['refuse-errors', 'rejected', 0],
  ['reset-before', 'silent', 0],
  ['silence', 'silent', 0],
  ['not-json', 'unknown', 0],
  ['html-504', 'unknown', 0],
  ['execute-then-reset', 'silent', 1],
  ['execute-then-html-504', 'unknown', 1],
  ['empty-result', 'unknown', 1],
  ['truncated', 'unknown', 1],
  ['garbled-label', 'booked', 1],
] as const)('a ship that meets "%s" is %s, and the service received it once', async (fault, expected, bookings) => {
  const [chosen] = await quoted();
  if (!chosen) throw new Error('no service');
  const [ships, orders] = [shipCount(), service.orders().length];
  service.faults.next('ship', fault);
  const impatient = courierWith('secret', fault === 'silence' ? 600 : undefined);
  const sent = await impatient.sendOnce(courier.shipRequest(chosen, noExtras, 'ZPL'));
  expect(sent.is === 'answered' ? courier.readShip(sent.answer).is : sent.is).toBe(expected);
  expect(shipCount() - ships).toBe(1);
  expect(service.orders().length - orders).toBe(bookings);
});

const shipCount = (): number => service.requests().filter((request) => request.action === 'ship').length;
