import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startConnectProxy } from '../fakes/connect-proxy.ts';
import { httpAnswer, type RawServer, startRawServer } from '../fakes/raw-server.ts';
import { stopLater } from '../later.ts';
import { startPlainStation } from './plain-station.ts';

const fixture = (name: string): string => readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url), 'utf8');
const tls = { key: fixture('courier-key.pem'), cert: fixture('courier-cert.pem') };
const login = { name: 'bench', password: 'p:ä' };
const basic = Buffer.from('bench:p:ä').toString('base64');

const startProxy = async (service: RawServer, challenges: readonly string[]) =>
  stopLater(await startConnectProxy(service.port, { asks: { challenges, login: 'bench:p:\u00c3\u00a4' } }));

/** A bench behind a proxy that asks for a login, and its connection to a service behind that proxy. */
async function behind(...challenges: readonly string[]) {
  const service = stopLater(await startRawServer((socket) => socket.end(httpAnswer(200, '{"result":[],"errors":[]}')), { tls }));
  const proxy = await startProxy(service, challenges);
  let address = proxy.address;
  const bench = await startPlainStation({
    platform: { resolveProxy: async () => `PROXY ${address}`, trustedCertificates: () => [tls.cert] },
  });
  const connect = (proxyLogin?: typeof login) =>
    bench.station.handlers.connect({
      world: 'sandbox',
      baseUrl: 'https://courier.example.com',
      account: '',
      key: 'key',
      secret: 'secret',
      ...(proxyLogin && { proxyLogin }),
    });
  const moveTo = (other: { readonly address: string }): void => {
    address = other.address;
  };
  return { bench, service, proxy, connect, moveTo };
}

const troubled = (trouble: string) => ({
  ok: false,
  failure: { code: 'service-unreachable', reasons: [{ code: 'connection-failed', trouble, system: '' }] },
});

test('a proxy that requires a login gets it, also after a restart', async () => {
  const { bench, proxy, service, connect } = await behind('Negotiate', 'Basic realm="Office, 2nd floor"');
  expect(await connect()).toMatchObject(troubled('proxy-asks'));
  expect(await connect({ ...login, password: 'wrong' })).toMatchObject(troubled('proxy-refused-login'));
  expect(service.requests).toHaveLength(0);
  expect(await connect(login)).toMatchObject({ ok: true, value: { hasProxyLogin: true } });
  expect(service.requests.length).toBeGreaterThan(0);
  await bench.reopen();
  const before = service.requests.length;
  expect(await connect()).toMatchObject({ ok: true });
  expect(service.requests.length).toBeGreaterThan(before);
  expect(proxy.asked.at(-1)).toContain(`proxy-authorization: Basic ${basic}`);
  for (const request of service.requests) expect(request.toLowerCase()).not.toContain('proxy-authorization');
});

test('the login for one proxy is not sent to another', async () => {
  const { service, connect, moveTo } = await behind('Basic realm="Office"');
  expect(await connect(login)).toMatchObject({ ok: true });
  const other = await startProxy(service, ['Basic realm="Elsewhere"']);
  moveTo(other);
  expect(await connect()).toMatchObject(troubled('proxy-asks'));
  expect(other.asked.join('').toLowerCase()).not.toContain('proxy-authorization');
});

test.each([[['NTLM']], [['Negotiate', 'NTLM']], [['Digest realm="Basic", nonce="1"']], [[]]])(
  'a proxy that asks for %j cannot be answered, and the message states that',
  async (challenges) => {
    const { connect } = await behind(...challenges);
    expect(await connect()).toMatchObject(troubled('proxy-asks-otherwise'));
  },
);

test.each([['basic realm="x"'], ['Basic'], ['NTLM, Basic realm="x"'], ['Digest realm="a", nonce="1", Basic realm="b"']])(
  'a proxy that asks for %s prompts for a user name and a password',
  async (challenge) => {
    const { connect } = await behind(challenge);
    expect(await connect()).toMatchObject(troubled('proxy-asks'));
  },
);
