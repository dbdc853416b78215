import { expect, test } from 'vitest';
import { actions } from '../../shared/contract.ts';
import { senderAt } from '../../shared/sender.ts';
import { type Fields, type MarkingService } from '../fakes/marking-service.ts';
import { addressOf } from '../fixtures/address.ts';
import { requestFields } from '../fixtures/courier-fields.ts';
import { startFront } from '../path/front.ts';
import { type PlainStation, startPlainStation } from '../path/plain-station.ts';

/** A date that is in the future on any day the test runs. */
const day = '2031-01-06';

const pathsOf = (action: string): string[] =>
  Object.entries(requestFields[action] ?? {}).flatMap(([where, names]) => names.map((name) => (where ? `${where}.${name}` : name)));

const sender = addressOf('Marieke Houtman | Houtman Keramiek BV | Veemarktkade | 8 | 5222 AE | Den Bosch | NL', {
  email: 'dispatch@example.com',
  phone: '+31 73 5550188',
  street2: 'Gebouw C',
  street3: 'Dock 4',
  province: 'NB',
  eori: 'NL123456789',
});

/** An order file that fills every field. */
function orderFile(): Uint8Array<ArrayBuffer> {
  const address = (prefix: string, country: string, province: string, postal: string) => ({
    [`${prefix}name`]: 'Jane Doe',
    [`${prefix}company`]: 'Doe Imports',
    [`${prefix}street`]: 'Main Street',
    [`${prefix}house_number`]: '350',
    [`${prefix}street_2`]: 'Suite 9',
    [`${prefix}street_3`]: 'Floor 2',
    [`${prefix}postal_code`]: postal,
    [`${prefix}city`]: 'Neustadt',
    [`${prefix}province`]: province,
    [`${prefix}country`]: country,
    [`${prefix}phone`]: '+1 212 555 0101',
    [`${prefix}email`]: 'jane@example.com',
    [`${prefix}eori`]: 'US987654321',
  });
  const row = {
    order: 'ORD-9',
    ...address('', 'DE', 'BE', '10435'),
    weight_kg: 2.35,
    length_cm: 40,
    width_cm: 30,
    height_cm: 20,
    contents: 'Céramique',
    value: 120.5,
    currency: 'EUR',
    hs_code: '691200',
    reference: 'R-9',
    delivery_instructions: 'Ring twice',
    type: 'Parcel',
    incoterms: 'DDP',
    stackable: true,
    batteries: true,
    own_customs_invoice: true,
    return_label: true,
    preferred_date: day,
    transport_costs: 12.5,
    insurance_costs: 3,
    other_costs: 0.75,
    export_declaration: 'The exporter declares preferential origin',
    product_code: 'BOWL',
    product_description: 'Bowl',
    product_quantity: 2,
    product_weight_kg: 0.35,
    product_origin: 'PT',
    product_value: 60.25,
    product_hs_code: '691200',
    third_party_type: 'Broker',
    ...address('third_party_', 'US', 'NY', '10001'),
  };
  return new TextEncoder().encode(JSON.stringify([row]));
}

/**
 * Three elements of a point are not in the service's own list (2.12), so a service that keeps to its document cannot accept them. If a
 * service sends them anyway, the requests repeat them.
 */
const notListed = { street_2: 'Hall 2', street_3: 'Desk 3', province: 'BE' };
const withMoreLines = (action: string, answer: Fields): Fields =>
  action === 'service_points' ? { ...answer, result: (answer['result'] as Fields[]).map((point) => ({ ...point, ...notListed })) } : answer;

/** Nothing in a request is a number: the samples of the document send numbers as texts. */
function onlyTexts(body: string): void {
  expect(body).toMatch(/^[ -~]+$/);
  JSON.parse(body, (_name, value: unknown) => {
    expect(typeof value === 'number' || typeof value === 'boolean' || value === null).toBe(false);
    return value;
  });
}

/** Ships, tracks and collects a parcel at a station whose service answers as changed by `mark`. */
async function wholeDay(mark: (action: string, answer: Fields) => Fields): Promise<{ bench: PlainStation; front: MarkingService }> {
  const bench = await startPlainStation();
  const front = await startFront(bench, mark, { account: 'main' });
  const { call, workflowNo } = bench;
  await call('saveSettings', { settings: { senders: [senderAt(sender)] } });
  await call('importOrders', { name: 'o.json', bytes: orderFile() });

  const { quote } = await bench.toTiles('ORD-9');
  const taken = quote.services.find((each) => each.destinationServicePoints && each.originServicePoints && each.co2 && each.insurance);
  if (!taken) throw new Error('no service');
  const { serviceId, courierKey } = taken;
  await call('selectService', { workflowNo: workflowNo(), serviceId });
  await call('toggleExtra', { workflowNo: workflowNo(), extra: 'co2' });
  await call('toggleExtra', { workflowNo: workflowNo(), extra: 'insurance' });
  await call('listServicePoints', { workflowNo: workflowNo() });
  const { points } = await bench.at('choosing');
  await call('chooseServicePoint', { workflowNo: workflowNo(), keycode: points?.[0]?.keycode ?? '' });
  // If an answer has no label, the label is requested separately.
  front.next('ship', (answer) => ({ ...answer, result: { ...(answer['result'] as Fields), label: '' } }));
  await call('buy', { workflowNo: workflowNo(), serviceId });
  const { booking } = await bench.at('done');

  await call('track', { number: booking.orderNo });
  const document = { documentType: 'Certificate of Origin', name: 'Ursprung.pdf', mediaType: 'application/pdf' } as const;
  const bytes = new TextEncoder().encode('%PDF-1.7\n%%EOF');
  expect(await call('attachDocument', { bookingId: booking.id, ...document, bytes })).toMatchObject({ state: 'accepted' });
  const [nearest] = await call('dropOffPoints', { courierKey });
  const pickup = { courierKey, date: day, readyTime: '14:00', closingTime: '17:30', instructions: 'Dock 2' };
  const asked = await call('requestPickup', { ...pickup, withLeftOvers: true, again: '', isSure: true, dropOff: nearest?.keycode });
  expect(asked).toMatchObject({ state: 'booked', dropOffPoint: nearest });
  return { bench, front };
}

const missing = ({ service }: PlainStation): string[] =>
  actions.flatMap((action) => {
    const seen = service.seenFields(action);
    return pathsOf(action)
      .filter((path) => !seen.has(path))
      .map((path) => `${action} ${path}`);
  });

test('every request element of the document is set at the station, by an order file or a call, goes out and is accepted', async () => {
  const { bench, front } = await wholeDay(withMoreLines);
  expect(missing(bench)).toEqual([]);
  for (const action of actions) {
    const more = [...bench.service.seenFields(action)].filter((path) => !pathsOf(action).includes(path));
    expect(more, `${action}: more than the document knows`).toEqual([]);
  }
  for (const body of front.asked()) onlyTexts(body);
});

test('sends all but three elements of a service point if the service lists points as documented', async () => {
  const { bench } = await wholeDay((_action, answer) => answer);
  const never = Object.keys(notListed);
  expect(missing(bench)).toEqual([...never.map((name) => `ship d_sp_${name}`), ...never.map((name) => `pickup o_sp_${name}`)]);
});
