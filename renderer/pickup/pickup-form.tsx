import { useState } from 'react';
import type { Collects, Pickup, PickupGroup, WaitingShipment } from '../../shared/pickup.ts';
import type { PickupProblem } from '../../shared/pickup-check.ts';
import type { ServicePoint } from '../../shared/service-point.ts';
import { isDay } from '../../shared/shipment-check.ts';
import { useKey } from '../key-presses.ts';
import { dateText, nameAndTown, recipientName } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Key } from '../ui/button.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { Field, SwitchRow } from '../ui/field.tsx';
import { pickupNotesAt } from '../ui/field-problems.ts';
import { FoldingCard } from '../ui/folding-card.tsx';
import { Icon } from '../ui/icon.tsx';

export interface Form {
  readonly date: string;
  readonly readyTime: string;
  readonly closingTime: string;
  readonly instructions: string;
  readonly withLeftOvers: boolean;
  /** Null if a driver comes. */
  readonly point: ServicePoint | null;
  readonly again: string;
}

interface FormProps {
  readonly group: PickupGroup;
  readonly form: Form;
  /** The warehouse's day. */
  readonly today: string;
  readonly problems: readonly PickupProblem[];
  /** Why a reason is required: a driver is or may be ordered already. */
  readonly second: 'ordered' | 'may-be' | null;
  readonly onChange: (change: Partial<Form>) => void;
  readonly onTogglePoints: () => void;
}

/** One sentence with all that is ordered; what can be changed is folded below it. Opens by itself if something is wrong with a field. */
export function PickupForm({ group, form, today, problems, second, onChange, onTogglePoints }: FormProps) {
  const words = text.pickup;
  const [isOpened, setOpened] = useState(false);
  const [isListed, setListed] = useState(false);
  const count = countOf(group, form);
  const stays = countOf(group, { ...form, point: null }) - droppableOf(group, form);
  const when = words.onDay(form.date, today, form.readyTime, form.closingTime);
  useKey('point', droppableOf(group, form) > 0 ? onTogglePoints : undefined);
  return (
    <>
      <Card
        className="col pickup-sentence"
        title={
          form.point ? words.sentenceDropOff(count, group.courierName, form.point.name) : words.sentence(count, group.courierName, when)
        }
      >
        {second && (
          <Field
            label={second === 'may-be' ? words.whyNone : words.why}
            placeholder={second === 'may-be' ? words.whyNoneHint : words.whyHint}
            value={form.again}
            hasFocus
            onChange={(again) => onChange({ again })}
          />
        )}
        <Facts
          facts={[
            form.point || (!group.address && !group.from)
              ? undefined
              : [
                  words.comesTo,
                  <span key="address" className="data">
                    {whereOf(group)}
                  </span>,
                ],
            form.withLeftOvers && group.leftOver > 0
              ? [words.leftOvers, words.leftOversOf(group.leftOver, dateText(group.leftOverSince))]
              : undefined,
            form.point
              ? [
                  words.dropOff,
                  <span key="point" className="data">
                    {form.point.street}
                  </span>,
                ]
              : undefined,
            form.instructions ? [words.instructions, form.instructions] : undefined,
            [words.price, words.noPrice],
          ]}
        />
        {form.point && stays > 0 && <p className="muted">{words.staysForDriver(stays)}</p>}
      </Card>
      <FoldingCard
        className="pickup-parcels"
        title={words.whichParcels(count)}
        hint={words.whichParcelsHint}
        isOpen={isListed}
        onToggle={setListed}
      >
        <Shipments shipments={shipmentsOf(group, form)} />
      </FoldingCard>
      <FoldingCard
        className="pickup-form"
        title={words.details}
        hint={words.detailsHint}
        isOpen={isOpened || problems.length > 0}
        onToggle={setOpened}
      >
        <WhenFields form={form} problems={problems} onChange={onChange} />
        <Field
          label={words.instructions}
          value={form.instructions}
          onChange={(instructions) => onChange({ instructions })}
          {...pickupNotesAt(problems)('instructions')}
        />
        <div>
          {group.leftOver > 0 && (
            <SwitchRow isOn={form.withLeftOvers} onChange={(withLeftOvers) => onChange({ withLeftOvers })}>
              {words.withLeftOvers(group.leftOver, dateText(group.leftOverSince))}
            </SwitchRow>
          )}
          <DropOffRow group={group} form={form} onToggle={onTogglePoints} />
        </div>
        {!second && <p className="muted small pickup-hint">{words.againHint}</p>}
      </FoldingCard>
    </>
  );
}

