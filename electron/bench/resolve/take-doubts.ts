import type { Attempt } from '../../../shared/attempt.ts';
import { orderKeySchema } from '../../../shared/order.ts';
import type { BenchContext } from '../context.ts';

/**
 * Turns what another bench left in doubt into unknown shipments and pickups of this bench, settled like any other. Sends nothing. Safe to
 * repeat.
 */
export function takeDoubts({ journal, ledger }: Pick<BenchContext, 'journal' | 'ledger'>, from: number, doubts: readonly Attempt[]): void {
  for (const attempt of doubts) {
    const { id, what } = attempt;
    if (what.is === 'ship')
      journal.openTaken({ attempt, from, order: journal.order(orderKeySchema.parse(what.orderKey)), shared: journal.sharedBooking(id) });
    else {
      const services = what.parcels.flatMap((parcel) => journal.sharedBooking(parcel)?.service ?? []);
      const courierName = services.find(({ courierKey }) => courierKey === what.courier)?.courierName ?? what.courier;
      journal.openTakenPickup({ attempt, from, shared: journal.sharedPickup(id), courierName });
    }
  }
  void ledger.look();
}
