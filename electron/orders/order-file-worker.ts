import { parentPort } from 'node:worker_threads';
import type { OrderFile } from '../bench/ports/orders.ts';
import { type OpenOrderFile, openOrderFile } from './order-file.ts';

/** The first is the file, every other how many orders are wanted next. Each gets one answer. */
export type OrderFileAsk = OrderFile | number;

let open: OpenOrderFile | undefined;

parentPort?.on('message', (ask: OrderFileAsk) => {
  if (typeof ask === 'number') {
    parentPort?.postMessage(open?.next(ask));
    return;
  }
  const opened = openOrderFile(ask);
  open = opened.ok ? opened.value : undefined;
  parentPort?.postMessage(opened.ok ? { ok: true, value: opened.value.rows } : opened);
});
