import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startTrainingService } from '../../electron/training/service.ts';
import type { CallArgs, CallName } from '../../shared/ipc.ts';
import { witnessOf } from '../path/plain-platform.ts';
import { watched } from '../watchdog.ts';
import type { Memory } from './crowd-station-process.ts';

/** Outcome of a day with a crowd at the ports of a station. Times are measured, never compared in a test. */
export interface CrowdResult {
  /** Posts of the crowd by the status of their answer, or by the code of their error. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly slowOpened: number;
  /** Real deliveries and orders that were sent meanwhile, and those among them that did not get the status 200. */
  readonly delivered: number;
  readonly missed: readonly string[];
  /** Sent orders that the station lists afterwards, and sent deliveries that wait in Resolve. */
  readonly ordersKept: number;
  readonly deliveriesKept: number;
  readonly deliveryMs: Times;
  /** Calls of the window that were made meanwhile, and those that were not answered. */
  readonly calls: number;
  readonly failedCalls: readonly string[];
  readonly callMs: Times;
  /** Memory of the station before and after the crowd; another crowd of this size was there before. */
  readonly before: Memory;
  readonly after: Memory;
  readonly seconds: number;
}

interface Times {
  readonly p50: number;
  readonly p99: number;
  readonly slowest: number;
}

function timesOf(all: readonly number[]): Times {
  const sorted = all.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), slowest: at(1) };
}

interface Ports {
  readonly webhooks: string;
  readonly orders: string;
  readonly token: string;
}

type Answer = { readonly ok: boolean; readonly value?: unknown };

/** The calls that a window makes by itself while a packer works. */
const windowCalls = [
  ['snapshot', {}],
  ['orders', { search: '', offset: 0, limit: 50 }],
  ['toResolve', {}],
  ['setup', {}],
  ['lastShipments', { limit: 20 }],
  ['recognise', { codes: ['ORD-1'] }],
] as const satisfies readonly { readonly [N in CallName]: readonly [N, CallArgs<N>] }[CallName][];

/** Freed bytes that glibc keeps per thread. Without this setting it keeps more and more, which looks like a program that grows. */
const freedBytesKept = '131072';

const here = (file: string): string => new URL(file, import.meta.url).pathname;

/** Asks a station in its own process, as a window does. */
function askerOf(station: ChildProcess) {
  let no = 0;
  const waiting = new Map<number, (answer: unknown) => void>();
  const ended = once(station, 'exit').then(([code]) => Promise.reject(new Error(`The station ended with ${code}`)));
  ended.catch(() => undefined);
  station.on('message', (message: { readonly no: number; readonly answer: unknown }) => {
    waiting.get(message.no)?.(message.answer);
    waiting.delete(message.no);
  });
  const ask = (question: object, what: string): Promise<unknown> =>
    watched(
      what,
      Promise.race([
        ended,
        new Promise((resolve) => {
          no += 1;
          waiting.set(no, resolve);
          station.send({ no, ...question });
        }),
      ]),
    );
  return {
    call: async <N extends CallName>(call: N, args: CallArgs<N>): Promise<Answer> =>
      (await ask({ call, args }, `${call} is answered`)) as Answer,
    memory: async (): Promise<Memory> => (await ask({ memory: true }, 'the station reports its memory')) as Memory,
  };
}

const timed = async <T>(work: () => Promise<T>): Promise<readonly [T, number]> => {
  const began = performance.now();
  const result = await work();
  return [result, performance.now() - began];
};

/** Posts a delivery or an order and returns the status, or the code of the error. */
async function deliver({ webhooks, orders, token }: Ports, at: number): Promise<string> {
  const isOrder = at % 2 === 0;
  const order = { order: `REAL-${at}`, name: 'Anna Lehmann', street: 'Kastanienallee 84', city: 'Berlin', country: 'DE' };
  try {
    const response = await fetch(isOrder ? orders : webhooks, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(isOrder && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(isOrder ? [order] : { event: 'tracking.updated', order: { order_no: `REAL-${at}` } }),
    });
    await response.text();
    return String(response.status);
  } catch (error) {
    // A refused connection: undici has its code in the cause.
    return error instanceof Error ? `${error.message} ${(error.cause as NodeJS.ErrnoException | undefined)?.code ?? ''}` : 'unknown';
  }
}

