import { createContext, use } from 'react';
import type { FailureCode } from '../../shared/failure.ts';
import type { Result } from '../../shared/result.ts';
import { type Intent, useIntent } from '../query.ts';

/** Receives the decision about the open entry; the band shows it once the entry is closed. */
export const DecidedContext = createContext<(message: string) => void>(() => undefined);

export interface Decision extends Intent {
  /** Sends a person's decision; shows the message of its answer if the main process accepted it. */
  readonly decide: <Reply>(asked: Promise<Result<Reply, FailureCode>>, message: string | ((reply: Reply) => string)) => Promise<void>;
}

export function useDecision(): Decision {
  const intent = useIntent();
  const announce = use(DecidedContext);
  return {
    ...intent,
    async decide(asked, message) {
      const reply = await intent.send(asked);
      if (reply !== undefined) announce(typeof message === 'string' ? message : message(reply));
    },
  };
}
