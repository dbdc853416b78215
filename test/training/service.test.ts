import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newFolder } from '../later.ts';
import { book, type Desk, quoteServices, shipment, startDesk, text } from './desk.ts';
import { pdfText } from './pdf-text.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await startDesk();
});
afterEach(async () => await desk.service.stop());

test('A wrong secret is refused with 401 and an envelope', async () => {
  const answer = await desk.call({ action: 'track', order_numbers: ['x'] }, 'bench:wrong');
  expect(answer.status).toBe(401);
  expect(answer.errors).toEqual(['Invalid API key or secret']);
  expect(desk.service.requests()).toEqual([]);
});

test('A quote offers dated and priced services of several couriers, cheapest first', async () => {
  const services = await quoteServices(desk);
  expect(new Set(services.map((each) => each.courier_name))).toEqual(new Set(['DHL', 'DPD', 'GLS', 'PostNL', 'UPS', 'DHL Express']));
  for (const each of services) {
    expect(Number.isInteger(each.service_id)).toBe(true);
    expect(Math.round((each.sub_total + each.vat_total) * 100)).toBe(Math.round(each.total_price * 100));
    expect(each.etc).toMatch(/^\d{4}-\d{2}-\d{2} before \d{2}:\d{2}$/);
    expect(each.eta > each.etc).toBe(true);
    expect(each.currency).toBe('EUR');
  }
  expect(services.map((each) => each.total_price)).toEqual(services.map((each) => each.total_price).sort((a, b) => a - b));
});

test('A parcel asked for on Friday evening is collected on Monday', async () => {
  desk.now = new Date('2026-11-20T20:00:00Z');
  const [service] = await quoteServices(desk);
  expect(service.etc).toMatch(/^2026-11-23 /);
});

test('A shipment that no courier takes has no services', async () => {
  expect(await quoteServices(desk, { items: [{ ...shipment.items[0], weight: '400' }] })).toEqual([]);
});

test('Every quote has its own service ids', async () => {
  const first = await quoteServices(desk);
  const second = await quoteServices(desk);
  expect(second.map((each) => each.service_id).filter((id) => first.some((each) => each.service_id === id))).toEqual([]);
});

test.each([
  [{ d_name: '' }, 'd_name is mandatory'],
  [{ d_postal: '' }, 'd_postal is mandatory for DE'],
  [{ d_country: 'UKK' }, 'd_country "UKK" is not an ISO country code'],
  [{ d_country: 'US' }, 'd_province must be an official state or province code of US'],
  [{ type: 'Balloon' }, 'type "Balloon" must be Parcel, Document or Pallet'],
  [{ inco: 'FOB' }, 'inco "FOB" must be DAP or DDP'],
  [{ o_date: '21-11-2026' }, 'o_date "21-11-2026" must have the form YYYY-MM-DD'],
  [{ return_service: undefined }, 'return_service is mandatory'],
  [{ items: [] }, 'items is mandatory: at least one item'],
  [{ items: [{ ...shipment.items[0], weight: '0' }] }, 'items[0].weight must be a positive decimal number'],
  [{ d_city: 'München' }, 'shipment.d_city: only ASCII characters are supported'],
])('A quote with %o is refused with the reason', async (change, error) => {
  const answer = await desk.call({ action: 'quote', shipment: { ...shipment, ...change } });
  expect(answer.status).toBe(200);
  expect(answer.errors).toEqual([error]);
});

test('A country without postal codes requires none', async () => {
  expect(await quoteServices(desk, { d_country: 'AE', d_city: 'Dubai', d_postal: '' })).not.toEqual([]);
});

test('A booking returns an order number, a consignment number and the label, and no items', async () => {
  const { result, errors } = await book(desk);
  expect(errors).toEqual([]);
  expect(Object.keys(result)).toEqual(['order_no', 'consignment_no', 'label', 'remarks']);
  expect(result.remarks).toBe('');
  const zpl = text(result.label);
  expect(zpl.match(/\^XA/g)).toHaveLength(1);
  for (const word of ['FROM', 'Marieke Houtman', 'TO', 'Anna Lehmann', 'Kastanienallee 84', '10435 Berlin', 'ORD-1001', '1/1', '2.40 kg']) {
    expect(zpl).toContain(`^FD${word}^FS`);
  }
  expect(desk.service.orders()).toMatchObject([
    { orderNo: result.order_no, reference: 'ORD-1001', recipientName: 'Anna Lehmann', environment: 'development', requests: 1 },
  ]);
});

