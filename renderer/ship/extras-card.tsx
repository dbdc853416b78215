import type { ReactNode } from 'react';
import type { WorkflowAt } from '../../shared/bench.ts';
import type { PressMeaning } from '../../shared/key-meanings.ts';
import type { ExtraOffer, Service } from '../../shared/quote.ts';
import { extrasProblems } from '../../shared/shipment-check.ts';
import { isNeverToPoint } from '../../shared/shipping-rule.ts';
import { useKey } from '../key-presses.ts';
import type { Intent } from '../query.ts';
import { reasonText } from '../text/reasons.ts';
import { text } from '../text/text.ts';
import { Button, Key } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { SwitchRow } from '../ui/field.tsx';
import { useWindowState } from '../window-state.ts';
import { offerText } from './offer-text.ts';

interface ExtrasCardProps {
  readonly workflow: WorkflowAt<'choosing'>;
  readonly service: Service;
  readonly intent: Intent;
  readonly workflowNo: number;
  /** False if extras that are neither taken nor wished for share one line. */
  readonly isWhole: boolean;
}

/** Each extra has its own letter key and its own price. */
export function ExtrasCard({ workflow: { order, extras, wish, points, advised }, service, intent, workflowNo, isWhole }: ExtrasCardProps) {
  const { station } = useWindowState();
  const toggle = (extra: 'co2' | 'insurance') => () => void intent.send(station.toggleExtra({ workflowNo, extra }));
  const point = extras.servicePoint;
  const [insuring] = extrasProblems(order, { ...extras, insurance: true });
  // A point is removed in the list, by choosing the home address. The switch and its letter only open and close the list.
  const togglePoint = () =>
    void (points
      ? intent.send(station.chooseServicePoint({ workflowNo, keycode: point?.keycode ?? null }))
      : intent.send(station.listServicePoints({ workflowNo })));
  return (
    <Card title={text.ship.extras} isFlush className="card-extras">
      <ExtraRow
        means="co2"
        name={text.ship.co2}
        shortName={text.ship.shortExtras.co2}
        price={service.co2}
        isOn={extras.co2}
        isOffered={service.co2 !== null}
        isWished={wish.co2}
        isFoldable={!isWhole}
        onToggle={toggle('co2')}
      />
      <ExtraRow
        means="insurance"
        name={text.ship.insurance}
        shortName={text.ship.shortExtras.insurance}
        price={service.insurance}
        isOn={extras.insurance}
        isOffered={service.insurance !== null}
        isWished={wish.insurance}
        isFoldable={!isWhole}
        onToggle={toggle('insurance')}
      >
        {insuring && reasonText(insuring.why)}
      </ExtraRow>
      <ExtraRow
        means="point"
        name={text.ship.servicePoint}
        shortName={text.ship.shortExtras.point}
        isOn={point !== null}
        isOffered={service.destinationServicePoints && !isNeverToPoint(advised)}
        refused={advised.point && isNeverToPoint(advised) ? text.rules.never(advised.point.by.no) : ''}
        isWished={wish.servicePoint !== null && !service.destinationServicePoints}
        isFoldable={!isWhole && advised.point === null}
        onToggle={togglePoint}
      >
        {point ? `${point.name}, ${point.street}` : text.ship.servicePointHint}
      </ExtraRow>
    </Card>
  );
}

interface ExtraRowProps {
  readonly means: PressMeaning;
  readonly name: string;
  /** Beside the others in one line. */
  readonly shortName: string;
  readonly price?: ExtraOffer;
  readonly isOn: boolean;
  readonly isOffered: boolean;
  /** Why a rule refuses it, although the service may offer it. */
  readonly refused?: string;
  /** True if it was wished for, at this service or another. */
  readonly isWished: boolean;
  /** True if it shares one line with others while it is neither taken nor wished for. */
  readonly isFoldable: boolean;
  readonly onToggle: () => void;
  readonly children?: ReactNode;
}

function ExtraRow({ means, name, shortName, price, isOn, isOffered, refused, isWished, isFoldable, onToggle, children }: ExtraRowProps) {
  const isFolded = isFoldable && !isOn && !isWished;
  useKey(means, isOffered && !isFolded ? onToggle : undefined);
  if (isFolded && !isOffered) return null;
  if (isFolded)
    return (
      <Button kind="quiet" isSmall means={means} onPress={onToggle}>
        {shortName}
      </Button>
    );
  return (
    <SwitchRow isOn={isOn} isDisabled={!isOffered} onChange={onToggle}>
      <Key of={means} />
      <span className="what">
        <b>{name}</b>
        {children && isOffered && <span>{children}</span>}
        {isWished && !isOffered && <span className="look-ink">{text.ship.wished}</span>}
      </span>
      <span className="push num">{isOffered ? price && offerText(price) : refused || text.ship.notOffered}</span>
    </SwitchRow>
  );
}
