import { afterEach, beforeEach, expect, test } from 'vitest';
import { requestFields } from '../fixtures/courier-fields.ts';
import { book, type Desk, quoteServices, shipment, startDesk, text } from './desk.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await startDesk();
});
afterEach(async () => await desk.service.stop());

const product = {
  quantity: '2',
  product_code: 'MUG-1',
  o_country: 'NL',
  weight: '0.4',
  description: 'Mug',
  value: '18.50',
  value_currency: 'EUR',
  hs_code: '691200',
};
const party = {
  type: 'Importer',
  company: 'Import Ltd',
  name: 'Ivy Importer',
  email: 'ivy@example.com',
  phone: '+1 555 0100',
  street_1: 'Wall Street',
  street_2: 'Floor 2',
  street_3: 'Room 3',
  street_no: '1',
  postal: '10005',
  city: 'New York',
  province: 'NY',
  country: 'US',
  eori: 'US1',
};
const customs = { transport_costs: '12.50', insurance_costs: '3.20', other_costs: '1', export_declaration: 'Of Dutch preferential origin' };
const item = { ...shipment.items[0], hs_code: '691200', products: [product] };
const everything = {
  ...shipment,
  o_email: 'a@example.com',
  o_street_2: 'Hall 2',
  o_street_3: 'Dock 4',
  o_province: 'NB',
  o_eori: 'NL1',
  o_date: '2026-11-24',
  d_company: 'Lehmann Inc',
  d_email: 'd@example.com',
  d_street_2: 'Apt 3',
  d_street_3: 'Rear',
  d_postal: '94105',
  d_city: 'San Francisco',
  d_province: 'CA',
  d_country: 'US',
  d_eori: 'US2',
  inco: 'DDP',
  stackable: '1',
  has_batteries: 0,
  own_customs_invoice: '0',
  delivery_instructions: 'Leave at the desk',
  items: [item],
  third_party: [party],
  customs: [customs],
};

test('Every element of the document is accepted, and recorded as seen', async () => {
  const answer = await desk.call({ action: 'quote', environment: 'development', account: 'A-1', shipment: everything });
  expect(answer.errors).toEqual([]);
  const paths = (fields: object, prefix: string): string[] => Object.keys(fields).map((name) => `${prefix}${name}`);
  expect([...desk.service.seenFields('quote')].sort()).toEqual(
    [
      'action',
      'environment',
      'account',
      ...paths(everything, 'shipment.').filter((path) => !/items|third_party|customs$/.test(path) || path.includes('own_')),
      ...paths(item, 'shipment.items[].').filter((path) => !path.endsWith('products')),
      ...paths(product, 'shipment.items[].products[].'),
      ...paths(party, 'shipment.third_party[].'),
      ...paths(customs, 'shipment.customs[].'),
    ].sort(),
  );
  expect([...desk.service.seenFields('ship')]).toEqual([]);
});

test('An unknown element is no error, and is recorded', async () => {
  expect(await quoteServices(desk, { d_planet: 'Mars' })).not.toEqual([]);
  expect(desk.service.seenFields('quote').has('shipment.d_planet')).toBe(true);
});

const mandatoryOfShipment = ['name', 'phone', 'street_1', 'street_no', 'city', 'country'].flatMap((name) => [`o_${name}`, `d_${name}`]);
const canada = { d_country: 'CA', d_postal: 'H2X 1Y4' };

