import { connect, type Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Courier, Outgoing } from '../../electron/bench/ports/courier.ts';
import { noExtras } from '../../shared/booking.ts';
import type { Capabilities } from '../../shared/contract.ts';
import { httpAnswer, startRawServer } from '../fakes/raw-server.ts';
import { anyService } from '../fakes/service.ts';
import { courierAt, raw } from './raw-service.ts';

/** The three requests that change something. */
const acts: readonly (readonly [string, (courier: Courier) => Outgoing])[] = [
  ['ship', (courier) => courier.shipRequest(anyService, noExtras, 'ZPL')],
  [
    'pickup',
    (courier) =>
      courier.pickupRequest({ orderNos: ['1'], date: '2026-11-24', readyTime: '16:00', closingTime: '17:30', instructions: 'Dock 2' }),
  ],
  [
    'upload_documents',
    (courier) =>
      courier.uploadRequest({
        orderNo: '1',
        documentType: 'Customs Invoice',
        name: 'i.pdf',
        mediaType: 'application/pdf',
        bytes: new Uint8Array([1, 2, 3]),
      }),
  ],
];

const learntNothing: Capabilities = {
  checkedAt: '',
  baseUrl: '',
  environment: 'both',
  instructions: 'both',
  serviceIdSurvivesQuote: null,
  anyCaseOfEnums: null,
  secondShipRefused: null,
  results: {},
  errors: null,
  errorStatus: null,
};

