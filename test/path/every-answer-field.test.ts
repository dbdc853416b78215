import { expect, test } from 'vitest';
import type { EncodedDocument } from '../../electron/bench/ports/courier.ts';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import type { CallArgs, CallName } from '../../shared/ipc.ts';
import { type Fields } from '../fakes/marking-service.ts';
import { answerFields } from '../fixtures/courier-fields.ts';
import { because } from '../reprint-reason.ts';
import { startFront } from './front.ts';
import { startPlainStation } from './plain-station.ts';

const pathOf = (action: string, where: string, name: string): string => [action, where, name].filter((part) => part !== '').join(' ');
const listed: readonly string[] = Object.entries(answerFields).flatMap(([action, places]) =>
  Object.entries(places).flatMap(([where, names]) => names.map((name) => pathOf(action, where, name))),
);

const withEnd = (paper: unknown, end: string): string =>
  Buffer.concat([Buffer.from(String(paper), 'base64'), Buffer.from(end)]).toString('base64');

/** The value given to an element, and the text by which it is recognised on a screen or in the journal. */
interface Mark {
  readonly value: (old: unknown) => unknown;
  readonly seen: string;
}
const as = (value: unknown, seen: string): Mark => ({ value: () => value, seen });
const text = (value: string): Mark => as(value, value);
const money = (value: number): Mark => as(value, `"minor":${Math.round(value * 100)},`);
const label = (mark: string): Mark => ({ value: (old) => withEnd(old, `^FX${mark}^FS`), seen: mark });
const pdf = (mark: string): Mark => ({ value: (old) => withEnd(old, `%${mark}`), seen: mark });
/** Distinguished by the five services of a quote, which the test compares itself. */
const indicator = as(1, '"services":');

const marks: Readonly<Record<string, Mark>> = {
  'quote errors': text('Quote complaint 4101'),
  'quote result.services[] service_id': as(90_000_411, '"serviceId":"90000411"'),
  'quote result.services[] courier_keycode': text('courier-key-4102'),
  'quote result.services[] courier_name': text('Courier Name 4103'),
  'quote result.services[] service_keycode': text('service-key-4104'),
  'quote result.services[] service_name': text('Service Name 4105'),
  'quote result.services[] etc': text('2031-01-06 before 14:16'),
  'quote result.services[] eta': text('2031-01-07 before 14:17'),
  'quote result.services[] origin_service_points': indicator,
  'quote result.services[] destination_service_points': indicator,
  'quote result.services[] co2': indicator,
  'quote result.services[] co2_price': money(41.08),
  'quote result.services[] insurance': indicator,
  'quote result.services[] insurance_price': money(41.09),
  'quote result.services[] sub_total': money(41.11),
  'quote result.services[] vat_total': money(41.12),
  'quote result.services[] total_price': money(41.13),
  'quote result.services[] currency': as('SEK', '"currency":"SEK"'),
  'ship errors': text('Ship complaint 4201'),
  'ship result order_no': text('ORDER-4202'),
  'ship result consignment_no': text('CONSIGNMENT-4203'),
  'ship result label': label('LABEL-4204'),
  'ship result remarks': pdf('REMARKS-4205'),
  'ship result items': as([{ tracking_no: 'SHIPPED-ITEM-4206' }], 'SHIPPED-ITEM-4206'),
  'pickup errors': text('Pickup complaint 4301'),
  'pickup result collection_no': text('COLLECTION-4302'),
  'pickup result manifest': pdf('MANIFEST-4303'),
  'track errors': text('Track complaint 4401'),
  // The number that was requested, because any other would be another order: seen only in the answer to `track`.
  'track result[] order_no': as('ORDER-4202', '"tracked":{"orderNo":"ORDER-4202"'),
  'track result[] status': text('Order Status 4403'),
  'track result[] consignment_no': text('CONSIGNMENT-4404'),
  'track result[] courier_keycode': text('courier-key-4405'),
  'track result[] courier_name': text('Courier Name 4406'),
  'track result[] service_keycode': text('service-key-4407'),
  'track result[] service_name': text('Service Name 4408'),
  'track result[].items[] item_no': text('ITEM-4409'),
  'track result[].items[] status': text('Item Status 4411'),
  'track result[].items[] tracking_no': text('TRACKING-4412'),
  'track result[].items[] courier_tracking_link': text('https://tracking.example/4413'),
  'track result[].items[].trackings[] status': text('Event Status 4414'),
  'track result[].items[].trackings[] courier_status': text('Courier words 4415'),
  'track result[].items[].trackings[] location': text('Place 4416'),
  'track result[].items[].trackings[] date': text('2031-01-08 14:18:19'),
  'track result[].items[].trackings[] signer': text('Signer 4417'),
  'labels errors': text('Labels complaint 4501'),
  'labels result order_numbers': as(['ORDER-4502'], 'ORDER-4502'),
  'labels result labels': label('LABELS-4503'),
  'service_points errors': text('Points complaint 4601'),
  'service_points result[] keycode': text('POINT-KEY-4602'),
  'service_points result[] name': text('Point Name 4603'),
  'service_points result[] street_1': text('Point Street 4604'),
  'service_points result[] postal': text('46051'),
  'service_points result[] city': text('Point City'),
  'service_points result[] country': as('FI', '"country":"FI"'),
  'service_points result[] lat': text('46.060606'),
  'service_points result[] lng': text('4.607070'),
  'service_points result[] distance': as(46.08, '"distanceKm":46.08'),
  ...Object.fromEntries(
    (answerFields['service_points']?.['result[].business_hours'] ?? []).map((day, index) => [
      `service_points result[].business_hours ${day}`,
      as(`0${index}.11-2${index % 4}.22`, `"${day}":["0${index}.11-2${index % 4}.22"]`),
    ]),
  ),
  'upload_documents errors': text('Upload complaint 4701'),
  'upload_documents result success': as('1', '"state":"accepted"'),
};

