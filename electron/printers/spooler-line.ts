import { createWorkerLine } from '../workers/worker-line.ts';
import type { WorkerProcesses } from '../workers/worker-process.ts';
import type { Winspool } from './winspool.ts';
import type { SpoolerAnswer, SpoolerCall } from './winspool-process.ts';

/** `refused`: Windows did none of it. `gone`: the call took too long or its process ended, so it may be done or not. */
export type SpoolerResult<T> =
  | { readonly is: 'answered'; readonly value: T }
  | { readonly is: 'refused'; readonly why: string }
  | { readonly is: 'gone'; readonly why: string };

/**
 * A connection to the Windows spooler. Its calls block, so they run in a process of their own, which is killed if a call takes too long.
 */
export interface SpoolerLine {
  call<C extends keyof Winspool>(
    timeoutMs: number,
    call: C,
    ...args: Parameters<Winspool[C]>
  ): Promise<SpoolerResult<ReturnType<Winspool[C]>>>;
}

/** Default deadline of the line. Each call passes its own time limit. */
const neverMs = 60_000;

export function createSpoolerLine(workers: WorkerProcesses): SpoolerLine {
  const line = createWorkerLine<SpoolerCall, SpoolerAnswer>(workers, 'winspool-process', {
    what: 'the spooler of Windows',
    deadlineMs: neverMs,
    heapMb: 128,
    memoryMb: 400,
  });
  return {
    async call(timeoutMs, call, ...args) {
      const worked = await line.ask({ call, args }, timeoutMs);
      if (worked.is === 'failed')
        return { is: 'gone', why: worked.by === 'time' ? `${call} took longer than ${timeoutMs} ms` : worked.why };
      return worked.answer as SpoolerResult<never>;
    },
  };
}
