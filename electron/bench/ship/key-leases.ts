import type { LedgerCode } from '../../../shared/call-codes.ts';
import { failed, ok, type Result } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import type { SendUntil } from '../ports/ledger.ts';

export type KeyLeaseContext = Pick<BenchContext, 'fail' | 'id' | 'keyAccount' | 'ledger' | 'waits'>;

/** Key lease: until it ends, no other bench requests a price or buys with this key. */
export interface KeyLease {
  readonly id: string;
  /** Id of the previous lease; null if unknown. */
  readonly before: string | null;
  /** Requests within the lease are sent before this time, or not at all. */
  readonly until: SendUntil;
  /** Ends the lease early. Safe to repeat. */
  end(): void;
}

export interface KeyLeases {
  /**
   * Runs `act` within a key lease, which ends with it at the latest. Runs it at once and without a lease if the key is not shared, or if
   * the service keeps earlier offers; with `also-without` also if the ledger grants no lease. Must not be called within another lease of
   * this bench.
   */
  within<T>(
    act: (lease: KeyLease | undefined) => Promise<T>,
    how?: 'also-without',
    until?: AbortSignal,
  ): Promise<Result<T, LedgerCode | 'wait-stopped'>>;
}

export function createKeyLeases({ ledger, keyAccount, waits, fail, id }: KeyLeaseContext, isKept: () => boolean): KeyLeases {
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
        const taken = await ledger.takeKeyLease(keyAccount.key, mine, until);
        if (!taken.ok) return how === 'also-without' ? ok(await act(undefined)) : failed(taken.failure);
        if (taken.value === 'stopped') return fail('wait-stopped');
        let isOver = false;
        const end = (): void => {
          if (isOver) return;
          isOver = true;
          ledger.endKeyLease(mine);
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
