import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type ClientOptions, createTrust, openAhead, type Posted, post } from '../../electron/courier/client.ts';
import { type ConnectionAhead, createConnectionAhead } from '../../electron/courier/connection-ahead.ts';
import { atDistance } from '../benchmarks/distance.ts';
import { startConnectProxy } from '../fakes/connect-proxy.ts';
import { httpAnswer, type RawServer, startRawServer } from '../fakes/raw-server.ts';
import { closeLater, stopLater } from '../later.ts';

const tlsFile = (name: string): string => readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url), 'utf8');
const tls = { key: tlsFile('courier-key.pem'), cert: tlsFile('courier-cert.pem') };

/** Answers every request and closes. `idleMs`: hangs up on a connection that was idle for this long. */
async function service({ idleMs, isTls = false }: { readonly idleMs?: () => number; readonly isTls?: boolean } = {}): Promise<RawServer> {
  const server = await startRawServer((socket) => socket.end(httpAnswer(200, '{"result":{},"errors":[]}', { connection: 'close' })), {
    ...(isTls && { tls }),
    onConnect(socket) {
      if (!idleMs) return true;
      const timer = setTimeout(() => socket.end(), idleMs());
      socket.once('data', () => clearTimeout(timer));
      return true;
    },
  });
  stopLater(server);
  return server;
}

const optionsAt = (port: number, change: Partial<ClientOptions> = {}): ClientOptions => ({
  baseUrl: `http://127.0.0.1:${port}`,
  credentials: () => ({ key: 'k', secret: 's' }),
  resolveProxy: async () => 'DIRECT',
  connectMs: 2000,
  ...change,
});
const overTls = (port: number, change: Partial<ClientOptions> = {}): ClientOptions =>
  optionsAt(port, { baseUrl: `https://127.0.0.1:${port}`, trust: createTrust(() => [tls.cert]), ...change });

const limits = { headersMs: 2000, totalMs: 4000, maxBytes: 1000 };
const send = (options: ClientOptions, ahead: ConnectionAhead): Promise<Posted> =>
  post(new TextEncoder().encode('{}'), options, limits, { ahead });

test('a request takes the connection that was opened ahead for it, and the next one has its own', async () => {
  const server = await service();
  const options = optionsAt(server.port);
  const ahead = createConnectionAhead();
  await openAhead(options, ahead);
  expect(await send(options, ahead)).toMatchObject({ is: 'answered' });
  expect([server.connections(), server.requests.length]).toEqual([1, 1]);
  expect(await send(options, ahead)).toMatchObject({ is: 'answered' });
  expect([server.connections(), server.requests.length]).toEqual([2, 2]);
});

test('opens ahead under TLS and through a proxy too; another proxy needs its own connection', async () => {
  const server = await service({ isTls: true });
  const proxies = await Promise.all([startConnectProxy(server.port), startConnectProxy(server.port)]);
  for (const each of proxies) stopLater(each);
  let proxy = 0;
  const options = overTls(server.port, { resolveProxy: async () => `PROXY ${proxies[proxy]?.address}` });
  const ahead = createConnectionAhead();
  await openAhead(options, ahead);
  expect(await send(options, ahead)).toMatchObject({ is: 'answered' });
  expect([server.connections(), proxies[0]?.asked.length]).toEqual([1, 1]);
  await openAhead(options, ahead);
  proxy = 1;
  expect(await send(options, ahead)).toMatchObject({ is: 'answered' });
  expect(proxies[1]?.asked.length).toBe(1);
});

test('uses an idle connection only if the service has kept one open for twice the allowed age', async () => {
  const server = await service({ isTls: true });
  const options = overTls(server.port);
  const ahead = createConnectionAhead({ mostMs: 400 });
  await openAhead(options, ahead);
  await expect.poll(() => server.connections()).toBe(1);
  await wait(100);
  expect(await send(options, ahead)).toMatchObject({ is: 'answered' });
  expect(server.connections()).toBe(2);
  // The first one is watched until it has been left alone for 800 ms.
  await wait(1000);
  await openAhead(options, ahead);
  await expect.poll(() => server.connections()).toBe(3);
  await wait(100);
  expect(await send(options, ahead)).toMatchObject({ is: 'answered' });
  expect(server.connections()).toBe(3);
  await openAhead(options, ahead);
  await wait(500);
  expect(await send(options, ahead)).toMatchObject({ is: 'answered' });
  expect(server.connections()).toBe(5);
});

