import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext, getCACertificates, TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Way } from '../../fakes/connecting-process.ts';
import { httpAnswer, startRawServer } from '../../fakes/raw-server.ts';
import { startSqlServer } from '../../orders/sql-server.ts';

// One independent server for each connection out of the program. Each has a certificate that the operating system does not know; the
// environment of the program names it.

const fixture = (name: string): string => fileURLToPath(new URL(`../../fixtures/tls/${name}`, import.meta.url));
const certificate = fixture('localhost-cert.pem');
const tls = { cert: readFileSync(certificate, 'utf8'), key: readFileSync(fixture('localhost-key.pem'), 'utf8') };
const connecting = fileURLToPath(new URL('../../fakes/connecting-process.ts', import.meta.url));

interface Stranger {
  readonly port: number;
  /** Returns the data received through connections whose certificate was trusted. */
  readonly received: () => string;
  stop(): Promise<unknown>;
}

/** Starts a server that speaks plain text until the client asks for encryption, in a packet of `askBytes`, as databases do. */
async function startDatabase(greeting: Buffer | undefined, askBytes: number, consent: Buffer | undefined): Promise<Stranger> {
  let received = '';
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (greeting) socket.write(greeting);
    socket.once('data', (chunk: Buffer) => {
      if (consent) socket.write(consent);
      // A client that does not wait for consent sends its first TLS bytes in the same packet.
      socket.pause();
      if (chunk.length > askBytes) socket.unshift(chunk.subarray(askBytes));
      const secure = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(tls) });
      secure.on('error', () => undefined);
      secure.on('data', (chunk: Buffer) => {
        received += chunk.toString('latin1');
        socket.destroy();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    received: () => received,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const postgres = (): Promise<Stranger> => startDatabase(undefined, 8, Buffer.from('S'));

/** Starts a server with the first packet of a MySQL server that can encrypt. */
function mysql(): Promise<Stranger> {
  const [longPassword, protocol41, ssl, secureConnection, pluginAuth] = [0x1, 0x200, 0x800, 0x8000, 0x80000];
  const can = longPassword | protocol41 | ssl | secureConnection | pluginAuth;
  const low = Buffer.alloc(2);
  low.writeUInt16LE(can & 0xffff);
  const high = Buffer.alloc(2);
  high.writeUInt16LE(can >>> 16);
  const body = Buffer.concat([
    Buffer.from('\x0a8.0.36\0'),
    Buffer.from([1, 0, 0, 0]),
    Buffer.from('12345678\0'),
    low,
    Buffer.from([45, 2, 0]),
    high,
    Buffer.from([21]),
    Buffer.alloc(10),
    Buffer.from('123456789012\0'),
    Buffer.from('mysql_native_password\0'),
  ]);
  return startDatabase(Buffer.concat([Buffer.from([body.length, 0, 0, 0]), body]), 36, undefined);
}

async function sqlServer(): Promise<Stranger> {
  const server = await startSqlServer();
  server.encrypt('required', tls);
  return {
    port: server.at.port,
    received: () => server.connections.flatMap(({ login }) => (login ? [login.user] : [])).join(' '),
    stop: () => server.stop(),
  };
}

async function web(): Promise<Stranger> {
  const server = await startRawServer((socket) => socket.end(httpAnswer(200, '{}')), { tls });
  return { port: server.port, received: () => server.requests.join(' '), stop: () => server.stop() };
}

let strangers: Readonly<Record<Way, Stranger>>;
const folder = mkdtempSync(join(tmpdir(), 'authorities-'));
beforeAll(() => copyFileSync(certificate, join(folder, 'stranger.pem')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  strangers = {
    service: await web(),
    shop: await web(),
    postgresql: await postgres(),
    mysql: await mysql(),
    sqlserver: await sqlServer(),
    ledger: await postgres(),
    none: await web(),
  };
});
afterEach(() => Promise.all(Object.values(strangers).map((stranger) => stranger.stop())));

interface Connected {
  /** Number of trusted authorities. */
  readonly trusted: number;
  readonly came: Readonly<Record<Way, string>>;
}

/** Connects each way once, from a process that was started in this environment. Returns the results. */
async function connect(change: Readonly<Record<string, string>>): Promise<Connected> {
  const ports = Object.fromEntries(Object.entries(strangers).map(([way, { port }]) => [way, port]));
  const env = { ...process.env, NODE_NO_WARNINGS: '1', ...change };
  const { stdout } = await promisify(execFile)(process.execPath, [connecting, JSON.stringify(ports)], { env });
  return JSON.parse(stdout) as Connected;
}

test.each([
  ['NODE_EXTRA_CA_CERTS', { NODE_EXTRA_CA_CERTS: certificate }],
  ['SSL_CERT_FILE', { SSL_CERT_FILE: certificate }],
  ['SSL_CERT_DIR', { SSL_CERT_DIR: folder }],
  ['SSL_CERT_FILE that Node read at its start', { SSL_CERT_FILE: certificate, NODE_USE_SYSTEM_CA: '1' }],
  ['SSL_CERT_DIR that Node read at its start', { SSL_CERT_DIR: folder, NODE_OPTIONS: '--use-system-ca' }],
  ['SSL_CERT_FILE for OpenSSL', { SSL_CERT_FILE: certificate, NODE_OPTIONS: '--use-openssl-ca' }],
  ['NODE_EXTRA_CA_CERTS beside a check that is off', { NODE_EXTRA_CA_CERTS: certificate, NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
])("a stranger's authority in %s is never trusted", async (_name, env) => {
  const { came } = await connect(env);
  const received = Object.fromEntries(Object.entries(strangers).map(([way, stranger]) => [way, stranger.received()]));
  expect(received, JSON.stringify(came)).toEqual({ service: '', shop: '', postgresql: '', mysql: '', sqlserver: '', ledger: '', none: '' });
  for (const [way, text] of Object.entries(came)) expect([way, text]).toEqual([way, expect.stringMatching(/not-secure|certificate/)]);
});

test('a variable that names a file does not remove an authority of the system', async () => {
  const { trusted } = await connect({ SSL_CERT_FILE: '', SSL_CERT_DIR: '' });
  expect(trusted).toBeGreaterThanOrEqual(getCACertificates('bundled').length);
  expect(await connect({ SSL_CERT_FILE: certificate })).toMatchObject({ trusted });
  expect(await connect({ SSL_CERT_DIR: folder })).toMatchObject({ trusted });
});
