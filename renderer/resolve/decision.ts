import { createContext, use } from 'react';
import type { FailureCode } from '../../shared/failure.ts';
import type { Result } from '../../shared/result.ts';
import { type Intent, useIntent } from '../query.ts';

/** Receives the decision about the open entry; the band shows it once the entry is closed. */
export const DecidedContext = createContext<(message: string) => void>(() => undefined);

export interface Decision extends Intent {
  /** Sends a person's decision; shows `message` if the main process accepted it. */
  readonly decide: (asked: Promise<Result<unknown, FailureCode>>, message: string) => Promise<void>;
}

export function useDecision(): Decision {
  const intent = useIntent();
  const announce = use(DecidedContext);
  return {
    ...intent,
    async decide(asked, message) {
      if ((await intent.send(asked)) !== undefined) announce(message);
    },
  };
}
