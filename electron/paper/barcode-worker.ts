import { parentPort } from 'node:worker_threads';
import type { BarcodeAsk, ReadCodes } from './barcode-reader.ts';
import { readBarcodes } from './read-barcodes.ts';
import type { Asked, WorkerAnswer } from './worker-line.ts';

async function answer({ images }: BarcodeAsk): Promise<ReadCodes> {
  const codes: string[] = [];
  for (const image of images) codes.push(...(await readBarcodes(image)));
  return { codes };
}

parentPort?.on('message', ({ id, ...ask }: Asked<BarcodeAsk>) => {
  answer(ask).then(
    (read) => parentPort?.postMessage({ id, ...read } satisfies WorkerAnswer<ReadCodes>),
    (error: unknown) => parentPort?.postMessage({ id, failed: String(error) } satisfies WorkerAnswer<ReadCodes>),
  );
});