test('A PDF label is the default, one page for each item and one for the return', async () => {
  const items = [shipment.items[0], shipment.items[0]];
  const { result } = await book(desk, { items, return_service: 1 }, { label_format: undefined });
  const pages = await pdfText(result.label);
  expect(pages).toHaveLength(3);
  const [order] = desk.service.orders();
  expect(pages[0]).toContain('Anna Lehmann');
  expect(pages[0]).toContain('1/2');
  expect(pages[1]).toContain(order?.trackingNos[1]);
  expect(pages[2]).toContain('RETURN');
});

test('A return label is one more label, addressed to the sender', async () => {
  const { result } = await book(desk, { return_service: '1' });
  const formats = text(result.label).split('^XZ').slice(0, -1);
  expect(formats).toHaveLength(2);
  expect(formats[1]?.split('^FDTO^FS')[1]).toContain('^FDVeemarktkade 8^FS');
});

test('A service id that was never quoted, or too long ago, books nothing', async () => {
  expect((await desk.call({ action: 'ship', service_id: '1' })).errors).toEqual(['service_id 1 is unknown, request a new quote']);
  const [service] = await quoteServices(desk);
  desk.now = new Date('2026-11-20T10:31:00Z');
  const answer = await desk.call({ action: 'ship', service_id: service.service_id });
  expect(answer.errors).toEqual([`service_id ${service.service_id} has expired, request a new quote`]);
  expect(desk.service.orders()).toEqual([]);
});

test('A booking is for the shipment its service id was quoted for, despite later quotes', async () => {
  const [first] = await quoteServices(desk);
  await quoteServices(desk, { d_name: 'Somebody Else' });
  await desk.call({ action: 'ship', service_id: first.service_id });
  expect(desk.service.orders()[0]?.recipientName).toBe('Anna Lehmann');
});

test('A service id that is sent twice books twice, so that double bookings can be counted', async () => {
  const [service] = await quoteServices(desk);
  await desk.call({ action: 'ship', service_id: service.service_id });
  await desk.call({ action: 'ship', service_id: service.service_id });
  expect(desk.service.orders().map((order) => order.requests)).toEqual([2, 2]);
});

test('A parcel that leaves the customs territory has a customs document', async () => {
  const abroad = { d_country: 'US', d_province: 'MI', d_city: 'Ann Arbor', d_postal: '48104' };
  const { result } = await book(desk, abroad);
  expect((await pdfText(result.remarks))[0]).toContain('Customs invoice');
  const canaries = await book(desk, { d_country: 'ES', d_city: 'Las Palmas', d_postal: '35001' });
  expect(text(canaries.result.remarks)).toMatch(/^%PDF/);
});

test('Service points have hours and a closed day, and the chosen one is on the label', async () => {
  const service = (await quoteServices(desk)).find((each) => each.destination_service_points === 1);
  const points = await desk.call({ action: 'service_points', type: 'destination', service_id: service.service_id });
  const point = points.result[0];
  expect(point.business_hours.Monday).toMatch(/^\d\d\.\d\d-\d\d\.\d\d$/);
  expect(point.business_hours.Sunday).toEqual([]);
  expect(point.distance).toBeGreaterThan(0);
  const booked = await desk.call({ action: 'ship', service_id: service.service_id, label_format: 'ZPL', d_sp_keycode: point.keycode });
  const to = text(booked.result.label).split('^FDTO^FS')[1] ?? '';
  expect(to).toContain(`^FD${point.street_1}^FS`);
  expect(to).not.toContain('Kastanienallee');
  const origin = await desk.call({ action: 'service_points', type: 'origin', order_no: booked.result.order_no });
  expect(origin.result[0].city).toBe("'s-Hertogenbosch");
  const wrong = await desk.call({ action: 'ship', service_id: service.service_id, d_sp_keycode: 'NOWHERE' });
  expect(wrong.errors).toEqual(['d_sp_keycode "NOWHERE" is not a service point of this service']);
});

