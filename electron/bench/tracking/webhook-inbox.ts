import { createHash } from 'node:crypto';
import type { Booking } from '../../../shared/booking.ts';
import { type Done, ok } from '../../../shared/result.ts';
import type { StrayDelivery } from '../../../shared/webhook.ts';
import type { BenchContext } from '../context.ts';
import { isOfKeyInUse } from '../exchange/other-key.ts';
import type { Journal } from '../ports/journal.ts';
import type { Delivery, DeliveryBody, KeptDelivery } from '../ports/webhooks.ts';

type InboxContext = Pick<BenchContext, 'bug' | 'fail' | 'journal' | 'log' | 'settings' | 'trackUncounted' | 'who'>;

export interface WebhookInbox {
  /** Stores a delivery on the disk before it returns; its orders are looked up later. Throws if the write fails. */
  take(delivery: Delivery): void;
  /** Continues with waiting deliveries at once. Safe to call at any time, any number of times. */
  wake(): void;
  /** Returns deliveries that name no order of this bench, for a person to read and close. */
  strays(): StrayDelivery[];
  /** `all`: includes every other delivery that waits like this one. */
  dismiss(id: string, all: boolean): Done<'not-now'>;
  /** Called after the journal lost data of people. A delivery whose text was deleted is closed: it says nothing any more. One that is damaged stays, for a person to close. */
  reread(): void;
  /** Resolves when the look-up under way, if any, has ended. */
  stop(): Promise<void>;
}

const firstPauseMs = 5000;
const longestPauseMs = 15 * 60_000;
const shownBytes = 4096;
const textGone = 'its text is gone';
/** Orders per request to the service. The results are written down before the next request. */
const askedAtOnce = 50;

type Stray = Omit<StrayDelivery, 'others'>;
type StrayBody = Exclude<DeliveryBody, 'deleted'>;

/** Equal for deliveries that are shown once. A damaged one equals no other. */
const digestOf = ({ id }: KeptDelivery, body: StrayBody): string =>
  body === 'damaged' ? id : createHash('sha256').update(body).digest('base64');

const strayOf = ({ id, receivedAt, contentType, sizeBytes }: KeptDelivery, body: StrayBody): Stray => ({
  id,
  receivedAt,
  contentType,
  sizeBytes,
  payload: body === 'damaged' ? null : new TextDecoder().decode(body.subarray(0, shownBytes)),
  isWhole: sizeBytes <= shownBytes,
});

/** Deliveries that name no order of this bench. */
function createStrays(context: InboxContext) {
  const { journal } = context;
  /** Read once and kept by digest: every frame counts them, and equal deliveries are shown once. */
  let known: Map<string, Stray> | undefined;

  function strays(): Map<string, Stray> {
    known ??= new Map(
      journal.deliveries('not-understood').flatMap((delivery) => {
        const body = journal.deliveryBody(delivery.id);
        return body === 'deleted' ? [] : [[digestOf(delivery, body), strayOf(delivery, body)]];
      }),
    );
    return known;
  }

  function setAside(delivery: KeptDelivery): void {
    const { id, candidates } = delivery;
    if (!context.settings().onlyUserOfKey && candidates.length > 0) {
      journal.closeDelivery(id, 'names no order of this bench');
      return;
    }
    const body = journal.deliveryBody(id);
    if (body === 'deleted') {
      journal.closeDelivery(id, textGone);
      return;
    }
    const digest = digestOf(delivery, body);
    const isTwice = strays().has(digest);
    if (isTwice) journal.closeDelivery(id, 'came before and waits in Resolve');
    else {
      journal.setDeliveryAside(id);
      strays().set(digest, strayOf(delivery, body));
    }
    context.log('delivery', { state: isTwice ? 'doubled' : 'not-understood' });
  }

  return {
    setAside,

    strays() {
      return [...strays().values()].map((stray) => ({ ...stray, others: strays().size - 1 }));
    },

    reread() {
      known = undefined;
      for (const { id } of journal.deliveries('not-understood'))
        if (journal.deliveryBody(id) === 'deleted') journal.closeDelivery(id, textGone);
    },

    dismiss(id, all) {
      const waiting = [...strays()];
      if (!waiting.some(([, stray]) => stray.id === id)) return context.fail('not-now');
      for (const [digest, stray] of waiting) {
        if (!all && stray.id !== id) continue;
        journal.closeDelivery(stray.id, `by ${context.who()}`);
        strays().delete(digest);
      }
      return ok({});
    },
  } satisfies Partial<WebhookInbox> & { readonly setAside: typeof setAside };
}

