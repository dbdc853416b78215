import type { QuoteCode } from '../../../shared/call-codes.ts';
import type { Order } from '../../../shared/order.ts';
import { type Quote, quoteLifetimeMs } from '../../../shared/quote.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';

export interface Quotes {
  ask(order: Order): Promise<Result<Quote, QuoteCode | 'no-sender'>>;
  /**
   * Runs something that asks for quotes on this key for no parcel in hand: a quote asked before or meanwhile is not surely the last
   * any more.
   */
  beside<T>(others: Promise<T>): Promise<T>;
  /** The one `ship` in flight on this key. */
  shipping<T>(sending: Promise<T>): Promise<T>;
  isShipping(): boolean;
  /** Whether a question now may spoil the `ship` in flight: where the service may follow the last quote, none leaves meanwhile. */
  mustWait(): boolean;
  /** Resolves when no `ship` is in flight, or when a person stops waiting for that. */
  shipped(): Promise<unknown>;
  /** Resolves when no question is open, for then the next one is surely the last; or when a person stops waiting for that. */
  allAnswered(): Promise<unknown>;
  /**
   * Whether `ship` may go on this quote: surely the last one the service was asked on this key, from this run,
   * for this sender, and young enough.
   */
  isFresh(quote: Quote): boolean;
}

/** The quotes asked on one key in one run. The service's document does not say how `ship` finds its shipment, so only the last counts. */
export function createQuotes(context: BenchContext): Quotes {
  let sent = 0;
  /** Sent and not answered yet. Where two of them were, nobody knows which one the service got last. */
  const open = new Set<Promise<unknown>>();
  let inFlight: Promise<unknown> | undefined;
  let newest: { readonly quoteId: string; readonly number: number; readonly sender: string } | undefined;

  return {
    async ask(order) {
      const { sender } = context.settings();
      if (!sender) return context.fail('no-sender');
      sent += 1;
      const number = sent;
      const askedAt = context.now().toISOString();
      const isAlone = open.size === 0;
      const asking = context.courier.quote({ sender, order }, context.waits.until());
      open.add(asking);
      const answer = context.breaker.observe(await asking.finally(() => open.delete(asking)));
      if (!answer.ok) return answer;
      const quote: Quote = { id: context.id(), askedAt, ...answer.value };
      newest = isAlone && open.size === 0 ? { quoteId: quote.id, number, sender: JSON.stringify(sender) } : undefined;
      return ok(quote);
    },

    beside(others) {
      sent += 1;
      newest = undefined;
      open.add(others);
      return others.finally(() => open.delete(others));
    },

    shipping(sending) {
      const ended = sending.finally(() => {
        inFlight = undefined;
      });
      inFlight = Promise.allSettled([ended]);
      return ended;
    },

    isShipping: () => inFlight !== undefined,
    mustWait: () => inFlight !== undefined && !context.courier.isQuoteKept(),
    shipped: () => untilStopped(context, inFlight),

    allAnswered: () => untilStopped(context, Promise.allSettled(open)),

    isFresh: (quote) =>
      newest?.quoteId === quote.id &&
      newest.number === sent &&
      newest.sender === JSON.stringify(context.settings().sender) &&
      // A clock that was set back makes no quote young again.
      Math.abs(context.now().getTime() - Date.parse(quote.askedAt)) < quoteLifetimeMs,
  };
}

function untilStopped(context: BenchContext, ended: Promise<unknown> | undefined): Promise<unknown> {
  const until = context.waits.until();
  const stopped = new Promise<void>((resolve) => {
    until.addEventListener('abort', () => resolve(), { once: true });
  });
  return Promise.race([ended, stopped]);
}
