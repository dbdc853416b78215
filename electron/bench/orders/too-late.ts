import { isSameOnLabel } from '../../../shared/address.ts';
import type { Order } from '../../../shared/order.ts';
import type { RowReason } from '../../../shared/order-file-reason.ts';

/** What a shop says of an order that is bought and that its label does not: it is called off, or goes elsewhere. */
export function tooLate(said: Order, known: Order): RowReason | undefined {
  if (said.hold !== known.hold && isCalledOff(said)) return { code: 'called-off-after-booking' };
  return isSameOnLabel(said.recipient, known.recipient) ? undefined : { code: 'address-after-booking' };
}

export const isCalledOff = ({ hold }: Pick<Order, 'hold'>): boolean => hold === 'cancelled' || hold === 'refunded';
