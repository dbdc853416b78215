import type { WorkflowAt } from '../../../shared/bench.ts';
import type { Answer } from '../../../shared/ipc.ts';
import type { Order, OrderKey } from '../../../shared/order.ts';
import { sameAddress } from '../../../shared/same-address.ts';
import type { BenchContext } from '../context.ts';
import { digestOf } from '../exchange/digest.ts';
import { doubtedSince } from '../exchange/restored.ts';
import type { InHand } from './in-hand.ts';

/** Orders that go to the address of another one. */
export type Others = WorkflowAt<'same-address'>['others'];

/** Puts the order in hand and others into one parcel. */
export type Join = (order: Order, others: readonly Order[]) => Promise<Answer<'answerSameAddress'>>;

/** More orders do not fit into one parcel, nor on the screen. */
const mostOthers = 9;

/**
 * Returns the open orders that one parcel could hold together with this one. Left out: orders that a packer wants in a parcel of their own,
 * that may have been shipped before the journal was restored, and that name another sender.
 */
export function toSameAddress({ journal }: Pick<BenchContext, 'journal'>, order: Order): Others {
  return journal
    .openOrdersAt(order)
    .flatMap(({ order: other, since }) => {
      const match = sameAddress(order.recipient, other.recipient);
      if (!match || (other.sender ?? '') !== (order.sender ?? '')) return [];
      if (journal.fact(apartFact(order.key, other.key)) !== undefined || doubtedSince(journal, other.key)) return [];
      return [{ order: other, since, match }];
    })
    .slice(0, mostOthers);
}

/** Names the decision of a packer that two orders, in any sequence, go in two parcels. */
const apartFact = (one: OrderKey, other: OrderKey): string => `two-parcels ${digestOf(...[one, other].sort())}`;

interface Parts {
  readonly context: Pick<BenchContext, 'fail' | 'journal'>;
  readonly hand: InHand;
  readonly preparing: { readonly prepare: (order: Order) => Promise<void> };
  readonly join: Join;
}

export async function answerSameAddress(
  { context, hand, preparing, join }: Parts,
  { workflowNo, isJoined }: { readonly workflowNo: number; readonly isJoined: boolean },
): Promise<Answer<'answerSameAddress'>> {
  const { journal, fail } = context;
  const here = hand.at(workflowNo, 'same-address');
  if (!here.ok) return here;
  const { order: asked, others } = here.value;
  const order = journal.order(asked.key);
  if (!order) return fail('order-not-found', asked.key);
  // What the packer saw may have changed since, even the address.
  const isAsShown = JSON.stringify([asked, others]) === JSON.stringify([order, toSameAddress(context, order)]);
  if (!isAsShown) return hand.guarded(() => preparing.prepare(order));
  if (isJoined)
    return join(
      order,
      others.map((other) => other.order),
    );
  for (const other of others) journal.setFact(apartFact(order.key, other.order.key), 'yes');
  hand.fold({ is: 'fact-given', fact: `two parcels, apart from ${others.map((other) => other.order.key).join(', ')}` });
  return hand.guarded(() => preparing.prepare(order));
}
