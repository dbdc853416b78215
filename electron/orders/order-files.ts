import type { Worker } from 'node:worker_threads';
import type { Order } from '../../shared/order.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { PreparedOrders } from '../bench/ports/journal.ts';
import type { OrderFile, OrderFileReading, OrderFiles, OrderSlice } from '../bench/ports/orders.ts';
import { openOrderFile, type ReadSlice } from './order-file.ts';

/** Read in milliseconds, faster than a worker starts. */
const smallBytes = 32 * 1024;

/** The first is the file, every other how many orders are wanted next. */
export type OrderFileAsk = OrderFile | number;
type Prepare = (orders: readonly Order[]) => PreparedOrders;

/**
 * Reads small files at once and large ones in a worker of their own, so that the main thread goes on answering. `prepare` makes their
 * orders ready for the journal, in the same thread.
 */
export const createOrderFiles = (startWorker: () => Worker, prepare: Prepare): OrderFiles => ({
  async open(file) {
    return file.bytes.length <= smallBytes ? openHere(file, prepare) : openInWorker(file, startWorker());
  },
});

export const preparedSlice = ({ orders, ...said }: ReadSlice, prepare: Prepare): OrderSlice => ({
  ...said,
  prepared: prepare(orders.map(({ order }) => order)),
  lines: orders.map(({ line }) => line),
});

function openHere(file: OrderFile, prepare: Prepare): Result<OrderFileReading, 'order-file-unreadable'> {
  const opened = openOrderFile(file);
  if (!opened.ok) return opened;
  const { rows, next } = opened.value;
  return ok({ rows, next: async (count) => preparedSlice(next(count), prepare), close: () => undefined });
}

async function openInWorker(file: OrderFile, worker: Worker): Promise<Result<OrderFileReading, 'order-file-unreadable'>> {
  let ended: Error | undefined;
  let asked: PromiseWithResolvers<unknown> | undefined;
  const end = (error: Error): void => {
    ended = error;
    asked?.reject(error);
  };
  worker.on('message', (answer) => asked?.resolve(answer));
  worker.on('error', end);
  worker.on('exit', () => end(new Error('The worker that read the order file has ended.')));
  const ask = <T>(what: OrderFileAsk, transfer: readonly ArrayBuffer[] = []): Promise<T> => {
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
    const opened = await ask<Result<number, 'order-file-unreadable'>>({ ...file, bytes }, [bytes.buffer]);
    if (!opened.ok) {
      close();
      return opened;
    }
    return ok({ rows: opened.value, next: (count) => ask<OrderSlice>(count), close });
  } catch (error) {
    close();
    throw error;
  }
}
