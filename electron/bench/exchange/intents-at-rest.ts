import type { Attempt } from '../../../shared/attempt.ts';
import type { LedgerCode } from '../../../shared/call-codes.ts';
import type { Result } from '../../../shared/result.ts';
import type { ContextParts } from '../context-parts.ts';
import { afterAsking, beforeAgreeing } from './attempt-rules.ts';
import type { Kind } from './kinds.ts';
import { doubtIntent } from './recover.ts';

/** Intents that an earlier run stored and may have sent: none is undone on the journal's evidence alone. */
export interface IntentsAtRest {
  /** Makes them unknown: the ledger can no longer prove that they were not sent. */
  doubt(): void;
  /** Asks the ledger about each. False if it did not answer for all. */
  ask(): Promise<boolean>;
}

interface Parts extends Pick<ContextParts, 'journal'> {
  readonly kinds: readonly Kind[];
  /** True if this run is not sending it. */
  readonly isAtRest: (id: string) => boolean;
  readonly giveUp: (attempt: Attempt) => Promise<Result<'released' | 'may-be-sent', LedgerCode>>;
}

export const createIntentsAtRest = ({ journal, kinds, isAtRest, giveUp }: Parts): IntentsAtRest => ({
  doubt() {
    for (const kind of kinds)
      for (const id of kind.begun('intent')) {
        if (journal.attemptOf(id) && beforeAgreeing(isAtRest(id)) === 'unknown') doubtIntent(kind, id, { code: 'ended-while-waiting' });
      }
  },

  async ask() {
    for (const kind of kinds)
      for (const id of kind.begun('intent')) {
        const attempt = journal.attemptOf(id);
        if (!attempt || !isAtRest(id)) continue;
        const answer = await giveUp(attempt);
        const next = afterAsking(answer.ok ? answer.value : undefined);
        if (next === 'ask-again') return false;
        if (kind.stateOf(id) !== 'intent') continue;
        if (next === 'take-back') kind.returnUnsent(id, { code: 'ended-before-sending' });
        else doubtIntent(kind, id, { code: 'ended-while-waiting' });
      }
    return true;
  },
});
