import type { Booking } from '../../shared/booking.ts';
import type { FailureCode } from '../../shared/failure.ts';
import { type Order, orderKeySchema } from '../../shared/order.ts';
import { type ForeignCode, foreignCode } from '../../shared/scan.ts';
import type { Room } from './room.ts';

/** What a code leads to: the order with this key, and what was last done with it, or the shipment that has the number. */
export interface Found {
  readonly order: Order | undefined;
  readonly known: Booking | undefined;
}

export function lookUp({ journal }: Room, code: string): Found {
  const key = orderKeySchema.safeParse(code);
  const written = key.success ? journal.order(key.data) : undefined;
  const known = written ? journal.latestOf(written.key) : journal.findBooking(code);
  // A key typed in other letters leads to its order once it was begun.
  return { order: written ?? (known && journal.order(known.orderKey)), known };
}

export const isForeign = ({ order, known }: Found): boolean => order === undefined && known === undefined;

const failures: Record<ForeignCode, FailureCode> = {
  product: 'code-of-product',
  'web-page': 'code-of-web-page',
  unknown: 'order-not-found',
};

/** What a person is told of a code that leads to nothing here. */
export const foreignFailure = (code: string): FailureCode => failures[foreignCode(code)];
