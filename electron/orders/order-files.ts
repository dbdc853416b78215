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
  const failed = Promise.withResolvers<never>();
  worker.on('error', failed.reject);
  worker.on('exit', () => failed.reject(new Error('The worker that read the order file has ended.')));
  const ask = <T>(what: OrderFileAsk, transfer: readonly ArrayBuffer[] = []): Promise<T> => {
    const { promise, resolve } = Promise.withResolvers<T>();
    worker.once('message', resolve);
    worker.postMessage(what, transfer);
    const answer = Promise.race([promise, failed.promise]);
    // An answer that nobody waits for any more is given up with the worker.
    answer.catch(() => undefined);
    return answer;
  };
  const close = (): void => void worker.terminate();
  try {
    const bytes = new Uint8Array(file.bytes);
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
