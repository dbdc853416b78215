import { answerQuestions } from '../workers/answer-questions.ts';
import type { PaperQuestion } from './paper.ts';
import { createPaperWork } from './paper-work.ts';

const work = createPaperWork();

// Each question gets one answer; the names and the types of both are those of `PaperWork`.
await answerQuestions(({ call, args }: PaperQuestion) => (work[call] as (...given: readonly unknown[]) => Promise<unknown>)(...args));