const half = httpAnswer(200, '{"result":{"order_no":"77"},"errors":[]}').subarray(0, -12);
const faults: readonly (readonly [name: string, is: 'silent' | 'answered', behave: (socket: Socket) => void])[] = [
  ['resets after reading', 'silent', (socket) => socket.resetAndDestroy()],
  ['closes after reading', 'silent', (socket) => socket.end()],
  ['stays silent', 'silent', () => undefined],
  ['sends half a header and stops', 'silent', (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-')],
  ['cuts the answer in the middle', 'answered', (socket) => socket.end(half)],
  ['resets inside the answer', 'answered', (socket) => socket.write(half, () => setTimeout(() => socket.resetAndDestroy(), 20))],
  ['stops inside the answer', 'answered', (socket) => socket.write(half)],
  ['redirects', 'answered', (socket) => socket.end(httpAnswer(307, '', { location: 'http://127.0.0.1:1/api/json' }))],
  ['sends a page of a gateway', 'answered', (socket) => socket.end(httpAnswer(504, '<html></html>', { 'content-type': 'text/html' }))],
  ['answers 503 and to come back', 'answered', (socket) => socket.end(httpAnswer(503, '', { 'retry-after': '0' }))],
  ['answers 401 and nothing else', 'answered', (socket) => socket.end(httpAnswer(401, ''))],
  ['floods with 103', 'silent', flood],
];

/** These end only because the client stops waiting. */
const neverEnding = new Set(['stays silent', 'sends half a header and stops', 'stops inside the answer', 'floods with 103']);

function flood(socket: Socket): void {
  const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 5);
  socket.on('close', () => clearInterval(timer));
}

for (const [action, make] of acts) {
  test.each(faults)(`${action} is sent once if the service %s`, async (name, is, behave) => {
    const server = await raw(behave);
    const onceTotalMs = neverEnding.has(name) ? 600 : 10_000;
    const courier = courierAt(`http://127.0.0.1:${server.port}`, { timing: { onceTotalMs } });
    const sent = await courier.sendOnce(make(courier));
    expect(sent.is).toBe(is);
    if (sent.is === 'answered') {
      const { answer } = sent;
      const meanings = [courier.readShip(answer), courier.readPickup(answer), courier.readUpload(answer)];
      expect(meanings.map((meaning) => meaning.is)).toEqual(['unknown', 'unknown', 'unknown']);
    }
    expect(server.requests).toHaveLength(1);
    expect(server.connections()).toBe(1);
  });
}

test('a refused connection was not sent', async () => {
  const server = await raw(() => undefined);
  await server.stop();
  const courier = courierAt(`http://127.0.0.1:${server.port}`);
  expect(await courier.sendOnce(acts[0]![1](courier))).toMatchObject({
    is: 'not-sent',
    failure: { code: 'service-unreachable', ref: 'R1' },
  });
});

test('a cut in the TLS handshake was not sent', async () => {
  const server = await raw(() => undefined, {
    onConnect: (socket) => {
      socket.once('data', () => socket.resetAndDestroy());
      return false;
    },
  });
  const courier = courierAt(`https://127.0.0.1:${server.port}`);
  expect(await courier.sendOnce(acts[0]![1](courier))).toMatchObject({ is: 'not-sent', failure: { code: 'service-unreachable' } });
  expect(server.requests).toHaveLength(0);
});

test('a handshake that never ends was not sent', async () => {
  const server = await raw(() => undefined, { onConnect: () => false });
  const courier = courierAt(`https://127.0.0.1:${server.port}`, { timing: { connectMs: 300, onceTotalMs: 3000 } });
  expect(await courier.sendOnce(acts[0]![1](courier))).toMatchObject({ is: 'not-sent' });
});

test.each([
  ['refuses', (socket: Socket) => socket.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n')],
  ['wants a password for', (socket: Socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n')],
  ['cuts', (socket: Socket) => socket.resetAndDestroy()],
  ['opens the tunnel and then cuts', (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n', () => socket.end())],
])('nothing was sent if the proxy %s the tunnel', async (_name, behave) => {
  const proxy = await raw(behave);
  const courier = courierAt('https://courier.example.com', { resolveProxy: async () => `PROXY 127.0.0.1:${proxy.port}; DIRECT` });
  expect(await courier.sendOnce(acts[0]![1](courier))).toMatchObject({ is: 'not-sent', failure: { code: 'service-unreachable' } });
  expect(proxy.requests.length).toBeGreaterThanOrEqual(1);
  expect(proxy.requests.every((request) => request.startsWith('CONNECT courier.example.com:443 '))).toBe(true);
});

test('nothing is sent without credentials, to a bad address, or if the proxy cannot be resolved', async () => {
  const server = await raw(() => undefined);
  const url = `http://127.0.0.1:${server.port}`;
  const cases = [
    [courierAt(url, { credentials: () => undefined }), 'not-connected'],
    [courierAt('http://courier.example.com'), 'url-not-allowed'],
    [courierAt('https://courier.example.com', { resolveProxy: async () => 'SOCKS5 a:1' }), 'service-unreachable'],
    [courierAt('https://courier.example.com', { resolveProxy: () => Promise.reject(new Error('no')) }), 'service-unreachable'],
    [
      courierAt('https://courier.example.com', {
        resolveProxy: () => new Promise(() => undefined),
        timing: { connectMs: 50, readHeadersMs: 50, readBudgetMs: 200 },
      }),
      'service-unreachable',
    ],
  ] as const;
  for (const [courier, code] of cases) {
    expect(await courier.sendOnce(acts[0]![1](courier))).toMatchObject({ is: 'not-sent', failure: { code } });
    expect(await courier.track(['1'])).toMatchObject({ ok: false, failure: { code } });
  }
  expect(server.connections()).toBe(0);
});

const refusal = (text: string): Buffer => httpAnswer(200, JSON.stringify({ result: [], errors: [text] }));
const numbersAsked = (request: string): string[] =>
  (JSON.parse(request.split('\r\n\r\n')[1] ?? '') as { order_numbers: string[] }).order_numbers;

test('finds the refused numbers among fifty, and keeps the results when the time for a read is over', async () => {
  let passedMs = 0;
  let takesMs = 0;
  const server = await raw((socket, asked) => {
    passedMs += takesMs;
    const numbers = numbersAsked(asked);
    const orders = numbers.map((order_no) => ({ order_no, status: 'Booked', events: [] }));
    const isRefused = numbers.includes('A7') || numbers.includes('A33');
    socket.write(isRefused ? refusal('Unknown order') : httpAnswer(200, JSON.stringify({ result: orders, errors: [] })));
  });
  const clock = { now: () => new Date(passedMs), elapsed: () => passedMs, sleep: async () => undefined };
  const courier = courierAt(`http://127.0.0.1:${server.port}`, { clock });
  const numbers = Array.from({ length: 50 }, (_, index) => `A${index}`);
  const found = async (asked: readonly string[]) => {
    const tracked = await courier.track(asked);
    return tracked.ok ? tracked.value.map(({ orderNo }) => orderNo) : tracked.failure.code;
  };
  const known = numbers.filter((each) => each !== 'A7' && each !== 'A33');
  expect(new Set(await found(numbers))).toEqual(new Set(known));
  takesMs = 800;
  expect(await found(numbers)).toEqual([...numbers.slice(13, 25), ...numbers.slice(38)]);
  takesMs = 6000;
  expect(await found(numbers)).toBe('service-slow');
  expect(await found(['A7'])).toBe('service-refused');
  expect(await found(['A7', 'A33'])).toBe('service-slow');
});

test('numbers that could not be looked up are not reported as unknown, and hide no found ones', async () => {
  const server = await raw((socket, asked) => {
    const [number, another] = numbersAsked(asked);
    if (another !== undefined || number === 'A3') return socket.end(refusal('Unknown order'));
    if (number === 'A2') return socket.resetAndDestroy();
    return socket.end(httpAnswer(200, JSON.stringify({ result: [{ order_no: number, status: 'Booked', events: [] }], errors: [] })));
  });
  const courier = courierAt(`http://127.0.0.1:${server.port}`);
  expect(await courier.track(['A2', 'A3'])).toMatchObject({ ok: false, failure: { code: 'service-unreachable' } });
  expect(await courier.track(['A3', 'A4', 'A2'])).toMatchObject({ ok: true, value: [{ orderNo: 'A4' }] });
});

test('a number with characters that the service does not accept is not found and not sent', async () => {
  const server = await raw((socket) => socket.end(httpAnswer(200, '{"result":[{"order_no":"A1","status":"Booked"}],"errors":[]}')));
  const courier = courierAt(`http://127.0.0.1:${server.port}`);
  expect(await courier.track(['ÄB1'])).toMatchObject({ ok: false, failure: { code: 'number-not-found', detail: 'ÄB1' } });
  expect(server.requests).toEqual([]);
  expect(await courier.track(['ÄB1', 'A1'])).toMatchObject({ ok: true, value: [{ orderNo: 'A1' }] });
  expect(
    server.requests.map((request) => (JSON.parse(request.split('\r\n\r\n')[1] ?? '') as { order_numbers: unknown }).order_numbers),
  ).toEqual([['A1']]);
});

test('a purchase has its own connection, which the program closes after the answer even if the service keeps it', async () => {
  let ended = 0;
  const server = await raw(
    (socket) => socket.write(httpAnswer(200, '{"result":[],"errors":[]}', { connection: 'keep-alive', 'keep-alive': 'timeout=60' })),
    {
      onConnect(socket) {
        socket.on('close', () => {
          ended += 1;
        });
        return true;
      },
    },
  );
  const courier = courierAt(`http://127.0.0.1:${server.port}`);
  for (const count of [1, 2, 3]) {
    await courier.track(['A1']);
    await courier.sendOnce(acts[0]![1](courier));
    await expect.poll(() => ended).toBe(count);
    // One more connection for all reads.
    expect(server.connections()).toBe(count + 1);
  }
});

test('the request is one ASCII POST with Basic credentials, both spellings and no wish for compression', async () => {
  const server = await raw((socket) => socket.end(httpAnswer(200, '{"result":{"collection_no":5},"errors":[]}')));
  const courier = courierAt(`http://127.0.0.1:${server.port}/`, {
    connection: { baseUrl: `http://127.0.0.1:${server.port}/`, account: 'main' },
  });
  const sent = await courier.sendOnce(acts[1]![1](courier));
  expect(sent.is === 'answered' && courier.readPickup(sent.answer)).toMatchObject({ is: 'booked', collectionNo: '5' });
  const [head = '', body = ''] = (server.requests[0] ?? '').split('\r\n\r\n');
  expect(head).toMatch(/^POST \/api\/json HTTP\/1\.1\r\n/);
  expect(head.toLowerCase()).toContain('accept-encoding: identity');
  expect(head).toContain(`Basic ${Buffer.from('k:s').toString('base64')}`);
  expect(body).toMatch(/^[\x20-\x7e]*$/);
  expect(JSON.parse(body)).toEqual({
    action: 'pickup',
    environment: 'development',
    environmet: 'development',
    account: 'main',
    date: '2026-11-24',
    r_time: '16:00',
    c_time: '17:30',
    instructions: 'Dock 2',
    instuctions: 'Dock 2',
    shipments: ['1'],
  });
});

test('a compressed answer is unpacked up to the cap; one that cannot be unpacked is kept as it came', async () => {
  const envelope = Buffer.from('{"result":{"order_no":"9"},"errors":[]}');
  const packed: readonly (readonly [string, Uint8Array])[] = [
    ['gzip', gzipSync(envelope)],
    ['br', brotliCompressSync(envelope)],
  ];
  for (const [encoding, body] of packed) {
    const server = await raw((socket) => socket.end(httpAnswer(200, body, { 'content-encoding': encoding })));
    const courier = courierAt(`http://127.0.0.1:${server.port}`);
    const sent = await courier.sendOnce(acts[0]![1](courier));
    expect(sent.is === 'answered' && courier.readShip(sent.answer)).toMatchObject({ is: 'booked', orderNo: '9' });
  }
  const bomb = gzipSync(Buffer.alloc(60 * 1024 * 1024));
  const server = await raw((socket) => socket.end(httpAnswer(200, bomb, { 'content-encoding': 'gzip' })));
  const courier = courierAt(`http://127.0.0.1:${server.port}`);
  const sent = await courier.sendOnce(acts[0]![1](courier));
  expect(sent.is === 'answered' && sent.answer.body.length).toBe(bomb.length);
});

test('an answer larger than the cap is cut there and counts as unknown', async () => {
  const server = await raw((socket) => socket.end(httpAnswer(200, Buffer.alloc(6 * 1024 * 1024, 32))));
  const courier = courierAt(`http://127.0.0.1:${server.port}`);
  const sent = await courier.sendOnce(acts[2]![1](courier));
  expect(sent.is === 'answered' && sent.answer.body.length).toBe(5 * 1024 * 1024);
});

test('an answer is handed over before it is read, and a difference from the contract is reported when it is read', async () => {
  const body = '{"result":[{"order_no":"BOUGHT-1"}],"errors":[]}';
  const server = await raw((socket) => socket.end(httpAnswer(200, body)));
  const reports: string[] = [];
  const logged: string[] = [];
  const courier = courierAt(`http://127.0.0.1:${server.port}`, {
    capabilities: () => ({ ...learntNothing, results: { ship: 'record' } }),
    drifted: (action, what) => {
      reports.push(`${action} ${what}`);
      throw new Error('ENOSPC: no space left on device');
    },
    log: (event, fields) => logged.push(`${event} ${fields?.state ?? ''}`),
  });
  const sent = await courier.sendOnce(acts[0]![1](courier));
  expect(sent).toMatchObject({ is: 'answered' });
  expect(reports).toEqual([]);
  expect(sent.is === 'answered' && courier.readShip(sent.answer)).toMatchObject({ is: 'booked', orderNo: 'BOUGHT-1' });
  expect(reports).toEqual(['ship result: record became list']);
  expect(logged).toContain('courier-drift not-kept');
});

test('a booking whose answer names its errors twice, with 8 MB between, is handed over and read', async () => {
  const body = `{"result":{"order_no":"BOUGHT-1","label":"${'A'.repeat(8 << 20)}","errors":[]},"errors":[]}`;
  const server = await raw((socket) => socket.end(httpAnswer(200, body)));
  const courier = courierAt(`http://127.0.0.1:${server.port}`);
  const sent = await courier.sendOnce(acts[0]![1](courier));
  expect(sent.is === 'answered' && courier.readShip(sent.answer)).toMatchObject({ is: 'booked', orderNo: 'BOUGHT-1' });
  expect(await courier.labels('BOUGHT-1')).toMatchObject({ ok: false, failure: { code: 'service-answer-unreadable' } });
});

test.each([
  ['rejected credentials', 401, '', 'credentials-rejected'],
  ['rejected credentials in an envelope', 403, '{"result":{},"errors":["Invalid API key"]}', 'credentials-rejected'],
  ['errors', 200, '{"result":{},"errors":["Unknown order"]}', 'service-refused'],
  ['a page', 200, '<html>', 'service-answer-unreadable'],
  ['a service that broke', 500, '<html>', 'service-busy'],
  ['a fault in an empty envelope', 500, '{"result":[],"errors":[]}', 'service-busy'],
  ['a redirect', 302, '', 'service-answer-unreadable'],
])('a read that meets %s fails with the right remedy', async (_name, status, body, code) => {
  const server = await raw((socket) => socket.end(httpAnswer(status, body, { location: 'http://127.0.0.1:1/' })));
  const courier = courierAt(`http://127.0.0.1:${server.port}`);
  expect(await courier.labels('1')).toMatchObject({ ok: false, failure: { code } });
  expect(server.requests).toHaveLength(1);
});

test.each([
  ['a service in maintenance', 503, '', 'service-busy'],
  ['a gateway without an answer', 502, '<html>', 'service-unreachable'],
  ['a service that is asked too often', 429, '', 'service-busy'],
  ['a service that is asked too often, in an empty envelope', 429, '{"result":[],"errors":[]}', 'service-busy'],
  ['a service that is asked too often, in its own words', 429, '{"result":[],"errors":["Quota"]}', 'service-busy'],
])('a read that meets %s again and again fails with the right remedy', async (_name, status, body, code) => {
  const server = await raw((socket) => socket.end(httpAnswer(status, body)));
  expect(await courierAt(`http://127.0.0.1:${server.port}`).labels('1')).toMatchObject({ ok: false, failure: { code } });
});

test('a service that asks for a longer pause than a packer waits is reported with the seconds', async () => {
  const server = await raw((socket) => socket.end(httpAnswer(429, '', { 'retry-after': '60' })));
  expect(await courierAt(`http://127.0.0.1:${server.port}`).labels('1')).toMatchObject({
    failure: { code: 'service-busy', reasons: [{ code: 'answer-busy', status: 429, seconds: 60 }] },
  });
});

test.each<[string, (socket: Socket) => void]>([
  ['does not begin', () => undefined],
  ['comes one byte at a time', (socket) => void drip(socket)],
  ['stops in its middle', (socket) => socket.write(half)],
])('a read whose answer %s in time is slow, and not unreachable', async (_how, behave) => {
  const server = await raw(behave);
  const courier = courierAt(`http://127.0.0.1:${server.port}`, { timing: { connectMs: 1000, readHeadersMs: 200, readBudgetMs: 500 } });
  expect(await courier.labels('1')).toMatchObject({ ok: false, failure: { code: 'service-slow' } });
});

async function drip(socket: Socket): Promise<void> {
  socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
  while (!socket.destroyed) {
    socket.write('{');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test.each([
  ['an envelope that knows no such order', 200, '{"result":[],"errors":["Order unknown"]}', undefined],
  ['an empty envelope', 404, '{"result":[],"errors":[]}', undefined],
  ['errors that speak of the key', 200, '{"result":[],"errors":["Invalid API key"]}', 'credentials-rejected'],
  ['401', 401, '', 'credentials-rejected'],
  ['a page', 200, '<html>', 'service-answer-unreadable'],
])('the check of a connection judges %s', async (_name, status, body, code) => {
  const server = await raw((socket) => socket.end(httpAnswer(status, body)));
  const result = await courierAt(`http://127.0.0.1:${server.port}`).check();
  expect(result.ok ? undefined : result.failure.code).toBe(code);
});

test('distinguishes two requests at once: one was sent, one was not', async () => {
  const server = await raw((socket) => socket.resetAndDestroy());
  const left = courierAt(`http://127.0.0.1:${server.port}`);
  const port = await unusedPort();
  const stayed = courierAt(`http://127.0.0.1:${port}`);
  const [first, second] = await Promise.all([left.sendOnce(acts[0]![1](left)), stayed.sendOnce(acts[0]![1](stayed))]);
  expect([first.is, second.is]).toEqual(['silent', 'not-sent']);
});

async function unusedPort(): Promise<number> {
  const server = await startRawServer(() => undefined);
  await server.stop();
  await new Promise<void>((resolve) => connect(server.port, '127.0.0.1').once('error', () => resolve()));
  return server.port;
}
