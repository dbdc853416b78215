import type { Worker } from 'node:worker_threads';
import type { Order } from '../../shared/order.ts';
import { ok, type Refusal, type Result } from '../../shared/result.ts';
import type { PreparedOrders } from '../bench/ports/journal/prepared-orders.ts';
import type { OrderFile, OrderFileReading, OrderFiles, OrderSlice } from '../bench/ports/orders.ts';
import { columnsOfFile } from './file-columns.ts';
import { openOrderFile } from './open-order-file.ts';
import type { ReadSlice } from './reading-rows.ts';

/** Read in milliseconds, faster than a worker starts. */
const smallBytes = 32 * 1024;

/** The first is the file, every other how many orders are wanted next. */
export type OrderFileAsk<Secrets> = { readonly file: OrderFile; readonly secrets: Secrets } | number;
/** What the worker answers to a file, which it gives back where it cannot be read. */
type OpenedInWorker =
  | { readonly ok: true; readonly value: Pick<OrderFileReading, 'rows' | 'needless'> }
  | (Refusal<'order-file-unreadable'> & { readonly bytes: Uint8Array });
type Prepare = (orders: readonly Order[]) => PreparedOrders;

/**
 * Reads small files at once and large ones in a worker of their own, so that the main thread goes on answering. `prepare` makes their
 * orders ready for the journal, in the same thread; the worker is handed `secrets` for what can be done there besides.
 */
export const createOrderFiles = <Secrets>(startWorker: () => Worker, prepare: Prepare, secrets: () => Secrets): OrderFiles => ({
  columns: columnsOfFile,
  async open(file, keep) {
    if (file.bytes.length > smallBytes) return openInWorker(file, startWorker(), secrets(), keep);
    const opened = openHere(file, prepare);
    if (!opened.ok) keep?.(file.bytes);
    return opened;
  },
});

export const preparedSlice = ({ orders, ...said }: ReadSlice, prepare: Prepare): OrderSlice => ({
  ...said,
  prepared: prepare(orders.map(({ order }) => order)),
  lines: orders.map(({ line }) => line),
  moreLines: orders.map(({ moreLines }) => moreLines),
  rowCounts: orders.map(({ rows }) => rows),
});

function openHere(file: OrderFile, prepare: Prepare): Result<OrderFileReading, 'order-file-unreadable'> {
  const opened = openOrderFile(file);
  if (!opened.ok) return opened;
  const { rows, needless, next } = opened.value;
  return ok({ rows, needless, next: async (count) => preparedSlice(next(count), prepare), close: () => undefined });
}

async function openInWorker<Secrets>(
  file: OrderFile,
  worker: Worker,
  secrets: Secrets,
  keep?: (bytes: Uint8Array) => void,
): Promise<Result<OrderFileReading, 'order-file-unreadable'>> {
  let ended: Error | undefined;
  let asked: PromiseWithResolvers<unknown> | undefined;
  const end = (error: Error): void => {
    ended = error;
    asked?.reject(error);
  };
  worker.on('message', (answer) => asked?.resolve(answer));
  worker.on('error', end);
  worker.on('exit', () => end(new Error('The worker that read the order file has ended.')));
  const ask = <T>(what: OrderFileAsk<Secrets>, transfer: readonly ArrayBuffer[] = []): Promise<T> => {
    // Made for each question: a promise that outlives the answers would hold on to every one of them.
    const asking = Promise.withResolvers<T>();
    // An answer that nobody waits for any more is given up with the worker.
    asking.promise.catch(() => undefined);
    asked = asking as PromiseWithResolvers<unknown>;
    if (ended) asking.reject(ended);
    else worker.postMessage(what, transfer);
    return asking.promise;
  };
  const close = (): void => void worker.terminate();
  try {
    const isAlone = file.bytes.buffer instanceof ArrayBuffer && file.bytes.byteLength === file.bytes.buffer.byteLength;
    const bytes = isAlone ? new Uint8Array(file.bytes.buffer) : new Uint8Array(file.bytes);
    const opened = await ask<OpenedInWorker>({ file: { ...file, bytes }, secrets }, [bytes.buffer]);
    if (!opened.ok) {
      keep?.(opened.bytes);
      close();
      return { ok: false, failure: opened.failure };
    }
    return ok({ ...opened.value, next: (count) => ask<OrderSlice>(count), close });
  } catch (error) {
    close();
    throw error;
  }
}
