import { type Envelope, refused } from '../envelope.ts';
import { type Fields, textOf } from '../fields.ts';
import type { OfferedService } from '../shipment.ts';
import type { Quote } from '../store.ts';
import type { OperationContext } from './operation.ts';

/** Validity of a quote. */
const quoteLifeMs = 30 * 60_000;

/** Returns the service that a `service_id` refers to, from the last quote that offered it. */
export function quotedService(request: Fields, context: OperationContext): { quote: Quote; service: OfferedService } | Envelope {
  const text = textOf(request, 'service_id');
  if (text === '') return refused('service_id is mandatory');
  for (const quote of context.store.memory.quotes.toReversed()) {
    if (quote.environment !== context.environment) continue;
    const service = quote.services.find((offer) => String(offer.serviceId) === text);
    if (!service) continue;
    if (context.now.getTime() - Date.parse(quote.at) > quoteLifeMs) return refused(`service_id ${text} has expired, request a new quote`);
    return { quote, service };
  }
  return refused(`service_id ${text} is unknown, request a new quote`);
}
