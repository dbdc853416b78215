import { expect, test } from 'vitest';
import { readOrderFile } from '../../electron/orders/open-order-file.ts';
import type { Platform } from '../../electron/station/platform.ts';
import { orderKeySchema } from '../../shared/order.ts';
import { allOrders } from '../../shared/order-list.ts';
import { pickupOf, startPlainStation } from './plain-station.ts';

async function savingStation(orders?: string, platform: Partial<Platform> = {}) {
  const saved: { name: string; text: string }[] = [];
  const saveFile = async (name: string, bytes: Uint8Array) => {
    saved.push({ name, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) });
    return name;
  };
  return { ...(await startPlainStation({ platform: { saveFile, ...platform }, ...(orders && { orders }) })), saved };
}

test('shipped parcels are exported in the format that the import of the shop requires', async () => {
  const { buy, at, call, saved } = await savingStation();
  await buy('ORD-1001');
  const { booking } = await at('done');
  const { trackingNos, service, price, consignmentNo, orderNo } = booking;
  const number = trackingNos[0] ?? '';
  for (const layout of ['packbench', 'shopify', 'woocommerce'] as const) await call('exportShipments', { layout, daysBefore: 0 });
  const day = booking.changedAt.slice(0, 10);
  const rows = saved.map(({ text }) =>
    text
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n'),
  );
  expect(rows.map(([columns]) => columns)).toEqual([
    'order,shipment,tracking_number,consignment_number,service_order_number,courier,service,cost,currency,shipped_at,as_last_time,calculated,serial_numbers,return',
    'Name,Command,Line: Type,Fulfillment: Status,Fulfillment: Tracking Company,Fulfillment: Tracking Number',
    'order_id,tracking_provider,tracking_number,date_shipped,status_shipped',
  ]);
  const cost = price ? (price.minor / 100).toFixed(2) : '';
  expect(rows[0]?.[1]).toContain(
    `ORD-1001,1,${number},${consignmentNo},${orderNo},${service?.courierName},${service?.serviceName},${cost},EUR,`,
  );
  expect(rows[1]?.slice(1)).toEqual([
    `ORD-1001,UPDATE,Fulfillment Line,success,${service?.courierName},"${trackingNos.join(', ')}"`.replace(/"([^",]*)"$/, '$1'),
  ]);
  expect(rows[2]?.[1]).toMatch(new RegExp(`^ORD-1001,[^,]+,${number},\\d\\d-\\d\\d-\\d{4},1$`));
  expect(saved[0]?.name).toMatch(/^shipments-packbench-\d{4}-\d\d-\d\d\.csv$/);
  expect(day).toMatch(/^\d{4}/);
});

test('an export since yesterday is complete on a 25-hour day, and future bookings count as today', async () => {
  let now = '2026-10-24T12:00:00.000Z';
  const bench = await savingStation(undefined, { now: () => new Date(now) });
  await bench.ship('ORD-1001');
  now = '2026-10-25T22:30:00.000Z';
  await bench.call('exportShipments', { layout: 'packbench', daysBefore: 1 });
  expect(bench.saved[0]?.text).toContain('ORD-1001');
  expect((await bench.call('pickups', {})).groups).toMatchObject([
    { today: 0, leftOver: 1, leftOverSince: '2026-10-24', shipments: [{ isLeftOver: true }] },
  ]);
  now = '2026-10-23T21:30:00.000Z';
  const { groups } = await bench.call('pickups', {});
  expect(groups).toMatchObject([{ today: 1, leftOver: 0, leftOverSince: '' }]);
  const request = { ...pickupOf(undefined), courierKey: groups[0]?.courierKey ?? '', withLeftOvers: false };
  expect(await bench.call('requestPickup', request)).toMatchObject({ state: 'booked', bookingIds: [expect.any(String)] });
});

const cellsOf = (text: string): string[][] =>
  text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(','));

