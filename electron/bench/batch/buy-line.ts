import { type BatchLine, pausesBatch } from '../../../shared/batch.ts';
import { isSettledOrOpen, noExtras, pricedExtras } from '../../../shared/booking.ts';
import type { Failure } from '../../../shared/failure.ts';
import { asWritten as wordsOf } from '../../../shared/message.ts';
import { rulesInForce } from '../../../shared/shipping-rule.ts';
import { digestOf } from '../exchange/digest.ts';
import { refused } from '../exchange/refusal.ts';
import { choiceIn } from '../ship/choice-in.ts';
import type { Offer } from '../ship/fresh-offer.ts';
import { joinedInWords } from '../ship/joining.ts';
import type { Offers } from '../ship/offers.ts';
import type { PurchaseEnd } from '../ship/purchase.ts';
import type { Settled } from '../ship/settle.ts';
import { joinedOrderGone } from './line-shipment.ts';
import { isForBatch, type Priced, type QuoteLineContext, readyLine } from './quote-line.ts';

/** The offer to buy for a line, or the change to make instead. */
export type ToBuy = { readonly is: 'offer'; readonly offer: Offer } | { readonly is: 'instead'; readonly change: Partial<BatchLine> };

/**
 * The offer of a line at the price that the user saw. An offer from an earlier run is requested again before the purchase, and bought only
 * if nothing got worse.
 */
export function offerOf(
  context: QuoteLineContext,
  line: BatchLine,
  known: Priced | undefined,
  { offers, ...doings }: { readonly offers: Offers } & Parameters<typeof readyLine>[2],
): ToBuy {
  const instead = (change: Partial<BatchLine>): ToBuy => ({ is: 'instead', change });
  const stopped = (failure: Failure): ToBuy => instead({ state: 'stopped', failure });
  const ready = readyLine(context, line, doings);
  if (ready.is === 'left') return instead({ state: 'left' });
  if (ready.is === 'stopped') return stopped(ready.failure);
  const { service, joined } = line;
  if (ready.is === 'asked' || !service || digestOf(ready.asWritten) !== line.digest)
    return stopped(joined ? joinedOrderGone(context, line) : context.fail('order-changed').failure);
  const { serviceId } = service;
  const { order, from, asWritten } = known ?? ready;
  const quote = known?.quote ?? { id: '', askedAt: context.now().toISOString(), services: [service], messages: [] };
  const rules = rulesInForce(context.settings());
  // Rules may have been saved since the quote.
  const choice = choiceIn(context, { order, from }, quote, rules);
  if (!choice?.fitting.includes(serviceId) || !isForBatch(choice)) return stopped(context.fail('rule-asks').failure);
  if (pricedExtras.some((extra) => choice.extras[extra] !== line.extras[extra])) return stopped(context.fail('price-changed').failure);
  // The user agreed: reaches the disk before anything is sent, and no earlier.
  const kept = offers.keep(order, { quote, choice: { ...choice, decidesAlone: true } }, joined ? [joinedInWords(joined)] : [], 'in-batch');
  if (!kept.ok) return stopped(kept.failure);
  if (isSettledOrOpen(kept.value)) return instead({ state: 'left' });
  const bookingId = kept.value.id;
  return {
    is: 'offer',
    offer: {
      bookingId,
      order,
      from,
      asWritten,
      quote,
      service,
      serviceId,
      extras: { ...noExtras, ...line.extras },
      advised: choice,
      printsAt: ready.printsAt ?? undefined,
      rules,
      by: 'rule',
    },
  };
}

/** Effect of the end of a purchase on its line; `pause`: and on all others. */
export interface LineEnd {
  readonly change: Partial<BatchLine>;
  readonly pause?: Failure;
  /** True if it may be retried automatically. */
  readonly isUnsent?: boolean;
}

export function lineEnd(context: QuoteLineContext, end: PurchaseEnd): LineEnd {
  const stop = (failure: Failure): LineEnd => ({
    change: { state: 'stopped', failure },
    ...(pausesBatch(failure.code) && { pause: failure }),
  });
  switch (end.is) {
    case 'not-bought':
      if (!pausesBatch(end.failure.code)) return stop(end.failure);
      return { change: { state: 'agreed' }, pause: end.failure, isUnsent: true };
    case 'taken':
      return { change: { state: 'left' } };
    case 'broken':
      return stop(end.booking.state === 'unknown' ? context.fail('booking-unknown', end.booking.orderKey).failure : end.failure);
    case 'not-written':
      return { change: {}, pause: context.fail('answer-not-written').failure };
    case 'settled':
      return settledEnd(context, end.settled, stop);
  }
}

function settledEnd(context: QuoteLineContext, settled: Settled, stop: (failure: Failure) => LineEnd): LineEnd {
  const { booking } = settled;
  switch (settled.is) {
    case 'label-kept':
      return { change: { state: 'bought' } };
    case 'printing':
      return { change: { state: 'queued' } };
    case 'not-printed':
      return stop(settled.failure);
    case 'label-doubtful':
      return stop(context.fail('label-held-back', booking.orderKey).failure);
    case 'label-of-another':
      return stop(context.fail('label-of-another-order', booking.orderKey).failure);
    case 'unknown':
      return stop(context.fail('booking-unknown', booking.orderKey).failure);
    case 'rejected':
      return stop(refused(context, 'booking-rejected', wordsOf(booking.messages)).failure);
  }
}
