import type { OrderFileQuestion } from '../orders/order-files.ts';
import { answerQuestions } from '../workers/answer-questions.ts';
import { createOrderFileWork } from './order-file-work.ts';

const work = createOrderFileWork();

// One question, one answer: the names and types of both are those of `OrderFileWork`.
await answerQuestions(({ call, args }: OrderFileQuestion) => (work[call] as (...given: readonly unknown[]) => Promise<unknown>)(...args));
