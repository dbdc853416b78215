import { type Booking, isSettledOrOpen } from '../../../shared/booking.ts';
import type { QuoteCode } from '../../../shared/call-codes.ts';
import type { Order } from '../../../shared/order.ts';
import { isSureToGo, mayGo, type Quote } from '../../../shared/quote.ts';
import { ok, type Result } from '../../../shared/result.ts';
import { type Choice, choose, type Rule } from '../../../shared/rules.ts';
import type { BenchContext } from '../context.ts';
import { writeDown } from '../exchange/write-down.ts';
import type { Quotes } from './quotes.ts';

/** What the service offers for an order, and which of it the rule takes. */
export interface Offered {
  readonly quote: Quote;
  /** It decides alone only where every service offered is sure to take the parcel. */
  readonly choice: Choice;
}

export interface Offers {
  /** Asks the prices of a whole order; what is answered is the last quote of the key. */
  ask(order: Order, rule: Rule): Promise<Result<Offered, QuoteCode | 'no-sender' | 'no-services'>>;
  /**
   * Writes the offer down for the open draft of its order, with what a person said since the scan. Answers the booking as it is where the
   * order is shipped or under way already.
   */
  keep(order: Order, offered: Offered, factsGiven: readonly string[]): Result<Booking, 'journal-unwritable'>;
}

export function createOffers(context: BenchContext, quotes: Quotes): Offers {
  const { journal } = context;
  return {
    async ask(order, rule) {
      const asked = await quotes.ask(order);
      if (!asked.ok) return asked;
      const services = asked.value.services.filter((service) => mayGo(service, order));
      const choice = choose(services, rule);
      if (!choice) return context.fail('no-services');
      const isKnown = services.every((service) => isSureToGo(service, order));
      // The same quote, so that it stays the last one of the key.
      return ok({ quote: { ...asked.value, services }, choice: { ...choice, decidesAlone: choice.decidesAlone && isKnown } });
    },

    keep(order, { quote, choice }, factsGiven) {
      const write = (): Booking => {
        const drafted = journal.soon(() => {
          const draft = journal.draft(order, context.settings().packer);
          if (!isSettledOrOpen(draft)) journal.record(draft.id, 'scanned', factsGiven.join(', '));
          return draft;
        });
        if (!isSettledOrOpen(drafted)) journal.writeQuote(drafted.id, order, quote);
        return drafted;
      };
      // Bought at once, it is on the disk before anything is sent.
      return writeDown(context, choice.decidesAlone ? () => journal.soon(write) : write);
    },
  };
}
