import { type Booking, isSettledOrOpen, type PricedExtras } from '../../../shared/booking.ts';
import type { LedgerCode, QuoteCode } from '../../../shared/call-codes.ts';
import type { Order } from '../../../shared/order.ts';
import type { Quote } from '../../../shared/quote.ts';
import type { SentAs } from '../../../shared/readiness.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { Choice } from '../../../shared/rules.ts';
import type { RulesInForce } from '../../../shared/shipping-rule.ts';
import type { BenchContext } from '../context.ts';
import { writeDown } from '../exchange/write-down.ts';
import { offeredIn } from './choice-in.ts';
import type { Quotes } from './quotes.ts';

/** Services offered for an order, and the choice of the rules. */
export interface Offered {
  readonly quote: Quote;
  readonly from: SentAs;
  /** Decides alone only if every service offered is sure to take the parcel. */
  readonly choice: Choice;
}

export interface Offers {
  /** Requests the prices of a whole order; the answer becomes the last quote of the key. */
  ask(
    what: { readonly order: Order; readonly from: SentAs },
    rules: RulesInForce,
    wished?: PricedExtras,
    until?: AbortSignal,
  ): Promise<Result<Offered, QuoteCode | LedgerCode | 'no-services'>>;
  /**
   * Writes the offer to the open draft of its order, with the facts that a person gave since the scan. Returns the booking unchanged if the
   * order is already shipped or under way.
   */
  keep(
    order: Order,
    offered: Pick<Offered, 'quote' | 'choice'>,
    factsGiven: readonly string[],
    began?: 'scanned' | 'in-batch' | 'return-begun',
  ): Result<Booking, 'journal-unwritable'>;
}

export function createOffers(context: Pick<BenchContext, 'fail' | 'journal' | 'log' | 'now' | 'settings'>, quotes: Quotes): Offers {
  const { journal } = context;
  return {
    async ask({ order, from }, rules, wished, until) {
      const asked = await quotes.ask({ order, from }, undefined, until);
      if (!asked.ok) return asked;
      const offered = offeredIn(context, { order, from }, asked.value, rules, wished);
      return offered ? ok({ from, ...offered }) : context.fail('no-services');
    },

    keep(order, { quote, choice }, factsGiven, began = 'scanned') {
      const write = (): Booking => {
        const drafted = journal.soon(() => {
          const draft = journal.draft(order, context.settings().packer);
          if (!isSettledOrOpen(draft)) journal.record(draft.id, began, factsGiven.join(', '));
          return draft;
        });
        if (!isSettledOrOpen(drafted)) journal.writeQuote(drafted.id, order, quote);
        return drafted;
      };
      // If it is bought at once, a later commit writes it to the disk before anything is sent.
      return writeDown(context, choice.decidesAlone ? () => journal.soon(write) : write);
    },
  };
}
