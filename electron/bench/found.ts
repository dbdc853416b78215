import type { Booking } from '../../shared/booking.ts';
import type { FailureCode } from '../../shared/failure.ts';
import { type Order, orderKeySchema } from '../../shared/order.ts';
import { type ForeignCode, foreignCode, slotOf } from '../../shared/scan.ts';
import type { Room } from './room.ts';

/** What a code leads to: the order it means, and what was last done with it, or the shipment that has the number. */
export interface Found {
  readonly order: Order | undefined;
  readonly known: Booking | undefined;
  /** More than one where orders are told apart only by how their keys are spelt: a person says which. */
  readonly among: readonly Order[];
}

export function lookUp({ journal }: Room, code: string): Found {
  const among = orderKeySchema.safeParse(code).success ? journal.ordersAt(slotOf(code)) : [];
  const written = among.find(({ key }) => key === code) ?? among[0];
  const known = written ? journal.latestOf(written.key) : journal.findBooking(code);
  return { order: written ?? (known && journal.order(known.orderKey)), known, among };
}

export const isForeign = ({ order, known }: Found): boolean => order === undefined && known === undefined;

const failures: Record<ForeignCode, FailureCode> = {
  product: 'code-of-product',
  'web-page': 'code-of-web-page',
  unknown: 'order-not-found',
};

/** What a person is told of a code that leads to nothing here. */
export const foreignFailure = (code: string): FailureCode => failures[foreignCode(code)];
