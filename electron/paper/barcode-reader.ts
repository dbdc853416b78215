import type { Worker } from 'node:worker_threads';
import type { GreyImage } from './fit-page.ts';
import { createWorkerLine } from './worker-line.ts';

export interface BarcodeAsk {
  readonly images: readonly GreyImage[];
}
export interface ReadCodes {
  readonly codes: readonly string[];
}

export interface BarcodeReader {
  /** What a scanner reads from these pictures. Never throws: nothing where they stall or break what reads them. */
  read(images: readonly GreyImage[]): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Reads in a worker that runs `barcode-worker.ts`. Few labels need it: it ends with each. */
export function createBarcodeReader(startWorker: () => Worker, deadlineMs = 10_000): BarcodeReader {
  const line = createWorkerLine<BarcodeAsk, ReadCodes>(startWorker, { what: 'reading the bar codes', deadlineMs, endsAfterEach: true });
  return {
    async read(images) {
      const worked = await line.ask({ images });
      return worked.is === 'done' ? worked.answer.codes : [];
    },
    close: () => line.close(),
  };
}
