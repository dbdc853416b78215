import { setImmediate as turnOfLoop } from 'node:timers/promises';
import type { WorkflowAt } from '../../../shared/bench.ts';
import type { Booking } from '../../../shared/booking.ts';
import type { PausedCode } from '../../../shared/call-codes.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Order } from '../../../shared/order.ts';
import type { PrinterStatus } from '../../../shared/printer.ts';
import type { Quote, Service } from '../../../shared/quote.ts';
import type { Done } from '../../../shared/result.ts';
import type { RulesInForce } from '../../../shared/shipping-rule.ts';
import type { BenchContext } from '../context.ts';
import { digestOf } from '../exchange/digest.ts';
import { exchangeOnce } from '../exchange/exchange.ts';
import { senderNow, sentAsShown } from '../sent-as.ts';
import { chosenIn } from './chosen.ts';
import { freshOffer, type Offer } from './fresh-offer.ts';
import { askPrinter, printerToBe } from './label-printer.ts';
import type { Quotes } from './quotes.ts';
import { reread, type Settled, settleSent } from './settle.ts';
import type { Turn } from './turns.ts';

/** Current wait of a purchase. */
export type Doing = WorkflowAt<'booking'>['doing'];

/** How a purchase ended. */
export type PurchaseEnd =
  /** Nothing was sent, or nothing left this computer. `quote` and `service`: the current offer of the service. */
  | { readonly is: 'not-bought'; readonly failure: Failure; readonly quote: Quote; readonly service: Service }
  /** Another attempt has this booking. */
  | { readonly is: 'taken'; readonly booking: Booking }
  | { readonly is: 'settled'; readonly settled: Settled }
  /** The program failed while handling the answer. */
  | { readonly is: 'broken'; readonly booking: Booking; readonly failure: Failure }
  /** The outcome of the one request is not written down yet; another end follows once it is. */
  | { readonly is: 'not-written' };

/** Buyer of a parcel: a screen or a batch. */
export interface Buyer {
  /** Checked again after each wait until the request is sent; if false, nothing is bought. */
  readonly wants: () => boolean;
  readonly waits: (booking: Booking, doing: Doing, since: string) => void;
  /** Resolves when the requests that go before it at the service have ended; undefined if there are none. */
  readonly goesBehind?: () => Promise<unknown> | undefined;
  /** Signal that ends its reads of the service; without it they end with those of the parcel in hand. */
  readonly until?: () => AbortSignal;
  /** No packer waits for its label: it is compared, and kept until a person asks for it. */
  readonly keepsLabel?: boolean;
  /** May be called long after the purchase returned, and twice if the end could not be written down at first. */
  readonly ended: (end: PurchaseEnd) => void;
}

export interface Purchase {
  /**
   * Buys one offer, at most once: asks the printer, checks that the price is still the one shown, writes the intent, sends the request,
   * prints the label. False if the buyer no longer wanted it before anything was sent.
   */
  buy(offer: Offer, buyer: Buyer): Promise<boolean>;
  /** Returns the stored order, its sender by these rules, and its hold, to compare with an offer. */
  writtenNow(order: Order, rules: RulesInForce): string;
  /** Returns the bookings whose one request has no settled end yet. */
  underWay(): ReadonlySet<string>;
}

interface Doings {
  readonly quotes: Quotes;
  readonly printerMoved: (status: PrinterStatus) => void;
  /** Refuses an order that may not be booked now. */
  readonly mayBook: (order: Order) => Done<PausedCode | 'may-be-shipped'>;
}

/** Maximum number of tries if other prices are requested during the purchase's own turn. */
const mostTurns = 5;

