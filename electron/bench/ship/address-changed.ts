import { labelLines } from '../../../shared/address.ts';
import type { Booking } from '../../../shared/booking.ts';
import type { Order } from '../../../shared/order.ts';
import type { PlanReason } from '../../../shared/plan-reason.ts';

/** Which lines of the address are others than when the price of the order was asked last, by whoever changed them. */
export function addressChanged(last: Booking | undefined, { recipient: now }: Order): PlanReason | undefined {
  if (last?.state !== 'quoted') return undefined;
  const was = last.order.recipient;
  // Where it cannot be read any more nobody knows.
  if (labelLines.every((line) => was[line] === '')) return undefined;
  const lines = labelLines
    .filter((line) => was[line].trim() !== now[line].trim())
    .map((line) => ({ line, was: was[line], now: now[line] }));
  return lines.length > 0 ? { code: 'address-changed', lines } : undefined;
}
