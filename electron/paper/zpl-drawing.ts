import type { Worker } from 'node:worker_threads';
import type { Stock } from './fit-page.ts';
import type { OpenedPdf, PdfPage } from './pdf.ts';
import { createWorkerLine } from './worker-line.ts';

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
  close(): Promise<void>;
}

/** Draws ZPL in a worker that runs `zpl-worker.ts`. What draws takes 200 MB and is seldom needed: it ends with each label. */
export function createZplDrawing(startWorker: () => Worker, deadlineMs = 30_000): ZplDrawing {
  const line = createWorkerLine<ZplAsk, DrawnZpl>(startWorker, { what: 'drawing the label', deadlineMs, endsAfterEach: true });
  return {
    async draw(sheets, onto) {
      const worked = await line.ask({ sheets, onto });
      return worked.is === 'done' ? { is: 'pages', pages: worked.answer.pages } : { is: 'unreadable', why: worked.why };
    },
    close: () => line.close(),
  };
}
