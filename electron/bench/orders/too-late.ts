import { isSameOnLabel } from '../../../shared/address.ts';
import type { Order } from '../../../shared/order.ts';
import type { RowReason } from '../../../shared/order-file-reason.ts';

/** Returns how a shop's version of a bought order contradicts its label: the order is called off, or its address differs. */
export function tooLate(newest: Order, known: Order): RowReason | undefined {
  if (newest.hold !== known.hold && isCalledOff(newest)) return { code: 'called-off-after-booking' };
  return isSameOnLabel(newest.recipient, known.recipient) ? undefined : { code: 'address-after-booking' };
}

export const isCalledOff = ({ hold }: Pick<Order, 'hold'>): boolean => hold === 'cancelled' || hold === 'refunded';