test.each<[Record<string, unknown>, string]>([
  ...mandatoryOfShipment.map((name): [Record<string, unknown>, string] => [{ [name]: '' }, `${name} is mandatory`]),
  [{ o_postal: '' }, 'o_postal is mandatory for NL'],
  [{ ...canada, d_province: 'Quebec' }, 'd_province must be an official state or province code of CA'],
  [{ o_country: 'US', o_province: 'ZZ' }, 'o_province must be an official state or province code of US'],
  [{ o_email: 'nobody' }, 'o_email is not an e-mail address'],
  [{ d_company: ['A', 'B'] }, 'd_company must be a text'],
  [{ type: '' }, 'type is mandatory'],
  [{ stackable: '2' }, 'stackable must be 1 or 0'],
  [{ has_batteries: 'yes' }, 'has_batteries must be 1 or 0'],
  [{ own_customs_invoice: 'x' }, 'own_customs_invoice must be 1 or 0'],
  [{ return_service: 'x' }, 'return_service must be 1 or 0'],
  [{ o_date: '2026-02-30' }, 'o_date "2026-02-30" must have the form YYYY-MM-DD'],
  [{ o_date: '2026-11-18' }, 'o_date "2026-11-18" is in the past'],
  [{ items: ['box'] }, 'items[0] must be an object'],
  ...['contents', 'value', 'weight', 'length', 'width', 'height'].map((name): [Record<string, unknown>, string] => [
    { items: [{ ...item, [name]: '' }] },
    `items[0].${name} is mandatory`,
  ]),
  [{ items: [{ ...item, value: '1,50' }] }, 'items[0].value must be a decimal number'],
  [{ items: [{ ...item, length: '-3' }] }, 'items[0].length must be a positive decimal number'],
  [{ items: [{ ...item, value_currency: 'EURO' }] }, 'items[0].value_currency "EURO" is not a currency code'],
  ...Object.keys(product).map((name): [Record<string, unknown>, string] => [
    { items: [{ ...item, products: [{ ...product, [name]: '' }] }] },
    `items[0].products[0].${name} is mandatory`,
  ]),
  [{ items: [{ ...item, products: [{ ...product, quantity: '1.5' }] }] }, 'items[0].products[0].quantity must be a whole number'],
  [{ items: [{ ...item, products: [{ ...product, o_country: 'XX' }] }] }, 'items[0].products[0].o_country "XX" is not an ISO country code'],
  ...['type', 'name', 'phone', 'street_1', 'street_no', 'city', 'country'].map((name): [Record<string, unknown>, string] => [
    { third_party: [{ ...party, [name]: '' }] },
    `third_party[0].${name} is mandatory`,
  ]),
  [{ third_party: [{ ...party, type: 'Cousin' }] }, 'third_party[0].type "Cousin" must be Broker, Importer or Notifying Party'],
  [{ third_party: [{ ...party, postal: '' }] }, 'third_party[0].postal is mandatory for US'],
  [{ third_party: [{ ...party, province: '' }] }, 'third_party[0].province must be an official state or province code of US'],
  [{ customs: [{ ...customs, other_costs: 'some' }] }, 'customs[0].other_costs must be a decimal number'],
  [{ customs: [{ ...customs, export_declaration: 'Café' }] }, 'shipment.customs.0.export_declaration: only ASCII characters are supported'],
])('A shipment with %o is refused with the reason', async (change, error) => {
  expect((await desk.call({ action: 'quote', shipment: { ...shipment, ...change } })).errors).toEqual([error]);
});

test('Third parties and customs are also read beside the shipment', async () => {
  const answer = await desk.call({ action: 'quote', shipment, customs: [{ other_costs: 'x' }], third_party: [{ ...party, name: '' }] });
  expect(answer.errors).toEqual(['third_party[0].name is mandatory', 'customs[0].other_costs must be a decimal number']);
});

test('Insurance is offered and accepted up to 100,000 EUR', async () => {
  const worth = async (value: string): Promise<[number, readonly string[]]> => {
    const [service] = await quoteServices(desk, { items: [{ ...shipment.items[0], value }] });
    return [service.insurance, (await desk.call({ action: 'ship', service_id: service.service_id, insurance: 1 })).errors];
  };
  expect(await worth('100000.00')).toEqual([1, []]);
  expect(await worth('100000.01')).toEqual([0, ['insurance covers up to 100,000 EUR per shipment']]);
});

test.each<[Record<string, unknown>, string]>([
  [{ co2: 'yes' }, 'co2 must be 1 or 0'],
  [{ insurance: '2' }, 'insurance must be 1 or 0'],
  [{ label_format: 'PNG' }, 'label_format "PNG" must be PDF or ZPL'],
  [{ d_sp_keycode: 'NO-1' }, 'd_sp_keycode "NO-1" is not a service point of this service'],
  [{ d_sp_name: 'Kiosk' }, 'd_sp_keycode is needed, or the whole address of the service point'],
  [{ d_sp_name: 'K', d_sp_street_1: 'S', d_sp_city: 'C', d_sp_country: 'XX' }, 'd_sp_country "XX" is not an ISO country code'],
])('A ship with %o books nothing and returns the reason', async (change, error) => {
  const answer = await book(desk, {}, change);
  expect(answer.errors).toEqual([error]);
  expect(desk.service.orders()).toEqual([]);
});

test('A service point can be given by its whole address, and its lines are on the label', async () => {
  const { result, errors } = await book(
    desk,
    {},
    {
      d_sp_name: 'Kiosk am Markt',
      d_sp_street_1: 'Marktplatz 1',
      d_sp_street_2: 'Rear entrance',
      d_sp_street_3: 'Counter 2',
      d_sp_postal: '10115',
      d_sp_city: 'Berlin',
      d_sp_province: 'BE',
      d_sp_country: 'DE',
    },
  );
  expect(errors).toEqual([]);
  for (const line of ['Kiosk am Markt', 'Marktplatz 1', 'Rear entrance', 'Counter 2', '10115 Berlin BE', 'SERVICE POINT']) {
    expect(text(result.label)).toContain(`^FD${line}^FS`);
  }
});

