import { connect } from 'node:net';
import { expect, test } from 'vitest';
import type { OrderKey } from '../../shared/order.ts';
import { noPush } from '../../shared/order-push.ts';
import { freePort } from '../fakes/free-port.ts';
import { counted, type PlainOptions, startPlainStation } from './plain-station.ts';

const anna = { name: 'Anna Lehmann', street: 'Kastanienallee', house_number: '84', postal_code: '10435', city: 'Berlin', country: 'DE' };
const parcel = {
  phone: '+49 30 5557210',
  length_cm: 20,
  width_cm: 20,
  height_cm: 10,
  weight_kg: 1.2,
  contents: 'Vase',
  value: 64,
  currency: 'EUR',
};
const order = (key: string, change: object = {}) => ({ order: key, ...anna, ...parcel, ...change });

/** A live bench to which other programs may send orders. */
async function receiving(options: PlainOptions = {}) {
  const bench = await startPlainStation({ world: 'live', orders: 'order,name,street,city,country\n', ...options });
  const port = await freePort();
  const { token } = await bench.call('savePush', { ...noPush, isOn: true, port, newToken: false });
  const post = async (body: unknown, { auth = `Bearer ${token}`, path = '/orders', method = 'POST', type = 'application/json' } = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: auth, 'content-type': type },
      ...(method === 'POST' && { body: typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as { rows?: object[]; code?: string } };
  };
  /** Sends as a client that reads nothing until it has written everything. */
  const sendRaw = async (request: string, isEnding?: 'ends') => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const chunks: Buffer[] = [];
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.once('connect', resolve));
    await new Promise<void>((resolve) => socket.write(request, () => resolve()));
    if (isEnding) socket.end();
    const over = new Promise((resolve) => socket.once('close', resolve).once('end', resolve));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    await over;
    socket.destroy();
    return Buffer.concat(chunks).toString();
  };
  const keyOf = (key: string) => bench.call('order', { key: key as OrderKey });
  return {
    bench,
    port,
    token,
    post,
    sendRaw,
    keyOf,
    total: async () => (await bench.call('orders', { search: '', offset: 0, limit: 9 })).total,
  };
}

test('orders that are sent are answered row by row and ship when scanned', async () => {
  const { bench, post } = await receiving();
  const answer = await post([order('P-1'), { name: 'Nobody' }, order('P-2', { weight_kg: 'heavy' }), order('P-3')]);
  expect(answer).toMatchObject({
    status: 200,
    body: {
      total: 4,
      rows: [
        { row: 1, order: 'P-1', became: 'taken' },
        { row: 2, order: '', became: 'not-readable', why: { code: 'order-number-missing' } },
        { row: 3, order: 'P-2', became: 'not-readable', why: { code: 'weight-malformed' } },
        { row: 4, order: 'P-3', became: 'taken' },
      ],
    },
  });
  await bench.ship('P-3');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a single order is accepted, and the same order sent twice is stored once', async () => {
  const { post, total } = await receiving();
  expect((await post(order('P-1'))).body.rows).toMatchObject([{ became: 'taken' }]);
  expect((await post(order('P-1'))).body.rows).toMatchObject([{ became: 'unchanged' }]);
  await Promise.all(Array.from({ length: 8 }, () => post([order('P-3'), order('P-4')])));
  expect(await total()).toBe(3);
});

