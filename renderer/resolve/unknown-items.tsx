import { type ComponentProps, type ReactNode, useState } from 'react';
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
import { type Decision, useDecision } from './decision.ts';
import { Entry, Opens, useIsFramed } from './entry.tsx';
import type { ItemOf } from './entry-key.ts';
import { CarefulWay, Raw, type Reasons } from './settle-form.tsx';

interface NumberWayProps {
  readonly words: {
    /** The words of the button while another entry is framed. */
    readonly find: string;
    readonly number: string;
    readonly numberHint: string;
    /** Message if no number was entered. */
    readonly needsNumber: string;
  };
  readonly actFor: (number: string) => string;
  readonly isBusy: boolean;
  readonly onSettle: (number: string) => void;
}

/**
 * The safe way: the number under which it exists. A scan only fills the field; settling needs a function key, a touch or a click. Command
 * codes go to the bench as usual.
 */
function NumberWay({ words, actFor, isBusy, onSettle }: NumberWayProps) {
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
  if (!isFramed) return <Opens>{words.find}</Opens>;
  return (
    <>
      <Field
        label={words.number}
        placeholder={words.numberHint}
        value={number}
        onChange={setNumber}
        hasFocus
        {...(isTried && number.trim() === '' && { error: words.needsNumber })}
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

interface DoubtProps extends Pick<NumberWayProps, 'actFor'> {
  readonly words: NumberWayProps['words'] & { readonly existsHint: string; readonly isNot: string; readonly isNotHint: string };
  readonly sentence: string;
  readonly meaning: string;
  readonly decision: Decision;
  readonly onExists: (number: string) => void;
  readonly onIsNot: (given: Reasons) => void;
  readonly recipient?: ReactNode;
  readonly facts: ComponentProps<typeof Facts>['facts'];
  /** Messages that came back, in one line. */
  readonly cameBack: string;
  readonly exchange: Exchange;
}

/** A request without a clear answer. A person names the number under which it exists, or declares with a reason that it does not. */
function InDoubt(props: DoubtProps) {
  const { words, sentence, meaning, decision, actFor, onExists, onIsNot, recipient, facts, cameBack, exchange } = props;
  const { isBusy } = decision;
  return (
    <Entry
      sentence={sentence}
      then={meaning}
      intent={decision}
      act={<NumberWay words={words} actFor={actFor} isBusy={isBusy} onSettle={onExists} />}
      evidence={
        <>
          <p className="muted">{words.existsHint}</p>
          {recipient}
          <Facts facts={[...facts, [text.resolve.cameBack, cameBack || text.resolve.noAnswer]]} />
          <ExchangeRaw exchange={exchange} />
          <CarefulWay title={words.isNot} hint={words.isNotHint} isBusy={isBusy} onSettle={onIsNot} />
        </>
      }
    >
      <Reading intent={decision} />
    </Entry>
  );
}

export function BookingUnknown({ booking, exchange }: ItemOf<'booking-unknown'>) {
  const { station } = useWindowState();
  const words = text.resolve;
  const decision = useDecision();
  const { decide, failure } = decision;
  const [askedOf, setAskedOf] = useState('');
  /** Another number is compared again first. */
  const isAsked = (number: string): boolean =>
    (failure?.code === 'label-not-compared' || failure?.code === 'label-of-another-order') && askedOf === number;
  const adoptWords = failure?.code === 'label-of-another-order' ? words.booking.adoptWithoutLabel : words.booking.adopt;
  const { service } = booking;
  return (
    <InDoubt
      words={words.booking}
      sentence={words.booking.sentence(booking.orderKey)}
      meaning={words.booking.meaning(booking.price ? moneyText(booking.price) : '')}
      decision={decision}
      actFor={(number) => (isAsked(number) ? adoptWords : words.booking.compare)}
      onExists={(orderNo) => {
        void decide(station.settleExists({ bookingId: booking.id, orderNo, ...(isAsked(orderNo) && { isSure: true }) }), ({ jobs }) =>
          words.booking.statusExists(
            booking.orderKey,
            orderNo,
            jobs.some(({ role }) => role === 'label'),
          ),
        );
        setAskedOf(orderNo);
      }}
      onIsNot={(given) =>
        void decide(station.settleNotBooked({ bookingId: booking.id, ...given }), words.booking.statusNotBooked(booking.orderKey))
      }
      recipient={<RecipientAddress address={booking.order.recipient} returnOf={booking.order.returnOf} shape="small" />}
      facts={[
        [words.time, secondsText(exchange.sentAt ?? booking.changedAt)],
        service ? [words.service, `${service.courierName} ${service.serviceName}`] : undefined,
        booking.otherAccount ? [words.sentWith, nameOfKeyAccount(booking.otherAccount)] : undefined,
        booking.price ? [words.quoted, moneyText(booking.price)] : undefined,
      ]}
      cameBack={booking.messages.map(messageText).join(' ')}
      exchange={exchange}
    />
  );
}

export function PickupUnknown({ pickup, exchange }: ItemOf<'pickup-unknown'>) {
  const { station } = useWindowState();
  const words = text.resolve;
  const decision = useDecision();
  const settle = (collectionNo: string, given: Reasons) =>
    void decision.decide(
      station.settlePickup({ pickupId: pickup.id, collectionNo, ...given }),
      collectionNo ? text.pickup.statusDone(pickup.courierName, collectionNo) : words.pickup.statusNotOrdered(pickup.courierName),
    );
  return (
    <InDoubt
      words={words.pickup}
      sentence={words.pickup.sentence(pickup.courierName)}
      meaning={words.pickup.meaning}
      decision={decision}
      actFor={() => words.pickup.keep}
      onExists={(collectionNo) => settle(collectionNo, { reason: '', pin: '' })}
      onIsNot={(given) => settle('', given)}
      facts={[
        [words.courier, pickup.courierName],
        pickup.otherAccount ? [words.sentWith, nameOfKeyAccount(pickup.otherAccount)] : undefined,
        [words.date, `${dayText(pickup.date)}${pickup.readyTime && `, ${pickup.readyTime}–${pickup.closingTime}`}`],
        [words.parcels, parcelsOf(pickup)],
        pickup.dropOffPoint ? [text.pickup.dropOff, `${pickup.dropOffPoint.name}, ${pickup.dropOffPoint.street}`] : undefined,
        [words.time, secondsText(exchange.sentAt ?? pickup.changedAt)],
      ]}
      cameBack={pickup.messages.map(messageText).join(' ')}
      exchange={exchange}
    />
  );
}

/** `Thu 19 Nov, 13:41:07` */
const secondsText = (utc: string): string => `${momentText(utc).split(',')[0] ?? ''}, ${timeWithSeconds(utc)}`;
