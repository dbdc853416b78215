import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Fields } from '../fakes/marking-service.ts';
import { startFront } from './front.ts';
import { plainOrder } from './plain-order.ts';
import { farDay, type PlainStation, sent, startPlainStation } from './plain-station.ts';

async function packed(bench: PlainStation, ...keys: string[]): Promise<string> {
  for (const key of keys) {
    await bench.ship(key);
  }
  const { groups } = await bench.call('pickups', {});
  return groups[0]?.courierKey ?? '';
}

const request = (courierKey: string) => ({
  courierKey,
  date: farDay,
  readyTime: '16:00',
  closingTime: '17:30',
  instructions: 'Dock 2, ring twice',
  withLeftOvers: true,
  again: '',
  isSure: true,
});

test('a pickup returns a collection number and a manifest, and a second one needs a reason', async () => {
  const bench = await startPlainStation();
  const courierKey = await packed(bench, 'ORD-1001');
  const pickup = await bench.call('requestPickup', request(courierKey));
  expect(pickup).toMatchObject({ state: 'booked', manifestFormat: 'PDF', bookingIds: [expect.any(String)] });
  expect(pickup.collectionNo).toBe(bench.service.pickups()[0]?.collectionNo);
  const documents = join(bench.dir, 'documents');
  await expect.poll(() => readdirSync(documents).filter((name) => name.endsWith('.pdf'))).toHaveLength(1);
  await expect.poll(async () => (await bench.call('pickups', {})).requested[0]?.manifestOutcome).toContain('.pdf');

  expect((await bench.call('pickups', {})).groups).toEqual([]);
  expect(await bench.station.handlers.requestPickup(request(courierKey))).toMatchObject({ failure: { code: 'pickup-already-requested' } });
  expect(bench.service.pickups()).toHaveLength(1);
  await bench.call('requestPickup', { ...request(courierKey), again: 'The driver did not come', secondOf: pickup.id });
  expect(bench.service.pickups()).toHaveLength(2);
  await bench.call('reprintManifest', { pickupId: pickup.id });
  await expect.poll(() => readdirSync(documents).filter((name) => name.endsWith('.pdf'))).toHaveLength(3);
});

test('parcels go to the chosen drop-off point, also when they are requested again', async () => {
  const bench = await startPlainStation();
  const courierKey = await packed(bench, 'ORD-1001');
  const { groups } = await bench.call('pickups', {});
  expect(groups[0]?.droppable).toEqual({ today: 1, leftOver: 0 });
  const points = await bench.call('dropOffPoints', { courierKey });
  const [, point] = points;
  if (!point) throw new Error('one point is no choice');
  const { requestPickup } = bench.station.handlers;
  const elsewhere = { ...request(courierKey), dropOff: 'listed-nowhere' };
  expect(await requestPickup(elsewhere)).toMatchObject({ failure: { code: 'not-now' } });
  expect(bench.service.pickups()).toEqual([]);

  const pickup = await bench.call('requestPickup', { ...request(courierKey), dropOff: point.keycode });
  expect(pickup).toMatchObject({ state: 'booked', dropOffPoint: point });
  const wanted = { servicePoint: { keycode: point.keycode, name: point.name, street: point.street, city: point.city } };
  expect(bench.service.pickups()).toMatchObject([wanted]);
  await bench.reopen();
  expect((await bench.call('pickups', {})).requested[0]?.dropOffPoint).toEqual(point);
  await bench.call('requestPickup', { ...request(courierKey), dropOff: point.keycode, again: 'The shop was shut', secondOf: pickup.id });
  expect(bench.service.pickups()).toMatchObject([wanted, wanted]);
});

