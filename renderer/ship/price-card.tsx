import type { ReactNode } from 'react';
import type { Extras } from '../../shared/booking.ts';
import type { ExtraOffer, Service } from '../../shared/quote.ts';
import { moneyText } from '../../shared/units.ts';
import { text } from '../text/text.ts';
import { Card, Facts } from '../ui/card.tsx';
import { offerText } from './offer-text.ts';

interface PriceCardProps {
  readonly service: Service;
  readonly extras: Extras;
  /** False if VAT and extras that are not taken stay folded. */
  readonly isWhole: boolean;
}

/** Price, CO₂ and insurance are separate lines; a sum of them is never shown. */
export function PriceCard({ service, extras, isWhole }: PriceCardProps) {
  const extra = (isTaken: boolean, price: ExtraOffer): ReactNode =>
    isTaken && price ? <span className="sum">{offerText(price)}</span> : <span className="muted">{text.ship.notTaken}</span>;
  return (
    <Card className="grow card-price">
      <Facts
        className="facts-money"
        facts={[
          isWhole && service.subTotal ? [text.ship.withoutVat, moneyText(service.subTotal)] : undefined,
          isWhole && service.vat ? [text.ship.vat, moneyText(service.vat)] : undefined,
          [text.ship.shipping, extra(true, service.total)],
          service.co2 && (isWhole || extras.co2) ? [text.ship.co2, extra(extras.co2, service.co2)] : undefined,
          service.insurance && (isWhole || extras.insurance)
            ? [text.ship.insurance, extra(extras.insurance, service.insurance)]
            : undefined,
        ]}
      />
    </Card>
  );
}

/** The cost on the buy button: `8.45 EUR and CO₂ 0.28 EUR` */
export function pricesOf(service: Service, extras: Extras): string {
  return [
    moneyText(service.total),
    extras.co2 && service.co2 ? text.ship.andCo2(offerText(service.co2)) : '',
    extras.insurance && service.insurance ? text.ship.andInsurance(offerText(service.insurance)) : '',
  ]
    .filter(Boolean)
    .join(text.ship.and);
}
