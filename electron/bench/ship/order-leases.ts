import type { LedgerCode } from '../../../shared/call-codes.ts';
import type { OrderKey } from '../../../shared/order.ts';
import { ok, type Result } from '../../../shared/result.ts';
import { slotOf } from '../../../shared/scan.ts';
import type { BenchContext } from '../context.ts';
import type { SendUntil } from '../ports/ledger.ts';

/**
 * Leases of orders in hand: as long as a bench has one, no product opens the order at another bench of the site. They decide nothing about a
 * purchase; that is the reservation in the ledger.
 */
export interface OrderLeases {
  /** Leases the order; `elsewhere` if another bench has the lease. `here` without asking if the bench is alone. */
  take(key: OrderKey): Promise<Result<'here' | 'elsewhere', LedgerCode>>;
  /** Ends the leases that `isNeeded` no longer names, and renews the others in time. Called after every change of the hand, and often. */
  tidy(): void;
}

interface OrderLease {
  readonly id: string;
  readonly until: SendUntil;
  readonly isRenewing: boolean;
}

/** Renews a lease when less time than this is left; after an expired one another bench may choose the order. */
const renewedMs = 30_000;

export function createOrderLeases(
  { ledger, id }: Pick<BenchContext, 'ledger' | 'id'>,
  /** True while the order is in hand, waits, or is being chosen. */
  isNeeded: (key: OrderKey) => boolean,
  /** True once the order is or may be bought: its lease runs out by itself, and the other benches receive the purchase before. */
  isBought: (key: OrderKey) => boolean,
): OrderLeases {
  const leases = new Map<OrderKey, OrderLease>();
  const left = ({ until }: OrderLease): number => Math.min(until.elapsed - performance.now(), until.wall - Date.now());

  async function ask(key: OrderKey, own: string): Promise<Result<'here' | 'elsewhere', LedgerCode>> {
    const asked = await ledger.lease(`order ${slotOf(key)}`, own);
    if (!asked.ok) return asked;
    const { value: answer } = asked;
    if (answer.is === 'elsewhere') {
      leases.delete(key);
      return ok('elsewhere');
    }
    leases.set(key, { id: own, until: answer.until, isRenewing: false });
    return ok('here');
  }

  function renew(key: OrderKey, lease: OrderLease): void {
    if (lease.isRenewing || left(lease) > renewedMs) return;
    leases.set(key, { ...lease, isRenewing: true });
    void ask(key, lease.id).then((asked) => {
      // The next call tries again.
      if (!asked.ok && leases.get(key)?.id === lease.id) leases.set(key, lease);
    });
  }

  return {
    take: (key) => (ledger.isShared ? ask(key, leases.get(key)?.id ?? id()) : Promise.resolve(ok('here'))),
    tidy() {
      for (const [key, lease] of leases) {
        if (isNeeded(key)) renew(key, lease);
        else {
          leases.delete(key);
          if (!isBought(key)) ledger.endKeyLease(lease.id);
        }
      }
    },
  };
}
