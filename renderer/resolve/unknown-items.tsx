import { useState } from 'react';
import type { Exchange } from '../../shared/booking.ts';
import { nameOfKeyAccount } from '../../shared/key-account.ts';
import { parcelsOf } from '../../shared/pickup.ts';
import { readScan } from '../../shared/scan.ts';
import { moneyText } from '../../shared/units.ts';
import { useScanTarget } from '../key-presses.ts';
import { dayText, momentText, timeWithSeconds } from '../text/format.ts';
import { messageText } from '../text/messages.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Facts } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Field } from '../ui/field.tsx';
import { Reading } from '../ui/reading.tsx';
import { RecipientAddress } from '../ui/recipient.tsx';
import { HistoryButton } from '../ui/timeline.tsx';
import { useWindowState } from '../window-state.ts';
import { useDecision } from './decision.ts';
import type { ItemOf } from './entry-words.ts';
import { CarefulWay, Raw, type Reasons, Way, Ways } from './settle-form.tsx';

interface NumberWayProps {
  readonly title: string;
  readonly explanation: string;
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
function NumberWay({ title, explanation, label, hint, needsNumber, actFor, isBusy, onSettle }: NumberWayProps) {
  const { station } = useWindowState();
  const [number, setNumber] = useState('');
  const [isTried, setTried] = useState(false);
  useScanTarget((code) => {
    const scan = readScan(code);
    if (scan.kind === 'number') setNumber(scan.text);
    else void station.scan({ code });
  });
  const settle = () => {
    setTried(true);
    if (number.trim()) onSettle(number.trim());
  };
  return (
    <Way icon="done" title={title} hint={explanation}>
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
    </Way>
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
    <section className="card col about">
      <div className="row about-to">
        <RecipientAddress address={booking.order.recipient} returnOf={booking.order.returnOf} shape="small" />
        <HistoryButton bookingId={booking.id} isSmall />
      </div>
      <p className="about-what">{words.hint}</p>
      <p>{words.next}</p>
      <Facts
        facts={[
          [words.sentAt, secondsText(booking.changedAt)],
          service ? [text.resolve.service, `${service.courierName} ${service.serviceName}`] : undefined,
          booking.price ? [text.resolve.quoted, moneyText(booking.price)] : undefined,
        ]}
      />
    </section>
  );
}

export function BookingUnknown({ booking, exchange }: ItemOf<'booking-unknown'>) {
  const { station } = useWindowState();
  const words = text.resolve;
  const [given, setGiven] = useState<Reasons>({ reason: '', pin: '' });
  const intent = useDecision();
  const { decide, failure, isBusy } = intent;
  const [askedOf, setAskedOf] = useState('');
  /** Another number is compared again first. */
  const isAsked = (number: string): boolean =>
    (failure?.code === 'label-not-compared' || failure?.code === 'label-of-another-order') && askedOf === number;
  const adoptWords = failure?.code === 'label-of-another-order' ? words.booking.adoptWithoutLabel : words.booking.adopt;
  const { service } = booking;
  return (
    <>
      <FailureNote failure={failure} />
      <Reading intent={intent} />
      <section className="card unknown-facts">
        <div className="row about-to">
          <RecipientAddress address={booking.order.recipient} returnOf={booking.order.returnOf} shape="small" />
          <HistoryButton bookingId={booking.id} isSmall />
        </div>
        <div className="unknown-when">
          <Facts
            facts={[
              [words.time, secondsText(exchange.sentAt ?? booking.changedAt)],
              service ? [words.service, `${service.courierName} ${service.serviceName}`] : undefined,
              booking.otherAccount ? [words.sentWith, nameOfKeyAccount(booking.otherAccount)] : undefined,
              booking.price ? [words.quoted, moneyText(booking.price)] : undefined,
              [words.cameBack, booking.messages.map(messageText).join(' ') || words.noAnswer],
            ]}
          />
        </div>
        <ExchangeRaw exchange={exchange} />
      </section>
      <Ways>
        <NumberWay
          title={words.booking.exists}
          explanation={words.booking.existsHint}
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
        <CarefulWay
          title={words.booking.notBooked}
          hint={words.booking.notBookedHint}
          given={given}
          onChange={setGiven}
          isBusy={isBusy}
          onSettle={() =>
            void decide(
              station.settleNotBooked({ bookingId: booking.id, reason: given.reason.trim(), pin: given.pin }),
              words.booking.statusNotBooked(booking.orderKey),
            )
          }
        />
      </Ways>
    </>
  );
}

export function PickupUnknown({ pickup, exchange }: ItemOf<'pickup-unknown'>) {
  const { station } = useWindowState();
  const words = text.resolve;
  const [given, setGiven] = useState<Reasons>({ reason: '', pin: '' });
  const { decide, failure, isBusy } = useDecision();
  const settle = (collectionNo: string, { reason, pin }: Reasons) =>
    void decide(
      station.settlePickup({ pickupId: pickup.id, collectionNo, reason: reason.trim(), pin }),
      collectionNo ? text.pickup.statusDone(pickup.courierName, collectionNo) : words.pickup.statusNotOrdered(pickup.courierName),
    );
  return (
    <>
      <FailureNote failure={failure} />
      <section className="card unknown-facts">
        <Facts
          facts={[
            [words.courier, pickup.courierName],
            pickup.otherAccount ? [words.sentWith, nameOfKeyAccount(pickup.otherAccount)] : undefined,
            [words.date, `${dayText(pickup.date)}${pickup.readyTime && `, ${pickup.readyTime}–${pickup.closingTime}`}`],
            [words.parcels, parcelsOf(pickup)],
            pickup.dropOffPoint ? [text.pickup.dropOff, `${pickup.dropOffPoint.name}, ${pickup.dropOffPoint.street}`] : undefined,
          ]}
        />
        <Facts
          facts={[
            [words.time, secondsText(exchange.sentAt ?? pickup.changedAt)],
            [words.cameBack, pickup.messages.map(messageText).join(' ') || words.noAnswer],
          ]}
        />
        <ExchangeRaw exchange={exchange} />
      </section>
      <Ways>
        <NumberWay
          title={words.pickup.exists}
          explanation={words.pickup.existsHint}
          label={words.pickup.collectionNo}
          hint={words.pickup.collectionNoHint}
          needsNumber={words.pickup.needsNumber}
          actFor={() => words.pickup.keep}
          isBusy={isBusy}
          onSettle={(collectionNo) => settle(collectionNo, { reason: '', pin: '' })}
        />
        <CarefulWay
          title={words.pickup.notOrdered}
          hint={words.pickup.notOrderedHint}
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
