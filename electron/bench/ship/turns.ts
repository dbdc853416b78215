import type { LedgerCode } from '../../../shared/call-codes.ts';
import { failed, ok, type Result } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import type { SendUntil } from '../ports/ledger.ts';

/** The turn of this key among all benches that use it: nobody else asks a price with it, or buys, before it ends. */
export interface Turn {
  readonly id: string;
  /** The one before it, whoever had that; null where nobody knows. */
  readonly before: string | null;
  /** What is asked or bought in it leaves before that, or not at all. */
  readonly until: SendUntil;
  /** It is not needed any more. Safe to repeat. */
  end(): void;
}

export interface Turns {
  /**
   * Does this within a turn, which ends with it at the latest. Without one, and at once, where nobody shares the key, or where the service
   * keeps what was asked before; `also-without`: or where the ledger gives none. Never within another turn of this bench.
   */
  within<T>(
    act: (turn: Turn | undefined) => Promise<T>,
    how?: 'also-without',
    until?: AbortSignal,
  ): Promise<Result<T, LedgerCode | 'wait-stopped'>>;
}

export function createTurns({ ledger, keyAccount, waits, fail, id }: BenchContext, isKept: () => boolean): Turns {
  let last: Promise<void> = Promise.resolve();
  return {
    async within(act, how, until = waits.until()) {
      if (!ledger.isShared || isKept()) return ok(await act(undefined));
      const over = Promise.withResolvers<void>();
      const before = last;
      last = over.promise;
      await before;
      const mine = id();
      try {
        const taken = await ledger.takeTurn(keyAccount.key, mine, until);
        if (!taken.ok) return how === 'also-without' ? ok(await act(undefined)) : failed(taken.failure);
        if (taken.value === 'stopped') return fail('wait-stopped');
        let isOver = false;
        const end = (): void => {
          if (isOver) return;
          isOver = true;
          ledger.endTurn(mine);
          over.resolve();
        };
        try {
          return ok(await act({ ...taken.value, id: mine, end }));
        } finally {
          end();
        }
      } finally {
        over.resolve();
      }
    },
  };
}
