import { createWorkerLine } from '../workers/worker-line.ts';
import type { WorkerProcesses } from '../workers/worker-process.ts';
import type { GreyImage } from './fit-page.ts';

export interface BarcodeAsk {
  readonly images: readonly GreyImage[];
}
export interface ReadCodes {
  readonly codes: readonly string[];
}

export interface BarcodeReader {
  /** What a scanner reads from these pictures. Never throws: nothing where they stall or break what reads them. */
  read(images: readonly GreyImage[]): Promise<readonly string[]>;
  close(): void;
}

/** Reads in a process that runs `barcode-worker.ts`. Few labels need it, so it does not wait for the next one for long. */
export function createBarcodeReader(workers: WorkerProcesses, deadlineMs = 10_000): BarcodeReader {
  const line = createWorkerLine<BarcodeAsk, ReadCodes>(workers, 'barcode-worker', {
    what: 'reading the bar codes',
    deadlineMs,
    heapMb: 256,
    memoryMb: 500,
    idleMs: 60_000,
  });
  return {
    async read(images) {
      const worked = await line.ask({ images });
      return worked.is === 'done' ? worked.answer.codes : [];
    },
    close: () => line.close(),
  };
}
