import { type Booking, truthOf } from '../../../shared/booking.ts';
import { orderKeySchema } from '../../../shared/order.ts';
import { bareCode } from '../../../shared/scan.ts';
import type { BenchContext } from '../context.ts';
import { numbersOf } from '../labels/label.ts';

/**
 * What a scan says when a label has just come out. `own`: it is on this parcel. `of-another`: it names another parcel that was
 * booked here. `shared`: it stands on several labels and tells none apart. `no-label`: a scan like any other.
 */
export type ScannedBack = { readonly is: 'own' | 'shared' | 'no-label' } | { readonly is: 'of-another'; readonly booking: Booking };

/** Only a label that came out can be on a parcel. */
export function readBack(context: BenchContext, booking: Booking, scanned: string): ScannedBack {
  const code = bareCode(scanned);
  if (truthOf(booking) < 2 || code === '') return { is: 'no-label' };
  if (numbersOf(booking).includes(code)) return { is: 'own' };
  const holders = context.journal.labelCodeHolders(code);
  if (holders.includes(booking.id)) return { is: holders.length === 1 ? 'own' : 'shared' };
  const key = orderKeySchema.safeParse(scanned);
  if (key.success && context.journal.order(key.data)) return { is: 'no-label' };
  const [numbered] = context.journal.holdersOf(scanned, ['consignment', 'tracking']);
  const [holder] = holders;
  const other = numbered ?? (holder === undefined ? undefined : context.journal.booking(holder));
  return other?.state === 'booked' ? { is: 'of-another', booking: other } : { is: 'no-label' };
}
