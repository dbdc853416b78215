import type { LedgerCode, QuoteCode } from '../../../shared/call-codes.ts';
import type { Order } from '../../../shared/order.ts';
import { type Quote, quoteLifetimeMs } from '../../../shared/quote.ts';
import type { SentAs } from '../../../shared/readiness.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import type { InTurn } from '../ports/contract.ts';
import { isLastOfKey } from './key-lease-rules.ts';
import { createKeyLeases, type KeyLease, type KeyLeaseContext, type KeyLeases } from './key-leases.ts';

type QuotesContext = KeyLeaseContext & Pick<BenchContext, 'courier' | 'elapsed' | 'now'>;

/** Order to price, and its sender. */
interface Asked {
  readonly order: Order;
  readonly from: SentAs;
}

/** A quote of this run. */
interface KnownQuote {
  readonly asked: { readonly wallMs: number; readonly elapsedMs: number };
  readonly serviceIds: readonly string[];
}

export interface Quotes {
  /**
   * Asks within this key lease, or within a new one. `until` here and below: signal of the waiting caller; by default that of the packer
   * with the parcel in hand.
   */
  ask(what: Asked, lease?: KeyLease, until?: AbortSignal): Promise<Result<Quote, QuoteCode | LedgerCode>>;
  /** Runs something that asks and buys within one key lease. */
  readonly withLease: KeyLeases['within'];
  /**
   * Runs something that requests quotes on this key for no parcel in hand, each within a key lease. A quote from before or meanwhile is
   * then no longer surely the last.
   */
  beside<T>(others: (inTurn: InTurn) => Promise<T>): Promise<T>;
  /**
   * Begins the turn of one parcel, which lasts from its quote until its `ship` is answered. Call it in the tick in which `mustWait`
   * returned false. Returns a function that ends the turn; safe to call twice.
   */
  beginShipping(): () => void;
  /** True during the turn of any parcel. */
  isShipping(): boolean;
  /** True if the service surely keeps every offer, so that `ship` names its own quote, whichever was requested last. */
  isKept(): boolean;
  /** True if a request now may spoil another parcel's turn: if the service may book the last quote, no request is sent meanwhile. */
  mustWait(): boolean;
  /**
   * True if turns that began side by side, while every offer was kept, may spoil each other now that none is: this turn ends and begins
   * again.
   */
  isCrowded(): boolean;
  /** Resolves when the current turns have ended, or when the waiting person stops. */
  shipped(until?: AbortSignal): Promise<unknown>;
  /** Resolves when no request is open, because then the next one is surely the last; or when the waiting person stops. */
  allAnswered(until?: AbortSignal): Promise<unknown>;
  /**
   * True if `ship` may use this quote: it is from this run, young enough, and surely the last one requested on this key, unless `isKept`.
   * If benches share the key, it must be from this key lease, or from the previous one.
   */
  isFresh(quote: Quote, lease: KeyLease | undefined): boolean;
}

