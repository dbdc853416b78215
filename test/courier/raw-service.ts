import { onTestFinished } from 'vitest';
import type { Courier } from '../../electron/bench/ports/courier.ts';
import { type CourierOptions, createCourier } from '../../electron/courier/courier.ts';
import { type RawServer, startRawServer } from '../fakes/raw-server.ts';

/** A server that answers in raw bytes; stops when the test ends. */
export async function raw(...args: Parameters<typeof startRawServer>): Promise<RawServer> {
  const server = await startRawServer(...args);
  onTestFinished(() => server.stop());
  return server;
}

export function courierAt(baseUrl: string, change: Partial<CourierOptions> = {}): Courier {
  return createCourier({
    connection: { baseUrl, account: '' },
    credentials: () => ({ key: 'k', secret: 's' }),
    environment: 'development',
    resolveProxy: async () => 'DIRECT',
    ref: () => 'R1',
    clock: { now: () => new Date(), elapsed: () => performance.now(), sleep: async () => undefined },
    random: () => 0,
    timing: { connectMs: 1000, onceHeadersMs: 5000, onceTotalMs: 10_000, readHeadersMs: 400, readBudgetMs: 5000 },
    ...change,
  });
}
