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
  hearNow(withinMs: number): Promise<void>;
}

/** Orders per request. */
const atOnce = 25;
/**
 * Orders between two checkpoints, few enough that no commit runs one. Received in small parts, they fill the log faster than those of a
 * file.
 */
const betweenCheckpoints = 500;

const tooLargeToTell = ({ key, source }: Order): RowProblem => ({
  file: source,
  line: 1,
  orderKey: key,
  reason: { code: 'too-large-to-tell' },
  row: '',
});

export function createOrdersEverywhere(context: Pick<BenchContext, 'bug' | 'journal' | 'ledger'>): OrdersEverywhere {
  const { journal } = context;
  const site = context.ledger.orders;
  let hearing: Promise<void> | undefined;
  let looking: Promise<void> | undefined;

  /** Returns the problem if a file of another bench changes an order that is bought here. */
  const late = (said: Order, known: Order): RowProblem | undefined => {
    const reason = tooLate(said, known);
    return reason && { file: said.source, line: 1, orderKey: known.key, reason, row: '' };
  };

  function guarded(act: (site: OrdersOfSite) => Promise<void>): Promise<void> {
    if (!site || site.siteKey() === 0) return Promise.resolve();
    // Most likely the disk of the journal; the next call tries again.
    return act(site).catch((error: unknown) => void context.bug('orders-everywhere', error));
  }

  async function hearAll({ mayAsk, hear, siteKey }: OrdersOfSite): Promise<void> {
    for (let taken = 0; mayAsk(); ) {
      const [cursor, key] = [journal.orderCursor(), siteKey()];
      // With a new site key more orders are readable, so reading starts over.
      const answer = await hear(cursor?.era ?? '', cursor?.key === key ? cursor : { seq: 0, slot: '' });
      if (!answer.ok) return;
      const { era, orders } = answer.value;
      if (era !== cursor?.era) {
        journal.beginOrders(era);
        continue;
      }
      const last = orders.at(-1);
      if (!last) return;
      journal.takeHeard(orders, { cursor: { era, key, seq: last.seq, slot: last.slot }, late, givesWay });
      await turn();
      taken += orders.length;
      if (taken < betweenCheckpoints) continue;
      taken = 0;
      journal.checkpoint();
      await turn();
    }
  }

  async function tellAll({ mayAsk, put }: OrdersOfSite): Promise<void> {
    while (mayAsk()) {
      const cursor = journal.orderCursor();
      const due = journal.ordersToTell(atOnce);
      if (!cursor || due.length === 0) return;
      const toTell = due.flatMap((each) => (each.said === undefined ? [] : [{ ...each, said: each.said }]));
      const told = due.filter(({ said }) => said === undefined).map(({ slot, base, changes }) => ({ slot, seq: base, changes }));
      const answer = toTell.length > 0 ? await put(cursor.era, toTell) : undefined;
      if (answer && !answer.ok) return;
      const { era = cursor.era, answers = [] } = answer?.value ?? {};
      // If the ledger has new contents, they are received before anything is sent to it.
      if (era !== cursor.era) return journal.beginOrders(era);
      const unheard: RowProblem[] = [];
      for (const [at, put] of answers.entries()) {
        const own = toTell[at];
        if (!own) continue;
        const { slot, base, changes } = own;
        if (put.is === 'put') told.push({ slot, seq: put.seq, changes });
        else if (put.is === 'too-large') {
          told.push({ slot, seq: base, changes });
          if (own.said) unheard.push(tooLargeToTell(own.said.order));
        } else {
          // A change that this bench cannot decrypt yet is not overwritten.
          const merged = put.said === undefined ? 'other' : mergedOrder(own, { ...put, said: put.said });
          const isKept = merged !== 'other' && journal.keepMerged(slot, put.seq, merged === 'own' ? undefined : merged);
          if (!isKept) journal.takeHeard([{ ...put, over: changes }], { late, givesWay });
        }
      }
      if (unheard.length > 0) journal.takeOrders([], unheard);
      journal.orderTold(told);
      await turn();
    }
  }

  const hearOnce = (): Promise<void> =>
    (hearing ??= guarded(hearAll).finally(() => {
      hearing = undefined;
    }));

  return {
    async look() {
      looking ??= hearOnce()
        .then(() => guarded(tellAll))
        .finally(() => {
          looking = undefined;
        });
      await looking;
    },
    async hearNow(withinMs) {
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, withinMs);
      // A request already under way may miss the latest changes.
      const fresh = hearing ? hearing.then(hearOnce) : hearOnce();
      await Promise.race([fresh, late.promise]);
      clearTimeout(timer);
    },
  };
}
