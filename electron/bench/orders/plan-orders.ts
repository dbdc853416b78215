import { isSettledOrOpen } from '../../../shared/booking.ts';
import type { Answer, CallArgs } from '../../../shared/ipc.ts';
import type { OrderKey } from '../../../shared/order.ts';
import { type Done, ok } from '../../../shared/result.ts';
import { slotOf } from '../../../shared/scan.ts';
import type { KeptOrder } from '../ports/journal/orders.ts';
import { typedCode } from '../typed-code.ts';
import { createShippedOtherwise, type OtherwiseContext, type ShippedOtherwise } from './shipped-otherwise.ts';

/** Decisions of people at the bench on when an order is shipped, and if at all. */
export interface PlanOrders extends ShippedOtherwise {
  /** Stops an order at the scan and in every batch until a person releases it. */
  hold(key: OrderKey, why: string): Answer<'holdOrder'>;
  /** With `why`, refuses if another hold stands by now, or none. */
  release(key: OrderKey, why?: string): Answer<'releaseOrder'>;
  plan(plan: CallArgs<'planOrder'>): Answer<'planOrder'>;
  /** Refuses an order that was bought, or may have been. */
  remove(key: OrderKey): Answer<'deleteOrder'>;
  /** Brings back the order that `remove` removed last. */
  restore(key: OrderKey): Answer<'restoreOrder'>;
}

export function createPlanOrders(context: OtherwiseContext): PlanOrders {
  const { journal, fail, ledger } = context;
  let deleted: KeptOrder | undefined;

  /** Refuses an order whose label may be on its way to a parcel, or that left without one: the change would come too late. */
  function stillToShip(key: OrderKey): Done<'order-not-found' | 'order-standing' | 'order-shipped-otherwise'> {
    if (!journal.order(key)) return fail('order-not-found', key);
    if (journal.orderPlan(key).held?.otherwise) return fail('order-shipped-otherwise');
    const latest = journal.latestOf(key);
    const isStanding = latest !== undefined && (isSettledOrOpen(latest) || latest.state === 'intent');
    return isStanding || (ledger.isShared && journal.elsewhereAt(slotOf(key))) ? fail('order-standing') : ok({});
  }

  return {
    ...createShippedOtherwise(context),

    hold(key, why) {
      const may = stillToShip(key);
      if (!may.ok) return may;
      const code = typedCode(context, [why]);
      if (code || why.trim() === '') return fail('reason-missing', code && [code]);
      journal.holdOrder(key, why.trim(), context.who());
      return ok({});
    },

    release(key, why) {
      if (!journal.order(key)) return fail('order-not-found', key);
      const { held } = journal.orderPlan(key);
      if (held?.otherwise) return fail('order-shipped-otherwise');
      if (held?.changedBy !== undefined && !held.isPast) return fail('order-encrypted');
      if (why !== undefined && held?.why !== why.trim()) return fail('not-now');
      journal.releaseOrder(key);
      return ok({});
    },

    plan({ key, priority, shipBy, over }) {
      const may = stillToShip(key);
      if (!may.ok) return may;
      const now = journal.orderPlan(key);
      const isOther = (over?.priority ?? now.priority) !== now.priority || (over?.shipBy ?? now.shipBy) !== now.shipBy;
      if (isOther) return fail('changed-since');
      journal.planOrder(key, { priority, shipBy });
      return ok({});
    },

    remove(key) {
      const may = stillToShip(key);
      if (!may.ok) return may;
      const kept = journal.orderToKeep(key);
      if (!journal.deleteOrder(key, context.who())) return fail('order-standing');
      deleted = kept;
      return ok({});
    },

    restore(key) {
      if (deleted?.content.order.key !== key) return fail('not-now');
      const kept = deleted;
      deleted = undefined;
      return journal.bringBack(kept) ? ok({}) : fail('changed-since');
    },
  };
}