test('Service points need to know which ones', async () => {
  expect((await desk.call({ action: 'service_points' })).errors).toEqual(['type is mandatory']);
  expect((await desk.call({ action: 'service_points', type: 'origin' })).errors).toEqual(['order_no is mandatory when type is origin']);
  expect((await desk.call({ action: 'service_points', type: 'destination' })).errors).toEqual(['service_id is mandatory']);
});

test('A pickup answers a collection number and a manifest of every parcel', async () => {
  const first = await book(desk);
  const second = await book(desk, { d_name: 'Pieter van den Berg' });
  const shipments = [first.result.order_no, second.result.order_no];
  const answer = await desk.call({
    action: 'pickup',
    date: '2026-11-20',
    r_time: '15:00',
    c_time: '18:00',
    instuctions: 'Ring twice',
    shipments,
  });
  expect(answer.errors).toEqual([]);
  const [page] = await pdfText(answer.result.manifest);
  for (const word of [answer.result.collection_no, ...shipments, 'Anna Lehmann', 'Pieter van den Berg', 'Ring twice', '2026-11-20']) {
    expect(page).toContain(word);
  }
  expect(desk.service.pickups()).toMatchObject([{ collectionNo: answer.result.collection_no, orderNos: shipments }]);
});

test('A pickup with wrong times or orders is refused with the reasons', async () => {
  const answer = await desk.call({ action: 'pickup', date: '2026-11-02', r_time: '18:00', c_time: '9', shipments: ['CSD-0'] });
  expect(answer.errors).toEqual(['Order CSD-0 was not found', 'date "2026-11-02" is in the past', 'c_time "9" must have the form HH:MM']);
  expect(desk.service.pickups()).toEqual([]);
});

test('Tracking moves with the clock, newest first', async () => {
  const { result } = await book(desk);
  await desk.call({ action: 'pickup', date: '2026-11-20', r_time: '15:00', c_time: '18:00', shipments: [result.order_no] });
  const seen = [];
  for (const at of [friday(0), friday(5), friday(7 * 60), friday(11 * 60), friday(7 * 24 * 60)]) {
    desk.now = at;
    const answer = await desk.call({ action: 'track', order_numbers: [result.order_no] });
    const [order] = answer.result;
    const [item] = order.items;
    seen.push(order.status);
    const dates = item.trackings.map((event: { date: string }) => event.date) as string[];
    expect(dates).toEqual(dates.toSorted((a, b) => b.localeCompare(a)));
    expect(item.item_no).toBe(`${result.order_no}-1`);
    expect(item.courier_tracking_link).toBe(`https://tracking.example/${item.tracking_no}`);
    expect(item.trackings[0].signer).toBe(order.status === 'Delivered' ? 'Anna Lehmann' : '');
  }
  expect(seen).toEqual(['Arranged', 'Booked', 'Collected', 'In Transit', 'Delivered']);
});

function friday(minutes: number): Date {
  return new Date(Date.parse('2026-11-20T10:00:00Z') + minutes * 60_000);
}

test('Items of one order move at different speeds, and the order is as far as the slowest', async () => {
  const { result } = await book(desk, { items: Array.from({ length: 8 }, () => shipment.items[0]) });
  const places = ['Arranged', 'Booked', 'Collected', 'In Transit', 'Delivered'];
  let apart = 0;
  for (let minutes = 0; minutes < 5 * 24 * 60; minutes += 10) {
    desk.now = friday(minutes);
    const [order] = (await desk.call({ action: 'track', order_numbers: [result.order_no] })).result;
    const statuses = order.items.map((item: { status: string }) => places.indexOf(item.status));
    expect(places.indexOf(order.status)).toBe(Math.min(...statuses));
    if (new Set(statuses).size > 1) apart += 1;
  }
  expect(apart).toBeGreaterThan(0);
});

test('Data of an earlier version can be opened', async () => {
  const dir = newFolder('training');
  writeFileSync(join(dir, 'service.json'), JSON.stringify({ quotes: [], orders: [], collections: [], documents: [], counters: {} }));
  const other = await startDesk({ dir });
  expect((await book(other)).errors).toEqual([]);
  expect(await other.service.moveTracking()).toEqual([]);
  await other.service.stop();
});

test('Tracking returns known orders and names unknown ones', async () => {
  const { result } = await book(desk);
  const answer = await desk.call({ action: 'track', order_numbers: ['NO-1', result.order_no] });
  expect(answer.result).toHaveLength(1);
  expect(answer.errors).toEqual(['Order NO-1 was not found']);
});

