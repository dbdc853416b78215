import { parseArgs } from 'node:util';
import type { Courier } from '../../electron/bench/ports/courier.ts';
import type { BatchView } from '../../shared/batch.ts';
import { plainOrder } from '../path/plain-order.ts';
import { closeAll, type PlainStation, startPlainStation } from '../path/plain-station.ts';

const serviceMs = 50;
const pollMs = 25;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function until(bench: PlainStation, is: (view: BatchView) => boolean): Promise<BatchView> {
  for (;;) {
    const view = await bench.call('batch', {});
    if (view && is(view)) return view;
    if (view?.state === 'paused') throw new Error(`the batch is paused: ${JSON.stringify(view.paused)}`);
    await pause(pollMs);
  }
}

/** One batch from its first price to its last label, against a service that takes 50 ms for each answer. */
async function measure(orders: number, isKept: boolean): Promise<void> {
  const rows = Array.from({ length: orders }, (_, index) => plainOrder(`B-${index + 1}`));
  const csv = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))].map((cells) => cells.join(',')).join('\n');
  let [now, most] = [0, 0];
  const count = (change: number): void => {
    now += change;
    most = Math.max(most, now);
  };
  const asking = async <T>(ask: () => Promise<T>): Promise<T> => {
    count(1);
    return ask().finally(() => count(-1));
  };
  const courier = (real: Courier): Courier => ({
    ...real,
    isQuoteKept: () => isKept,
    quote: (...asked) => asking(() => real.quote(...asked)),
    sendOnce: (...request) => asking(() => real.sendOnce(...request)),
  });
  let firstLabelAt = 0;
  const bench = await startPlainStation({
    orders: csv,
    delayMs: serviceMs,
    msPerLabel: 1,
    courier,
    onSheet: () => {
      firstLabelAt ||= performance.now();
    },
  });
  await bench.call('openBatch', { keys: null, search: '' });
  await until(bench, ({ state }) => state === 'ready');
  const quotesBefore = bench.service.requests().filter(({ action }) => action === 'quote').length;
  most = 0;
  const begun = performance.now();
  await bench.call('runBatch', { orders });
  await until(bench, ({ counts }) => counts.agreed + counts.buying === 0);
  const bookedMs = performance.now() - begun;
  const ended = await until(bench, ({ state }) => state === 'ended');
  const printedMs = performance.now() - begun;
  const quotes = bench.service.requests().filter(({ action }) => action === 'quote').length - quotesBefore;
  const ownMs = ((orders + quotes) * serviceMs) / most;
  process.stdout.write(
    `batch, ${isKept ? 'offers kept' : 'one by one'}: ${orders} orders, ${quotes} quotes, ${most} at once, booked ${(bookedMs / ownMs).toFixed(2)} x ` +
      `the service's own ${(ownMs / 1000).toFixed(1)} s, printed ${(printedMs / ownMs).toFixed(2)} x, ` +
      `first label after ${((firstLabelAt - begun) / 1000).toFixed(2)} s, ${ended.counts.printed} printed, ` +
      `${Math.round(process.memoryUsage().heapUsed / 1e6)} MB\n`,
  );
  await closeAll();
}

export async function run(): Promise<void> {
  const { values } = parseArgs({ args: process.argv.slice(3), options: { orders: { type: 'string', default: '1000' } }, strict: false });
  const orders = Number(values.orders);
  await measure(orders, false);
  await measure(orders, true);
}
