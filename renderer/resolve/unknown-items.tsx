import { useState } from 'react';
import type { Exchange } from '../../shared/booking.ts';
import { nameOfKeyAccount } from '../../shared/key-account.ts';
import { parcelsOf } from '../../shared/pickup.ts';
import { readScan } from '../../shared/scan.ts';
import { moneyText } from '../../shared/units.ts';
import { useScanTarget } from '../key-presses.ts';
import { useIntent } from '../query.ts';
import { dayText, momentText, timeWithSeconds } from '../text/format.ts';
import { messageText } from '../text/messages.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Facts } from '../ui/card.tsx';
import { Field } from '../ui/field.tsx';
import { Reading } from '../ui/reading.tsx';
import { RecipientAddress } from '../ui/recipient.tsx';
import { useWindowState } from '../window-state.ts';
import { useDecision } from './decision.ts';
import { Entry, Opens, useIsFramed } from './entry.tsx';
import type { ItemOf } from './entry-key.ts';
import { CarefulWay, Raw, type Reasons } from './settle-form.tsx';

interface NumberWayProps {
  /** The words of the button while another entry is framed. */
  readonly opens: string;
  readonly label: string;
  readonly hint: string;
  /** Message if no number was entered. */
  readonly needsNumber: string;
  readonly actFor: (number: string) => string;
  readonly isBusy: boolean;
  readonly onSettle: (number: string) => void;
}

/**
 * The safe way: the number under which it exists. A scan only fills the field; settling needs a function key, a touch or a click. Command
 * codes go to the bench as usual.
 */
function NumberWay({ opens, label, hint, needsNumber, actFor, isBusy, onSettle }: NumberWayProps) {
  const { station } = useWindowState();
  const isFramed = useIsFramed();
  const [number, setNumber] = useState('');
  const [isTried, setTried] = useState(false);
  const take = (code: string) => {
    const scan = readScan(code);
    if (scan.kind === 'number') setNumber(scan.text);
    else void station.scan({ code });
  };
  useScanTarget(isFramed ? take : undefined);
  const settle = () => {
    setTried(true);
    if (number.trim()) onSettle(number.trim());
  };
  if (!isFramed) return <Opens>{opens}</Opens>;
  return (
    <>
      <Field
        label={label}
        placeholder={hint}
        value={number}
        onChange={setNumber}
        hasFocus
        {...(isTried && number.trim() === '' && { error: needsNumber })}
      />
      <Button kind="primary" isSmall means="check" commits isDisabled={isBusy} onPress={settle}>
        {actFor(number.trim())}
      </Button>
    </>
  );
}

/** The request and the answer. */
const ExchangeRaw = ({ exchange: { sent, answer, unreadable } }: { exchange: Exchange }) =>
  unreadable === undefined ? (
    <>
      <Raw label={text.resolve.sent}>{sent}</Raw>
      <Raw label={text.resolve.answer}>{answer || text.resolve.noAnswer}</Raw>
    </>
  ) : (
    <p>
      {text.resolve.unreadable.exchange} <span className="muted">{text.frame.reference(unreadable)}</span>
    </p>
  );

/** Nothing to settle before its answer comes or is given up. */
export function BookingOnItsWay({ booking }: ItemOf<'booking-on-its-way'>) {
  const words = text.resolve.onItsWay;
  const { service } = booking;
  return (
    <Entry
      sentence={words.sentence(booking.orderKey)}
      then={words.hint}
      intent={useIntent()}
      evidence={
        <>
          <RecipientAddress address={booking.order.recipient} returnOf={booking.order.returnOf} shape="small" />
          <p>{words.next}</p>
          <Facts
            facts={[
              [words.sentAt, secondsText(booking.changedAt)],
              service ? [text.resolve.service, `${service.courierName} ${service.serviceName}`] : undefined,
              booking.price ? [text.resolve.quoted, moneyText(booking.price)] : undefined,
            ]}
          />
        </>
      }
    />
  );
}

