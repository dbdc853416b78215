import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Courier, Outgoing } from '../../electron/bench/ports.ts';
import { createCourier } from '../../electron/courier/courier.ts';
import { readJson } from '../../electron/courier/json.ts';
import { readOrderFile } from '../../electron/orders/order-file.ts';
import { startTrainingService, type TrainingService } from '../../electron/training/service.ts';
import { type Address, emptyAddress } from '../../shared/address.ts';
import { actions } from '../../shared/contract.ts';
import type { Order } from '../../shared/order.ts';
import type { ServicePoint } from '../../shared/service-point.ts';
import { now } from './fault-desk.ts';

/** Every request element of sections 2 and 4 of the service's document, by operation and by where it sits. */
const fields = JSON.parse(readFileSync(new URL('../fixtures/courier-fields.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, Readonly<Record<string, readonly string[]>>>
>;
const pathsOf = (action: string): string[] =>
  Object.entries(fields[action] ?? {}).flatMap(([where, names]) => names.map((name) => (where ? `${where}.${name}` : name)));

let service: TrainingService;
let courier: Courier;
beforeAll(async () => {
  service = await startTrainingService({ key: 'key', secret: 'secret', clock: () => now });
  courier = createCourier({
    connection: { baseUrl: service.url, account: 'main' },
    credentials: () => ({ key: 'key', secret: 'secret' }),
    environment: 'development',
    resolveProxy: async () => 'DIRECT',
    ref: () => 'R1',
    clock: { now: () => now, sleep: async () => undefined },
    random: () => 0,
  });
});
afterAll(async () => await service.stop());

const sender: Address = {
  ...emptyAddress,
  company: 'Houtman Keramiek BV',
  name: 'Marieke Houtman',
  email: 'dispatch@example.com',
  phone: '+31 73 5550188',
  street: 'Veemarktkade',
  houseNumber: '8',
  street2: 'Gebouw C',
  street3: 'Dock 4',
  postalCode: '5222 AE',
  city: 'Den Bosch',
  province: 'NB',
  country: 'NL',
  eori: 'NL123456789',
};

/** One order that says everything a file can say. */
function orderOfFile(): Order {
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
    preferred_date: '2026-11-24',
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
  const read = readOrderFile({ name: 'o.json', bytes: Buffer.from(JSON.stringify([row])) });
  const [order] = read.ok ? read.value.orders : [];
  if (!order) throw new Error(JSON.stringify(read));
  return order;
}

/** The nearest point of a kind, with what the service's own list never gives. */
async function pointOf(ask: Parameters<Courier['servicePoints']>[0]): Promise<ServicePoint> {
  const points = await courier.servicePoints(ask);
  const [nearest] = points.ok ? points.value : [];
  if (!nearest) throw new Error(JSON.stringify(points));
  return { ...nearest, street2: 'Hall 2', street3: 'Desk 3', province: 'BE' };
}

/** Nothing in a request is a number: the samples of the document send numbers as texts. */
const onlyTexts = (body: Uint8Array): void => {
  const bare = JSON.stringify(JSON.parse(Buffer.from(body).toString('latin1')), (_name, value: unknown) => {
    expect(typeof value === 'number' || typeof value === 'boolean' || value === null).toBe(false);
    return value;
  });
  expect(bare).toMatch(/^[ -~]*$/);
  expect(readJson(body)).toBeDefined();
};

async function accepted(request: Outgoing): Promise<Parameters<Courier['readShip']>[0]> {
  onlyTexts(request.body);
  const sent = await courier.sendOnce(request);
  if (sent.is !== 'answered') throw new Error(sent.is);
  return sent.answer;
}

test('every request element of the document is set from an order file or a call, goes out and is accepted', async () => {
  const order = orderOfFile();
  expect(courier.problems({ sender, order })).toEqual([]);
  const quote = await courier.quote({ sender, order });
  if (!quote.ok) throw new Error(quote.failure.detail);
  const taken = quote.value.services.find(
    (each) => each.destinationServicePoints && each.originServicePoints && each.co2 && each.insurance,
  );
  if (!taken) throw new Error('no service');

  const point = await pointOf({ type: 'destination', serviceId: taken.serviceId });
  const shipped = courier.readShip(await accepted(courier.shipRequest(taken, { co2: true, insurance: true, servicePoint: point }, 'PDF')));
  if (shipped.is !== 'booked') throw new Error(JSON.stringify(shipped));
  const dropOffPoint = await pointOf({ type: 'origin', orderNo: shipped.orderNo });
  expect((await courier.track([shipped.orderNo])).ok).toBe(true);
  expect((await courier.labels(shipped.orderNo)).ok).toBe(true);
  const upload = {
    orderNo: shipped.orderNo,
    documentType: 'Certificate of Origin',
    name: 'Ursprung.pdf',
    mediaType: 'application/pdf',
  } as const;
  const uploaded = courier.readUpload(await accepted(courier.uploadRequest({ ...upload, bytes: Buffer.from('%PDF-1.7\n%%EOF') })));
  expect(uploaded).toEqual({ is: 'accepted' });
  const collected = courier.readPickup(
    await accepted(
      courier.pickupRequest({
        orderNos: [shipped.orderNo],
        date: '2026-11-24',
        readyTime: '14:00',
        closingTime: '17:30',
        instructions: 'Dock 2',
        dropOffPoint,
      }),
    ),
  );
  expect(collected).toMatchObject({ is: 'booked' });

  for (const action of actions) {
    const seen = service.seenFields(action);
    expect(
      pathsOf(action).filter((path) => !seen.has(path)),
      action,
    ).toEqual([]);
    expect(
      [...seen].filter((path) => !pathsOf(action).includes(path)),
      `${action}: more than the document knows`,
    ).toEqual([]);
  }
});