test('parcels that wait for a driver are saved, with the collection number after a request', async () => {
  const { buy, at, call, saved } = await savingStation();
  await buy('ORD-1001');
  const { booking } = await at('done');
  await call('exportPickups', {});
  const [waiting] = (await call('pickups', {})).groups;
  const pickup = await call('requestPickup', {
    courierKey: waiting?.courierKey ?? '',
    place: waiting?.place ?? '',
    date: waiting?.days[0] ?? '',
    readyTime: '15:00',
    closingTime: '17:00',
    instructions: '',
    withLeftOvers: true,
    again: '',
    isSure: true,
  });
  await call('exportPickups', {});
  const [before, after] = saved.map(({ text }) => cellsOf(text));
  expect(before?.slice(1).map((row) => [row[0], row[4], row[9], row[10]])).toEqual([['ORD-1001', booking.consignmentNo, 'waiting', '']]);
  expect(after?.slice(1).map((row) => [row[0], row[4], row[9], row[10]])).toEqual([
    ['ORD-1001', booking.consignmentNo, 'booked', pickup.collectionNo],
  ]);
  expect(saved[0]?.text.charCodeAt(0)).toBe(0xfeff);
  expect(saved[0]?.name).toMatch(/^pickups-\d{4}-\d\d-\d\d\.csv$/);
});

test('the Resolve list is saved, and a spreadsheet runs no text of a row', async () => {
  const { call, saved } = await savingStation('order,name,street,city,country,weight_kg\n-2+3|A,=cmd()|A,Allee 8,Berlin,DE,heavy\n');
  await call('exportResolve', {});
  const [, row] = cellsOf(saved[0]?.text ?? '');
  expect(row?.slice(0, 2)).toEqual(['row-unreadable', "'-2+3|A"]);
  expect(saved[0]?.text).toContain('weight-malformed');
  expect(saved[0]?.text).toContain(`,"'-2+3|A,=cmd()|A,Allee 8,`);
  expect(saved[0]?.name).toMatch(/^resolve-/);
});

test('the listed orders state who shipped one without a label, when and how', async () => {
  const { call, saved } = await savingStation(
    'order,name,street,house_number,postal_code,city,country\nA-1,Bo,Weg,9,50667,Köln,DE\nA-2,Bo,Weg,10,50667,Köln,DE\n',
  );
  await call('shipOtherwise', { key: orderKeySchema.parse('A-1'), way: 'letter', note: 'stamped' });
  await call('exportOrders', { search: '', filter: { ...allOrders, sort: 'order' } });
  const rows = (saved[0]?.text ?? '').trim().split('\r\n');
  expect(rows[0]).toMatch(/,shipped_otherwise$/);
  expect(rows[1]).toMatch(/^A-1,.*,"20\d\d-\d\d-\d\dT[\d:.]+Z, .*, letter, stamped"$/);
  expect(rows[2]).toMatch(/^A-2,.*,$/);
});

test('the listed orders are saved and can be read back unchanged', async () => {
  const orders =
    'order,name,street,house_number,postal_code,city,country,phone,weight_kg,note\nA-1,=cmd()|A,Allee,8,10435,Berlin,DE,+49 30 5,1.5,"Two\nlines, and ""more"""\nA-2,Bo,Weg,9,50667,Köln,DE,,,\n';
  const { call, saved } = await savingStation(orders);
  await call('exportOrders', { search: 'A-1' });
  const [file] = saved;
  // A spreadsheet shows the name instead of running it.
  expect(file?.text).toContain("A-1,'=cmd()|A,");
  const read = readOrderFile({ name: 'orders.csv', bytes: new TextEncoder().encode(file?.text ?? ''), currency: 'EUR' });
  expect(read.ok && read.value.orders).toMatchObject([
    {
      key: 'A-1',
      recipient: {
        name: "'=cmd()|A",
        street: 'Allee',
        houseNumber: '8',
        postalCode: '10435',
        city: 'Berlin',
        country: 'DE',
        phone: '+49 30 5',
      },
      noteForPacker: 'Two\nlines, and "more"',
      parcels: [{ weightGrams: 1500 }],
    },
  ]);
});
