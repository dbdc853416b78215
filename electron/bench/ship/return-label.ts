import type { Booking } from '../../../shared/booking.ts';
import type { Order, OrderKey } from '../../../shared/order.ts';
import {
  againReturned,
  isReturnCurrent,
  type NoReturn,
  overBorder,
  returnKeyOf,
  returnOrder,
  returnsTo,
  rulesOfReturn,
} from '../../../shared/return-label.ts';
import { slotOf } from '../../../shared/scan.ts';
import { rulesInForce } from '../../../shared/shipping-rule.ts';
import type { BenchContext } from '../context.ts';
import type { InHand } from './in-hand.ts';
import type { Preparing } from './preparing.ts';
import type { Purchase } from './purchase.ts';
import { syncWithinMs } from './shipped-elsewhere.ts';

export interface ReturnParts extends Pick<Purchase, 'writtenNow'> {
  readonly context: Pick<BenchContext, 'fail' | 'journal' | 'ledger' | 'settings'>;
  readonly hand: InHand;
  readonly preparing: Pick<Preparing, 'prepare'>;
}

/** Goes on with a return label that was begun and not bought. Its addresses are those of then: if Setup has changed, it begins again. */
export async function resumeReturn(parts: ReturnParts, order: Order): Promise<void> {
  const { context, hand } = parts;
  if (isReturnCurrent(order, context.settings())) return beginReturn(parts, order);
  hand.stop(order.key, order, context.fail('return-outdated').failure);
}

/** Another return label of the same order, for which a person gave a reason; undefined if our address is another one now. */
export const anotherReturn = ({ settings }: Pick<BenchContext, 'settings'>, { order }: Booking): Order | undefined =>
  isReturnCurrent(order, settings()) ? againReturned(order, settings().boxes) : undefined;

/** The return label of a shipment for one of its orders, or why none is bought. */
export function returnOfShipment({ journal, settings }: ReturnParts['context'], booking: Booking, of: OrderKey): Order | NoReturn {
  const key = returnKeyOf(of);
  if (!key || journal.ordersAt(slotOf(key)).length > 0) return { code: 'return-number-taken', key: of };
  if (booking.isLabelClosed || journal.isLabelClosed(booking.id)) return { code: 'return-label-set-aside' };
  const { senders, boxes } = settings();
  const to = returnsTo(booking, senders);
  if (!to) return { code: 'return-without-sender' };
  const order = returnOrder(booking, { key, of }, to, boxes);
  return overBorder(order) ?? order;
}

/** Takes a return label in hand, as a scan takes an order. If it was bought before, it is shown instead. */
export async function beginReturn({ context, hand, preparing, writtenNow }: ReturnParts, order: Order): Promise<void> {
  const { ledger, settings } = context;
  const rules = rulesOfReturn(rulesInForce(settings()));
  hand.fold({ is: 'return-begun', composed: { order, asWritten: writtenNow(order, rules) }, rules });
  const { workflowNo } = hand.state();
  // Another bench may have bought it.
  if (ledger.isShared) await ledger.syncNow(syncWithinMs);
  if (!hand.isStill(workflowNo)) return;
  hand.fold({ is: 'fact-given', fact: `return label of ${order.returnOf?.key ?? ''}, by ${settings().packer}` });
  await preparing.prepare(order);
}
