import { answerQuestions } from '../workers/answer-questions.ts';
import type { BarcodeAsk, ReadCodes } from './barcode-reader.ts';
import { readBarcodes } from './read-barcodes.ts';

await answerQuestions<BarcodeAsk, ReadCodes>(async ({ images }) => {
  const codes: string[] = [];
  for (const image of images) codes.push(...(await readBarcodes(image)));
  return { codes };
});
