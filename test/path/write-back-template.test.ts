import { expect, test } from 'vitest';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import { noWriteBack } from '../../shared/write-back.ts';
import { order } from './asked-shop.ts';
import { counted } from './plain-station.ts';
import { shipping, shopThat } from './reporting-shop.ts';

const body =
  '{ "op": "{event}", "of": {"number": "No. {order}", "id": "{order_id}", "part": "{shipment}"}, "by": "{courier}: {service}",\n' +
  '  "nos": "{tracking_list}", "one": "{tracking}", "all": "{complete}", "fixed": 1.50, "query": "mutation($n: ID!) { ship(n: $n) { order } }" }';
const query = 'mutation($n: ID!) { ship(n: $n) { order } }';

const withoutNumbers = (journal: Journal, areKnown: () => boolean): Journal => ({
  ...journal,
  writeBooked: (id, booked) => journal.writeBooked(id, { ...booked, trackingNos: [] }),
  writeTracking: (id, tracked) => journal.writeTracking(id, areKnown() ? tracked : { ...tracked, consignmentNo: '', items: [] }),
});

test('a shop receives exactly the request of the template, once and under the same key', async () => {
  const shop = await shopThat((nth) => (nth === 1 ? { status: 503 } : {}));
  const { bench, setUp, later, state } = await shipping();
  await setUp({ url: `${shop.url}/orders/{order}/fulfil?by={courier}`, method: 'PUT', body, header: 'X-Shop' }, 'sesame');
  const key = 'Ä"7\\8/9 & 🎁';
  await bench.call('importOrders', { name: 'b.json', bytes: new TextEncoder().encode(JSON.stringify([order(key)])) });
  const { booking } = await bench.ship(key);
  await expect.poll(() => shop.asked.length).toBe(1);
  // The next tries send the same, whatever Setup says by then.
  await setUp(
    { url: `${shop.url}/orders/{order}/fulfil?by={courier}`, method: 'PUT', body: '{"op": "{event}"}', header: 'X-Shop' },
    'sesame',
  );
  later(10_000);
  await expect.poll(() => shop.asked.length).toBe(2);
  await expect.poll(async () => (await state()).waiting).toBe(0);
  const [courier, service] = [booking.service?.courierName ?? '', booking.service?.serviceName ?? ''];
  for (const asked of shop.asked) {
    expect(asked).toMatchObject({
      method: 'PUT',
      path: `/orders/${encodeURIComponent(key)}/fulfil?by=${encodeURIComponent(courier)}`,
      headers: { 'x-shop': 'sesame', 'idempotency-key': booking.id, 'content-type': 'application/json' },
    });
    expect(JSON.parse(asked.body)).toEqual({
      op: 'shipped',
      of: { number: `No. ${key}`, id: '', part: '1' },
      by: `${courier}: ${service}`,
      nos: booking.trackingNos,
      one: booking.trackingNos.join(', '),
      all: 'true',
      fixed: 1.5,
      query,
    });
    expect(asked.body).toContain('"fixed": 1.50');
  }
  expect([booking.trackingNos.length > 0, counted(bench)]).toEqual([true, { booked: 1, sheets: 1 }]);
});

test('without a template the request is that of Packbench', async () => {
  const shop = await shopThat(() => ({}));
  const { setUp, ship } = await shipping();
  await setUp({ url: `${shop.url}/{order}` });
  await ship('ORD-1001');
  await expect.poll(() => shop.asked.length).toBe(1);
  expect(shop.asked[0]).toMatchObject({ method: 'POST', path: '/ORD-1001' });
  expect(JSON.parse(shop.asked[0]?.body ?? '')).toMatchObject({ event: 'shipped', order: 'ORD-1001', items: [{ quantity: 1 }] });
});

test('numbers that come later are sent by the template, under a key of their own', async () => {
  let areKnown = false;
  const shop = await shopThat(() => ({}));
  const { bench, setUp, ship, later } = await shipping({ journal: (journal: Journal) => withoutNumbers(journal, () => areKnown) });
  await setUp({ url: shop.url, body: '{"op": "{event}", "nos": "{tracking_list}", "one": "{tracking}"}' });
  const { id } = await ship('ORD-1001');
  later(130_000);
  await expect.poll(() => shop.asked.length).toBe(1);
  expect(shop.asked[0]?.body).toBe('{"op": "shipped", "nos": [], "one": ""}');
  areKnown = true;
  await bench.call('track', { number: 'ORD-1001' });
  await expect.poll(() => (later(60_000), shop.asked.length)).toBe(2);
  const { op, nos, one } = JSON.parse(shop.asked[1]?.body ?? '') as { readonly op: string; readonly nos: string[]; readonly one: string };
  expect([op, nos.length, one]).toEqual(['tracking', 1, nos[0]]);
  expect(shop.asked[0]?.headers['idempotency-key']).toBe(id);
  expect(shop.asked[1]?.headers['idempotency-key']).not.toBe(id);
});

const unreadable = { bytes: new TextEncoder().encode('%PDF-1.4 without pages'), format: 'PDF' } as const;
const withUnreadableLabels = (journal: Journal): Journal => ({
  ...journal,
  writeBooked: (id, booked) => journal.writeBooked(id, { ...booked, label: unreadable }),
});

test.each([
  ['states the event', '{"op": "{event}", "no": "{order}"}', ['shipped', 'cancelled'], 0],
  ['does not state the event', '{"op": "ship", "no": "{order}"}', ['ship'], 1],
] as const)('a cancelled shipment whose template %s never looks like a shipped one', async (_name, template, ops, left) => {
  const shop = await shopThat(() => ({}));
  const { bench, setUp, later, failedReports } = await shipping({ journal: withUnreadableLabels });
  await setUp({ url: shop.url, body: template });
  const { booking } = await bench.buy('ORD-1001', 'confirm-label');
  await bench.call('confirmLabel', { bookingId: booking.id, isRight: false });
  await bench.call('closeLabel', { bookingId: booking.id, reason: 'Told the service, they refund it', pin: '' });
  later(130_000);
  await expect.poll(() => shop.asked.map((asked) => (JSON.parse(asked.body) as { readonly op: string }).op)).toEqual(ops);
  await expect.poll(failedReports).toHaveLength(left);
  if (left > 0) expect(await failedReports()).toMatchObject([{ report: { what: 'cancelled', why: { code: 'report-states-no-event' } } }]);
});

test.each([
  [{ url: 'https://shop.example/{orders}' }, { flaw: 'unknown', mark: 'orders' }],
  [{ url: 'https://shop.example/{tracking_list}' }, { flaw: 'list-not-alone', mark: 'tracking_list' }],
  [{ body: '{"no": "{nr}"}' }, { flaw: 'unknown', mark: 'nr' }],
  [{ body: '{"no": {order}}' }, { flaw: 'outside-text', mark: 'order' }],
  [{ body: 'no={order}' }, { flaw: 'not-json', mark: '' }],
  [{ body: '{"no": "{order}, {tracking_list}"}' }, { flaw: 'list-not-alone', mark: 'tracking_list' }],
  [{ body: '{"query": "mutation { ship(n: \\"{order}\\") { id } }"}' }, { flaw: 'in-query', mark: 'order' }],
] as const)('the template %j is refused by name', async (change, flaw) => {
  const { bench } = await shipping();
  const given = { ...noWriteBack, url: 'https://shop.example/done', ...change, token: null };
  expect(await bench.station.handlers.saveWriteBack(given)).toMatchObject({
    ok: false,
    failure: { code: 'setting-invalid', reasons: [{ code: 'template-wrong', ...flaw }] },
  });
});
