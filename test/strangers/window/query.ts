import { useState } from 'react';
import type * as window from '../../../renderer/query.ts';
import type { Failure, FailureCode } from '../../../shared/failure.ts';
import type { List } from '../../../shared/lists.ts';
import type { Result } from '../../../shared/result.ts';

type Ask = () => Promise<Result<unknown, FailureCode>>;

/** Questions of one drawing in their order, and the answers to those of the drawing before. */
let asked: Ask[] = [];
let answers: readonly Result<unknown, FailureCode>[] = [];

/** Sets the answers to the questions of the next drawing, in their order. */
export const answerQueries = (given: readonly Result<unknown, FailureCode>[]): void => {
  asked = [];
  answers = given;
};
/** Returns the questions of the last drawing. */
export const askedQueries = (): readonly Ask[] => asked;

/** Asks main for a list; the drawing after the answer shows it. */
export const useQuery: typeof window.useQuery = <T>(_list: List | null, ask: () => Promise<Result<T, FailureCode>>) => {
  const answer = answers[asked.length] as Result<T, FailureCode> | undefined;
  asked.push(ask);
  return { value: answer?.ok ? answer.value : undefined, failure: answer && !answer.ok ? answer.failure : null, reload: () => undefined };
};

/** Returns an intent that does nothing: a drawing has no user. */
export const useIntent: typeof window.useIntent = () => {
  const [failure] = useState<Failure | null>(null);
  return { send: async () => undefined, failure, isBusy: false, busySince: null, free: () => undefined };
};
