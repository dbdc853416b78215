import type { Courier } from '../../electron/bench/ports/courier.ts';
import type { CourierOptions } from '../../electron/courier/courier.ts';
import { type RawServer, startRawServer } from '../fakes/raw-server.ts';
import { stopLater } from '../later.ts';
import { plainCourier } from './plain-courier.ts';

/** A server that answers in raw bytes; stops when the test ends. */
export const raw = async (...args: Parameters<typeof startRawServer>): Promise<RawServer> => stopLater(await startRawServer(...args));

const timing = { connectMs: 1000, onceHeadersMs: 5000, onceTotalMs: 10_000, readHeadersMs: 400, readBudgetMs: 5000 };
export const courierAt = (baseUrl: string, change: Partial<CourierOptions> = {}): Courier => plainCourier(baseUrl, { timing, ...change });
