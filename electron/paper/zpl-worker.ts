import { answerQuestions } from '../workers/answer-questions.ts';
import { drawSheet, pageOfSheet } from './draw-zpl.ts';
import type { PdfPage } from './pdf.ts';
import type { DrawnZpl, ZplAsk } from './zpl-drawing.ts';

await answerQuestions<ZplAsk, DrawnZpl>(async ({ sheets, onto }) => {
  const pages: PdfPage[] = [];
  for (const sheet of sheets) pages.push(pageOfSheet(await drawSheet(sheet), onto));
  return { pages };
});
