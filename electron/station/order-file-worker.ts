import { parentPort } from 'node:worker_threads';
import type { OrderSlice } from '../bench/ports/orders.ts';
import { createSealing } from '../credentials/encryption.ts';
import { type AheadSealer, prepareOrders, sealAhead } from '../journal/prepare-orders.ts';
import { type PlacedSealing, sealingIn } from '../journal/sealing.ts';
import { openOrderFile } from '../orders/open-order-file.ts';
import { type OrderFileAsk, preparedSlice } from '../orders/order-files.ts';
import type { OpenOrderFile } from '../orders/reading-rows.ts';
import type { OrderSecrets } from './order-secrets.ts';

// Each question gets one answer.
let open: { readonly file: OpenOrderFile; readonly sealing: PlacedSealing } | undefined;
/** Made, and sealed as far as there was time, while nobody waited for it. */
let ready: { readonly slice: OrderSlice; readonly sealer: AheadSealer } | undefined;

/** So few that a question hardly waits for them. */
const sealedInOneTurn = 16;
function sealWhileIdle(sealer: AheadSealer): void {
  if (sealer === ready?.sealer && sealer.more(sealedInOneTurn)) setImmediate(sealWhileIdle, sealer);
}

function answer({ file, sealing }: NonNullable<typeof open>, count: number): void {
  const made = (): NonNullable<typeof ready> => {
    const slice = preparedSlice(file.next(count), prepareOrders);
    return { slice, sealer: sealAhead(slice.prepared, sealing) };
  };
  const { slice, sealer } = ready ?? made();
  const { prepared } = slice;
  const sealed = sealer.sealed();
  parentPort?.postMessage({ ...slice, prepared: { ...prepared, sealed } } satisfies OrderSlice, [
    prepared.bytes.buffer,
    prepared.words.beginnings.buffer,
    sealed.bytes.buffer,
  ]);
  ready = slice.isLast ? undefined : made();
  if (ready) setImmediate(sealWhileIdle, ready.sealer);
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