/** Shipments that the request includes: the number on the label, the recipient and the order of each. */
function Shipments({ shipments }: { shipments: readonly WaitingShipment[] }) {
  const words = text.pickup;
  return (
    <ul className="list list-tight">
      {shipments.map(({ bookingId, orders, to, parcels, isLeftOver, consignmentNo }) => (
        <li key={bookingId}>
          <span className="what grow">
            <b>{orders}</b>
            <span>{words.shipmentOf(nameAndTown(to), parcels, isLeftOver)}</span>
          </span>
          <span className="mono">{consignmentNo}</span>
        </li>
      ))}
    </ul>
  );
}

interface WhenProps {
  readonly form: Pick<Form, 'date' | 'readyTime' | 'closingTime'>;
  readonly problems: readonly PickupProblem[];
  readonly onChange: (change: Partial<Pick<Form, 'date' | 'readyTime' | 'closingTime'>>) => void;
}

/** The day and the hours, each with its problems; above them the problems of the parcels. */
export function WhenFields({ form, problems, onChange }: WhenProps) {
  const words = text.pickup;
  const notesAt = pickupNotesAt(problems);
  const ofParcels = notesAt('orderNos').error;
  return (
    <>
      {ofParcels !== undefined && (
        <p className="field-error">
          <Icon name="look" />
          {ofParcels}
        </p>
      )}
      <Field
        label={words.date}
        value={form.date}
        unit={isDay(form.date) ? dateText(form.date) : ''}
        onChange={(date) => onChange({ date })}
        {...notesAt('date')}
      />
      <div className="pickup-times">
        <Field label={words.ready} value={form.readyTime} onChange={(readyTime) => onChange({ readyTime })} {...notesAt('readyTime')} />
        <Field
          label={words.closing}
          value={form.closingTime}
          onChange={(closingTime) => onChange({ closingTime })}
          {...notesAt('closingTime')}
        />
      </div>
    </>
  );
}

/** Uses the same letter key as on Ship. The switch opens and closes the list; choosing a driver in the list removes the point. */
function DropOffRow({ group, form, onToggle }: { group: PickupGroup; form: Form; onToggle: () => void }) {
  const words = text.pickup;
  const { point } = form;
  const droppable = droppableOf(group, form);
  const isOffered = droppable > 0;
  return (
    <>
      <SwitchRow isOn={point !== null} isDisabled={!isOffered} onChange={onToggle}>
        <Key of="point" />
        <span className="what">
          <b>{words.dropOff}</b>
          {isOffered && <span className={point ? 'data' : ''}>{point ? `${point.name}, ${point.street}` : words.dropOffHint}</span>}
        </span>
        {!isOffered && <span className="push">{words.dropOffNotOffered}</span>}
      </SwitchRow>
    </>
  );
}

const droppableOf = ({ droppable }: PickupGroup, form: Form): number => droppable.today + (form.withLeftOvers ? droppable.leftOver : 0);

/** The sender's name, if there are several, and the address. */
function whereOf({ from, address }: PickupGroup): string {
  if (!address) return from;
  const { street, houseNumber, postalCode, city } = address;
  const lines = [from || recipientName(address), `${street} ${houseNumber}`.trim(), `${postalCode} ${city}`.trim()];
  return lines.filter(Boolean).join(', ');
}

const shipmentsOf = ({ shipments }: PickupGroup, form: Form): readonly WaitingShipment[] =>
  shipments.filter(({ isLeftOver, isDroppable }) => (form.withLeftOvers || !isLeftOver) && (!form.point || isDroppable));

/** Number of included parcels. */
const countOf = (group: PickupGroup, form: Form): number =>
  form.point ? droppableOf(group, form) : group.today + (form.withLeftOvers ? group.leftOver : 0);

/** The services' collection times, if a driver comes. */
export const collectsFor = (of: Collects, point: Pickup['dropOffPoint']): Collects | null => (point ? null : of);