/** Quotes requested on one key in one run. The API document does not state how `ship` finds its shipment, so only the last quote counts. */
export function createQuotes(context: QuotesContext): Quotes {
  let sent = 0;
  /** Requests sent and not answered yet. If two were open, it is unknown which one the service received last. */
  const open = new Set<Promise<unknown>>();
  const shipping = new Set<Promise<void>>();
  let newest: { readonly quoteId: string; readonly number: number; readonly leaseId: string | undefined } | undefined;
  /** Quotes of this run by id, oldest first; those that are too old are removed. */
  const known = new Map<string, KnownQuote>();
  const offered = new Set<string>();
  /** True once ids came again in another quote: then an id no longer identifies a quote, whatever the contract check found. */
  let isRepeating = false;
  const isKept = (): boolean => context.courier.isQuoteKept() && !isRepeating;
  // Also by wall clock: the monotonic clock stands still while the computer sleeps.
  const isYoung = ({ asked: { wallMs, elapsedMs } }: KnownQuote): boolean =>
    Math.max(Math.abs(context.now().getTime() - wallMs), context.elapsed() - elapsedMs) < quoteLifetimeMs;
  const isKnownAndYoung = (id: string): boolean => {
    const quote = known.get(id);
    return quote !== undefined && isYoung(quote);
  };
  const forgetOld = (): void => {
    for (const [id, quote] of known) {
      if (isYoung(quote)) return;
      known.delete(id);
      for (const serviceId of quote.serviceIds) offered.delete(serviceId);
    }
  };
  const remember = ({ id, services }: Quote, asked: KnownQuote['asked']): void => {
    forgetOld();
    const serviceIds = [...new Set(services.map(({ serviceId }) => serviceId))];
    isRepeating ||= serviceIds.some((serviceId) => offered.has(serviceId));
    for (const serviceId of serviceIds) offered.add(serviceId);
    known.set(id, { asked, serviceIds });
  };

  const ofSite = createKeyLeases(context, isKept);

  async function askIn(lease: KeyLease | undefined, { order, from }: Asked, until: AbortSignal): Promise<Result<Quote, QuoteCode>> {
    sent += 1;
    const number = sent;
    const askedAt = context.now();
    const elapsedMs = context.elapsed();
    const isAlone = open.size === 0;
    const asking = context.courier.quote({ sender: from.address, order, account: from.account }, until, lease?.until);
    open.add(asking);
    const answer = await asking.finally(() => open.delete(asking));
    if (!answer.ok) return answer;
    const quote: Quote = { id: context.id(), askedAt: askedAt.toISOString(), ...answer.value };
    newest = isAlone && open.size === 0 ? { quoteId: quote.id, number, leaseId: lease?.id } : undefined;
    remember(quote, { wallMs: askedAt.getTime(), elapsedMs });
    return ok(quote);
  }

  return {
    withLease: ofSite.within,

    async ask(what, given, until = context.waits.until()) {
      if (given) return await askIn(given, what, until);
      // A price alone buys nothing: it does not wait for the ledger, unless it is known to spoil the purchase of another bench.
      const how = context.courier.isLastQuoteBought() ? undefined : 'also-without';
      const answered = await ofSite.within(async (lease) => await askIn(lease, what, until), how, until);
      return answered.ok ? answered.value : answered;
    },

    beside(others) {
      sent += 1;
      newest = undefined;
      known.clear();
      // No packer waits for it, and no key lease of another bench lasts for ever.
      const { signal } = new AbortController();
      const asking = others(async (ask) => {
        const taken = await ofSite.within(ask, 'also-without', signal);
        return taken.ok ? taken.value : await ask();
      });
      open.add(asking);
      return asking.finally(() => {
        open.delete(asking);
        known.clear();
      });
    },

    beginShipping() {
      const { promise, resolve } = Promise.withResolvers<void>();
      shipping.add(promise);
      return () => {
        shipping.delete(promise);
        resolve();
      };
    },

    isShipping: () => shipping.size > 0,
    mustWait: () => shipping.size > 0 && !isKept(),
    isCrowded: () => shipping.size > 1 && !isKept(),
    isKept,
    shipped: (until = context.waits.until()) => untilStopped(until, Promise.all(shipping)),

    allAnswered: (until = context.waits.until()) => untilStopped(until, Promise.allSettled(open)),

    isFresh: (quote, lease) =>
      (isKept() || (newest?.quoteId === quote.id && newest.number === sent && isLastOfKey(newest.leaseId, lease))) &&
      isKnownAndYoung(quote.id),
  };
}

function untilStopped(until: AbortSignal, ended: Promise<unknown>): Promise<unknown> {
  const stopped = new Promise<void>((resolve) => {
    until.addEventListener('abort', () => resolve(), { once: true });
  });
  return Promise.race([ended, stopped]);
}