/**
 * Lets a crowd at the ports of a station: `slow` slow connections at each, and `posts` posts. Meanwhile the service and a shop deliver, one
 * delivery after the other, and a window makes its calls.
 */
export async function runCrowd(posts: number, slow: number): Promise<CrowdResult> {
  const dir = mkdtempSync(join(tmpdir(), 'packbench-crowd-'));
  const service = await startTrainingService({ key: 'crowd', secret: 'secret', clock: () => new Date(), delayMs: 0 });
  const children: ChildProcess[] = [];
  const start = (file: string, args: readonly string[]): ChildProcess => {
    const child = fork(here(file), args, { execArgv: ['--expose-gc'], env: { ...process.env, MALLOC_TRIM_THRESHOLD_: freedBytesKept } });
    children.push(child);
    return child;
  };
  try {
    const station = start('crowd-station-process.ts', [dir, service.url]);
    const [ports] = (await watched('the station is open', once(station, 'message'))) as [Ports];
    const { call, memory } = askerOf(station);
    for (const at of [-2, -1]) await deliver(ports, at);
    const crowd = (count: number): Promise<readonly [Pick<CrowdResult, 'statuses' | 'slowOpened'>]> => {
      const args = [ports.webhooks, ports.orders, ports.token, String(count), String(slow)];
      return once(start('crowd-process.ts', args), 'message') as never;
    };
    // A crowd of the same size first: code, buffers and caches that it fills are no growth, and a leak grows by each crowd.
    await crowd(posts);
    const before = await memory();
    const began = performance.now();
    const left = crowd(posts);
    let isOver = false;
    const [missed, failedCalls, deliveryMs, callMs]: [string[], string[], number[], number[]] = [[], [], [], []];
    const delivering = async (): Promise<void> => {
      for (let at = 0; !isOver; at += 1) {
        const [status, ms] = await timed(() => deliver(ports, at));
        if (status !== '200') missed.push(`${at}: ${status}`);
        deliveryMs.push(ms);
        await wait(20);
      }
    };
    const calling = async (): Promise<void> => {
      for (let at = 0; !isOver; at += 1) {
        const [name, args] = windowCalls[at % windowCalls.length] ?? windowCalls[0];
        const [answer, ms] = await timed(() => call(name, args));
        if (!answer.ok) failedCalls.push(name);
        callMs.push(ms);
        await wait(20);
      }
    };
    const working = Promise.all([delivering(), calling()]);
    const [{ statuses, slowOpened }] = await left.finally(() => {
      isOver = true;
    });
    await working;
    const seconds = (performance.now() - began) / 1000;
    const orders = (await call('orders', { search: 'REAL-', offset: 0, limit: 1 })).value as { readonly total: number };
    const open = (await call('toResolve', {})).value as readonly object[];
    return {
      statuses,
      slowOpened,
      delivered: deliveryMs.length,
      missed,
      // The two deliveries before the crowd are not counted.
      ordersKept: orders.total - 1,
      deliveriesKept: open.filter((item) => JSON.stringify(item).includes('REAL-')).length - 1,
      deliveryMs: timesOf(deliveryMs),
      calls: callMs.length,
      failedCalls,
      callMs: timesOf(callMs),
      before,
      after: await memory(),
      seconds,
    };
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await service.stop();
    for (const folder of [dir, witnessOf(dir)]) rmSync(folder, { recursive: true, force: true });
  }
}

/** The one line that a run prints. */
export function lineOf(result: CrowdResult): string {
  const { delivered, missed, deliveryMs, calls, failedCalls, callMs, before, after, slowOpened, seconds, statuses } = result;
  const times = ({ p50, p99, slowest }: Times): string => [p50, p99, slowest].map((ms) => ms.toFixed(0)).join('/');
  const counts = Object.entries(statuses).map(([status, count]) => `${status}:${count}`);
  return [
    `posts=${counts.join(',')}`,
    `slow_opened=${slowOpened}`,
    `delivered=${delivered} missed=${missed.length} delivery_ms_p50/p99/slowest=${times(deliveryMs)}`,
    `calls=${calls} failed=${failedCalls.length} call_ms_p50/p99/slowest=${times(callMs)}`,
    `heap_mb=${before.heapMb.toFixed(1)}..${after.heapMb.toFixed(1)} rss_mb=${before.rssMb.toFixed(0)}..${after.rssMb.toFixed(0)}`,
    `seconds=${seconds.toFixed(0)}`,
  ].join(' ');
}
