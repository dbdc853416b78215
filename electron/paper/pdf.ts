import type { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import type { GreyImage, Stock } from './fit-page.ts';
import type { PositionedText } from './positioned-text.ts';

export interface PdfPage {
  readonly widthPoints: number;
  readonly heightPoints: number;
  readonly texts: readonly PositionedText[];
  readonly picture: boolean;
  readonly image: GreyImage | undefined;
}

export interface PdfAsk {
  readonly id: number;
  readonly bytes: Uint8Array;
  readonly texts: boolean;
  /** Draws every page at this resolution; undefined draws nothing. */
  readonly dpi: number | undefined;
  /** Pages that are larger than this paper are brought onto it, and the size of a page is then that of the paper. */
  readonly onto: Stock | undefined;
}

export type PdfAnswer = { readonly id: number; readonly pages: readonly PdfPage[] } | { readonly id: number; readonly failed: string };

export type OpenedPdf = { readonly is: 'pages'; readonly pages: readonly PdfPage[] } | { readonly is: 'unreadable'; readonly why: string };

export interface PdfReader {
  /** One PDF at a time. Never throws: a PDF that breaks, kills or stalls the engine is `unreadable`. */
  open(bytes: Uint8Array, want: { readonly texts: boolean; readonly dpi?: number; readonly onto?: Stock }): Promise<OpenedPdf>;
  /** Ends the worker; a PDF that is being read becomes `unreadable`. */
  close(): Promise<void>;
}

/**
 * Reads PDFs in a worker that is ended when it stalls, breaks or refuses a PDF; the next PDF gets a fresh one. The worker does
 * not keep the process alive while it has nothing to do.
 */
export function createPdfReader(startPdfWorker: () => Worker, deadlineMs = 10_000): PdfReader {
  let worker: Worker | undefined;
  const queue = new PQueue({ concurrency: 1 });
  let lastId = 0;

  function start(): Worker {
    const started = startPdfWorker();
    // An engine that dies between two PDFs has nobody to tell; the next PDF gets a fresh one.
    started.on('error', () => undefined);
    started.on('exit', () => {
      if (worker === started) worker = undefined;
    });
    return started;
  }

  function askWorker(ask: PdfAsk): Promise<OpenedPdf> {
    return new Promise((resolve) => {
      worker ??= start();
      const asked = worker;
      asked.ref();
      const end = (opened: OpenedPdf): void => {
        clearTimeout(timer);
        asked.off('message', onMessage).off('error', onError).off('exit', onExit);
        if (opened.is === 'unreadable') {
          // What a broken PDF left in the engine's memory must not reach the next one.
          worker = undefined;
          void asked.terminate();
        } else asked.unref();
        resolve(opened);
      };
      const unreadable = (why: string): void => end({ is: 'unreadable', why });
      const onMessage = (answer: PdfAnswer): void => {
        if (answer.id !== ask.id) return;
        if ('failed' in answer) unreadable(answer.failed);
        else end({ is: 'pages', pages: answer.pages });
      };
      const onError = (error: Error): void => unreadable(error.message);
      const onExit = (): void => unreadable('the PDF engine stopped');
      const timer = setTimeout(() => unreadable(`the PDF took longer than ${deadlineMs} ms`), deadlineMs);
      asked.on('message', onMessage).on('error', onError).on('exit', onExit);
      asked.postMessage(ask);
    });
  }

  return {
    open(bytes, want) {
      lastId += 1;
      const ask: PdfAsk = { id: lastId, bytes, texts: want.texts, dpi: want.dpi, onto: want.onto };
      return queue.add(() => askWorker(ask));
    },
    async close() {
      await worker?.terminate();
      worker = undefined;
    },
  };
}
