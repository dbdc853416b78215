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
import { type QuoteLineContext, quoteLine } from './quote-line.ts';

export type ShipLineContext = QuoteLineContext & Pick<BenchContext, 'bug'>;

/** Processes single lines: quotes, buys, stops them, or leaves them to a scan. */
export interface ShipLine {
  quote(placed: Placed): Promise<void>;
  buy(placed: Placed): Promise<void>;
  stop(placed: Placed, failure: Failure): void;
  leave(placed: Placed): void;
  /** Called when the program failed on a line. It may have been sent: its booking shows its progress. */
  broke(placed: Placed, error: unknown): void;
  /** Discards the offer, so that the price is requested again. */
  forgetOffer(key: OrderKey): void;
  forgetOffers(): void;
  /** Resets the retry counters, because the user continues. */
  forgetTries(): void;
}

export interface ShipLineParts {
  readonly quotes: Quotes;
  readonly offers: Offers;
  readonly purchase: Purchase;
  /** True if the parcel in hand has this booking: then the screen continues from there. */
  readonly followedByHand: (bookingId: string, end: PurchaseEnd) => boolean;
  readonly mayBook: () => Done<PausedCode>;
  /** True if the bench closes: nothing more is bought then. */
  readonly isClosing: () => boolean;
  readonly whenClosing: Promise<void>;
}

interface Beside {
  readonly pace: Pace;
  /** Resolves when the parcel in hand has left the service; undefined if it is not on its way there. */
  readonly behindHand: () => Promise<void> | undefined;
  /** Called when a label may be next at its printer. */
  readonly wakeLabels: () => void;
}

/** Maximum number of tries of an order if the service asks for fewer requests, or has lost its offer. */
const mostTries = 5;

export function createShipLine(context: ShipLineContext, batch: OpenBatch, parts: ShipLineParts, beside: Beside): ShipLine {
  const { journal, courier } = context;
  const { quotes, offers, purchase } = parts;
  const { pace } = beside;
  const known = createKnownOffers();
  const tries = new Map<OrderKey, number>();
  /** Separate waits: a packer who stops waiting for the parcel in hand does not stop the batch. */
  const { until } = createWaits();
  const preparing = { offers, until, writtenNow: purchase.writtenNow };

  function triedOnceMore(key: OrderKey): boolean {
    const tried = (tries.get(key) ?? 0) + 1;
    tries.set(key, tried);
    return tried < mostTries;
  }

  /** Leaves the line unchanged and retries it: automatically if the service asked for fewer requests, else once the user continues. */
  function waitOrPause(placed: Placed, failure: Failure): void {
    const mayTry = triedOnceMore(placed.line.orderKey);
    if (courier.quietMs() > 0 && mayTry) pace.tooFast();
    else batch.pause(failure, placed);
  }

  function stop(placed: Placed, failure: Failure): void {
    batch.set(placed, { state: 'stopped', failure });
    // The user who settles it holds the parcel, so the order is no longer put aside.
    const { bookingId } = placed.line;
    if (bookingId !== null && journal.isParked(bookingId)) journal.park(bookingId, false);
  }

  function leave(placed: Placed): void {
    known.forget(placed.line.orderKey);
    batch.set(placed, { state: 'left' });
  }

  /** Nothing was sent: the line waits for its turn again, unless a user stopped the batch meanwhile. */
  function notSent(placed: Placed): void {
    if (batch.isStopped()) leave(placed);
    else batch.set(placed, { state: 'agreed' });
  }

  /** True if its offer is gone and nothing was bought: it is quoted again, and bought only if nothing got worse. */
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
    beside.wakeLabels();
  }

  return {
    async quote(placed) {
      while (quotes.mustWait()) await quotes.shipped(until());
      const { orderKey, joined } = placed.line;
      const { change, priced } = await quoteLine(context, placed.line, preparing);
      // A scan took the order meanwhile, or its parcel holds other orders now.
      if (placed.line.state !== 'to-quote' || placed.line.joined !== joined) return;
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
          // While the bench closes, the parcel in hand may stay at the service: the batch does not wait for it then.
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
    forgetTries: () => tries.clear(),
  };
}
