import { parentPort } from 'node:worker_threads';
import { prepareOrders } from '../journal/prepare-orders.ts';
import { type OpenOrderFile, openOrderFile } from '../orders/order-file.ts';
import { type OrderFileAsk, preparedSlice } from '../orders/order-files.ts';

// Each question gets one answer.
let open: OpenOrderFile | undefined;

parentPort?.on('message', (ask: OrderFileAsk) => {
  if (typeof ask === 'number') {
    const slice = open && preparedSlice(open.next(ask), prepareOrders);
    parentPort?.postMessage(slice, slice && [slice.prepared.bytes.buffer, slice.prepared.words.beginnings.buffer]);
    return;
  }
  const opened = openOrderFile(ask);
  // Given back now, not when this thread comes to sweep its memory.
  if (ask.bytes.buffer instanceof ArrayBuffer) ask.bytes.buffer.transfer(0);
  open = opened.ok ? opened.value : undefined;
  parentPort?.postMessage(opened.ok ? { ok: true, value: opened.value.rows } : opened);
});
