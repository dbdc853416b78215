import type { Courier } from '../../electron/bench/ports/courier.ts';
import { type CourierOptions, createCourier } from '../../electron/courier/courier.ts';

/** A clock whose pauses take no time. */
export const pauseless = (now: () => Date = () => new Date()): CourierOptions['clock'] => ({
  now,
  elapsed: () => performance.now(),
  sleep: async () => undefined,
});

/** The client for a service at this address, without a proxy. It makes its pauses at once, and always the shortest ones. */
export const plainCourier = (baseUrl: string, change: Partial<CourierOptions> = {}): Courier =>
  createCourier({
    connection: { baseUrl, account: '' },
    credentials: () => ({ key: 'k', secret: 's' }),
    environment: 'development',
    resolveProxy: async () => 'DIRECT',
    ref: () => 'R1',
    clock: pauseless(),
    random: () => 0,
    ...change,
  });
