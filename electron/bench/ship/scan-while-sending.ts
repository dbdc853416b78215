import type { Answer } from '../../../shared/ipc.ts';
import type { BenchContext } from '../context.ts';
import { type Found, foreignFailure } from './found.ts';
import { done, type InHand } from './in-hand.ts';

/** Lets a scanned order wait while something is sent or printed; any other scan is answered at once. */
export function waitForTurn(
  { fail }: Pick<BenchContext, 'fail'>,
  hand: Pick<InHand, 'state' | 'fold'>,
  code: string,
  found: Found,
): Answer<'scan'> {
  const { workflow } = hand.state();
  const order = found.order ?? found.known?.order ?? found.elsewhere?.booking?.order;
  if (!order) return fail(foreignFailure(code, found), code);
  if ('booking' in workflow && workflow.booking.orderKey === order.key) return fail('order-in-hand', order.key);
  const { name, company, city } = order.recipient;
  hand.fold({ is: 'next-waits', order: { code, orderKey: order.key, name: name || company, city } });
  return done;
}