export function BookingUnknown({ booking, exchange }: ItemOf<'booking-unknown'>) {
  const { station } = useWindowState();
  const words = text.resolve;
  const intent = useDecision();
  const { decide, failure, isBusy } = intent;
  const [askedOf, setAskedOf] = useState('');
  /** Another number is compared again first. */
  const isAsked = (number: string): boolean =>
    (failure?.code === 'label-not-compared' || failure?.code === 'label-of-another-order') && askedOf === number;
  const adoptWords = failure?.code === 'label-of-another-order' ? words.booking.adoptWithoutLabel : words.booking.adopt;
  const { service } = booking;
  return (
    <Entry
      sentence={words.booking.sentence(booking.orderKey)}
      then={words.booking.meaning(booking.price ? moneyText(booking.price) : '')}
      intent={intent}
      act={
        <NumberWay
          opens={words.booking.find}
          label={words.booking.orderNo}
          hint={words.booking.orderNoHint}
          needsNumber={words.booking.needsNumber}
          actFor={(number) => (isAsked(number) ? adoptWords : words.booking.compare)}
          isBusy={isBusy}
          onSettle={(orderNo) => {
            void decide(
              station.settleExists({ bookingId: booking.id, orderNo, ...(isAsked(orderNo) && { isSure: true }) }),
              words.booking.statusExists(booking.orderKey, orderNo),
            );
            setAskedOf(orderNo);
          }}
        />
      }
      evidence={
        <>
          <p className="muted">{words.booking.existsHint}</p>
          <RecipientAddress address={booking.order.recipient} returnOf={booking.order.returnOf} shape="small" />
          <Facts
            facts={[
              [words.time, secondsText(exchange.sentAt ?? booking.changedAt)],
              service ? [words.service, `${service.courierName} ${service.serviceName}`] : undefined,
              booking.otherAccount ? [words.sentWith, nameOfKeyAccount(booking.otherAccount)] : undefined,
              booking.price ? [words.quoted, moneyText(booking.price)] : undefined,
              [words.cameBack, booking.messages.map(messageText).join(' ') || words.noAnswer],
            ]}
          />
          <ExchangeRaw exchange={exchange} />
          <CarefulWay
            title={words.booking.notBooked}
            hint={words.booking.notBookedHint}
            isBusy={isBusy}
            onSettle={(given) =>
              void decide(station.settleNotBooked({ bookingId: booking.id, ...given }), words.booking.statusNotBooked(booking.orderKey))
            }
          />
        </>
      }
    >
      <Reading intent={intent} />
    </Entry>
  );
}

export function PickupUnknown({ pickup, exchange }: ItemOf<'pickup-unknown'>) {
  const { station } = useWindowState();
  const words = text.resolve;
  const intent = useDecision();
  const { decide, isBusy } = intent;
  const settle = (collectionNo: string, given: Reasons) =>
    void decide(
      station.settlePickup({ pickupId: pickup.id, collectionNo, ...given }),
      collectionNo ? text.pickup.statusDone(pickup.courierName, collectionNo) : words.pickup.statusNotOrdered(pickup.courierName),
    );
  return (
    <Entry
      sentence={words.pickup.sentence(pickup.courierName)}
      then={words.pickup.meaning}
      intent={intent}
      act={
        <NumberWay
          opens={words.pickup.find}
          label={words.pickup.collectionNo}
          hint={words.pickup.collectionNoHint}
          needsNumber={words.pickup.needsNumber}
          actFor={() => words.pickup.keep}
          isBusy={isBusy}
          onSettle={(collectionNo) => settle(collectionNo, { reason: '', pin: '' })}
        />
      }
      evidence={
        <>
          <p className="muted">{words.pickup.existsHint}</p>
          <Facts
            facts={[
              [words.courier, pickup.courierName],
              pickup.otherAccount ? [words.sentWith, nameOfKeyAccount(pickup.otherAccount)] : undefined,
              [words.date, `${dayText(pickup.date)}${pickup.readyTime && `, ${pickup.readyTime}–${pickup.closingTime}`}`],
              [words.parcels, parcelsOf(pickup)],
              pickup.dropOffPoint ? [text.pickup.dropOff, `${pickup.dropOffPoint.name}, ${pickup.dropOffPoint.street}`] : undefined,
              [words.time, secondsText(exchange.sentAt ?? pickup.changedAt)],
              [words.cameBack, pickup.messages.map(messageText).join(' ') || words.noAnswer],
            ]}
          />
          <ExchangeRaw exchange={exchange} />
          <CarefulWay
            title={words.pickup.notOrdered}
            hint={words.pickup.notOrderedHint}
            isBusy={isBusy}
            onSettle={(given) => settle('', given)}
          />
        </>
      }
    />
  );
}

/** `Thu 19 Nov, 13:41:07` */
const secondsText = (utc: string): string => `${momentText(utc).split(',')[0] ?? ''}, ${timeWithSeconds(utc)}`;
