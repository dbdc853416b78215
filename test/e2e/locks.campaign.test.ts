import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { contract } from '../../shared/ipc.ts';
import { httpAnswer, startRawServer } from '../fakes/raw-server.ts';
import { appCommand } from '../host/launch-app.ts';
import { watchdogMs } from '../watchdog.ts';
import { closeBenches, openBench, ship, type WindowBench } from './day-bench.ts';
import { call, expect, scan } from './launch.ts';

let bench: WindowBench;

beforeAll(async () => {
  bench = await openBench();
});
afterAll(closeBenches);

test('a whole day in the window breaks its Content-Security-Policy nowhere', async () => {
  const { page } = bench;
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { violations: seen });
    document.addEventListener('securitypolicyviolation', (event) => seen.push(`${event.violatedDirective} ${event.blockedURI}`));
  });
  await ship(page, 'ORD-1001');
  await scan(page, 'ORD-1007');
  for (const key of ['F2', 'F3', 'F4', 'F5', 'F6', 'F1']) {
    await page.keyboard.press(key);
    await page.getByRole('main').waitFor();
  }
  expect(await page.evaluate(() => (window as unknown as { violations: string[] }).violations)).toEqual([]);
  expect(errors).toEqual([]);
});

test('a script put into the page does not run, and the page reaches no network', async () => {
  const { page, service } = bench;
  const before = service.requests().length;
  const outcome = await page.evaluate(async (url) => {
    const script = document.createElement('script');
    script.append('window.planted = true');
    document.body.append(script);
    const fetched = await fetch(`${url}/api/json`, { method: 'POST', body: '{}' }).then(
      () => 'reached',
      () => 'refused',
    );
    // The policy exempts a debugger's own evaluation, but not code that the page runs later.
    const evaluated = await new Promise((resolve) => {
      setTimeout(() => {
        try {
          // oxlint-disable-next-line typescript/no-implied-eval -- that this is refused is what is tested
          resolve(new Function('return "ran"')());
        } catch {
          resolve('refused');
        }
      });
    });
    return { planted: 'planted' in window, fetched, evaluated };
  }, service.url);
  expect(outcome).toEqual({ planted: false, fetched: 'refused', evaluated: 'refused' });
  expect(service.requests()).toHaveLength(before);
});

test('the page has no Node, no Electron, and only the named calls of the contract', async () => {
  const { page } = bench;
  const seen = await page.evaluate(() => ({
    node: ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in window),
    station: Object.keys(window.station).toSorted(),
    kinds: [...new Set(Object.values(window.station).map((value) => typeof value))],
  }));
  expect(seen.node).toEqual([]);
  expect(seen.station).toEqual([...Object.keys(contract.calls), 'on'].toSorted());
  expect(seen.kinds).toEqual(['function']);
  const listening = await page.evaluate(() => {
    try {
      (window.station.on as unknown as (name: string, listener: () => void) => void)('everything', () => undefined);
      return 'listens';
    } catch (error) {
      return String(error);
    }
  });
  expect(listening).toContain('There is no push');
});

test('no second window opens and the window never leaves its page', async () => {
  const { page, station } = bench;
  const url = page.url();
  await page.evaluate(() => {
    window.open('https://example.com/');
    location.href = 'https://example.com/';
  });
  await page.getByRole('navigation').waitFor();
  expect(station.app.windows()).toHaveLength(1);
  expect(page.url()).toBe(url);
});

test('an argument that violates the contract is rejected with an error and does nothing', async () => {
  const { page, service } = bench;
  const before = service.orders().length;
  const answers = await page.evaluate(async () => {
    const station = window.station as unknown as Record<string, (args: unknown) => Promise<unknown>>;
    const attempts: [string, unknown][] = [
      ['buy', { workflowNo: 'one', serviceId: 1 }],
      ['scan', { code: 'x'.repeat(5000) }],
      ['orders', { search: '', offset: -1, limit: 1_000_000 }],
      ['connect', null],
    ];
    return Promise.all(
      attempts.map(([name, args]) =>
        station[name]!(args).then(
          () => 'answered',
          (error: Error) => error.message,
        ),
      ),
    );
  });
  expect(answers).toEqual(Array.from({ length: 4 }, () => expect.stringContaining('do not fit its contract')));
  expect(service.orders()).toHaveLength(before);
});

