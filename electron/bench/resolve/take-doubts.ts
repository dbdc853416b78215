import type { TakenDoubt } from '../../../shared/elsewhere.ts';
import { orderKeySchema } from '../../../shared/order.ts';
import type { BenchContext } from '../context.ts';

/** What another bench left in doubt is an unknown shipment of this one from here on, settled as any other. Nothing is sent. Safe to repeat. */
export function takeDoubts({ journal, ledger, world, changed }: BenchContext, from: number, doubts: readonly TakenDoubt[]): void {
  for (const { attemptId, orderKey, shipmentNo, account } of doubts) {
    const key = orderKeySchema.parse(orderKey);
    const what = { is: 'ship', orderKey: key, source: '', shipmentNo } as const;
    journal.openTaken({
      attempt: { id: attemptId, world, what, account, digest: '' },
      from,
      order: journal.order(key),
      told: journal.toldOf(attemptId),
    });
  }
  void ledger.look();
  changed();
}