/** Takes one parcel from its offer to a queued label. Independent of the screen. */
export function createPurchase(context: BenchContext, { quotes, printerMoved, mayBook }: Doings): Purchase {
  const underWay = new Set<string>();
  function writtenNow({ key }: Order, rules: RulesInForce): string {
    const order = context.journal.order(key);
    const { held } = context.journal.orderPlan(key);
    return JSON.stringify(order ? [order, senderNow(context, order, rules), ...(held ? [held] : [])] : null);
  }

  const addressFor = (offer: Offer): string | undefined => {
    const printer = printerToBe(context, offer);
    return printer.ok ? printer.value.address : undefined;
  };

  async function buy(seen: Offer, buyer: Buyer): Promise<boolean> {
    const { service: seenService, printsAt } = seen;
    const toBe = { service: seenService, ...(printsAt && { labelPrinter: printsAt.name }) };
    const waits = (doing: Doing): void => buyer.waits({ ...reread(context, seen.bookingId), ...toBe }, doing, context.now().toISOString());
    const notBought = (failure: Failure, { quote, service }: Pick<Offer, 'quote' | 'service'> = seen): true => {
      buyer.ended({ is: 'not-bought', failure, quote, service });
      return true;
    };
    /** Returns why nothing more is done: `false` if it is no longer wanted, `true` if another attempt has it. */
    const over = (): boolean | undefined => {
      if (!buyer.wants()) return false;
      const booking = reread(context, seen.bookingId);
      if (booking.state === 'quoted') return undefined;
      buyer.ended({ is: 'taken', booking });
      return true;
    };
    context.courier.connectAhead('once');
    waits('asking-printer');
    const asked = addressFor(seen);
    const printerProblem = await askPrinter(context, seen, printerMoved);
    const overAfterPrinter = over();
    if (overAfterPrinter !== undefined) return overAfterPrinter;
    if (printerProblem) return notBought(printerProblem);
    for (let tries = 1; ; tries += 1) {
      // Nothing is awaited between the last of these checks and the turn.
      for (let first = before(); first; first = before()) {
        waits('behind-another');
        context.courier.connectAhead('price');
        await first;
        if (!buyer.wants()) return false;
      }
      const bought = await buyInTurn();
      if (bought === 'gave-way') tries -= 1;
      else if (bought !== 'outdated') return bought;
      else if (tries === mostTurns) return notBought(context.fail('not-now').failure);
    }

    function before(): Promise<unknown> | undefined {
      return quotes.mustWait() ? quotes.shipped(buyer.until?.()) : buyer.goesBehind?.();
    }

    async function buyInTurn(): Promise<boolean | 'outdated' | 'gave-way'> {
      const endTurn = quotes.takeTurn();
      try {
        const bought = await quotes.inTurn(
          async (turn) => {
            // The key lease of the site may have come late.
            if (turn && buyer.goesBehind?.()) return 'gave-way';
            const fresh = await freshOffer(context, quotes, seen, { turn, ...buyer, quoting: () => waits('quoting-again') });
            const overAfterQuote = over();
            if (overAfterQuote !== undefined) return overAfterQuote;
            if (fresh === 'outdated') return fresh;
            if (!fresh.ok) return notBought(fresh.failure, fresh);
            const { offer } = fresh;
            // The price request may have taken a moment, in which Setup named another printer that has not been asked.
            const otherProblem = addressFor(offer) === asked ? undefined : await askPrinter(context, offer, printerMoved);
            if (!buyer.wants()) return false;
            if (otherProblem) return notBought(otherProblem, offer);
            const end = (): void => {
              turn?.end();
              endTurn();
            };
            return await send(offer, turn, buyer, end);
          },
          undefined,
          buyer.until?.(),
        );
        return bought.ok ? bought.value : buyer.wants() && notBought(bought.failure);
      } finally {
        endTurn();
      }
    }
  }

  /** False if it was no longer wanted before it was sent; `outdated` if other prices were requested while it waited to be sent. */
  async function send(offer: Offer, turn: Turn | undefined, buyer: Buyer, endTurns: () => void): Promise<boolean | 'outdated'> {
    const { bookingId, order, from, quote, service, extras } = offer;
    const notBought = (failure: Failure): true => {
      buyer.ended({ is: 'not-bought', failure, quote, service });
      return true;
    };
    const { address: sender, account } = from;
    const printer = printerToBe(context, offer);
    if (!printer.ok) return notBought(printer.failure);
    const request = context.courier.shipRequest(service, extras, context.printers.takes(printer.value, 'label'), account);
    let taken = reread(context, bookingId);
    let settled: Settled | undefined;
    let isOutdated = false;
    const exchanged = await exchangeOnce(context, {
      kind: context.kinds.shipments,
      id: bookingId,
      request,
      claimed: {
        what: { is: 'ship', orderKey: order.key, source: '', shipmentNo: taken.shipmentNo },
        digest: digestOf(offer.asWritten, request.body),
        account,
      },
      ...(turn && { until: turn.until }),
      refusal() {
        if (!buyer.wants()) return context.fail('wait-stopped').failure;
        if (writtenNow(order, offer.rules) !== offer.asWritten) return context.fail('order-changed').failure;
        const may = mayBook(order);
        if (!may.ok) return may.failure;
        isOutdated = !quotes.isFresh(quote, turn);
        return isOutdated ? context.fail('quote-outdated').failure : undefined;
      },
      writeIntent(attempt) {
        if (reread(context, bookingId).state !== 'quoted') return false;
        const chosen = chosenIn({ ...offer, ...sentAsShown(context, from) }, service);
        const labelPrinter = offer.printsAt?.name;
        context.journal.writeIntent(bookingId, {
          order,
          sender,
          account,
          service,
          extras,
          request: request.body,
          chosen,
          attempt,
          labelPrinter,
        });
        return true;
      },
      taken() {
        // Committed with the answer: a booking without one is for a person, put aside or not.
        if (buyer.keepsLabel) context.journal.soon(() => context.journal.park(bookingId, true));
        taken = reread(context, bookingId);
      },
      async around(sendIt) {
        buyer.waits(taken, 'sending', taken.changedAt);
        underWay.add(bookingId);
        try {
          return await sendIt();
        } finally {
          endTurns();
          // No packer waits for this label, and a waiting purchase requests a price first: until then the service would be idle.
          if (buyer.keepsLabel && !quotes.isKept()) await turnOfLoop();
        }
      },
      async written(sent) {
        if (sent.is !== 'not-sent') settled = await settleSent(context, bookingId);
      },
      ended(sent) {
        if (sent.is === 'not-sent') notBought(sent.failure);
        else if (settled) buyer.ended({ is: 'settled', settled });
      },
      broke: (failure) => buyer.ended({ is: 'broken', booking: reread(context, bookingId), failure }),
    });
    if (exchanged.is === 'refused' && isOutdated && buyer.wants()) return 'outdated';
    if (exchanged.is === 'refused') return buyer.wants() && notBought(exchanged.failure);
    if (exchanged.is === 'taken-already') {
      buyer.ended({ is: 'taken', booking: reread(context, bookingId) });
      return true;
    }
    underWay.delete(bookingId);
    context.changed();
    if (!exchanged.isWritten) buyer.ended({ is: 'not-written' });
    return true;
  }

  return { buy, writtenNow, underWay: () => underWay };
}
