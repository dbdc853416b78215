import { setImmediate as turn } from 'node:timers/promises';
import type { Order, RowProblem } from '../../../shared/order.ts';
import type { BenchContext } from '../context.ts';
import type { OrdersOfSite } from '../ports/ledger.ts';
import { givesWay, mergedOrder } from './merged-order.ts';
import { tooLate } from './too-late.ts';

/** Syncs orders between all benches of a site. */
export interface OrdersEverywhere {
  /** Sends local changes and receives those of other benches. Called often; never throws. */
  look(): Promise<void>;
  /** Receives all changes sent before now; gives up after `withinMs`. */
  syncNow(withinMs: number): Promise<void>;
}

/** Orders per request. */
const atOnce = 25;
/**
 * Orders between two checkpoints, few enough that no commit runs one. Received in small parts, they fill the log faster than those of a
 * file.
 */
const betweenCheckpoints = 500;

const tooLargeToShare = ({ key, source }: Order): RowProblem => ({
  file: source,
  line: 1,
  orderKey: key,
  reason: { code: 'too-large-to-share' },
  row: '',
});

export function createOrdersEverywhere(context: Pick<BenchContext, 'bug' | 'journal' | 'ledger'>): OrdersEverywhere {
  const { journal } = context;
  const site = context.ledger.orders;
  let receiving: Promise<void> | undefined;
  let looking: Promise<void> | undefined;

  /** Returns the problem if a file of another bench changes an order that is bought here. */
  const late = (newest: Order, known: Order): RowProblem | undefined => {
    const reason = tooLate(newest, known);
    return reason && { file: newest.source, line: 1, orderKey: known.key, reason, row: '' };
  };

  function guarded(act: (site: OrdersOfSite) => Promise<void>): Promise<void> {
    if (!site || site.siteKey() === 0) return Promise.resolve();
    // Most likely the disk of the journal; the next call tries again.
    return act(site).catch((error: unknown) => void context.bug('orders-everywhere', error));
  }

  async function receiveAll({ mayAsk, read, siteKey }: OrdersOfSite): Promise<void> {
    for (let taken = 0; mayAsk(); ) {
      const [cursor, key] = [journal.orderCursor(), siteKey()];
      // With a new site key more orders are readable, so reading starts over.
      const answer = await read(cursor?.era ?? '', cursor?.key === key ? cursor : { seq: 0, slot: '' });
      if (!answer.ok) return;
      const { era, orders } = answer.value;
      if (era !== cursor?.era) {
        journal.beginOrders(era);
        continue;
      }
      const last = orders.at(-1);
      if (!last) return;
      journal.takeReceived(orders, { cursor: { era, key, seq: last.seq, slot: last.slot }, late, givesWay });
      await turn();
      taken += orders.length;
      if (taken < betweenCheckpoints) continue;
      taken = 0;
      journal.checkpoint();
      await turn();
    }
  }

  async function sendAll({ mayAsk, put }: OrdersOfSite): Promise<void> {
    while (mayAsk()) {
      const cursor = journal.orderCursor();
      const due = journal.ordersToShare(atOnce);
      if (!cursor || due.length === 0) return;
      const toSend = due.flatMap((each) => (each.content === undefined ? [] : [{ ...each, content: each.content }]));
      const shared = due.filter(({ content }) => content === undefined).map(({ slot, base, changes }) => ({ slot, seq: base, changes }));
      const answer = toSend.length > 0 ? await put(cursor.era, toSend) : undefined;
      if (answer && !answer.ok) return;
      const { era = cursor.era, answers = [] } = answer?.value ?? {};
      // If the ledger has new contents, they are received before anything is sent to it.
      if (era !== cursor.era) return journal.beginOrders(era);
      const problems: RowProblem[] = [];
      for (const [at, put] of answers.entries()) {
        const own = toSend[at];
        if (!own) continue;
        const { slot, base, changes } = own;
        if (put.is === 'put') shared.push({ slot, seq: put.seq, changes });
        else if (put.is === 'too-large') {
          shared.push({ slot, seq: base, changes });
          if (own.content) problems.push(tooLargeToShare(own.content.order));
        } else {
          // A change that this bench cannot decrypt yet is not overwritten.
          const merged = put.content === undefined ? 'other' : mergedOrder(own, { ...put, content: put.content });
          const isKept = merged !== 'other' && journal.keepMerged(slot, put.seq, merged === 'own' ? undefined : merged);
          if (!isKept) journal.takeReceived([{ ...put, over: changes }], { late, givesWay });
        }
      }
      if (problems.length > 0) journal.takeOrders([], problems);
      journal.markOrdersShared(shared);
      await turn();
    }
  }

  const receiveOnce = (): Promise<void> =>
    (receiving ??= guarded(receiveAll).finally(() => {
      receiving = undefined;
    }));

  return {
    async look() {
      looking ??= receiveOnce()
        .then(() => guarded(sendAll))
        .finally(() => {
          looking = undefined;
        });
      await looking;
    },
    async syncNow(withinMs) {
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, withinMs);
      // A request already under way may miss the latest changes.
      const fresh = receiving ? receiving.then(receiveOnce) : receiveOnce();
      await Promise.race([fresh, late.promise]);
      clearTimeout(timer);
    },
  };
}
