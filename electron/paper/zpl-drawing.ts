import { createWorkerLine } from '../workers/worker-line.ts';
import type { WorkerProcesses } from '../workers/worker-process.ts';
import type { Stock } from './fit-page.ts';
import type { OpenedPdf, PdfPage } from './pdf.ts';

export interface ZplAsk {
  /** Gated, each one page. */
  readonly sheets: readonly Uint8Array[];
  readonly onto: Stock;
}
export interface DrawnZpl {
  readonly pages: readonly PdfPage[];
}

export interface ZplDrawing {
  /** Each sheet as a page of the paper's size, for a printer that takes no ZPL. Never throws. */
  draw(sheets: readonly Uint8Array[], onto: Stock): Promise<OpenedPdf>;
  close(): void;
}

/** Draws ZPL in a process that runs `zpl-worker.ts`. What draws takes 200 MB, so it does not wait for the next label for long. */
export function createZplDrawing(workers: WorkerProcesses, deadlineMs = 30_000): ZplDrawing {
  const line = createWorkerLine<ZplAsk, DrawnZpl>(workers, 'zpl-worker', {
    what: 'drawing the label',
    deadlineMs,
    heapMb: 256,
    memoryMb: 800,
    idleMs: 60_000,
  });
  return {
    async draw(sheets, onto) {
      const worked = await line.ask({ sheets, onto });
      return worked.is === 'done' ? { is: 'pages', pages: worked.answer.pages } : { is: 'unreadable', why: worked.why };
    },
    close: () => line.close(),
  };
}