/** A delivery may name a booking whose order number is still on its way. */
const isBooking = (journal: Journal): boolean =>
  journal.bookings({ search: '', offset: 0, limit: 1, states: ['sending', 'answered'] }).total > 0;

function ordersNamedIn(journal: Journal, { candidates }: KeptDelivery): readonly Booking[] {
  const found = new Map<string, Booking>();
  for (const candidate of candidates) {
    const named = journal.findBooking(candidate);
    const holders = [...(named ? [named] : []), ...journal.holdersOf(candidate, ['order'])];
    const booked = holders.filter(({ state, orderNo }) => state === 'booked' && orderNo !== '');
    // The account in use does not know the order numbers of other accounts.
    for (const booking of booked.some(isOfKeyInUse) ? booked.filter(isOfKeyInUse) : booked) found.set(booking.id, booking);
  }
  return [...found.values()];
}

/** Asks about everything that waits. True if nothing is left of it. */
async function lookUp(
  context: InboxContext,
  waiting: readonly KeptDelivery[],
  setAside: (delivery: KeptDelivery) => void,
  isStopped: () => boolean,
): Promise<boolean> {
  const { journal } = context;
  const named = waiting.map((delivery) => ({ delivery, orders: ordersNamedIn(journal, delivery) }));
  const isEarly = isBooking(journal);
  // A number that the service gave twice stands for two shipments.
  const bookings = [...new Map(named.flatMap(({ orders }) => orders).map((booking) => [booking.id, booking])).values()];
  for (const { delivery, orders } of named) if (orders.length === 0 && !isEarly) setAside(delivery);
  const looked = new Set<string>();
  for (const [account, ofAccount] of Map.groupBy(bookings, (booking) => booking.account)) {
    const orderNos = [...new Set(ofAccount.map(({ orderNo }) => orderNo))];
    // A request that cannot be sent must not block the others.
    for (let from = 0; from < orderNos.length && !isStopped(); from += askedAtOnce) {
      const tracked = await context.trackUncounted(orderNos.slice(from, from + askedAtOnce), undefined, account);
      for (const order of tracked.ok ? tracked.value : []) {
        for (const { id } of ofAccount.filter(({ orderNo }) => orderNo === order.orderNo)) {
          journal.writeTracking(id, order);
          looked.add(id);
        }
      }
    }
  }
  let isAll = true;
  for (const { delivery, orders } of named) {
    if (orders.length > 0 && orders.every((order) => looked.has(order.id) || !isOfKeyInUse(order)))
      journal.closeDelivery(delivery.id, 'looked up');
    else if (orders.length > 0 || isEarly) isAll = false;
  }
  if (looked.size > 0) context.log('delivery', { state: 'looked-up', count: looked.size });
  return isAll;
}

/**
 * Handles the service's deliveries. Each is a hint to ask `track` about the orders it names, and is kept until that succeeds. A delivery
 * that names no order of this bench waits for a person, unless other programs use the key: then it is probably theirs.
 */
export function createWebhookInbox(context: InboxContext, sleep: (ms: number) => Promise<void>): WebhookInbox {
  const { journal } = context;
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  let arrival = Promise.withResolvers<void>();
  const aside = createStrays(context);

  /** For example a disk that is full for a while: the delivery is tried again as after any failure. */
  function broke(error: unknown): void {
    context.bug('deliveries', error);
  }

  async function drain(): Promise<void> {
    // The service receives its acknowledgement before the bench asks about the delivery.
    await Promise.resolve();
    let pauseMs = firstPauseMs;
    for (;;) {
      const waiting = stopped ? [] : journal.deliveries('waiting');
      if (waiting.length === 0) return;
      arrival = Promise.withResolvers<void>();
      const isDone = await lookUp(context, waiting, aside.setAside, () => stopped).catch((error: unknown) => {
        broke(error);
        return false;
      });
      if (isDone) pauseMs = firstPauseMs;
      else if (!stopped) {
        const hasSlept = await Promise.race([sleep(pauseMs).then(() => true), arrival.promise.then(() => false)]);
        if (hasSlept) pauseMs = Math.min(2 * pauseMs, longestPauseMs);
      }
    }
  }

  function wake(): void {
    if (stopped) return;
    if (running) {
      again = true;
      arrival.resolve();
      return;
    }
    again = false;
    running = drain()
      .catch(broke)
      .finally(() => {
        running = undefined;
        if (again) wake();
      });
  }

  return {
    wake,

    take(delivery) {
      journal.keepDelivery(delivery);
      wake();
    },

    strays: aside.strays,
    dismiss: aside.dismiss,
    reread: aside.reread,

    async stop() {
      stopped = true;
      arrival.resolve();
      await running;
    },
  };
}