/** A UDP and TCP port on this computer that counts what reaches it and reports the first. */
async function startListening() {
  const received = { packets: 0, connections: 0 };
  const { promise: first, resolve } = Promise.withResolvers<void>();
  const tcp = createServer((socket) => {
    received.connections += 1;
    socket.on('error', () => socket.destroy());
    resolve();
  });
  await new Promise<void>((listening) => tcp.listen(0, '127.0.0.1', listening));
  const { port } = tcp.address() as AddressInfo;
  const udp = createSocket('udp4', () => {
    received.packets += 1;
    resolve();
  });
  await new Promise<void>((bound) => udp.bind(port, '0.0.0.0', bound));
  return {
    port,
    received,
    first,
    stop() {
      udp.close();
      tcp.close();
    },
  };
}

// The page chooses the name of the connection: its text leaves with every packet.
const tryWebRtc = async ({ port, by }: { port: number; by: 'udp' | 'tcp' }): Promise<void> => {
  const server = by === 'udp' ? { urls: `stun:127.0.0.1:${port}` } : { urls: `turn:127.0.0.1:${port}?transport=tcp` };
  const connection = new RTCPeerConnection({ iceServers: [{ ...server, username: 'recipients', credential: 'recipients' }] });
  connection.createDataChannel('recipients');
  const { promise, resolve } = Promise.withResolvers<void>();
  connection.onicegatheringstatechange = () => {
    if (connection.iceGatheringState === 'complete') resolve();
  };
  await connection.setLocalDescription(await connection.createOffer());
  const lines = ['v=0', 'o=- 1 2 IN IP4 127.0.0.1', 's=-', 't=0 0', 'm=application 9 UDP/DTLS/SCTP webrtc-datachannel', 'c=IN IP4 0.0.0.0'];
  const keys = ['a=ice-ufrag:recipients', `a=ice-pwd:${'recipients'.repeat(3)}`, `a=fingerprint:sha-256 ${Array(32).fill('AA').join(':')}`];
  const place = `a=candidate:1 1 ${by} 2130706431 127.0.0.1 ${port} typ host${by === 'tcp' ? ' tcptype passive' : ''}`;
  const sdp = [...lines, ...keys, 'a=setup:active', 'a=mid:0', 'a=sctp-port:5000', place, ''].join('\r\n');
  await connection.setRemoteDescription({ type: 'answer', sdp });
  await promise;
};

test.each(['udp', 'tcp'] as const)('a page that opens a WebRTC connection by %s sends no packet out', async (by) => {
  const { page } = bench;
  const listening = await startListening();
  await Promise.race([listening.first, page.evaluate(tryWebRtc, { port: listening.port, by })]);
  expect(listening.received).toEqual({ packets: 0, connections: 0 });
  listening.stop();
});

test('a second program on the same data folder gives way to the first', async () => {
  const { station, dir } = bench;
  const second = execFile(appCommand(), [`--user-data-dir=${join(dir, 'data')}`, process.cwd(), `--data-dir=${join(dir, 'data')}`], {
    env: { ...process.env, HOST_HEADED: '0' },
    timeout: watchdogMs,
  });
  const [code] = (await once(second, 'close')) as [number | null];
  expect(code).toBe(0);
  expect(station.app.windows()).toHaveLength(1);
});

test('a certificate authority named by the environment is not trusted', async () => {
  const fixture = (name: string): string => join(import.meta.dirname, '../fixtures/tls', name);
  const tls = { cert: readFileSync(fixture('courier-cert.pem'), 'utf8'), key: readFileSync(fixture('courier-key.pem'), 'utf8') };
  const stranger = await startRawServer((socket) => socket.end(httpAnswer(200, '{}')), { tls });
  try {
    const { page } = await openBench({ env: { NODE_EXTRA_CA_CERTS: fixture('courier-cert.pem') } });
    const account = { world: 'live', baseUrl: `https://127.0.0.1:${stranger.port}`, key: 'k', secret: 's', account: '' } as const;
    await expect(call(page, 'connect', account)).rejects.toThrow('service-unreachable');
    expect(stranger.requests).toEqual([]);
  } finally {
    await stranger.stop();
  }
});
