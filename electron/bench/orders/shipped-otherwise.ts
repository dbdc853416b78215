import type { Answer, CallArgs } from '../../../shared/ipc.ts';
import type { OrderKey } from '../../../shared/order.ts';
import { withheldBy } from '../../../shared/readiness.ts';
import { type Done, failed, ok } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import { writeDown } from '../exchange/write-down.ts';
import { standingOf } from '../readiness.ts';
import { typedCode } from '../typed-code.ts';

export type OtherwiseContext = Pick<BenchContext, 'allowed' | 'bug' | 'fail' | 'journal' | 'ledger' | 'log' | 'now' | 'who' | 'world'>;

/** Orders that leave without a label of Packbench: nothing is bought and nothing is printed, and the shop is informed. */
export interface ShippedOtherwise {
  /** Refused if anything was bought for the order or may have been, at any bench, and if it may not be shipped now. */
  shipOtherwise(how: CallArgs<'shipOtherwise'>): Promise<Answer<'shipOtherwise'>>;
  /** Undoes it, with a reason. A shop that knows of it is not informed. */
  reopen(which: CallArgs<'reopenOrder'>): Promise<Answer<'reopenOrder'>>;
}

export function createShippedOtherwise(context: OtherwiseContext): ShippedOtherwise {
  const { journal, ledger, fail, world } = context;

  function mayLeave(key: OrderKey): Done<RefusalCode> {
    const order = journal.order(key);
    if (!order) return fail('order-not-found', key);
    const { latest = null, elsewhere = null, held } = standingOf(context, order);
    if (latest?.state === 'intent') return fail('order-standing');
    const why = withheldBy(order, { latest, elsewhere, held, isAgain: false });
    if (!why) return ok({});
    return why.code === 'shipped' || why.code === 'taken-elsewhere' ? fail('order-standing') : fail(why.code, why.reasons);
  }

  return {
    async shipOtherwise({ key, way, note }) {
      const may = mayLeave(key);
      if (!may.ok) return may;
      const code = typedCode(context, [note]);
      if (code || (way === 'other' && note.trim() === '')) return fail('reason-missing', code && [code]);
      const closed = await ledger.closeOrder({ world, orderKey: key });
      if (!closed.ok) return closed;
      // Meanwhile it may have been bought, held or deleted.
      const still = mayLeave(key);
      const shipped = { orderKey: key, way, why: note.trim(), by: context.who(), at: context.now().toISOString() };
      const written = still.ok ? writeDown(context, () => journal.shipOtherwise(shipped)) : still;
      if (written.ok) return ok({});
      // Without a PIN: an order that another bench closed too stays closed.
      await ledger.reopenOrder({ world, orderKey: key }, '');
      return failed(written.failure);
    },

    async reopen({ key, reason, pin }) {
      if (!journal.orderPlan(key).held?.otherwise) return fail('not-now');
      const allowed = context.allowed(reason, pin);
      if (!allowed.ok) return allowed;
      const reopened = await ledger.reopenOrder({ world, orderKey: key }, pin);
      if (!reopened.ok) return reopened;
      if (!journal.orderPlan(key).held?.otherwise) return fail('not-now');
      journal.reopenOrder(key, allowed.value, context.who());
      return ok({});
    },
  };
}

type RefusalCode = Exclude<Answer<'shipOtherwise'> & { readonly ok: false }, never>['failure']['code'];
