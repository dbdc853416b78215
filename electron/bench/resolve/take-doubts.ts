import type { Attempt } from '../../../shared/attempt.ts';
import { orderKeySchema } from '../../../shared/order.ts';
import type { BenchContext } from '../context.ts';

/** What another bench left in doubt is an unknown shipment or pickup of this one from here on, settled as any other. Nothing is sent. Safe to repeat. */
export function takeDoubts({ journal, ledger, changed }: BenchContext, from: number, doubts: readonly Attempt[]): void {
  for (const attempt of doubts) {
    const { id, what } = attempt;
    if (what.is === 'ship')
      journal.openTaken({ attempt, from, order: journal.order(orderKeySchema.parse(what.orderKey)), told: journal.toldOf(id) });
    else {
      const services = what.parcels.flatMap((parcel) => journal.toldOf(parcel)?.service ?? []);
      const courierName = services.find(({ courierKey }) => courierKey === what.courier)?.courierName ?? what.courier;
      journal.openTakenPickup({ attempt, from, told: journal.toldPickup(id), courierName });
    }
  }
  void ledger.look();
  changed();
}
