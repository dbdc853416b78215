import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { watchdogMs } from '../watchdog.ts';
import type { Door } from './doors.ts';
import { statusOf, whole } from './raw.ts';

/** The first bytes of a flood's connections, and the interval at which each sends one more character; 0: never. */
export const floods = {
  silent: { beginning: () => '', trickleMs: 0 },
  'half a head': { beginning: () => 'POST /orders HTTP/1.1\r\nhost: a\r\nx-slow: ', trickleMs: 0 },
  'a head letter by letter': { beginning: () => 'POST /orders HTTP/1.1\r\nhost: a\r\nx-slow: ', trickleMs: 40 },
  'a wrong secret and an endless body': { beginning: (door) => `${door.head(false)}content-length: 900000\r\n\r\n{`, trickleMs: 40 },
  'the right secret and an endless body': { beginning: (door) => `${door.head()}content-length: 900000\r\n\r\n{`, trickleMs: 0 },
} as const satisfies Record<string, { readonly beginning: (door: Door) => string; readonly trickleMs: number }>;

export interface FloodResult {
  readonly connections: number;
  readonly delivered: number;
  /** Requests that were not answered with 200, each with the actual answer. */
  readonly missed: readonly string[];
  readonly slowestMs: number;
}

/** Delivers requests one after the other while idle connections arrive at this rate. */
export async function flood(door: Door, kind: keyof typeof floods, perSecond: number, ms: number): Promise<FloodResult> {
  const { beginning, trickleMs } = floods[kind];
  const args = [String(door.port), String(perSecond), Buffer.from(beginning(door)).toString('base64'), String(trickleMs)];
  const child = fork(new URL('flood-process.ts', import.meta.url), args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const missed: string[] = [];
  let delivered = 0;
  let slowestMs = 0;
  try {
    await once(child.stdout ?? child, 'data');
    for (const end = performance.now() + ms; performance.now() < end; delivered += 1) {
      const began = performance.now();
      const answer = await deliver(door.port, whole(door.head(), `{"order_no":"7-${delivered}","note":"${'x'.repeat(3000)}"}`));
      if (statusOf(answer) !== 200) missed.push(answer.slice(0, 60));
      slowestMs = Math.max(slowestMs, performance.now() - began);
    }
    child.send('how many');
    const [connections] = (await once(child, 'message')) as [number];
    return { connections, delivered, missed, slowestMs };
  } finally {
    child.kill('SIGKILL');
  }
}

/** Reads the answer to a request as a client does: by its content length. */
function deliver(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const done = (more = ''): void => {
      clearTimeout(watchdog);
      socket.destroy();
      resolve(Buffer.concat(chunks).toString() + more);
    };
    const watchdog = setTimeout(() => done('[no answer]'), watchdogMs);
    socket.on('error', (error: NodeJS.ErrnoException) => done(`[${error.code}]`));
    socket.on('close', () => done());
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (Buffer.concat(chunks).includes('\r\n\r\n')) done();
    });
    socket.write(request);
  });
}
