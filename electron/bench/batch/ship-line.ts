import { type BatchLine, pausesBatch } from '../../../shared/batch.ts';
import type { PausedCode } from '../../../shared/call-codes.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { OrderKey } from '../../../shared/order.ts';
import type { Done } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import type { Offers } from '../ship/offers.ts';
import type { Purchase, PurchaseEnd } from '../ship/purchase.ts';
import type { Quotes } from '../ship/quotes.ts';
import { createWaits } from '../waits.ts';
import { lineEnd, offerOf } from './buy-line.ts';
import { createKnownOffers } from './known-offers.ts';
import type { OpenBatch, Placed } from './open-batch.ts';
import type { Pace } from './pace.ts';
import { quoteLine } from './quote-line.ts';

/** What becomes of one line after the other: priced, bought, stopped, or left to a scan. */
export interface ShipLine {
  quote(placed: Placed): Promise<void>;
  buy(placed: Placed): Promise<void>;
  stop(placed: Placed, failure: Failure): void;
  leave(placed: Placed): void;
  /** The program failed on it. What it failed on may be sent: its booking says how far it came. */
  broke(placed: Placed, error: unknown): void;
  /** Its price is asked anew. */
  forgetOffer(key: OrderKey): void;
  forgetOffers(): void;
  /** A person says that it goes on: what was tried before counts no more. */
  tryAnew(): void;
}

export interface ShipLineParts {
  readonly quotes: Quotes;
  readonly offers: Offers;
  readonly purchase: Purchase;
  /** Whether the parcel in hand is of this booking: then the screen goes on from there. */
  readonly followedByHand: (bookingId: string, end: PurchaseEnd) => boolean;
  readonly mayBook: () => Done<PausedCode>;
  /** Nothing more is bought then. */
  readonly isClosing: () => boolean;
  readonly whenClosing: Promise<void>;
}

interface Beside {
  readonly pace: Pace;
  /** Resolves when the parcel in hand has been at the service; undefined where it is not on its way there. */
  readonly behindHand: () => Promise<void> | undefined;
  /** A label may be next at its printer. */
  readonly kickLabels: () => void;
}

/** How often an order is tried again by itself where the service asked for patience, or has forgotten its offer. */
const mostTries = 5;

export function createShipLine(context: BenchContext, batch: OpenBatch, parts: ShipLineParts, beside: Beside): ShipLine {
  const { journal, courier } = context;
  const { quotes, offers, purchase } = parts;
  const { pace } = beside;
  const known = createKnownOffers();
  const tries = new Map<OrderKey, number>();
  /** Of its own: nobody who stops waiting for the parcel in hand stops the batch. */
  const { until } = createWaits();
  const preparing = { offers, until, writtenNow: purchase.writtenNow };

  function triedOnceMore(key: OrderKey): boolean {
    const tried = (tries.get(key) ?? 0) + 1;
    tries.set(key, tried);
    return tried < mostTries;
  }

  /** It stays as it is, and is tried again: by itself where the service asked for patience, else once a person goes on. */
  function waitOrPause(placed: Placed, failure: Failure): void {
    const mayTry = triedOnceMore(placed.line.orderKey);
    if (courier.quietMs() > 0 && mayTry) pace.tooFast();
    else batch.pause(failure, placed);
  }

  function stop(placed: Placed, failure: Failure): void {
    batch.set(placed, { state: 'stopped', failure });
    // Whoever settles it holds its parcel.
    const { bookingId } = placed.line;
    if (bookingId !== null && journal.isParked(bookingId)) journal.park(bookingId, false);
  }

  function leave(placed: Placed): void {
    known.forget(placed.line.orderKey);
    batch.set(placed, { state: 'left' });
  }

  /** Nothing of it was sent: it waits for its turn again, unless a person stopped the batch meanwhile. */
  function notSent(placed: Placed): void {
    if (batch.isStopped()) leave(placed);
    else batch.set(placed, { state: 'agreed' });
  }

  /** Its offer is gone and nothing was bought: its price is asked anew, and it is bought only where nothing got worse. */
  const isForgotten = ({ line: { orderKey } }: Placed, { failure }: Partial<BatchLine>): boolean =>
    failure?.code === 'offer-expired' && batch.state() === 'running' && triedOnceMore(orderKey);

  function bookingEnded(placed: Placed, bookingId: string, end: PurchaseEnd): void {
    if (parts.followedByHand(bookingId, end)) return;
    const { change, pause, isUnsent } = lineEnd(context, end);
    const { state } = placed.line;
    if (state === 'buying' && isUnsent) notSent(placed);
    else if (state === 'buying' && isForgotten(placed, change)) batch.set(placed, { state: 'agreed', bookingId: null });
    else if (state === 'buying') batch.set(placed, change);
    if (state === 'buying' && (placed.line.state === 'stopped' || isUnsent) && journal.isParked(bookingId)) journal.park(bookingId, false);
    if (end.is === 'settled' && end.settled.is === 'label-kept') pace.went();
    if (pause && !isUnsent) batch.pause(pause, placed);
    else if (pause && !batch.isStopped()) waitOrPause(placed, pause);
    beside.kickLabels();
  }

  return {
    async quote(placed) {
      const { orderKey } = placed.line;
      while (quotes.mustWait()) await quotes.shipped(until());
      const { change, priced } = await quoteLine(context, orderKey, preparing);
      // A scan took it meanwhile.
      if (placed.line.state !== 'to-quote') return;
      const failure = change.failure ?? null;
      if (failure && pausesBatch(failure.code)) return waitOrPause(placed, failure);
      pace.went();
      if (priced) known.keep(orderKey, priced);
      batch.set(placed, change);
    },

    async buy(placed) {
      const { orderKey } = placed.line;
      const may = parts.mayBook();
      if (!may.ok) return batch.pause(may.failure);
      const toBuy = offerOf(context, placed.line, known.get(orderKey), preparing);
      known.forget(orderKey);
      if (toBuy.is === 'instead') {
        const { failure } = toBuy.change;
        return failure && pausesBatch(failure.code) ? batch.pause(failure, placed) : batch.set(placed, toBuy.change);
      }
      const { bookingId } = toBuy.offer;
      batch.set(placed, { state: 'buying', bookingId, printer: toBuy.offer.printsAt?.name });
      const isBought = await purchase.buy(toBuy.offer, {
        keepsLabel: true,
        wants: () => placed.line.state === 'buying' && batch.state() === 'running' && !parts.isClosing(),
        waits: () => undefined,
        goesBehind() {
          // The parcel in hand may stay where it is while the bench closes: nobody waits for it then.
          const through = parts.isClosing() ? undefined : beside.behindHand();
          return through && Promise.race([through, parts.whenClosing]);
        },
        until,
        ended: (end) => bookingEnded(placed, bookingId, end),
      });
      if (!isBought && placed.line.state === 'buying') notSent(placed);
    },

    stop,
    leave,
    broke(placed, error) {
      const failure = context.bug('batch', error);
      stop(placed, failure);
      batch.pause(failure, placed);
    },
    forgetOffer: known.forget,
    forgetOffers: known.forgetAll,
    tryAnew: () => tries.clear(),
  };
}
