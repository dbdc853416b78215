import type { Answer } from '../../../shared/ipc.ts';
import type { Order } from '../../../shared/order.ts';
import type { BenchContext } from '../context.ts';
import { keepApart, toSameAddress } from '../same-address.ts';
import type { InHand } from './in-hand.ts';
import type { Preparing } from './preparing.ts';

/** Puts the order in hand and others into one parcel. */
export type Join = (order: Order, others: readonly Order[]) => Promise<Answer<'answerSameAddress'>>;

interface Parts {
  readonly context: Pick<BenchContext, 'fail' | 'journal'>;
  readonly hand: InHand;
  readonly preparing: Pick<Preparing, 'prepare'>;
  readonly join: Join;
}

/**
 * Asks again about the orders that the packer just put in one parcel. No order stores that parcel and no bench has reserved it, so nothing
 * has to be taken back, and what changed in the orders meanwhile stays. Refused from the first answer, checked item or purchase on.
 */
export async function undoJoin({ context, hand, preparing }: Omit<Parts, 'join'>, workflowNo: number): Promise<Answer<'undoJoin'>> {
  const { shown, parcel } = hand.whole();
  const key = parcel.composed?.order.key;
  if (!hand.isStill(workflowNo) || !shown.isJustJoined || key === undefined) return context.fail('not-now');
  const order = context.journal.order(key);
  if (!order) return context.fail('order-not-found', key);
  return hand.guarded(async () => {
    hand.fold({ is: 'restarted', key, composed: null });
    hand.fold({ is: 'fact-given', fact: 'joining undone' });
    await preparing.prepare(order);
  });
}

/** Takes the packer's decision on other orders to the address of the order in hand. */
export async function answerSameAddress(
  { context, hand, preparing, join }: Parts,
  { workflowNo, isJoined }: { readonly workflowNo: number; readonly isJoined: boolean },
): Promise<Answer<'answerSameAddress'>> {
  const here = hand.at(workflowNo, 'same-address');
  if (!here.ok) return here;
  const { order: asked, others: shown } = here.value;
  const order = context.journal.order(asked.key);
  if (!order) return context.fail('order-not-found', asked.key);
  // The orders may have changed since they were shown, even their address.
  const isAsShown = JSON.stringify([asked, shown]) === JSON.stringify([order, toSameAddress(context, order)]);
  if (!isAsShown) return hand.guarded(() => preparing.prepare(order));
  const others = shown.map((other) => other.order);
  if (isJoined) return join(order, others);
  const keys = others.map(({ key }) => key);
  keepApart(context, order.key, keys);
  hand.fold({ is: 'fact-given', fact: `two parcels, apart from ${keys.join(', ')}` });
  return hand.guarded(() => preparing.prepare(order));
}