test('Labels of several orders are returned as one text, byte for byte', async () => {
  const first = await book(desk);
  const second = await book(desk);
  const answer = await desk.call({ action: 'labels', order_numbers: [first.result.order_no, second.result.order_no] });
  expect(text(answer.result.labels)).toBe(text(first.result.label) + text(second.result.label));
  expect(answer.result.order_numbers).toEqual([first.result.order_no, second.result.order_no]);
  expect((await desk.call({ action: 'labels', order_numbers: [] })).errors).toEqual([
    'order_numbers is mandatory: at least one order number',
  ]);
});

test('Documents are accepted for an order, and other files are refused', async () => {
  const { result } = await book(desk);
  const document = { document_type: 'Customs Invoice', name: 'invoice.pdf', type: 'application/pdf', content: 'JVBERi0xLjQ=' };
  const answer = await desk.call({ action: 'upload_documents', order_no: result.order_no, documents: [document] });
  expect(answer.result).toEqual({ success: '1' });
  expect(desk.service.documents()).toMatchObject([{ orderNo: result.order_no, name: 'invoice.pdf', sizeBytes: 8 }]);
  const wrong = await desk.call({
    action: 'upload_documents',
    order_no: result.order_no,
    documents: [{ ...document, document_type: 'Poem', content: '%' }],
  });
  expect(wrong.errors).toEqual([
    'documents[0].document_type "Poem" must be Customs Invoice or Certificate of Origin',
    'documents[0].content is not Base64',
  ]);
});

test('Production and development do not know each other, in either spelling', async () => {
  const [service] = (await desk.call({ action: 'quote', environmet: 'production', shipment })).result.services;
  expect((await desk.call({ action: 'ship', service_id: service.service_id })).errors).toHaveLength(1);
  const booked = await desk.call({ action: 'ship', environment: 'production', service_id: service.service_id });
  expect(desk.service.orders('production')).toHaveLength(1);
  expect(desk.service.orders('development')).toEqual([]);
  expect((await desk.call({ action: 'track', order_numbers: [booked.result.order_no] })).errors).toHaveLength(1);
  expect((await desk.call({ action: 'track', environment: 'moon', order_numbers: ['x'] })).errors).toEqual([
    'environment "moon" must be production or development',
  ]);
});

test('An unknown action and a request that is not JSON are answered in the envelope', async () => {
  expect((await desk.call({ action: 'cancel' })).errors).toEqual(['action "cancel" is unknown']);
  expect((await desk.call({})).errors).toEqual(['action is mandatory']);
  const headers = { authorization: `Basic ${btoa('bench:sesame')}` };
  const answer = await fetch(`${desk.service.url}/api/json`, { method: 'POST', headers, body: 'hello' });
  expect(await answer.json()).toEqual({ result: {}, errors: ['The request is not a JSON object'] });
});

test('Bookings survive a restart, and numbers continue', async () => {
  const dir = newFolder('training');
  const before = await startDesk({ dir });
  const first = await book(before);
  await before.service.stop();
  const after = await startDesk({ dir });
  const again = await after.call({ action: 'labels', order_numbers: [first.result.order_no] });
  const second = await book(after);
  await after.service.stop();
  expect(again.result.labels).toBe(first.result.label);
  expect(second.result.order_no).not.toBe(first.result.order_no);
  expect(after.service.orders()).toHaveLength(2);
});

test('Personal data can be stored encrypted', async () => {
  const dir = newFolder('training');
  const turned = (bytes: Uint8Array): Uint8Array => bytes.map((byte) => byte ^ 0x55);
  const encryption = { encrypt: turned, decrypt: turned };
  const before = await startDesk({ dir, encryption });
  await book(before);
  await before.service.stop();
  const after = await startDesk({ dir, encryption });
  await after.service.stop();
  const onDisk = readdirSync(dir).map((name) => readFileSync(join(dir, name), 'latin1'));
  expect(after.service.orders()).toHaveLength(1);
  expect(onDisk).toHaveLength(1);
  expect(onDisk[0]).not.toContain('Lehmann');
});

test('The same seed and clock give the same answers', async () => {
  const other = await startDesk();
  const answers = [await book(desk), await book(other)];
  await other.service.stop();
  expect(answers[0]?.body).toBe(answers[1]?.body);
});