const indicators = ['origin_service_points', 'destination_service_points', 'co2', 'insurance'];

/**
 * The same answer with a mark in every listed element. Each list keeps only its first record, so that no other record can show the mark.
 */
function marked(action: string, answer: Fields): Fields {
  const record = (where: string, fields: Fields): Fields => {
    const names = (answerFields[action]?.[where] ?? []).filter((name) => name !== 'errors');
    const shown = names.map((name) => [name, marks[pathOf(action, where, name)]?.value(fields[name])] as const);
    const inner = Object.keys(fields).map((name) => [name, value(where === '' ? name : `${where}.${name}`, fields[name])] as const);
    return Object.fromEntries([...inner, ...shown]);
  };
  const value = (where: string, inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.slice(0, 1).map((each: unknown) => value(`${where}[]`, each));
    return typeof inner === 'object' && inner !== null ? record(where, inner as Fields) : inner;
  };
  const whole = record('', answer);
  // Beside another order: a record without an order number belongs to none.
  if (action === 'track') return { ...whole, result: [...(whole['result'] as Fields[]), { order_no: 'ORDER-4499' }] };
  return action === 'quote' ? { ...whole, result: { services: withEachIndicator(whole['result']) } } : whole;
}

/** Adds to the service with all four indicators one more for each of them, which has only that one. */
function withEachIndicator(result: unknown): readonly Fields[] {
  const [service] = (result as { readonly services: readonly Fields[] }).services;
  const alone = indicators.map((only, index) => ({
    ...service,
    service_id: index + 1,
    ...Object.fromEntries(indicators.map((name) => [name, name === only ? 1 : 0])),
  }));
  return [service ?? {}, ...alone];
}

const complaint = (action: string): unknown => marks[`${action} errors`]?.seen;
const refused = (action: string) => (): Fields => ({ result: {}, errors: [complaint(action)] });
const withResult =
  (change: Fields) =>
  (answer: Fields): Fields => ({ ...answer, result: { ...(answer['result'] as Fields), ...change } });

/** One order to an island outside the customs territory, and one within it. */
const orders = `order,name,street,house_number,postal_code,city,country,phone,weight_kg,length_cm,width_cm,height_cm,contents,value,currency,hs_code
ORD-1,Inigo Vega,Calle Mayor,7,35001,Las Palmas,ES,+34 915 550 163,1.2,30,20,10,Vase,64,EUR,691200
ORD-2,Anna Lehmann,Kastanienallee,84,10435,Berlin,DE,+49 30 5557 2101,1.2,30,20,10,Vase,64,EUR,691200
`;

