import { type ReactNode, useState } from 'react';
import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from 'react-aria-components';
import type { Extras } from '../../shared/booking.ts';
import type { ExtraOffer, Service } from '../../shared/quote.ts';
import { moneyText } from '../../shared/units.ts';
import { text } from '../text/text.ts';
import { Card, Facts } from '../ui/card.tsx';
import { Icon } from '../ui/icon.tsx';
import { offerText } from './offer-text.ts';

interface PriceCardProps {
  readonly service: Service;
  readonly extras: Extras;
  /** False if extras that are not taken are left out. */
  readonly isWhole: boolean;
}

/** Price, CO₂ and insurance are separate lines; a sum of them is never shown. VAT has a fold of its own. */
export function PriceCard({ service, extras, isWhole }: PriceCardProps) {
  const extra = (isTaken: boolean, price: ExtraOffer): ReactNode =>
    isTaken && price ? <span className="sum">{offerText(price)}</span> : <span className="muted">{text.ship.notTaken}</span>;
  return (
    <Card className="card-price">
      <Facts
        className="facts-money"
        facts={[
          [text.ship.shipping, extra(true, service.total)],
          service.co2 && (isWhole || extras.co2) ? [text.ship.co2, extra(extras.co2, service.co2)] : undefined,
          service.insurance && (isWhole || extras.insurance)
            ? [text.ship.insurance, extra(extras.insurance, service.insurance)]
            : undefined,
        ]}
      />
      <Vat service={service} />
    </Card>
  );
}

/** Stays open while another service is looked at. */
function Vat({ service: { subTotal, vat } }: { service: Service }) {
  const [isOpen, setOpen] = useState(false);
  if (!subTotal && !vat) return null;
  return (
    <Disclosure className="vat" isExpanded={isOpen} onExpandedChange={setOpen}>
      <Heading level={3} className="folding-head">
        <AriaButton slot="trigger" className="folding-trigger">
          <Icon name="down" />
          {text.ship.vat}
        </AriaButton>
      </Heading>
      <DisclosurePanel>
        <Facts
          className="facts-money"
          facts={[subTotal ? [text.ship.withoutVat, moneyText(subTotal)] : undefined, vat ? [text.ship.vat, moneyText(vat)] : undefined]}
        />
      </DisclosurePanel>
    </Disclosure>
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
