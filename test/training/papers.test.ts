import { afterEach, beforeEach, expect, test } from 'vitest';
import { book, type Desk, quoteServices, shipment, startDesk } from './desk.ts';
import { pdfText } from './pdf-text.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await startDesk();
});
afterEach(async () => await desk.service.stop());

const abroad = { d_country: 'US', d_province: 'CA', d_postal: '94105', d_city: 'San Francisco' };
const party = {
  type: 'Importer',
  name: 'Ivy Importer',
  phone: '+1',
  street_1: 'Wall Street',
  street_no: '1',
  postal: '10005',
  city: 'New York',
  province: 'NY',
  country: 'US',
  eori: 'US99',
};

test('The customs invoice names goods, third parties, costs and the declaration', async () => {
  const product = {
    quantity: '2',
    product_code: 'MUG-1',
    o_country: 'NL',
    weight: '0.4',
    description: 'Mug',
    value: '18.50',
    value_currency: 'EUR',
  };
  const declaration = 'The exporter declares that these products are of Dutch preferential origin. '.repeat(4).trim();
  const { result, errors } = await book(desk, {
    ...abroad,
    items: [{ ...shipment.items[0], products: [{ ...product, hs_code: '691200' }] }],
    third_party: [party, { ...party, type: 'Broker', name: 'Bram Broker' }],
    customs: [{ transport_costs: '12.50', insurance_costs: '3.2', other_costs: '0', export_declaration: declaration }],
  });
  expect(errors).toEqual([]);
  const pages = await pdfText(result.remarks);
  expect(pages).toHaveLength(1);
  const words = ['Exporter', 'Consignee', 'Importer', 'Ivy Importer', 'EORI US99', 'Bram Broker', 'Mug (MUG-1)', '691200', '37.00 EUR'];
  for (const word of [...words, 'Transport costs', '12.50 EUR', 'Insurance costs', '3.20 EUR']) expect(pages[0]).toContain(word);
  expect(pages[0]).not.toContain('Other costs');
  expect(pages[0]?.replace(/\s+/g, ' ')).toContain(declaration);
});

test('Many goods go on over the pages', async () => {
  const items = Array.from({ length: 90 }, (_, index) => ({ ...shipment.items[0], contents: `Thing ${index + 1}.` }));
  const { result } = await book(desk, { ...abroad, items });
  const pages = await pdfText(result.remarks);
  expect(pages.length).toBeGreaterThan(1);
  for (let index = 1; index <= 90; index += 1) expect(pages.join('')).toContain(`Thing ${index}.`);
});

test('A client with its own customs invoice receives no other', async () => {
  expect((await book(desk, { ...abroad, own_customs_invoice: 1 })).result.remarks).toBe('');
});

test('A manifest states the place at which the parcels are handed in', async () => {
  const service = (await quoteServices(desk)).find((each) => each.origin_service_points === 1);
  const { result } = await desk.call({ action: 'ship', service_id: service.service_id });
  const points = await desk.call({ action: 'service_points', type: 'origin', order_no: result.order_no });
  const [point] = points.result;
  const answer = await desk.call({
    action: 'pickup',
    date: '2026-11-20',
    r_time: '15:00',
    c_time: '18:00',
    shipments: [result.order_no],
    o_sp_keycode: point.keycode,
    o_sp_name: point.name,
  });
  expect(answer.errors).toEqual([]);
  expect((await pdfText(answer.result.manifest))[0]).toContain(`${point.name}, ${point.street_1}, ${point.postal} ${point.city}`);
  expect(desk.service.pickups()).toMatchObject([{ servicePoint: { keycode: point.keycode } }]);
});
