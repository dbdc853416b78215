import { useState } from 'react';
import type { LocalMoment } from '../../shared/local-moment.ts';
import { isUnderWay, type ListedPickup, type Pickup, type PickupRequest, parcelsOf } from '../../shared/pickup.ts';
import { pickupProblems, proposedTimes } from '../../shared/pickup-check.ts';
import type { ServicePoint } from '../../shared/service-point.ts';
import { dateText } from '../text/format.ts';
import { messageText } from '../text/messages.ts';
import { reasonText } from '../text/reasons.ts';
import { text } from '../text/text.ts';
import { Card, Facts } from '../ui/card.tsx';
import { Field } from '../ui/field.tsx';
import { HoldButton } from '../ui/hold-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { PrintRemark } from '../ui/print-remark.tsx';
import { KeptServiceMessage } from '../ui/service-message.tsx';
import { collectsFor, type Form, WhenFields } from './pickup-form.tsx';

interface OrderedProps {
  readonly pickup: ListedPickup;
  readonly now: LocalMoment;
  readonly isBusy: boolean;
  readonly onAgain: (request: PickupRequest) => void;
}

/** A requested pickup. A second driver for the same parcels needs a reason and a separate key. */
export function Ordered({ pickup, now, isBusy, onAgain }: OrderedProps) {
  const words = text.pickup;
  return (
    <Card className="col grow pickup-form" title={words.formTitle(pickup.courierName, '')}>
      <Facts
        facts={[
          pickup.collectionNo
            ? [
                words.resultCollection,
                <span key="no" className="mono">
                  {pickup.collectionNo}
                </span>,
              ]
            : undefined,
          pickup.bench === undefined ? undefined : [words.resultBench, words.atBench(pickup.bench)],
          [words.resultWhen, words.when(dateText(pickup.date), pickup.readyTime, pickup.closingTime)],
          [words.resultParcels, parcelsOf(pickup)],
          pickup.dropOffPoint
            ? [
                words.dropOff,
                <span key="point" className="data">
                  {placeOf(pickup.dropOffPoint)}
                </span>,
              ]
            : undefined,
          pickup.instructions ? [words.instructions, pickup.instructions] : undefined,
          pickup.state === 'booked' ? [words.resultManifest, <ManifestState key="manifest" pickup={pickup} />] : undefined,
        ]}
      />
      {isUnderWay(pickup) && <p className="muted">{words.underWayHint}</p>}
      {pickup.state === 'booked' ? (
        <KeptServiceMessage message={pickup.messages.map(messageText).join('\n')} />
      ) : (
        <p className="muted">{pickup.messages.map(messageText).join(' ')}</p>
      )}
      {pickup.state === 'booked' && pickup.bench === undefined && <Again pickup={pickup} now={now} isBusy={isBusy} onAgain={onAgain} />}
    </Card>
  );
}

/** Requests a second driver for exactly the parcels of this pickup, on its day if that is still ahead. */
function Again({ pickup, now, isBusy, onAgain }: OrderedProps) {
  const words = text.pickup;
  const [typed, setTyped] = useState<Partial<Form>>({});
  const { courierKey, date, readyTime, closingTime, instructions, dropOffPoint } = pickup;
  const isAhead = date > now.day || (date === now.day && closingTime > now.time);
  const when = isAhead ? { date, readyTime, closingTime } : proposedTimes({ readyTime, closingTime }, pickup, now);
  const form = { ...when, again: '', ...typed };
  const problems = pickupProblems(
    { ...form, orderNos: pickup.bookingIds, notOut: [], notPlaced: [] },
    now,
    collectsFor(pickup, dropOffPoint),
  );
  const isComplete = form.again.trim() !== '' && !problems.some(({ stops }) => stops);
  const change = (more: Partial<Form>) => setTyped({ ...typed, ...more });
  const ask = () =>
    onAgain({
      courierKey,
      date: form.date,
      readyTime: form.readyTime,
      closingTime: form.closingTime,
      instructions,
      withLeftOvers: true,
      again: form.again.trim(),
      secondOf: pickup.id,
      isSure: true,
      ...(dropOffPoint && { dropOff: dropOffPoint.keycode }),
    });
  return (
    <>
      <div className="pickup-when">
        <WhenFields form={form} problems={problems} onChange={change} />
      </div>
      <div className="pickup-again">
        {problems.map(({ field, why }) => (
          <p key={field} className="field-error">
            <Icon name="look" />
            {reasonText(why)}
          </p>
        ))}
        <Field label={words.why} placeholder={words.whyHint} value={form.again} onChange={(again) => change({ again })} />
        <HoldButton isDisabled={isBusy || !isComplete} onHeld={ask}>
          {words.requestAgain}
        </HoldButton>
      </div>
    </>
  );
}

/** State of the manifest: its print state, the path it was saved as, or a message of its printer. */
function ManifestState({ pickup: { bench, manifestFormat, manifestOutcome } }: { pickup: Pickup }) {
  const words = text.pickup;
  if (bench !== undefined && manifestFormat) return words.manifestAt(bench);
  if (!manifestFormat) return words.noManifest;
  return <PrintRemark remark={manifestOutcome || words.manifestKept} />;
}

export const placeOf = ({ name, street, postalCode, city }: ServicePoint): string =>
  text.pickup.dropOffAt(name, street, `${postalCode} ${city}`.trim());
