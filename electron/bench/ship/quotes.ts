import type { LedgerCode, QuoteCode } from '../../../shared/call-codes.ts';
import type { Order } from '../../../shared/order.ts';
import { type Quote, quoteLifetimeMs } from '../../../shared/quote.ts';
import type { SentAs } from '../../../shared/readiness.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import type { InTurn } from '../ports/contract.ts';
import { isLastOfKey } from './turn-rules.ts';
import { createTurns, type Turn, type Turns } from './turns.ts';

/** Whose price is asked, and who sends it. */
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
  /** In this turn, or in one of its own. `until` here and below: whoever waits for it; the person with the parcel in hand, unless told. */
  ask(what: Asked, turn?: Turn, until?: AbortSignal): Promise<Result<Quote, QuoteCode | LedgerCode>>;
  /** What asks and buys in one turn. */
  readonly inTurn: Turns['within'];
  /**
   * Runs something that asks for quotes on this key for no parcel in hand, each in a turn: a quote asked before or meanwhile is not surely
   * the last any more.
   */
  beside<T>(others: (inTurn: InTurn) => Promise<T>): Promise<T>;
  /**
   * The turn of one parcel, from the quote it is shipped on until its `ship` is answered: taken in the tick in which `mustWait` said no.
   * Answers how to end it; safe to call twice.
   */
  takeTurn(): () => void;
  /** Whether it is some parcel's turn. */
  isShipping(): boolean;
  /** Whether the service surely keeps every offer, so that `ship` names its own quote whichever was asked last. */
  isKept(): boolean;
  /** Whether a question now may spoil another parcel's turn: where the service may follow the last quote, none leaves meanwhile. */
  mustWait(): boolean;
  /** Whether turns that began side by side, while every offer was kept, may spoil each other now that none is: this one ends and comes again. */
  isCrowded(): boolean;
  /** Resolves when the turns under way have ended, or when a person stops waiting for that. */
  shipped(until?: AbortSignal): Promise<unknown>;
  /** Resolves when no question is open, for then the next one is surely the last; or when a person stops waiting for that. */
  allAnswered(until?: AbortSignal): Promise<unknown>;
  /**
   * Whether `ship` may go on this quote: from this run, young enough, and surely the last one the service was asked on this
   * key, unless `isKept`: where benches take turns, from this one or the one before it.
   */
  isFresh(quote: Quote, turn: Turn | undefined): boolean;
}

/** The quotes asked on one key in one run. The service's document does not say how `ship` finds its shipment, so only the last counts. */
export function createQuotes(context: BenchContext): Quotes {
  let sent = 0;
  /** Sent and not answered yet. Where two of them were, nobody knows which one the service got last. */
  const open = new Set<Promise<unknown>>();
  const turns = new Set<Promise<void>>();
  let newest: { readonly quoteId: string; readonly number: number; readonly turnId: string | undefined } | undefined;
  /** By its id what each quote of this run was asked for, the oldest first; those that are too old are forgotten. */
  const known = new Map<string, KnownQuote>();
  const offered = new Set<string>();
  /** Ids came again in another quote: then none says which quote is meant, whatever was learned. */
  let isRepeating = false;
  const isKept = (): boolean => context.courier.isQuoteKept() && !isRepeating;
  // By the clock on the wall too: the other one stands still while the computer sleeps.
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

  const ofSite = createTurns(context, isKept);

  async function askIn(turn: Turn | undefined, { order, from }: Asked, until: AbortSignal): Promise<Result<Quote, QuoteCode>> {
    sent += 1;
    const number = sent;
    const askedAt = context.now();
    const elapsedMs = context.elapsed();
    const isAlone = open.size === 0;
    const asking = context.courier.quote({ sender: from.address, order, account: from.account }, until, turn?.until);
    open.add(asking);
    const answer = context.breaker.observe(await asking.finally(() => open.delete(asking)));
    if (!answer.ok) return answer;
    const quote: Quote = { id: context.id(), askedAt: askedAt.toISOString(), ...answer.value };
    newest = isAlone && open.size === 0 ? { quoteId: quote.id, number, turnId: turn?.id } : undefined;
    remember(quote, { wallMs: askedAt.getTime(), elapsedMs });
    return ok(quote);
  }

  return {
    inTurn: ofSite.within,

    async ask(what, given, until = context.waits.until()) {
      if (given) return await askIn(given, what, until);
      // A price alone buys nothing: it waits for no ledger, unless it is known to spoil what another bench buys.
      const how = context.courier.isLastQuoteBought() ? undefined : 'also-without';
      const answered = await ofSite.within(async (turn) => await askIn(turn, what, until), how, until);
      return answered.ok ? answered.value : answered;
    },

    beside(others) {
      sent += 1;
      newest = undefined;
      known.clear();
      // Nobody waits for it at the screen, and no turn of another bench lasts for ever.
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

    takeTurn() {
      const { promise, resolve } = Promise.withResolvers<void>();
      turns.add(promise);
      return () => {
        turns.delete(promise);
        resolve();
      };
    },

    isShipping: () => turns.size > 0,
    mustWait: () => turns.size > 0 && !isKept(),
    isCrowded: () => turns.size > 1 && !isKept(),
    isKept,
    shipped: (until = context.waits.until()) => untilStopped(until, Promise.all(turns)),

    allAnswered: (until = context.waits.until()) => untilStopped(until, Promise.allSettled(open)),

    isFresh: (quote, turn) =>
      (isKept() || (newest?.quoteId === quote.id && newest.number === sent && isLastOfKey(newest.turnId, turn))) &&
      isKnownAndYoung(quote.id),
  };
}

function untilStopped(until: AbortSignal, ended: Promise<unknown>): Promise<unknown> {
  const stopped = new Promise<void>((resolve) => {
    until.addEventListener('abort', () => resolve(), { once: true });
  });
  return Promise.race([ended, stopped]);
}