test('every element of every answer reaches a screen or the journal', async () => {
  let journal: Journal | undefined;
  const bench = await startPlainStation({
    orders,
    journal: (opened) => {
      journal = opened;
      return opened;
    },
  });
  bench.service.setMode({ shipItems: true });
  const front = await startFront(bench, marked);

  /** All data that a window received to draw, and all documents in the journal. */
  const read: string[] = [];
  bench.station.onSnapshot((snapshot) => void read.push(JSON.stringify(snapshot)));
  const call = async <N extends CallName>(name: N, args: CallArgs<N>): Promise<void> => {
    const reply: unknown = await (bench.station.handlers[name] as (args: unknown) => Promise<unknown>)(args);
    read.push(JSON.stringify(reply));
  };
  const readPaper = (paper: EncodedDocument | undefined): void => void read.push(Buffer.from(paper?.bytes ?? []).toString('latin1'));
  const serviceId = '90000411';
  const select = (): Promise<void> => call('selectService', { workflowNo: bench.workflowNo(), serviceId });
  const buy = (): Promise<void> => call('buy', { workflowNo: bench.workflowNo(), serviceId });

  // Out of the customs territory, for its customs documents, and to a service point.
  const { quote } = await bench.toTiles('ORD-1');
  expect(
    quote.services.map((each) => [each.originServicePoints, each.destinationServicePoints, each.co2 !== null, each.insurance !== null]),
  ).toEqual([
    [true, true, true, true],
    [true, false, false, false],
    [false, true, false, false],
    [false, false, true, false],
    [false, false, false, true],
  ]);
  await select();
  await call('listServicePoints', { workflowNo: bench.workflowNo() });
  await call('chooseServicePoint', { workflowNo: bench.workflowNo(), keycode: 'POINT-KEY-4602' });
  await buy();
  const { booking } = await bench.at('done');
  expect(booking.extras.servicePoint).toMatchObject({ latitude: '46.060606', longitude: '4.607070' });
  readPaper(journal?.label(booking.id));
  readPaper(journal?.remarks(booking.id));

  // The bench looks the number up once it is booked: that answer must not be the refused one below.
  await expect.poll(() => journal?.booking(booking.id)?.trackingNos).toContain('TRACKING-4412');
  await call('track', { number: 'ORD-1' });
  front.next('track', refused('track'));
  await call('track', { number: 'ORD-1' });

  const document = { bookingId: booking.id, documentType: 'Customs Invoice', mediaType: 'application/pdf' } as const;
  const bytes = new TextEncoder().encode('%PDF-1.7\n%%EOF');
  await call('attachDocument', { ...document, name: 'one.pdf', bytes });
  front.next('upload_documents', refused('upload_documents'));
  await call('attachDocument', { ...document, name: 'two.pdf', bytes });

  const times = { date: '2031-01-06', readyTime: '14:00', closingTime: '17:30' };
  const pickup = { ...times, courierKey: 'courier-key-4102', instructions: '', withLeftOvers: true, again: '', isSure: true };
  front.next('pickup', refused('pickup'));
  await call('requestPickup', pickup);
  await call('requestPickup', pickup);
  readPaper(journal?.manifest(journal.pickups(1)[0]?.id ?? ''));

  // A complaint beside the offered services, and one instead of them.
  front.next('quote', (answer) => ({ ...answer, errors: [complaint('quote')] }));
  await bench.toTiles('ORD-2');
  // The state that a packer sees on the tiles.
  read.push(JSON.stringify(bench.station.snapshot()));
  await select();
  front.next('service_points', refused('service_points'));
  await call('listServicePoints', { workflowNo: bench.workflowNo() });
  front.next('ship', refused('ship'));
  await buy();
  await expect.poll(() => read.at(-1)).toContain('"step":"stopped"');

  // Booked without a label: the bench requests it, is refused, gets another order's label, and gets its own at last.
  await bench.toTiles('ORD-2');
  front.next('ship', withResult({ order_no: 'ORDER-4299', label: '' }));
  front.next('labels', refused('labels'));
  await buy();
  const { booking: second } = await bench.at('done');
  await call('reprint', { bookingId: second.id, because });
  front.next('labels', withResult({ order_numbers: ['ORDER-4299'] }));
  await call('reprint', { bookingId: second.id, because });
  readPaper(journal?.label(second.id));

  expect(Object.keys(marks).filter((path) => !listed.includes(path))).toEqual([]);
  const isSeen = (path: string): boolean => read.some((each) => each.includes(marks[path]?.seen ?? 'nothing is put into it'));
  expect(listed.filter((path) => !isSeen(path))).toEqual([]);
});
