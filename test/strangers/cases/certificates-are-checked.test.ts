import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startConnectProxy } from '../../fakes/connect-proxy.ts';
import { httpAnswer, type RawServer, startRawServer } from '../../fakes/raw-server.ts';

const fixture = (name: string): string => readFileSync(new URL(`../../fixtures/tls/${name}`, import.meta.url), 'utf8');
const tls = { key: fixture('courier-key.pem'), cert: fixture('courier-cert.pem') };
const posting = fileURLToPath(new URL('../../fakes/posting-process.ts', import.meta.url));

let service: RawServer;
beforeEach(async () => {
  service = await startRawServer((socket) => socket.end(httpAnswer(200, '{}')), { tls });
});
afterEach(() => service.stop());

/** Posts from a process in which the checks of certificates are disabled for all of Node. */
async function post(baseUrl: string, proxy = 'DIRECT', trusted: readonly string[] = []): Promise<string> {
  const env = { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' };
  return (await promisify(execFile)(process.execPath, [posting, baseUrl, proxy, ...trusted], { env })).stdout;
}

const refused = 'not-sent: connection-failed not-secure';

test('sends nothing if the service shows an unknown certificate', async () => {
  expect(await post(`https://127.0.0.1:${service.port}`)).toEqual(refused);
  expect(service.requests).toEqual([]);
});

test('sends nothing if the service shows a certificate of an authority that is not trusted', async () => {
  expect(await post(`https://127.0.0.1:${service.port}`, 'DIRECT', [fixture('other-cert.pem')])).toEqual(refused);
  expect(service.requests).toEqual([]);
});

test('sends nothing if the service shows a trusted certificate for another name', async () => {
  expect(await post(`https://localhost:${service.port}`, 'DIRECT', [tls.cert])).toEqual(refused);
  expect(service.requests).toEqual([]);
});

test('sends nothing through the tunnel if the certificate behind a proxy is unknown', async () => {
  const proxy = await startConnectProxy(service.port);
  expect(await post('https://courier.example.com', `PROXY ${proxy.address}`)).toEqual(refused);
  expect(proxy.asked).toHaveLength(1);
  expect(service.requests).toEqual([]);
  await proxy.stop();
});

test('does not send the target address if the proxy itself shows an unknown certificate', async () => {
  const proxy = await startConnectProxy(service.port, { tls });
  expect(await post('https://courier.example.com', `HTTPS ${proxy.address}`)).toEqual(refused);
  expect(proxy.asked).toEqual([]);
  expect(service.requests).toEqual([]);
  await proxy.stop();
});

test('sends the request if every certificate on the way is trusted', async () => {
  const proxy = await startConnectProxy(service.port, { tls });
  expect(await post('https://courier.example.com', `HTTPS ${proxy.address}`, [tls.cert])).toBe('answered');
  expect(service.requests).toHaveLength(1);
  await proxy.stop();
});
