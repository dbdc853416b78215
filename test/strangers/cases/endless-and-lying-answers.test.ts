import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Courier } from '../../../electron/bench/ports/courier.ts';
import { createTrust } from '../../../electron/courier/client.ts';
import { routeTo, troubleOf } from '../../../electron/courier/route.ts';
import { createOrderSource } from '../../../electron/orders/look-up.ts';
import { createShopBack } from '../../../electron/orders/write-back.ts';
import { detailOf } from '../../../renderer/text/reasons.ts';
import { noExtras } from '../../../shared/booking.ts';
import { newLookUp } from '../../../shared/order-source.ts';
import { failed } from '../../../shared/result.ts';
import { noWriteBack } from '../../../shared/write-back.ts';
import { courierAt, raw } from '../../courier/raw-service.ts';
import { httpAnswer, type RawServer } from '../../fakes/raw-server.ts';
import { anyService } from '../../fakes/service.ts';

const fixture = (name: string): string => readFileSync(new URL(`../../fixtures/tls/${name}`, import.meta.url), 'utf8');
const tls = { key: fixture('courier-key.pem'), cert: fixture('courier-cert.pem') };
const ours = createTrust(() => [tls.cert]);
const route = {
  routeTo: (url: string, connectMs: number) => routeTo(url, { resolveProxy: async () => 'DIRECT', trust: ours, connectMs }),
  troubleOf,
};
const mostMs = 700;

function every(ms: number, socket: Socket, bytes: string | Buffer): void {
  const timer = setInterval(() => socket.write(bytes), ms);
  socket.on('close', () => clearInterval(timer));
}
const begun = (headers: string): string => `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${headers}\r\n`;
function pour(socket: Socket): void {
  const more = (): boolean => !socket.destroyed && socket.write(Buffer.alloc(256 * 1024, 0x20)) && pourLater();
  const pourLater = (): true => {
    setImmediate(more);
    return true;
  };
  socket.on('drain', more);
  more();
}

const blown = gzipSync(Buffer.alloc(120 * 2 ** 20, 0x20));

/** Answers that do not show what became of the request. */
const strange: Readonly<Record<string, (socket: Socket) => void>> = {
  'gives a byte of its head every few milliseconds': (socket) => every(20, socket, 'H'),
  'names headers without end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    every(1, socket, `X-More: ${'x'.repeat(8000)}\r\n`);
  },
  'sends 100, 102 and 103 without end': (socket) => every(2, socket, 'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n'),
  'gives a byte of its answer every few milliseconds': (socket) => {
    socket.write(begun('Content-Length: 1000000\r\n'));
    every(20, socket, ' ');
  },
  'pours without end': (socket) => {
    socket.write(begun(''));
    pour(socket);
  },
  'pours a chunk that was declared endless': (socket) => {
    socket.write(begun('Transfer-Encoding: chunked\r\n'));
    socket.write('7fffffff\r\n');
    pour(socket);
  },
  'announces chunks and sends none': (socket) => socket.end(`${begun('Transfer-Encoding: chunked\r\n')}{"result":`),
  'announces a chunk of no number': (socket) => socket.end(`${begun('Transfer-Encoding: chunked\r\n')}zz\r\n{}\r\n0\r\n\r\n`),
  'ends in the middle of a chunk': (socket) => socket.end(`${begun('Transfer-Encoding: chunked\r\n')}40\r\n{"result":`),
  'announces two lengths': (socket) => socket.end(`${begun('Content-Length: 4\r\nContent-Length: 9\r\n')}{"a":`),
  'announces less than it sends': (socket) => socket.end(`${begun('Content-Length: 9\r\n')}{"result":{"order_no":"77"}}`),
  'announces more than it sends': (socket) => socket.end(`${begun('Content-Length: 900\r\n')}{"result":`),
  'goes without a farewell in the middle of its answer': (socket) =>
    socket.write(`${begun('Connection: close\r\n')}{"result":{"order_no"`, () => socket.destroySoon()),
  'blows up': (socket) => socket.end(httpAnswer(200, blown, { 'content-encoding': 'gzip' })),
  'sends to another host': (socket) => socket.end(httpAnswer(302, '', { location: 'https://other.example/api/json' })),
  'answers as HTTP/2': (socket) => socket.end(Buffer.from('000012040000000000000300000064', 'hex')),
};

