import type { Attempt } from '../../../shared/attempt.ts';
import type { Message } from '../../../shared/message.ts';
import { orderKeySchema } from '../../../shared/order.ts';
import type { BenchContext } from '../context.ts';

/**
 * Turns attempts in doubt that this journal does not know into unknown shipments and pickups of this bench, settled like any other. `why`:
 * for their history. Sends nothing. Safe to repeat.
 */
export function openDoubts(journal: BenchContext['journal'], why: Message, doubts: readonly Attempt[]): void {
  for (const attempt of doubts) {
    const { id, what } = attempt;
    if (what.is === 'ship')
      journal.openTaken({ attempt, why, order: journal.order(orderKeySchema.parse(what.orderKey)), shared: journal.sharedBooking(id) });
    else {
      const services = what.parcels.flatMap((parcel) => journal.sharedBooking(parcel)?.service ?? []);
      const courierName = services.find(({ courierKey }) => courierKey === what.courier)?.courierName ?? what.courier;
      journal.openTakenPickup({ attempt, why, shared: journal.sharedPickup(id), courierName });
    }
  }
}

/** Takes over what another bench left in doubt. Safe to repeat. */
export function takeDoubts({ journal, ledger }: Pick<BenchContext, 'journal' | 'ledger'>, from: number, doubts: readonly Attempt[]): void {
  openDoubts(journal, { code: 'at-bench', bench: from, state: 'taken' }, doubts);
  void ledger.look();
}