test('only parcels whose service has drop-off points go to one, the others wait', async () => {
  const bench = await startPlainStation();
  const front = await startFront(bench);
  const courierKey = await packed(bench, 'ORD-1001');
  front.next('quote', (answer) => {
    const { services } = answer['result'] as { readonly services: readonly Fields[] };
    return { ...answer, result: { services: services.map((each) => ({ ...each, origin_service_points: 0 })) } };
  });
  const { quote } = await bench.toTiles('ORD-1002');
  const { serviceId = '' } = quote.services.find((each) => each.courierKey === courierKey) ?? {};
  await bench.call('selectService', { workflowNo: bench.workflowNo(), serviceId });
  await bench.take(serviceId, 'done');
  const [group] = (await bench.call('pickups', {})).groups;
  expect(group).toMatchObject({ today: 2, droppable: { today: 1, leftOver: 0 } });
  expect(group?.shipments.map(({ orders, isDroppable }) => [orders, isDroppable])).toEqual([
    ['ORD-1001', true],
    ['ORD-1002', false],
  ]);
  const [point] = await bench.call('dropOffPoints', { courierKey });
  const dropped = await bench.call('requestPickup', { ...request(courierKey), dropOff: point?.keycode });
  expect(dropped.bookingIds).toHaveLength(1);
  expect((await bench.call('pickups', {})).groups).toMatchObject([{ today: 1, droppable: { today: 0, leftOver: 0 } }]);
});

test.each(['execute-then-reset', 'not-json'] as const)(
  'a pickup whose answer is "%s" is unknown, never sent again, and settled by hand',
  async (fault) => {
    const bench = await startPlainStation();
    const courierKey = await packed(bench, 'ORD-1001');
    bench.service.faults.next('pickup', fault);
    expect(await bench.station.handlers.requestPickup(request(courierKey))).toMatchObject({ failure: { code: 'pickup-unknown' } });
    expect(sent(bench, 'pickup')).toBe(1);
    const [item] = await bench.call('toResolve', {});
    expect(item?.kind).toBe('pickup-unknown');
    if (item?.kind !== 'pickup-unknown') throw new Error('unreachable');
    await bench.call('settlePickup', { pickupId: item.pickup.id, collectionNo: '', reason: 'The portal does not list it', pin: '' });
    expect((await bench.call('pickups', {})).groups).toHaveLength(1);
  },
);

test('a pickup request that was never sent frees its parcels at once', async () => {
  const bench = await startPlainStation();
  const courierKey = await packed(bench, 'ORD-1001');
  await bench.service.stop();
  expect(await bench.station.handlers.requestPickup(request(courierKey))).toMatchObject({ failure: { code: 'service-unreachable' } });
  expect((await bench.call('pickups', {})).groups).toHaveLength(1);
  expect(await bench.call('toResolve', {})).toEqual([]);
});

test('a parcel is found by its order, consignment, tracking and service order number', async () => {
  const bench = await startPlainStation();
  await packed(bench, 'ORD-1001');
  const [order] = bench.service.orders();
  await expect.poll(async () => (await bench.call('lastShipments', { limit: 1 }))[0]?.trackingNos).toEqual(order?.trackingNos);
  for (const number of ['ORD-1001', order?.orderNo ?? '', order?.consignmentNo ?? '', order?.trackingNos[0] ?? '']) {
    const { booking, tracked } = await bench.call('track', { number });
    expect(booking?.orderKey).toBe('ORD-1001');
    expect(tracked.orderNo).toBe(order?.orderNo);
    expect(tracked.items[0]?.events.length).toBeGreaterThan(0);
  }
  expect(await bench.station.handlers.track({ number: 'NOBODY-1' })).toMatchObject({ ok: false });
});

test('the link to the courier is opened only after a person confirmed its host', async () => {
  const links: string[] = [];
  const bench = await startPlainStation({ platform: { openExternal: async (url) => void links.push(url) } });
  await packed(bench, 'ORD-1001');
  const { tracked } = await bench.call('track', { number: 'ORD-1001' });
  const which = { orderNo: tracked.orderNo, itemNo: tracked.items[0]?.itemNo ?? '' };
  const { host } = new URL(tracked.items[0]?.link ?? '');
  expect(await bench.call('openTrackingLink', { ...which, host: '' })).toEqual({ host, isOpen: false });
  expect(await bench.call('openTrackingLink', { ...which, host: `other.${host}` })).toEqual({ host, isOpen: false });
  expect(links).toEqual([]);
  expect(await bench.call('openTrackingLink', { ...which, host })).toEqual({ host, isOpen: true });
  expect(links).toEqual([tracked.items[0]?.link]);
});