async function measured<T>(server: RawServer, act: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const before = process.memoryUsage.rss();
  const answer = await act();
  expect(performance.now() - began).toBeLessThan(15_000);
  expect(process.memoryUsage.rss() - before).toBeLessThan(400 * 2 ** 20);
  expect(server.requests).toHaveLength(1);
  expect(server.connections()).toBe(1);
  return answer;
}

const ship = (courier: Courier) => courier.sendOnce(courier.shipRequest(anyService, noExtras, 'ZPL'));

test.each(Object.entries(strange))('a service over TLS that %s gets one request, and its booking stays unknown', async (_, behave) => {
  const server = await raw(behave, { tls });
  const courier = courierAt(`https://127.0.0.1:${server.port}`, { trustedCertificates: () => [tls.cert], timing: { onceTotalMs: mostMs } });
  const sent = await measured(server, () => ship(courier));
  expect(sent).not.toMatchObject({ is: 'not-sent' });
  if (sent.is === 'answered') expect(courier.readShip(sent.answer).is).toBe('unknown');
});

test.each(Object.entries(strange))('a shop over TLS that %s yields no order, and a message gives the reason', async (_, behave) => {
  const server = await raw(behave, { tls });
  const source = createOrderSource({
    token: () => undefined,
    route,
    authorities: () => [],
    fail: (code, why) => failed({ code, ref: '', detail: '', reasons: [why] }),
  });
  const lookUp = { ...newLookUp, url: `https://127.0.0.1:${server.port}/{order}`, mostSeconds: mostMs / 1000 };
  const asked = await measured(server, () => source.ask(lookUp, 'A-1', new AbortController().signal));
  if (asked.ok) expect(() => JSON.parse(Buffer.from(asked.value ?? []).toString())).toThrow(SyntaxError);
  else expect(detailOf(asked.failure)).toMatch(/\w{4}/);
});

test.each([
  ['that nobody here knows', tls, createTrust(() => [fixture('other-cert.pem')]), '127.0.0.1'],
  ['of another host', tls, ours, 'localhost'],
])('a shop with a certificate %s gets no request and no report, and a message gives the reason', async (_, shown, trust, host) => {
  const server = await raw((socket) => socket.end(httpAnswer(200, '[]')), { tls: shown });
  const url = `https://${host}:${server.port}/reports`;
  const way = {
    ...route,
    routeTo: (to: string, connectMs: number) => routeTo(to, { resolveProxy: async () => 'DIRECT', trust, connectMs }),
  };
  const back = createShopBack({ settings: () => ({ ...noWriteBack, url }), token: () => 'secret', route: way, now: () => new Date() });
  const reply = await back.post({ key: 'key', body: '{}' });
  expect(reply).toMatchObject({ is: 'later', why: { code: 'shop-unreachable', trouble: 'not-secure' } });
  expect(server.requests).toEqual([]);
});

const row = 'order,name,street,postal_code,city,country,house_number\nA-1,Anna,Kastanienallee,10435,Berlin,DE,8';
test.each([
  ['that ends in the middle of a row is no answer', row, false],
  ['that ends with its row is one', `${row}4\n`, true],
])('a table of unknown length %s', async (_, sent, isAnswer) => {
  const server = await raw((socket) => socket.end(`HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\nConnection: close\r\n\r\n${sent}`));
  const source = createOrderSource({
    token: () => undefined,
    route,
    authorities: () => [],
    fail: (code, why) => failed({ code, ref: '', detail: '', reasons: [why] }),
  });
  const lookUp = { ...newLookUp, url: `http://127.0.0.1:${server.port}/{order}`, mostSeconds: 5 };
  const asked = await source.ask(lookUp, 'A-1', new AbortController().signal);
  expect(asked.ok).toBe(isAnswer);
  if (!asked.ok) expect(asked.failure.reasons).toEqual([{ code: 'shop-unreachable', trouble: 'cut', system: '' }]);
});
