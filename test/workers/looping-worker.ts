import { answerQuestions } from '../../electron/workers/answer-questions.ts';

// Started by a test that kills its program.
await answerQuestions((ask: 'pid' | 'loop') => {
  while (ask === 'loop');
  return process.pid;
});