test('a service point is chosen for a service that has them, and the label carries its address', async () => {
  const bench = await startPlainStation();
  const { quote } = await bench.toTiles('ORD-1001');
  const service = quote.services.find((each) => each.destinationServicePoints);
  if (!service) throw new Error('no service has service points');
  const workflowNo = bench.workflowNo();
  await bench.call('selectService', { workflowNo, serviceId: service.serviceId });
  await bench.call('listServicePoints', { workflowNo });
  const { points } = await bench.at('choosing');
  const point = points?.[0];
  if (!point) throw new Error('no points are listed');
  await bench.call('chooseServicePoint', { workflowNo, keycode: point.keycode });
  await bench.call('buy', { workflowNo, serviceId: service.serviceId });
  const { booking } = await bench.at('done');
  expect(booking.extras.servicePoint?.keycode).toBe(point.keycode);
  expect(booking.verdict).toEqual({ kind: 'match' });
  expect(bench.printer.sheets()[0]?.zpl.toString('latin1').toUpperCase()).toContain(point.postalCode.toUpperCase());
});

test('CO2 and insurance are sent only if they were chosen', async () => {
  const bench = await startPlainStation();
  const { quote } = await bench.toTiles('ORD-1001');
  const service = quote.services.find((each) => each.co2 && each.insurance);
  if (!service) throw new Error('no service offers both');
  const workflowNo = bench.workflowNo();
  await bench.call('selectService', { workflowNo, serviceId: service.serviceId });
  await bench.call('toggleExtra', { workflowNo, extra: 'co2' });
  await bench.call('buy', { workflowNo, serviceId: service.serviceId });
  const { booking } = await bench.at('done');
  expect(booking.extras).toMatchObject({ co2: true, insurance: false });
});

test('a customs document is uploaded and accepted, and an unknown upload waits in Resolve', async () => {
  const bench = await startPlainStation();
  await packed(bench, 'ORD-1001');
  const [booking] = await bench.call('lastShipments', { limit: 1 });
  const document = {
    bookingId: booking?.id ?? '',
    documentType: 'Customs Invoice' as const,
    name: 'invoice.pdf',
    mediaType: 'application/pdf',
    bytes: new TextEncoder().encode('%PDF-1.4 an invoice'),
  };
  expect(await bench.call('attachDocument', document)).toMatchObject({ state: 'accepted' });
  expect(bench.service.documents()).toHaveLength(1);
  bench.service.faults.next('upload_documents', 'execute-then-reset');
  const unknown = await bench.call('attachDocument', document);
  expect(unknown.state).toBe('unknown');
  expect((await bench.call('toResolve', {})).map((item) => item.kind)).toEqual(['upload-open']);
  await bench.call('settleUpload', { uploadId: unknown.id, act: 'send-again' });
  expect(await bench.call('toResolve', {})).toEqual([]);
});

test('an order that is put aside is listed in Resolve until the packer resumes it', async () => {
  const bench = await startPlainStation();
  await bench.toTiles('ORD-1001');
  await bench.call('park', { workflowNo: bench.workflowNo() });
  await bench.at('ready');
  const [item] = await bench.call('toResolve', {});
  if (item?.kind !== 'put-aside') throw new Error('it is not put aside');
  await bench.call('takeUp', { bookingId: item.booking.id });
  await bench.at('choosing');
  expect(await bench.call('toResolve', {})).toEqual([]);
});

test('a number is tracked without its leading character, as in a scan', async () => {
  const bench = await startPlainStation();
  const take = (key: string) =>
    bench.call('importOrders', { name: `${key}.json`, bytes: new TextEncoder().encode(JSON.stringify([plainOrder(key)])) });
  await take('#5001');
  await take('#5002');
  await packed(bench, '#5001');
  expect((await bench.call('track', { number: '5001' })).booking?.orderKey).toBe('#5001');
  expect(await bench.station.handlers.track({ number: '5002' })).toMatchObject({ failure: { code: 'not-booked-yet' } });
  for (const search of ['5001', '#5001']) expect((await bench.call('underWay', { search, offset: 0, limit: 5 })).total).toBe(1);
});

