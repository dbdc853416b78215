import type { Answer } from '../../../shared/ipc.ts';
import type { Order } from '../../../shared/order.ts';
import type { BenchContext } from '../context.ts';
import { keepApart } from '../same-address.ts';
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

/** Takes the packer's decision on other orders to the address of the order in hand. */
export async function answerSameAddress(
  { context, hand, preparing, join }: Parts,
  { workflowNo, isJoined }: { readonly workflowNo: number; readonly isJoined: boolean },
): Promise<Answer<'answerSameAddress'>> {
  const here = hand.at(workflowNo, 'same-address');
  if (!here.ok) return here;
  const others = here.value.others.map((other) => other.order);
  const order = context.journal.order(here.value.order.key);
  if (!order) return context.fail('order-not-found', here.value.order.key);
  if (isJoined) return join(order, others);
  const keys = others.map(({ key }) => key);
  keepApart(context, order.key, keys);
  hand.fold({ is: 'fact-given', fact: `two parcels, apart from ${keys.join(', ')}` });
  return hand.guarded(() => preparing.prepare(order));
}
