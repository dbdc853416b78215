import type { PaperReason } from '../../shared/paper-reason.ts';
import { createWorkerLine } from '../workers/worker-line.ts';
import type { WorkerProcesses } from '../workers/worker-process.ts';
import type { Box, GreyImage, Stock } from './fit-page.ts';
import type { PositionedText } from './positioned-text.ts';

export interface PdfPage {
  readonly widthPoints: number;
  readonly heightPoints: number;
  readonly texts: readonly PositionedText[];
  readonly picture: boolean;
  readonly image: GreyImage | undefined;
  /** The page in dots of a point, where that was asked for and it is no larger than a sheet of an office. */
  readonly map: GreyImage | undefined;
}

export interface PdfAsk {
  readonly bytes: Uint8Array;
  readonly texts: boolean;
  readonly map: boolean;
  /** Draws every page at this resolution; undefined draws nothing. */
  readonly dpi: number | undefined;
  /** Pages that are larger than this paper are brought onto it, and the size of a page is then that of the paper. */
  readonly onto: Stock | undefined;
  /** Of a page with parts each comes onto a sheet of its own, and nothing else of the page does. */
  readonly parts: readonly (readonly Box[])[];
}

export type OpenedPdf =
  | { readonly is: 'pages'; readonly pages: readonly PdfPage[] }
  | { readonly is: 'unreadable'; readonly why: string | PaperReason };

export interface PdfReader {
  /** One PDF at a time. Never throws: a PDF that breaks, kills or stalls the engine is `unreadable`. */
  open(
    bytes: Uint8Array,
    want: Pick<PdfAsk, 'texts'> & {
      readonly map?: boolean;
      readonly dpi?: number;
      readonly onto?: Stock;
      readonly parts?: PdfAsk['parts'];
    },
  ): Promise<OpenedPdf>;
  /** Kills the process; a PDF that is being read becomes `unreadable`. */
  close(): void;
}

/** Reads PDFs in a process that runs `pdf-worker.ts`. */
export function createPdfReader(workers: WorkerProcesses, deadlineMs = 10_000): PdfReader {
  const line = createWorkerLine<PdfAsk, readonly PdfPage[]>(workers, 'pdf-worker', {
    what: 'the PDF',
    deadlineMs,
    heapMb: 512,
    memoryMb: 1500,
  });
  return {
    async open(bytes, want) {
      const worked = await line.ask({ bytes, map: false, dpi: undefined, onto: undefined, parts: [], ...want });
      return worked.is === 'done' ? { is: 'pages', pages: worked.answer } : { is: 'unreadable', why: worked.why };
    },
    close: () => line.close(),
  };
}
