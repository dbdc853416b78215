import type { ExtraOffer } from '../../shared/quote.ts';
import { moneyText } from '../../shared/units.ts';
import { text } from '../text/text.ts';

/** The price of an extra that is offered. */
export const offerText = (offer: NonNullable<ExtraOffer>): string =>
  offer === 'price-unknown' ? text.ship.priceNotKnown : moneyText(offer);
