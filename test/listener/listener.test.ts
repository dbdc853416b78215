import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createWebhookListener } from '../../electron/courier/webhook-listener.ts';
import { startHttpListener } from '../../electron/listener/http-listener.ts';
import { freePort } from '../fakes/free-port.ts';
import { closeLater, stopLater } from '../later.ts';
import { startPlainStation } from '../path/plain-station.ts';
import { watchdogMs, watched } from '../watchdog.ts';
import { type Door, type DoorOptions, doors } from './doors.ts';
import { answerTo, beginSlowly, statusOf, whole } from './raw.ts';

const hold = async (port: number, beginning: string): Promise<Socket> => {
  const socket = await beginSlowly(port, beginning);
  closeLater(() => socket.destroy());
  return socket;
};

const end = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once('close', () => resolve()).resume());

describe.each(doors)('the listener for %s', (_kind, openDoor) => {
  async function open(options: DoorOptions = {}): Promise<Door> {
    return stopLater(await openDoor(options));
  }

  test.each([
    ['head', (_door: Door) => 'POST /x HTTP/1.1\r\nhost: a\r\nx-slow: '],
    ['body', (door: Door) => `${door.head()}content-length: 1000000\r\n\r\n{`],
    ['first byte', (_door: Door) => ''],
  ])('stays open to others if 400 senders never end their %s', async (_part, beginning) => {
    const door = await open();
    for (let at = 0; at < 400; at += 1) await hold(door.port, beginning(door));
    expect(statusOf(await answerTo(door.port, whole(door.head(), '{"order_no":"7-1"}')))).toBe(200);
    expect(door.taken).toHaveLength(1);
  });

  test.runIf(process.platform === 'linux')('is not open to other computers unless Setup wants that', async () => {
    const door = await open();
    // Reached only by a listener of every address of this computer.
    const socket = connect(door.port, '127.0.0.2');
    closeLater(() => socket.destroy());
    const outcome = await new Promise((resolve) => socket.once('connect', () => resolve('open')).once('error', () => resolve('refused')));
    expect(outcome).toBe('refused');
  });

  test('keeps a request that was let in while 400 strangers connect', async () => {
    const door = await open();
    const sender = await hold(door.port, `${door.head()}content-length: 8\r\n\r\n{"a"`);
    for (let at = 0; at < 400; at += 1) await hold(door.port, '');
    const chunks: Buffer[] = [];
    sender.on('data', (chunk: Buffer) => chunks.push(chunk));
    sender.write(':17}');
    await end(sender);
    expect(statusOf(Buffer.concat(chunks).toString())).toBe(200);
  });

  test('answers the slowest of more senders than it has places for', async () => {
    const door = await open();
    const slowest = await hold(door.port, `${door.head()}content-length: 8\r\n\r\n{`);
    const chunks: Buffer[] = [];
    slowest.on('data', (chunk: Buffer) => chunks.push(chunk));
    for (let at = 0; at < 20; at += 1) await hold(door.port, `${door.head()}content-length: 8\r\n\r\n{`);
    await end(slowest);
    expect(statusOf(Buffer.concat(chunks).toString())).toBe(503);
  });

  test('does not wait for the body of an unauthorized sender', async () => {
    const door = await open();
    const socket = await hold(door.port, `${door.head(false)}content-length: 1000000\r\n\r\n`);
    const answer = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
    expect([401, 404]).toContain(statusOf(answer.toString()));
  });

  test('reads only a few megabytes of an unauthorized body that never ends', async () => {
    const door = await open();
    const socket = await hold(door.port, `${door.head(false)}content-length: ${2 ** 31}\r\n\r\n`);
    const megabyte = Buffer.alloc(2 ** 20, 'x');
    let sent = 0;
    const sendOn = (): void => {
      if (socket.destroyed || sent === 256) socket.destroy();
      else if (socket.write(megabyte, () => (sent += 1))) setImmediate(sendOn);
      else socket.once('drain', sendOn);
    };
    sendOn();
    await end(socket);
    expect(door.taken).toEqual([]);
    // Twice the largest body that is taken, and what the two sockets hold.
    expect(sent).toBeLessThan(30);
  });

  test('accepts a body after "Expect: 100-continue" only with the right token', async () => {
    const door = await open();
    const asking = 'content-length: 2\r\nexpect: 100-continue\r\n\r\n';
    const stranger = await hold(door.port, door.head(false) + asking);
    const refused = await new Promise<Buffer>((resolve) => stranger.once('data', resolve));
    expect([401, 404]).toContain(statusOf(refused.toString()));
    const friend = await hold(door.port, door.head() + asking);
    const invited = await new Promise<Buffer>((resolve) => friend.once('data', resolve));
    expect(statusOf(invited.toString())).toBe(100);
    expect(door.taken).toEqual([]);
  });

  test('answers 431 to a head of 20 KB', async () => {
    const door = await open();
    const answer = await answerTo(door.port, whole(`${door.head()}x-long: ${'x'.repeat(20_000)}\r\n`, '{}'));
    expect(statusOf(answer)).toBe(431);
    expect(door.taken).toEqual([]);
  });

  test.each([
    ['words that are no HTTP', () => 'HELO bench\r\n\r\n', 400],
    ['a broken chunk', (door: Door) => `${door.head()}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n`, 400],
    ['two lengths', (door: Door) => `${door.head()}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`, 400],
    ['a length and chunks', (door: Door) => `${door.head()}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
    ['a length beyond the limit', (door: Door) => `${door.head()}content-length: 99999999\r\n\r\n{`, 413],
  ])('answers %s with a status', async (_what, bytes, status) => {
    const door = await open();
    expect(statusOf(await answerTo(door.port, bytes(door)))).toBe(status);
    expect(door.taken).toEqual([]);
  });

  test('answers the first of two pipelined requests, closes, and handles no other', async () => {
    const door = await open();
    const answer = await answerTo(door.port, whole(door.head(), '{"n":1}') + whole(door.head(), '{"n":2}'));
    expect(answer).toMatch(/^HTTP\/1\.1 200 .*connection: close/is);
    expect(answer.match(/HTTP\/1\.1 200/g)).toHaveLength(1);
    expect(door.taken).toEqual(['{"n":1}']);
  });

  test('accepts a body in chunks of one byte', async () => {
    const door = await open();
    const body = JSON.stringify({ note: 'x'.repeat(20_000) });
    const chunks = Array.from(body, (letter) => `1\r\n${letter}\r\n`).join('');
    const answer = await answerTo(door.port, `${door.head()}transfer-encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`);
    expect(statusOf(answer)).toBe(200);
    expect(door.taken).toEqual([body]);
  });

  test('answers a client that sends everything before it reads', async () => {
    const door = await open();
    const body = 'x'.repeat(700_000);
    expect([401, 404]).toContain(statusOf(await answerTo(door.port, whole(door.head(false), body))));
  });
});

test('ends the oldest of 400 connections that say nothing, long before their time is over', async () => {
  const door = await doors[0][1]({ timeoutMs: 10 * watchdogMs });
  stopLater(door);
  let ended = 0;
  for (let at = 0; at < 400; at += 1) void end(await hold(door.port, '')).then(() => (ended += 1));
  // 256 of them may stay.
  await expect.poll(() => ended).toBe(144);
});

test('ends a connection that is too slow even if its place is not needed', async () => {
  const door = await doors[0][1]({ timeoutMs: 200 });
  stopLater(door);
  for (const beginning of ['POST /x HTTP/1.1\r\nhost: a\r\n', ''])
    await watched('the connection ends', end(await hold(door.port, beginning)));
});

test('ends a connection that is too slow before a server that looks every five seconds', async () => {
  const limits = { headersTimeout: 100, requestTimeout: 200 };
  // Node itself looks every 30 seconds.
  const other = createServer({ ...limits, connectionsCheckingInterval: 5000 }, () => undefined);
  closeLater(() => other.close());
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const door = stopLater(await doors[0][1]({ timeoutMs: limits.requestTimeout }));
  const ends = async (port: number, whose: string): Promise<string> => {
    await end(await hold(port, 'POST /x HTTP/1.1\r\nhost: a\r\n'));
    return whose;
  };
  const first = Promise.race([ends((other.address() as AddressInfo).port, 'the other'), ends(door.port, 'ours')]);
  expect(await watched('one of the connections ends', first)).toBe('ours');
});

test('answers 503 while as many requests are being handled as are allowed', async () => {
  const done = Promise.withResolvers<void>();
  let taking = 0;
  const door = await doors[0][1]({
    async taking() {
      taking += 1;
      await done.promise;
    },
  });
  stopLater(door);
  const answers = Array.from({ length: 20 }, (_, at) => answerTo(door.port, whole(door.head(), `${at}`)));
  await expect.poll(() => taking).toBe(20);
  const busy = await answerTo(door.port, whole(door.head(), '{"order":"P-1"}'));
  expect(busy).toMatch(/^HTTP\/1\.1 503 .*retry-after: \d+.*"busy"/is);
  done.resolve();
  expect((await Promise.all(answers)).map(statusOf)).toEqual(answers.map(() => 200));
});

test('writes one log line for a thousand refused requests', async () => {
  const lines: object[] = [];
  const listener = await startHttpListener({
    host: '127.0.0.1',
    port: 0,
    maxBytes: 100,
    timeoutMs: 5000,
    refuse: () => ({ status: 404 }),
    take: () => Promise.reject(new Error('nothing is let in')),
    log: (event, fields) => lines.push({ event, ...fields }),
  });
  stopLater(listener);
  for (let at = 0; at < 1000; at += 1) await answerTo(listener.port, 'GET / HTTP/1.0\r\n\r\n');
  expect(lines).toEqual([{ event: 'refused', status: 404, count: 1 }]);
});

test('is not open to other computers before plain HTTP was accepted', async () => {
  const port = await freePort();
  const door = createWebhookListener({ commit: () => undefined, now: () => new Date(), log: () => undefined, changed: () => undefined });
  closeLater(() => door.move(null));
  const place = { port, secretPath: 'k3yk3yk3yk3yk3yk3yk3yk3y', fromNetwork: true, acceptsPlain: false };
  await door.move(place);
  expect(door.state()).toEqual({ is: 'blocked', why: 'plain-http-not-accepted', port });
  await expect(answerTo(port, 'GET / HTTP/1.0\r\n\r\n')).resolves.toBe('[reset]');
  await door.move({ ...place, acceptsPlain: true });
  expect(door.state()).toEqual({ is: 'open', port });
});

test('a delivery is compared with waiting ones by digest, without reading each body', async () => {
  let read = 0;
  const bench = await startPlainStation({
    journal: (journal) => ({
      deliveryBody(id) {
        read += 1;
        return journal.deliveryBody(id);
      },
    }),
  });
  const reach = { port: await freePort(), fromNetwork: false, acceptsPlain: false };
  await bench.call('saveWebhooks', { isOn: true, ...reach, reachedAt: '', newAddress: false });
  await bench.call('copyWebhookAddress', {});
  const { port, pathname } = new URL(bench.copied());
  const deliver = (body: string): Promise<string> => answerTo(Number(port), whole(`POST ${pathname} HTTP/1.1\r\nhost: a\r\n`, body));
  const strays = async (): Promise<number> => (await bench.call('toResolve', {})).length;
  for (let at = 0; at < 30; at += 1) await deliver(`{"hello":"${String(at).padStart(2, '0')}"}`);
  await expect.poll(strays).toBe(30);
  expect(read).toBeLessThan(70);
  await deliver('{"hello":"07"}');
  await deliver('{"hello":"new"}');
  await expect.poll(strays).toBe(31);
});
