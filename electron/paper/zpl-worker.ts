import { parentPort } from 'node:worker_threads';
import { drawSheet, pageOfSheet } from './draw-zpl.ts';
import type { PdfPage } from './pdf.ts';
import type { Asked, WorkerAnswer } from './worker-line.ts';
import type { DrawnZpl, ZplAsk } from './zpl-drawing.ts';

async function answer({ sheets, onto }: ZplAsk): Promise<DrawnZpl> {
  const pages: PdfPage[] = [];
  for (const sheet of sheets) pages.push(pageOfSheet(await drawSheet(sheet), onto));
  return { pages };
}

parentPort?.on('message', (ask: Asked<ZplAsk>) => {
  answer(ask).then(
    (drawn) =>
      parentPort?.postMessage(
        { id: ask.id, ...drawn } satisfies WorkerAnswer<DrawnZpl>,
        drawn.pages.flatMap(({ image }) => (image ? [image.grey.buffer as ArrayBuffer] : [])),
      ),
    (error: unknown) =>
      parentPort?.postMessage({
        id: ask.id,
        failed: error instanceof Error ? error.message : String(error),
      } satisfies WorkerAnswer<DrawnZpl>),
  );
});