test.each<[Record<string, unknown>, string]>([
  [{ date: '' }, 'date is mandatory'],
  [{ r_time: '' }, 'r_time is mandatory'],
  [{ c_time: '25:00' }, 'c_time "25:00" must have the form HH:MM'],
  [{ c_time: '14:00' }, 'c_time must be later than r_time'],
  [{ shipments: [] }, 'shipments is mandatory: at least one order number'],
  [{ account: ['A'] }, 'account must be a text'],
  [{ instructions: ['Ring'] }, 'instructions must be a text'],
  [{ o_sp_keycode: 'NO-1' }, 'o_sp_keycode "NO-1" is not a service point of this service'],
])('A pickup with %o sends no driver and returns the reason', async (change, error) => {
  const { result } = await book(desk);
  const request = { action: 'pickup', date: '2026-11-20', r_time: '15:00', c_time: '18:00', shipments: [result.order_no], ...change };
  const { errors } = await desk.call(request);
  expect(errors[0]).toBe(error);
  expect(desk.service.pickups()).toEqual([]);
});

test('Documents need a name, a media type and content', async () => {
  const { result } = await book(desk);
  const documents = [{ document_type: 'Customs Invoice', type: 'pdf' }];
  expect((await desk.call({ action: 'upload_documents', order_no: result.order_no, documents })).errors).toEqual([
    'documents[0].name is mandatory',
    'documents[0].type "pdf" is not a media type',
    'documents[0].content is mandatory',
  ]);
});

/** The same request with one element of its first entries replaced. */
function withElement(request: Record<string, any>, where: string, name: string, value: unknown): Record<string, any> {
  const [first = '', ...rest] = where.split('.');
  const [key, isList] = [first.replace('[]', ''), first.endsWith('[]')];
  if (first === '') return { ...request, [name.replace('[]', '')]: value };
  const inner = (entry: Record<string, any> = {}): Record<string, any> => withElement(entry, rest.join('.'), name, value);
  return { ...request, [key]: isList ? [inner(request[key]?.[0])] : inner(request[key]) };
}

test.each(Object.entries(requestFields).flatMap(([action, places]) => Object.keys(places).map((where) => [action, where] as const)))(
  'No element of %s, %s is accepted if it is no text, number or list',
  async (action, where) => {
    const [service] = await quoteServices(desk);
    const { result } = await book(desk);
    const numbers = { order_no: result.order_no, order_numbers: [result.order_no], shipments: [result.order_no] };
    const point = action === 'service_points' && { type: 'destination' };
    const times = { date: '2026-11-20', r_time: '15:00', c_time: '18:00' };
    const document = { document_type: 'Customs Invoice', name: 'a.pdf', type: 'application/pdf', content: 'JVBERi0xLjU=' };
    const request = { action, shipment: everything, service_id: service.service_id, ...numbers, ...point, ...times, documents: [document] };
    expect((await desk.call(request)).errors).toEqual([]);
    for (const name of requestFields[action]?.[where] ?? []) {
      const origin = name === 'order_no' && point ? { type: 'origin' } : {};
      const { errors } = await desk.call(withElement({ ...request, ...origin }, where, name, { wrong: 1 }));
      expect([name, errors.length > 0]).toEqual([name, true]);
    }
  },
);

test('Operations that must happen once are counted by their subject', async () => {
  const [service] = await quoteServices(desk);
  const id = String(service.service_id);
  for (const service_id of [id, Number(id)]) await desk.call({ action: 'ship', service_id });
  const numbers = desk.service.orders().map((order) => order.orderNo);
  const pickup = { action: 'pickup', date: '2026-11-20', r_time: '15:00', c_time: '18:00' };
  await desk.call({ ...pickup, shipments: numbers });
  await desk.call({ ...pickup, shipments: numbers.toReversed() });
  await desk.call({ ...pickup, r_time: 'noon', shipments: numbers });
  const document = { document_type: 'Customs Invoice', name: 'a.pdf', type: 'application/pdf', content: 'JVBERi0xLjQ=' };
  await desk.call({ action: 'upload_documents', order_no: numbers[0], documents: [document, { ...document, content: 'JVBERi0xLjU=' }] });
  expect(desk.service.requestsPerIntent().map(({ action, requests, executed }) => [action, requests, executed])).toEqual([
    ['ship', 2, 2],
    ['pickup', 3, 2],
    ['upload_documents', 1, 1],
    ['upload_documents', 1, 1],
  ]);
});
