import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { troubleOf } from '../../electron/courier/route.ts';
import { noExtras } from '../../shared/booking.ts';
import { startConnectProxy } from '../fakes/connect-proxy.ts';
import { httpAnswer, type RawServer } from '../fakes/raw-server.ts';
import { anyService } from '../fakes/service.ts';
import { words } from '../words.ts';
import { plainCourier } from './plain-courier.ts';
import { raw } from './raw-service.ts';

const fixture = (name: string): string => readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url), 'utf8');
const tls = { key: fixture('courier-key.pem'), cert: fixture('courier-cert.pem') };

let server: RawServer;
beforeEach(async () => {
  server = await raw((socket) => socket.end(httpAnswer(200, '{"result":{"order_no":"7"},"errors":[]}')), { tls });
});

const company = (): readonly string[] => [tls.cert];

async function ship(baseUrl: string, proxy = 'DIRECT', trustedCertificates = company) {
  const courier = plainCourier(baseUrl, {
    environment: 'production',
    resolveProxy: async () => proxy,
    trustedCertificates,
    timing: { connectMs: 2000, onceTotalMs: 3000 },
  });
  const sent = await courier.sendOnce(courier.shipRequest(anyService, noExtras, 'ZPL'));
  return sent.is === 'answered' ? courier.readShip(sent.answer).is : sent.is;
}

test('ships over https if this machine trusts the authority of the certificate', async () => {
  expect(await ship(`https://127.0.0.1:${server.port}`)).toBe('booked');
  expect(server.requests).toHaveLength(1);
});

test.each([
  ['is of nobody known', () => []],
  ['is of another authority than the ones trusted', () => [fixture('other-cert.pem')]],
  ['cannot be judged, because what is trusted is no certificate', () => ['-----BEGIN CERTIFICATE-----\nno\n-----END CERTIFICATE-----']],
])('sends nothing if the certificate %s', async (_name, trusted) => {
  expect(await ship(`https://127.0.0.1:${server.port}`, 'DIRECT', trusted)).toBe('not-sent');
  expect(server.requests).toHaveLength(0);
});

test('ships through a proxy that sees only the target address', async () => {
  const proxy = await startConnectProxy(server.port);
  expect(await ship('https://courier.example.com', `PROXY ${proxy.address}`)).toBe('booked');
  expect(server.requests).toHaveLength(1);
  expect(proxy.asked).toHaveLength(1);
  expect(proxy.asked[0]).toMatch(/^CONNECT courier\.example\.com:443 /);
  expect(proxy.asked[0]?.toLowerCase()).not.toContain('authorization');
  await proxy.stop();
});

test('is silent, and not sent again, if the proxy cuts the connection after the request', async () => {
  const proxy = await startConnectProxy(server.port, { cutAfterBytes: () => (server.requests.length > 0 ? 0 : undefined) });
  expect(await ship('https://courier.example.com', `PROXY ${proxy.address}`)).toBe('silent');
  expect(server.requests).toHaveLength(1);
  expect(proxy.asked).toHaveLength(1);
  await proxy.stop();
});

test.each([
  ...words('UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT_LOCALLY DEPTH_ZERO_SELF_SIGNED_CERT CERT_HAS_EXPIRED'),
  ...words('CRL_HAS_EXPIRED INVALID_CA INVALID_PURPOSE PATH_LENGTH_EXCEEDED HOSTNAME_MISMATCH ERR_TLS_CERT_ALTNAME_INVALID'),
  ...words('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION EPROTO'),
])('%s is reported as a connection that is not secure', (code) => {
  expect(troubleOf(Object.assign(new Error(code), { code }))).toEqual({ trouble: 'not-secure', system: code });
});

test('any other connection failure is not reported as a certificate problem', () => {
  expect(troubleOf(Object.assign(new Error(), { code: 'ENETUNREACH' }))).toEqual({ trouble: 'other', system: 'ENETUNREACH' });
});
