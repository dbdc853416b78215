import { parentPort } from 'node:worker_threads';
import type { OrderSlice } from '../bench/ports/orders.ts';
import { createSealing } from '../credentials/encryption.ts';
import { type AheadOfTime, aheadOfTime, prepareOrders } from '../journal/prepare-orders.ts';
import { type PlacedSealing, sealingIn } from '../journal/sealing.ts';
import { openOrderFile } from '../orders/open-order-file.ts';
import { type OrderFileAsk, preparedSlice } from '../orders/order-files.ts';
import type { OpenOrderFile } from '../orders/reading-rows.ts';
import type { OrderSecrets } from './order-secrets.ts';

// Each question gets one answer.
let open: { readonly file: OpenOrderFile; readonly sealing: PlacedSealing } | undefined;
/** Made while nobody waited for it, with what else there was time for. */
let ready: { readonly slice: OrderSlice; readonly ahead: AheadOfTime } | undefined;

/** So few that a question hardly waits for them. */
const sealedInOneTurn = 16;
function goOnWhileIdle(ahead: AheadOfTime): void {
  if (ahead === ready?.ahead && ahead.more(sealedInOneTurn)) setImmediate(goOnWhileIdle, ahead);
}

function answer({ file, sealing }: NonNullable<typeof open>, count: number): void {
  const made = (): NonNullable<typeof ready> => {
    const slice = preparedSlice(file.next(count), prepareOrders);
    return { slice, ahead: aheadOfTime(slice.prepared, sealing) };
  };
  const { slice, ahead } = ready ?? made();
  const { prepared } = slice;
  const { sealed, words } = ahead.done();
  const others = words ? [words.beginnings.buffer] : [];
  parentPort?.postMessage({ ...slice, prepared: { ...prepared, sealed, ...(words && { words }) } } satisfies OrderSlice, [
    prepared.bytes.buffer,
    sealed.bytes.buffer,
    ...others,
  ]);
  ready = slice.isLast ? undefined : made();
  if (ready) setImmediate(goOnWhileIdle, ready.ahead);
}

parentPort?.on('message', (ask: OrderFileAsk<OrderSecrets>) => {
  if (typeof ask === 'number') {
    if (open) answer(open, ask);
    return;
  }
  const { file, secrets } = ask;
  const opened = openOrderFile(file);
  open = opened.ok ? { file: opened.value, sealing: sealingIn(secrets.world, createSealing(secrets.key)) } : undefined;
  const { buffer } = file.bytes;
  if (!opened.ok) {
    parentPort?.postMessage({ ...opened, bytes: file.bytes }, buffer instanceof ArrayBuffer ? [buffer] : []);
    return;
  }
  // Given back now, not when this thread comes to sweep its memory.
  if (!opened.value.keepsBytes && buffer instanceof ArrayBuffer) buffer.transfer(0);
  parentPort?.postMessage({ ok: true, value: { rows: opened.value.rows, needless: opened.value.needless } });
});
