import type { Attempt } from '../../../shared/attempt.ts';
import type { LedgerCode } from '../../../shared/call-codes.ts';
import type { Result } from '../../../shared/result.ts';
import type { ContextParts } from '../context-parts.ts';
import { afterAsking, beforeAgreeing } from './attempt-rules.ts';
import type { Kind } from './kinds.ts';
import { doubtIntent } from './recover.ts';

/** What an earlier run wrote down and perhaps sent: nothing of it is taken back on the journal's word alone. */
export interface IntentsAtRest {
  /** The ledger is no witness of them any more. */
  doubt(): void;
  /** False where it did not say of each what became of it. */
  ask(): Promise<boolean>;
}

interface Parts extends Pick<ContextParts, 'journal' | 'changed'> {
  readonly kinds: readonly Kind[];
  /** Nothing of this run sends it. */
  readonly isAtRest: (id: string) => boolean;
  readonly giveUp: (attempt: Attempt) => Promise<Result<'released' | 'may-be-sent', LedgerCode>>;
}

export const createIntentsAtRest = ({ journal, changed, kinds, isAtRest, giveUp }: Parts): IntentsAtRest => ({
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
        const said = await giveUp(attempt);
        const next = afterAsking(said.ok ? said.value : undefined);
        if (next === 'ask-again') return false;
        if (kind.stateOf(id) !== 'intent') continue;
        if (next === 'take-back') kind.returnUnsent(id, { code: 'ended-before-sending' });
        else doubtIntent(kind, id, { code: 'ended-while-waiting' });
        changed();
      }
    return true;
  },
});
