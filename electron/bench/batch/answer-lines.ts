import { answerFits } from '../../../shared/batch.ts';
import type { CallArgs } from '../../../shared/ipc.ts';
import { withAnswer } from '../../../shared/question.ts';
import type { BenchContext } from '../context.ts';
import type { OpenBatch } from './open-batch.ts';

/** Applies one answer to all orders of a batch that it fits. Returns their number. */
export function answerLines(
  context: Pick<BenchContext, 'journal' | 'settings'>,
  batch: OpenBatch,
  { kind, fits, answer }: CallArgs<'answerBatch'>,
): number {
  const { journal } = context;
  const { boxes, currency } = context.settings();
  let answered = 0;
  for (const placed of batch.lines().filter(({ line }) => line.state === 'asked')) {
    let order = journal.order(placed.line.orderKey);
    const asked = placed.line.questions.filter((question) => question.kind === kind && order && answerFits(order, question) === fits);
    for (const question of asked) order = order && (withAnswer(order, question, answer, boxes, currency) ?? order);
    if (!order || JSON.stringify(order) === JSON.stringify(journal.order(placed.line.orderKey))) continue;
    journal.saveOrder(order);
    const questions = placed.line.questions.filter((question) => !asked.includes(question));
    batch.set(placed, questions.length > 0 ? { questions } : { state: 'to-quote', questions });
    answered += 1;
  }
  return answered;
}
