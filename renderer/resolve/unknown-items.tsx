import { useState } from 'react';
import type { ResolveItem } from '../../shared/ipc.ts';
import { readScan } from '../../shared/scan.ts';
import { useScanTarget } from '../keys.ts';
import { useIntent } from '../query.ts';
import { station } from '../station.ts';
import { dayText, momentText, moneyText, timeWithSeconds } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Facts } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Field } from '../ui/field.tsx';
import { To } from '../ui/recipient.tsx';
import { HistoryButton } from '../ui/timeline.tsx';
import { NotSo, Raw, type Reasons, Way, Ways } from './settle-form.tsx';

type Item<K extends ResolveItem['kind']> = Extract<ResolveItem, { kind: K }>;

/** A scan only fills the field: settling is a function key, a touch or a click. Commands go to the bench as always. */
function useScannedNumber(onNumber: (number: string) => void): void {
  useScanTarget((code) => {
    const scan = readScan(code);
    if (scan.kind === 'number') onNumber(scan.text);
    else void station.scan({ code });
  });
}

export function BookingUnknown({ booking, exchange }: Item<'booking-unknown'>) {
  const words = text.resolve;
  const [orderNo, setOrderNo] = useState('');
  const [isTried, setTried] = useState(false);
  const [given, setGiven] = useState<Reasons>({ reason: '', pin: '' });
  const { send, failure, isBusy } = useIntent();
  const [askedOf, setAskedOf] = useState('');
  /** Another number is compared again first. */
  const isAsked = failure?.code === 'label-not-compared' && askedOf === orderNo;
  useScannedNumber(setOrderNo);
  const { service } = booking;
  return (
    <>
      <FailureNote failure={failure} />
      <section className="card unknown-facts">
        <To address={booking.order.recipient} shape="small" />
        <Facts
          facts={[
            [words.time, secondsText(exchange.sentAt ?? booking.changedAt)],
            service ? [words.service, `${service.courierName} ${service.serviceName}`] : undefined,
            booking.price ? [words.quoted, moneyText(booking.price)] : undefined,
          ]}
        />
        <Raw label={words.sent}>{exchange.sent}</Raw>
        <Raw label={words.answer}>{exchange.answer || words.noAnswer}</Raw>
        <HistoryButton bookingId={booking.id} isSmall />
      </section>
      <Ways>
        <Way icon="done" title={words.booking.exists} told={words.booking.existsTold}>
          <Field
            label={words.booking.orderNo}
            placeholder={words.booking.orderNoHint}
            value={orderNo}
            onChange={setOrderNo}
            hasFocus
            {...(isTried && orderNo.trim() === '' && { wrong: words.booking.needsNumber })}
          />
          <Button
            kind="primary"
            isSmall
            keyName="F7"
            commits
            isDisabled={isBusy}
            onPress={() => {
              setTried(true);
              if (!orderNo.trim()) return;
              void send(station.settleExists({ bookingId: booking.id, orderNo: orderNo.trim(), ...(isAsked && { isSure: true }) }));
              setAskedOf(orderNo);
            }}
          >
            {isAsked ? words.booking.adopt : words.booking.compare}
          </Button>
        </Way>
        <NotSo
          title={words.booking.notBooked}
          told={words.booking.notBookedTold}
          given={given}
          onChange={setGiven}
          isBusy={isBusy}
          onSettle={() => void send(station.settleNotBooked({ bookingId: booking.id, reason: given.reason.trim(), pin: given.pin }))}
        />
      </Ways>
    </>
  );
}

export function PickupUnknown({ pickup, exchange }: Item<'pickup-unknown'>) {
  const words = text.resolve;
  const [collectionNo, setCollectionNo] = useState('');
  const [isTried, setTried] = useState(false);
  const [given, setGiven] = useState<Reasons>({ reason: '', pin: '' });
  const { send, failure, isBusy } = useIntent();
  useScannedNumber(setCollectionNo);
  const settle = (number: string, { reason, pin }: Reasons) =>
    void send(station.settlePickup({ pickupId: pickup.id, collectionNo: number.trim(), reason: reason.trim(), pin }));
  return (
    <>
      <FailureNote failure={failure} />
      <section className="card unknown-facts">
        <Facts
          facts={[
            [words.courier, pickup.courierName],
            [words.date, `${dayText(pickup.date)}, ${pickup.readyTime}–${pickup.closingTime}`],
            [words.parcels, pickup.bookingIds.length],
            pickup.dropOffPoint ? [text.pickup.dropOff, `${pickup.dropOffPoint.name}, ${pickup.dropOffPoint.street}`] : undefined,
          ]}
        />
        <Facts facts={[[words.time, secondsText(exchange.sentAt ?? pickup.changedAt)]]} />
        <Raw label={words.sent}>{exchange.sent}</Raw>
        <Raw label={words.answer}>{exchange.answer || words.noAnswer}</Raw>
      </section>
      <Ways>
        <Way icon="done" title={words.pickup.exists} told={words.pickup.existsTold}>
          <Field
            label={words.pickup.collectionNo}
            placeholder={words.pickup.collectionNoHint}
            value={collectionNo}
            onChange={setCollectionNo}
            hasFocus
            {...(isTried && collectionNo.trim() === '' && { wrong: words.pickup.needsNumber })}
          />
          <Button
            kind="primary"
            isSmall
            keyName="F7"
            commits
            isDisabled={isBusy}
            onPress={() => {
              setTried(true);
              if (collectionNo.trim()) settle(collectionNo, { reason: '', pin: '' });
            }}
          >
            {words.pickup.keep}
          </Button>
        </Way>
        <NotSo
          title={words.pickup.notOrdered}
          told={words.pickup.notOrderedTold}
          given={given}
          onChange={setGiven}
          isBusy={isBusy}
          onSettle={() => settle('', given)}
        />
      </Ways>
    </>
  );
}

/** `Thu 19 Nov, 13:41:07` */
const secondsText = (utc: string): string => `${momentText(utc).split(',')[0] ?? ''}, ${timeWithSeconds(utc)}`;
