import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCourier } from '../../electron/courier/courier.ts';
import { noExtras } from '../../shared/booking.ts';
import { startConnectProxy } from '../fakes/connect-proxy.ts';
import { httpAnswer, type RawServer, startRawServer } from '../fakes/raw-server.ts';
import { anyService } from '../fakes/service.ts';

const fixture = (name: string): string => readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url), 'utf8');
const usual = getCACertificates('default');
const tls = { key: fixture('courier-key.pem'), cert: fixture('courier-cert.pem') };

let server: RawServer;
beforeEach(async () => {
  server = await startRawServer((socket) => socket.end(httpAnswer(200, '{"result":{"order_no":"7"},"errors":[]}')), { tls });
  setDefaultCACertificates([...usual, tls.cert]);
});
afterEach(async () => {
  setDefaultCACertificates(usual);
  await server.stop();
});

async function ship(baseUrl: string, proxy = 'DIRECT') {
  const courier = createCourier({
    connection: { baseUrl, account: '' },
    credentials: () => ({ key: 'k', secret: 's' }),
    environment: 'production',
    resolveProxy: async () => proxy,
    ref: () => 'R1',
    clock: { now: () => new Date(), sleep: async () => undefined },
    random: () => 0,
    timing: { connectMs: 2000, onceTotalMs: 3000 },
  });
  const sent = await courier.sendOnce(courier.shipRequest(anyService, noExtras, 'ZPL'));
  return sent.is === 'answered' ? courier.readShip(sent.answer).is : sent.is;
}

test('ships over https where the certificate is trusted', async () => {
  expect(await ship(`https://127.0.0.1:${server.port}`)).toBe('booked');
  expect(server.requests).toHaveLength(1);
});

test('sends nothing where the certificate is not trusted', async () => {
  setDefaultCACertificates(usual);
  expect(await ship(`https://127.0.0.1:${server.port}`)).toBe('not-sent');
  expect(server.requests).toHaveLength(0);
});

test('ships through a proxy that sees nothing but where to', async () => {
  const proxy = await startConnectProxy(server.port);
  expect(await ship('https://courier.example.com', `PROXY ${proxy.address}`)).toBe('booked');
  expect(server.requests).toHaveLength(1);
  expect(proxy.asked).toHaveLength(1);
  expect(proxy.asked[0]).toMatch(/^CONNECT courier\.example\.com:443 /);
  expect(proxy.asked[0]?.toLowerCase()).not.toContain('authorization');
  await proxy.stop();
});

test('is silent, and not sent again, where the proxy cuts after the request went through', async () => {
  const proxy = await startConnectProxy(server.port, { cutAfterBytes: () => (server.requests.length > 0 ? 0 : undefined) });
  expect(await ship('https://courier.example.com', `PROXY ${proxy.address}`)).toBe('silent');
  expect(server.requests).toHaveLength(1);
  expect(proxy.asked).toHaveLength(1);
  await proxy.stop();
});
