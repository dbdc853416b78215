import { parentPort } from 'node:worker_threads';
import type { OrderSlice } from '../bench/ports/orders.ts';
import { prepareOrders } from '../journal/prepare-orders.ts';
import { openOrderFile } from '../orders/open-order-file.ts';
import { type OrderFileAsk, preparedSlice } from '../orders/order-files.ts';
import type { OpenOrderFile } from '../orders/reading-rows.ts';

// Each question gets one answer.
let open: OpenOrderFile | undefined;
/** Made while nobody waited for it. */
let ready: OrderSlice | undefined;

function answer(file: OpenOrderFile, count: number): void {
  const slice = ready ?? preparedSlice(file.next(count), prepareOrders);
  parentPort?.postMessage(slice, [slice.prepared.bytes.buffer, slice.prepared.words.beginnings.buffer]);
  ready = slice.isLast ? undefined : preparedSlice(file.next(count), prepareOrders);
}

parentPort?.on('message', (ask: OrderFileAsk) => {
  if (typeof ask === 'number') {
    if (open) answer(open, ask);
    return;
  }
  const opened = openOrderFile(ask);
  open = opened.ok ? opened.value : undefined;
  const { buffer } = ask.bytes;
  if (!opened.ok) {
    parentPort?.postMessage({ ...opened, bytes: ask.bytes }, buffer instanceof ArrayBuffer ? [buffer] : []);
    return;
  }
  // Given back now, not when this thread comes to sweep its memory.
  if (!opened.value.keepsBytes && buffer instanceof ArrayBuffer) buffer.transfer(0);
  parentPort?.postMessage({ ok: true, value: { rows: opened.value.rows, needless: opened.value.needless } });
});