test('a cancellation that is sent stops the order at its scan and does not undo a shipment', async () => {
  const { bench, post } = await receiving();
  const shopify = (name: string, cancelled_at: string | null) => ({
    orders: [
      {
        id: 1,
        name,
        order_number: 1,
        cancelled_at,
        financial_status: 'paid',
        line_items: [{ id: 1, title: 'Mug', quantity: 1, price: '9.00', grams: 400, requires_shipping: true }],
        shipping_address: { name: 'Anna', address1: 'Allee 8', city: 'Berlin', zip: '10435', country_code: 'DE' },
        currency: 'EUR',
      },
    ],
  });
  expect((await post(shopify('#7', null))).body.rows).toMatchObject([{ order: '#7', became: 'taken' }]);
  expect((await post(shopify('#7', '2026-11-19T10:00:00Z'))).body.rows).toMatchObject([{ became: 'taken', hold: 'cancelled' }]);
  expect((await bench.scan('7', 'stopped')).failure.code).toBe('order-cancelled');
  await post(order('P-1'));
  await bench.ship('P-1');
  expect((await post(order('P-1', { city: 'Bonn' }))).body.rows).toMatchObject([{ became: 'unchanged' }]);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('an address that changes after booking is reported once to the sender and once in Resolve', async () => {
  const { bench, post, keyOf } = await receiving();
  const open = async () => (await bench.call('toResolve', {})).filter((item) => item.kind === 'changed-too-late');
  await post([order('P-1'), order('P-2')]);
  for (const code of ['P-1', 'P-2']) {
    await bench.ship(code);
  }
  const moved = order('P-1', { city: 'Bonn', postal_code: '53111' });
  expect((await post([moved, order('P-2', { note: 'Ring twice' })])).body).toMatchObject({
    rows: [{ became: 'unchanged' }, { became: 'unchanged' }],
    remarks: [{ order: 'P-1', why: { code: 'address-after-booking' } }],
  });
  expect((await keyOf('P-1')).recipient.city).toBe('Berlin');
  const [item] = await open();
  expect(item?.problem).toMatchObject({ orderKey: 'P-1', row: 'Anna Lehmann, Kastanienallee 84, 53111 Bonn, DE' });
  await bench.call('dismissRow', { id: item?.id ?? '' });
  await post(moved);
  expect(await open()).toEqual([]);
  const calledOff = {
    name: 'P-2',
    cancelled_at: '2026-11-20T10:00:00Z',
    financial_status: 'paid',
    line_items: [{ title: 'Vase', quantity: 1, requires_shipping: true }],
    shipping_address: { name: 'Anna Lehmann', address1: 'Kastanienallee 84', zip: '10435', city: 'Berlin', country_code: 'DE' },
  };
  expect((await post({ orders: [calledOff] })).body).toMatchObject({
    remarks: [{ order: 'P-2', why: { code: 'called-off-after-booking' } }],
  });
  expect((await open()).map(({ problem }) => problem.orderKey)).toEqual(['P-2']);
  expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
});

test('a request that is not an order, too large or unauthorized is refused with its reason and stores nothing', async () => {
  const { post, port, token, total } = await receiving();
  expect(await post('<html><title>Log in</title></html>')).toMatchObject({ status: 422, body: { reasons: [{ code: 'file-web-page' }] } });
  expect(await post('[{"order": ')).toMatchObject({ status: 422, body: { reasons: [{ code: 'json-broken' }] } });
  expect(await post([order('P-1')], { auth: 'Bearer guess' })).toMatchObject({ status: 401, body: { code: 'token-wrong' } });
  expect(await post([order('P-1')], { path: '/' })).toMatchObject({ status: 404 });
  expect(await post('', { method: 'GET' })).toMatchObject({ status: 405 });
  // A sender that does not state its length.
  const socket = connect(port, '127.0.0.1');
  socket.write(`POST /orders HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ntransfer-encoding: chunked\r\n\r\n`);
  const sendRaw = new Promise<string>((resolve) => socket.once('data', (data: Buffer) => resolve(data.toString())));
  socket.on('error', () => undefined);
  const chunk = `100000\r\n${'x'.repeat(0x10_00_00)}\r\n`;
  for (let at = 0; at < 6; at += 1) socket.write(chunk);
  expect(await sendRaw).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
  expect(await total()).toBe(0);
});

/** Orders in the list, as key and recipient. */
const names = async ({ bench }: Awaited<ReturnType<typeof receiving>>) =>
  (await bench.call('orders', { search: '', offset: 0, limit: 50 })).rows.map(({ order: { key, recipient } }) => [key, recipient.name]);

test('reads the character encoding that the sender names, and refuses unknown encodings', async () => {
  const door = await receiving();
  const { post, total } = door;
  // Łucja in the Windows encoding for Central Europe, and Anna.
  const body = JSON.stringify([order('P-1', { name: '?ucja' })]);
  const bytes = new Blob([Uint8Array.from(body, (letter) => (letter === '?' ? 0xa3 : letter.charCodeAt(0)))]);
  expect((await post(bytes, { type: 'application/json; charset=windows-1250' })).status).toBe(200);
  expect(await names(door)).toEqual([['P-1', 'Łucja']]);
  expect(await post(bytes, { type: 'application/json; charset=x-of-mars' })).toMatchObject({
    status: 415,
    body: { code: 'letters-not-known' },
  });
  // Many clients declare an encoding that they do not use.
  expect((await post([order('P-2', { name: 'Łucja' })], { type: 'application/json; charset=iso-8859-1' })).status).toBe(200);
  expect(await names(door)).toContainEqual(['P-2', 'Łucja']);
  expect(await total()).toBe(2);
});

test('accepts an absolute request URL and any letter case of the auth scheme, as HTTP allows', async () => {
  const { token, post, port, sendRaw } = await receiving();
  expect((await post(order('P-1'), { auth: `bearer  ${token}` })).status).toBe(200);
  const body = JSON.stringify(order('P-2'));
  const head = `POST http://127.0.0.1:${port}/orders?page=1 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n`;
  expect(await sendRaw(`${head}content-length: ${body.length}\r\n\r\n${body}`)).toMatch(/^HTTP\/1\.1 200 /);
});

test('every order that is sent is answered in its own row, including second parcels and orders of several items', async () => {
  const { post } = await receiving();
  const { body } = await post([order('P-1'), order('P-2'), order('P-1'), order('P-2', { name: 'Somebody else' })]);
  expect(body).toMatchObject({
    total: 4,
    rows: [
      { row: 1, order: 'P-1', became: 'taken' },
      { row: 2, order: 'P-2', became: 'taken' },
      { row: 3, order: 'P-1', became: 'taken' },
      { row: 4, order: 'P-2', became: 'not-readable' },
    ],
  });
  const item = (title: string) => ({ id: 1, title, quantity: 1, price: '9.00', grams: 400, requires_shipping: true });
  const shipping_address = { name: 'Anna', address1: 'Allee 8', city: 'Berlin', zip: '10435', country_code: 'DE' };
  const shopify = (name: string) => ({
    id: 1,
    name,
    order_number: 1,
    cancelled_at: null,
    financial_status: 'paid',
    line_items: [item('Mug'), item('Cup')],
    shipping_address,
    currency: 'EUR',
  });
  expect((await post({ orders: [shopify('#7'), shopify('#8')] })).body).toMatchObject({
    total: 2,
    rows: [
      { row: 1, order: '#7', became: 'taken' },
      { row: 2, order: '#8', became: 'taken' },
    ],
  });
});

test('a client that sends everything before it reads receives the reason for the refusal', async () => {
  const { token, sendRaw } = await receiving();
  const body = JSON.stringify([order('P-1', { note: 'x'.repeat(6_000_000) })]);
  for (const [auth, status] of [
    [token, 413],
    ['guess', 401],
  ] as const) {
    const head = `POST /orders HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${auth}\r\ncontent-length: ${body.length}\r\n\r\n`;
    expect(await sendRaw(head + body)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  }
});

test('a sender that half-closes its connection is still answered', async () => {
  const { token, sendRaw, total } = await receiving();
  const body = JSON.stringify(order('P-1'));
  const head = `POST /orders HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n`;
  expect(await sendRaw(`${head}content-length: ${body.length}\r\n\r\n${body}`, 'ends')).toMatch(/^HTTP\/1\.1 200 /);
  expect(await sendRaw(`${head}content-length: 9000\r\n\r\n${body.replace('P-1', 'P-2')}`, 'ends')).not.toMatch(/^HTTP\/1\.1 200 /);
  expect(await total()).toBe(1);
});

test('with several pipelined requests, no order is stored without an answer', async () => {
  const { token, sendRaw, bench } = await receiving();
  const requests = ['P-1', 'P-2', 'P-3'].map((key) => {
    const body = JSON.stringify(order(key));
    return `POST /orders HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  });
  const answers = await sendRaw(requests.join(''));
  // The commits end after the answers.
  await bench.reopen();
  const { rows } = await bench.call('orders', { search: '', offset: 0, limit: 9 });
  expect(rows.map(({ order: { key } }) => key).filter((key) => !answers.includes(`"${key}"`))).toEqual([]);
  expect(answers).toMatch(/^HTTP\/1\.1 200 /);
});

test('an order is on disk before its sender is answered, and a full disk is reported', async () => {
  const { JournalError } = await import('../../electron/journal/journal-error.ts');
  let isFull = false;
  const { post, bench, keyOf } = await receiving({
    journal: (journal) => ({
      takePrepared: (...args) => {
        if (isFull) throw new JournalError('unwritable', 'full');
        return journal.takePrepared(...args);
      },
    }),
  });
  isFull = true;
  expect(await post([order('P-1')])).toMatchObject({ status: 503, body: { code: 'journal-unwritable' } });
  isFull = false;
  expect((await post([order('P-1')])).body.rows).toMatchObject([{ became: 'taken' }]);
  await bench.reopen();
  expect((await keyOf('P-1')).recipient.name).toBe('Anna Lehmann');
});

test('the listener stays open after a restart, reports a port in use, and refuses orders in another environment', async () => {
  const { post, bench, token, port } = await receiving();
  await bench.reopen();
  expect((await post([order('P-1')])).status).toBe(200);
  const { createServer } = await import('node:net');
  const other = createServer();
  const taken = await new Promise<number>((resolve) =>
    other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port)),
  );
  const blocked = await bench.call('savePush', { ...noPush, isOn: true, port: taken, newToken: false });
  expect(blocked.setup.push.listener).toEqual({ is: 'blocked', why: 'port-in-use', port: taken });
  other.close();
  const renewed = await bench.call('savePush', { ...noPush, isOn: true, port, newToken: true });
  expect(renewed.token).not.toBe(token);
  expect((await post([order('P-2')])).status).toBe(401);
  await bench.call('enterWorld', { world: 'training' });
  expect(await post([order('P-2')], { auth: `Bearer ${renewed.token}` })).toMatchObject({
    status: 503,
    body: { code: 'not-live' },
  });
});

test('an order that is sent with its items has them on Ship, and one row in the answer', async () => {
  const { post, keyOf } = await receiving();
  const items = [
    { name: 'Vase Dommel', sku: 'V-1', quantity: 2, barcode: '4006381333931', shelf: 'B-12' },
    { name: 'Card', quantity: 1, gift: true },
  ];
  const { body } = await post([order('P-1', { items }), order('P-2')]);
  expect(body.rows).toMatchObject([
    { row: 1, order: 'P-1', became: 'taken' },
    { row: 2, order: 'P-2', became: 'taken' },
  ]);
  expect(body.rows).toHaveLength(2);
  expect((await keyOf('P-1')).lines).toEqual([
    { name: 'Vase Dommel', sku: 'V-1', quantity: 2, price: null, barcodes: ['4006381333931'], shelf: 'B-12' },
    { name: 'Card', sku: '', quantity: 1, price: null, isGift: true },
  ]);
  expect((await post(order('P-1', { items }))).body.rows).toMatchObject([{ became: 'unchanged' }]);
});

test('an item that cannot be read holds its order, and the answer gives the reason', async () => {
  const { post, keyOf } = await receiving();
  const { body } = await post(order('P-1', { items: [{ name: 'Vase', quantity: 0 }] }));
  expect(body.rows).toMatchObject([
    { row: 1, order: 'P-1', became: 'not-readable', why: { code: 'quantity-malformed' } },
    { row: 1, order: 'P-1', became: 'taken' },
  ]);
  expect((await keyOf('P-1')).hold).toBe('row-unreadable');
});
