import { z } from 'zod';
import { isSettledOrOpen } from '../../../shared/booking.ts';
import { type OrderKey, orderKeySchema } from '../../../shared/order.ts';
import type { BenchContext } from '../context.ts';
import { writeDown } from '../exchange/write-down.ts';

type WaitingContext = Pick<BenchContext, 'fail' | 'journal' | 'log' | 'settings'>;

const waitingScansFact = 'waiting-scans';
const keysSchema = z.array(orderKeySchema);

/** Written before a waiting scan is answered, so that it survives the end of the program. */
export const keepWaiting = (context: WaitingContext, keys: readonly OrderKey[]): void =>
  void writeDown(context, () => context.journal.setFact(waitingScansFact, JSON.stringify(keys)));

/**
 * At the start, puts the orders that waited when the bench closed or died aside in Resolve: it is not known which parcel is on the bench
 * now, and no rule may buy for one that is not. Returns those that are not shipped.
 */
export function parkWaiting(context: WaitingContext): readonly OrderKey[] {
  const { journal } = context;
  const kept = journal.fact(waitingScansFact);
  if (!kept) return [];
  const waiting = keysSchema.parse(JSON.parse(kept)).filter((key) => {
    const order = journal.order(key);
    const latest = journal.latestOf(key);
    return order && !(latest && isSettledOrOpen(latest));
  });
  writeDown(context, () => {
    for (const key of waiting) {
      const order = journal.order(key);
      if (order) journal.park(journal.draft(order, context.settings().packer).id, true);
    }
    journal.setFact(waitingScansFact, '');
  });
  return waiting;
}