test('pickups count parcels, not shipments, before and after the request', async () => {
  const bench = await startPlainStation();
  const rows = JSON.stringify([plainOrder('T-1'), { ...plainOrder('T-1'), weight_kg: '2' }]);
  await bench.call('importOrders', { name: 'two.json', bytes: new TextEncoder().encode(rows) });
  const courierKey = await packed(bench, 'T-1');
  const waiting = (await bench.call('pickups', {})).groups.find((group) => group.courierKey === courierKey);
  expect([waiting?.today, waiting?.leftOver]).toEqual([2, 0]);
  expect(await bench.call('requestPickup', request(courierKey))).toMatchObject({ parcels: 2 });
  expect((await bench.call('pickups', {})).requested).toMatchObject([{ parcels: 2, bookingIds: [expect.any(String)] }]);
});

test('wrong credentials are refused before they are saved, and the settings stay', async () => {
  const bench = await startPlainStation();
  const answer = await bench.station.handlers.connect({
    world: 'sandbox',
    baseUrl: bench.service.url,
    key: 'path',
    secret: 'wrong',
    account: '',
  });
  expect(answer).toMatchObject({ ok: false, failure: { code: 'credentials-rejected' } });
  const setup = await bench.call('setup', {});
  expect(setup.settings.world).toBe('training');
  expect(setup.hasCredentials.sandbox).toBe(false);
});

test('a bench with damaged settings reports at its start where they are kept', async () => {
  const bench = await startPlainStation({ world: 'live' });
  await bench.reopen(() => writeFileSync(join(bench.dir, 'settings.json'), '{'));
  expect(bench.station.snapshot().frame.world).toBeNull();
  const { lost } = await bench.call('setup', {});
  expect(lost?.settingsKeptAs).toMatch(/settings\.json\.damaged-\d+$/);
});

test('a bench whose credentials are gone reports it at its start', async () => {
  const bench = await startPlainStation({ world: 'live' });
  expect((await bench.call('setup', {})).lost).toEqual({ settingsKeptAs: null, notOpened: null });
  await bench.reopen(() => rmSync(join(bench.dir, 'credentials', 'credentials-live.encrypted')));
  expect((await bench.call('setup', {})).lost).toMatchObject({ notOpened: { code: 'not-connected' } });
});

test('without a network the order stays and a message is shown', async () => {
  const bench = await startPlainStation();
  await bench.service.stop();
  await bench.scanAndAnswer('ORD-1001');
  const { failure, order } = await bench.at('stopped');
  expect(failure.code).toBe('service-unreachable');
  expect(order?.parcels[0]?.weightGrams).toBe(1250);
});

test('an unknown order, an empty barcode and an unreadable file each show what happened', async () => {
  const bench = await startPlainStation();
  expect((await bench.scan('ORD-9999', 'stopped')).failure.code).toBe('order-not-found');
  expect(await bench.station.handlers.scan({ code: ' \r\n' })).toMatchObject({ failure: { code: 'scan-not-understood' } });
  expect(await bench.station.handlers.importOrders({ name: 'holiday.csv', bytes: new TextEncoder().encode('a;b\n1;2\n') })).toMatchObject({
    failure: { code: 'order-file-unreadable' },
  });
});

test('a good row is not held back by a bad one, and the bad one waits in Resolve', async () => {
  const bench = await startPlainStation();
  const file =
    'order,name,street,house_number,postal_code,city,country,phone,weight_kg\nP-1,A B,Street,1,1011 AB,Amsterdam,NL,+31201234567,"1,2,5"\nP-2,C D,Street,2,1011 AB,Amsterdam,NL,+31201234567,1.5\n';
  const report = await bench.call('importOrders', { name: 'plain.csv', bytes: new TextEncoder().encode(file) });
  expect(report.taken).toBe(1);
  expect(report.problems.map((problem) => problem.line)).toEqual([2]);
  expect((await bench.call('toResolve', {})).map((item) => item.kind)).toEqual(['row-unreadable']);
});
