import type { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';

/** Which worker: the name of its file, which in a bundle has another ending. */
export type PaperWorker = 'pdf-worker' | 'label-worker' | 'zpl-worker' | 'barcode-worker';

/** What a worker is asked. */
export type Asked<Ask> = Ask & { readonly id: number };

/** What a worker answers: what was asked for, or why it could not. */
export type WorkerAnswer<T> = ({ readonly id: number } & T) | { readonly id: number; readonly failed: string };

export type Worked<T> =
  | { readonly is: 'done'; readonly answer: T }
  | { readonly is: 'failed'; readonly why: string; readonly isStalled: boolean };

export interface WorkerLine<Ask, T> {
  /** One at a time. Never throws: what breaks, kills or stalls the worker is `failed`. */
  ask(ask: Ask): Promise<Worked<T>>;
  /** Ends the worker; what is being asked fails. */
  close(): Promise<void>;
}

/**
 * Asks a worker that is ended when it stalls, breaks or refuses; the next ask gets a fresh one, and so does every ask of a worker that
 * `endsAfterEach`. A worker does not keep the process alive while it has nothing to do. `what` names for a person what it works on.
 */
export function createWorkerLine<Ask, T>(
  start: () => Worker,
  { what, deadlineMs, endsAfterEach = false }: { readonly what: string; readonly deadlineMs: number; readonly endsAfterEach?: boolean },
): WorkerLine<Ask, T> {
  let worker: Worker | undefined;
  const queue = new PQueue({ concurrency: 1 });
  let lastId = 0;

  function started(): Worker {
    const fresh = start();
    // A worker that dies between two asks has nobody to tell; the next ask gets a fresh one.
    fresh.on('error', () => undefined);
    fresh.on('exit', () => {
      if (worker === fresh) worker = undefined;
    });
    return fresh;
  }

  function startedOrWhy(): Worker | string {
    try {
      worker ??= started();
      return worker;
    } catch (error) {
      return String(error);
    }
  }

  function askWorker(ask: Ask): Promise<Worked<T>> {
    lastId += 1;
    const id = lastId;
    return new Promise((resolve) => {
      const asked = startedOrWhy();
      if (typeof asked === 'string') return resolve({ is: 'failed', why: asked, isStalled: false });
      asked.ref();
      const end = (worked: Worked<T>): void => {
        clearTimeout(timer);
        asked.off('message', onMessage).off('error', onError).off('exit', onExit);
        if (worked.is === 'failed' || endsAfterEach) {
          // What a broken file left in the worker's memory must not reach the next one.
          worker = undefined;
          void asked.terminate();
        } else asked.unref();
        resolve(worked);
      };
      const failed = (why: string, isStalled = false): void => end({ is: 'failed', why, isStalled });
      const onMessage = (answer: WorkerAnswer<T>): void => {
        if (answer.id !== id) return;
        if ('failed' in answer) failed(answer.failed);
        else end({ is: 'done', answer });
      };
      const onError = (error: Error): void => failed(error.message);
      const onExit = (): void => failed(`the engine for ${what} stopped`);
      const timer = setTimeout(() => failed(`${what} took longer than ${deadlineMs} ms`, true), deadlineMs);
      asked.on('message', onMessage).on('error', onError).on('exit', onExit);
      asked.postMessage({ ...ask, id });
    });
  }

  return {
    ask: (ask) => queue.add(() => askWorker(ask)),
    async close() {
      await worker?.terminate();
      worker = undefined;
    },
  };
}
