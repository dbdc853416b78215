import { useEffect, useRef } from 'react';
import { RadioGroup } from 'react-aria-components';
import type { WorkflowAt } from '../../shared/bench.ts';
import { type Digit, digitOf } from '../../shared/key-meanings.ts';
import type { Service } from '../../shared/quote.ts';
import type { Advised } from '../../shared/shipping-rule.ts';
import type { ShownService, WhyShown } from '../../shared/shown-services.ts';
import { moneyDigits } from '../../shared/units.ts';
import { whenText } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Key } from '../ui/button.tsx';
import { RadioTile } from '../ui/tile.tsx';

/** Two rows of large tiles are visible at once. More services have lower tiles, and the band shows their number. */
export const tilesInSight = 6;

interface ServiceTilesProps {
  readonly workflow: WorkflowAt<'choosing'>;
  /** True beside the items of an order: fewer services have low tiles too. */
  readonly isLow: boolean;
  readonly shown: readonly ShownService[];
  readonly onSelect: (serviceId: string) => void;
}

/** One tile for each shown service, on its own digit. The selection moves; nothing is bought here. */
export function ServiceTiles({ workflow, isLow, shown, onSelect }: ServiceTilesProps) {
  const { nevers, serviceId } = workflow.advised;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Scrolling returns a promise in newer Chromium, which React would take for a clean-up.
    list.current?.querySelector('[data-selected]')?.scrollIntoView({ block: 'nearest' });
  }, [workflow.serviceId]);
  return (
    <RadioGroup
      ref={list}
      className={`tiles grow ${isLow || shown.length > tilesInSight ? 'tiles-many' : ''}`}
      aria-label={text.ship.services}
      value={workflow.serviceId}
      onChange={onSelect}
    >
      {shown.map(({ service, why }, index) => {
        const digit = digitOf(index);
        const never = nevers.find(({ serviceId }) => serviceId === service.serviceId);
        return (
          <RadioTile
            key={service.serviceId}
            value={service.serviceId}
            digit={digit}
            isDisabled={never !== undefined}
            onChoose={digit && !never && workflow.points === null ? () => onSelect(service.serviceId) : undefined}
          >
            <ServiceFacts
              service={service}
              digit={digit}
              why={never ? text.rules.never(never.by.no) : whyText(service.serviceId === serviceId ? workflow.advised : undefined, why)}
            />
          </RadioTile>
        );
      })}
    </RadioGroup>
  );
}

const byPrice: readonly WhyShown[] = ['second-in-price', 'third-in-price'];

/** The reason of the rules, and the others that are not the same. */
function whyText(advised: Advised | undefined, shown: readonly WhyShown[]): string {
  const others = shown
    .filter((why) => why !== advised?.why && !(advised && byPrice.includes(why)))
    .map((why) => text.ship.shownBecause[why]);
  return [advised ? adviceText(advised) : '', ...others].filter(Boolean).join(', ');
}

const adviceText = ({ why, by, doubt }: Advised): string => (by && !doubt ? text.rules.byRule(why, by.no) : text.rules.because[why]);

function ServiceFacts({ service, digit, why }: { service: Service; digit: Digit | undefined; why: string }) {
  return (
    <>
      <span className="courier">
        <Key of={digit} />
        {service.courierName}
      </span>
      <span className="service">{service.serviceName}</span>
      {why && <span className="why">{why}</span>}
      <span className="when">
        <When name={text.ship.collection} when={service.collection} />
        <When name={text.ship.arrival} when={service.arrival} className="arrives" />
      </span>
      <span className="price">
        {moneyDigits(service.total)} <small>{service.total.currency}</small>
      </span>
    </>
  );
}

function When({ name, when, className = '' }: { name: string; when: string; className?: string }) {
  const { day, time } = whenText(when);
  return (
    <span>
      <span className="name">{name}</span>
      <span className={`day ${className}`}>{day || text.ship.notStated}</span>
      <span className={`time ${className}`}>{time}</span>
    </span>
  );
}
