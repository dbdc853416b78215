import { useState } from 'react';
import type { Failure, FailureCode } from '../../../shared/failure.ts';
import type { Result } from '../../../shared/result.ts';

type Ask = () => Promise<Result<unknown, FailureCode>>;

/** The questions of one drawing in their order, and what was answered to those of the drawing before. */
let asked: Ask[] = [];
let answers: readonly Result<unknown, FailureCode>[] = [];

/** Before a drawing: what its questions are answered, in their order. */
export const answerQueries = (given: readonly Result<unknown, FailureCode>[]): void => {
  asked = [];
  answers = given;
};
/** After a drawing: what it asked. */
export const askedQueries = (): readonly Ask[] => asked;

export interface Answered<T> {
  readonly value: T | undefined;
  readonly failure: Failure | null;
  readonly reload: () => void;
}

/** Asks main for a list; the drawing after the answer shows it. */
export function useQuery<T>(ask: () => Promise<Result<T, FailureCode>>): Answered<T> {
  const answer = answers[asked.length] as Result<T, FailureCode> | undefined;
  asked.push(ask);
  return {
    value: answer?.ok ? answer.value : undefined,
    failure: answer && !answer.ok ? answer.failure : null,
    reload: () => undefined,
  };
}

export interface Intent {
  readonly send: <T>(asked: Promise<Result<T, FailureCode>>) => Promise<T | undefined>;
  readonly failure: Failure | null;
  readonly isBusy: boolean;
}

/** Nobody presses anything in a drawing. */
export function useIntent(): Intent {
  const [failure] = useState<Failure | null>(null);
  return { send: async () => undefined, failure, isBusy: false };
}