test('a read uses an idle connection of an unknown service, but not after that service hung up', async () => {
  let idleMs = 60_000;
  const server = await service({ idleMs: () => idleMs });
  const options = optionsAt(server.port);
  const ahead = createConnectionAhead({ mostMs: 400, isForQuestions: true });
  const askedLater = async (): Promise<number> => {
    await openAhead(options, ahead);
    await wait(100);
    expect(await send(options, ahead)).toMatchObject({ is: 'answered' });
    return server.connections();
  };
  expect(await askedLater()).toBe(1);
  idleMs = 50;
  expect(await askedLater()).toBe(3);
  idleMs = 60_000;
  expect(await askedLater()).toBe(5);
});

test.each([
  ['when the request leaves', 150],
  ['when a connection is too old', 300],
  ['when the watching ends', 600],
])('a service that hangs up on idle connections about %s makes no more unknown outcomes than without one ahead', async (_when, about) => {
  const oldestMs = 300;
  const spreadMs = 40;
  const drawn = (round: number): number => ((round * 37) % (2 * spreadMs)) - spreadMs;
  let connection = 0;
  const server = await service({ idleMs: () => about + drawn((connection += 1)) });
  // The bench notices a hang-up only after a delay.
  const far = await atDistance(server.port, 20);
  stopLater(far);
  const options = optionsAt(far.port);
  const unknowns = async (isAhead: boolean): Promise<number> => {
    const ahead = createConnectionAhead({ mostMs: oldestMs });
    let count = 0;
    for (let round = 0; round < 6; round += 1) {
      if (isAhead) await openAhead(options, ahead);
      await wait(Math.min(about, oldestMs) + drawn(round * 3));
      if ((await send(options, ahead)).is === 'silent') count += 1;
    }
    return count;
  };
  const all = async (isAhead: boolean): Promise<number> =>
    (await Promise.all(Array.from({ length: 8 }, () => unknowns(isAhead)))).reduce((sum, each) => sum + each, 0);
  const [withOne, without] = await Promise.all([all(true), all(false)]);
  expect(withOne).toBeLessThanOrEqual(without);
});

test('a connection that cannot be opened ahead reports nothing; its request reports why it was not sent', async () => {
  const server = await service();
  await server.stop();
  const options = optionsAt(server.port);
  const ahead = createConnectionAhead();
  await openAhead(options, ahead);
  await openAhead({ ...options, baseUrl: 'http://courier.example.com' }, ahead);
  expect(await send(options, ahead)).toMatchObject({ is: 'not-sent', code: 'service-unreachable' });
});

test('a request whose headers would leave too late is not sent', async () => {
  const server = await service();
  const options = optionsAt(server.port);
  const posted = await post(new Uint8Array(), { ...options }, { ...limits, leavesMs: -1 }, {});
  expect(posted).toMatchObject({ is: 'not-sent', code: 'service-unreachable' });
  expect(server.requests).toHaveLength(0);
});

const longAway = 60_000;
const in20s = () => ({ elapsed: performance.now() + longAway, wall: Date.now() + longAway });

test.each([
  ['by the monotonic clock', { elapsed: performance.now() - 1 }],
  ['by the clock on the wall', { wall: Date.now() - 1 }],
])('a request that was granted until a moment that has passed %s is not sent', async (_clock, passed) => {
  const server = await service({ isTls: true });
  const leavesBefore = { ...in20s(), ...passed };
  const options = overTls(server.port);
  expect(await post(new Uint8Array(), options, { ...limits, leavesBefore })).toMatchObject({ is: 'not-sent', code: 'sent-too-late' });
  expect(server.requests).toHaveLength(0);
  expect(await post(new Uint8Array(), options, { ...limits, leavesBefore: in20s() })).toMatchObject({ is: 'answered' });
});

test.each([
  ['past its grant sends nothing', 600, 'not-sent: connection-failed too-slow', 0],
  ['within it sends', 60_000, 'answered', 1],
])('a process that was suspended before its connection was secure and wakes %s', async (_what, grantMs, outcome, requests) => {
  const server = await service({ isTls: true });
  const connected = Promise.withResolvers<void>();
  const before = createServer((socket) => {
    posting.kill('SIGSTOP');
    const behind = connect(server.port, '127.0.0.1');
    socket.on('error', () => behind.destroy());
    behind.on('error', () => socket.destroy());
    socket.pipe(behind).pipe(socket);
    connected.resolve();
  });
  await once(before.listen(0, '127.0.0.1'), 'listening');
  closeLater(async () => void before.close());
  const program = fileURLToPath(new URL('../fakes/posting-process.ts', import.meta.url));
  const { port } = before.address() as AddressInfo;
  const posting = spawn(process.execPath, [program, `https://127.0.0.1:${port}`, 'DIRECT', tls.cert], {
    env: { ...process.env, LEAVES_WITHIN_MS: String(grantMs) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = text(posting.stdout);
  await connected.promise;
  await wait(700);
  posting.kill('SIGCONT');
  expect(await output).toBe(outcome);
  expect(server.requests).toHaveLength(requests);
});
