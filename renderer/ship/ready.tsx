import { useState } from 'react';
import type { Booking } from '../../shared/booking.ts';
import { commandKeys } from '../../shared/command-keys.ts';
import { ordersShown } from '../../shared/joined.ts';
import { useKey } from '../key-presses.ts';
import { type Intent, useIntent, useQuery } from '../query.ts';
import { batchPauseText } from '../text/batch-pause.ts';
import { countryName, numberText, recipientName, timeText, wholeNumber } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Truths } from '../ui/badge.tsx';
import { Band } from '../ui/band.tsx';
import { Button, Key } from '../ui/button.tsx';
import { Card, Empty } from '../ui/card.tsx';
import { FailureNote, LookNote } from '../ui/failure-note.tsx';
import { Icon } from '../ui/icon.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { useFrame, useWindowState } from '../window-state.ts';
import { BetweenParcels } from './between-parcels.tsx';
import { LabelPrinterNotices, StandbyNotice, UsualPrinterButton, useStandbyIsShown } from './label-printer.tsx';
import { serviceName } from './step.tsx';
import { TypeTheKey } from './type-the-key.tsx';

const shownShipments = 12;

/** The bench waits for a scan. Below: its last shipments, each with its own Reprint. */
export function Ready() {
  const { station } = useWindowState();
  const opensByProduct = useFrame(({ opensByProduct: isOn }) => isOn);
  const planNotice = useFrame((frame) => frame.planNotice);
  const isKeyTaken = useStandbyIsShown() || planNotice !== null;
  const intent = useIntent();
  const { value, failure } = useQuery('shipments', () => station.lastShipments({ limit: shownShipments }), []);
  const shipments = value ?? [];
  // The key is for the label that was last printed here.
  const newest = shipments.find(({ bench }) => bench === undefined);
  const [askedId, setAskedId] = useState('');
  const asked = shipments.find(({ id }) => id === askedId);
  const reprint = (booking: Booking) => {
    setAskedId(booking.id);
    void intent.send(station.reprint({ bookingId: booking.id }));
  };
  useKey(commandKeys.REPRINT, newest && (() => reprint(newest)));
  return (
    <>
      <Band
        state="ready"
        size="tall"
        message={opensByProduct ? text.ship.scanAProduct : text.ship.scanAnOrder}
        aside={<TypeTheKey kind="fill" onTyped={(code) => void intent.send(station.scan({ code }))} />}
      />
      <div className="body body-col">
        <FailureNote failure={intent.failure ?? failure} />
        {asked && <UsualPrinterButton booking={asked} failure={intent.failure} intent={intent} />}
        <BatchNotice />
        <RestoredNotice />
        <OnItsWay />
        <StandbyNotice intent={intent} />
        <LabelPrinterNotices />
        <PlanNotice intent={intent} />
        <BetweenParcels intent={intent} hasKey={!isKeyTaken} />
        <Card
          className="grow scroll"
          title={text.ship.lastShipments}
          isFlush
          aside={
            newest && (
              <span className="row muted">
                {text.ship.reprintLast} <Key of={commandKeys.REPRINT} />
              </span>
            )
          }
        >
          {shipments.length > 0 ? (
            <Table label={text.ship.lastShipments} columns={columns(reprint)} rows={shipments} keyOf={(booking) => booking.id} isTall />
          ) : (
            value && (
              <Empty icon="ready" title={text.ship.noneYet}>
                {text.ship.noneYetHint}
              </Empty>
            )
          )}
        </Card>
      </div>
    </>
  );
}

const columns = (reprint: (booking: Booking) => void): Column<Booking>[] => {
  const names = text.ship.lastColumns;
  return [
    { name: names.time, cell: (booking) => timeText(booking.changedAt), className: 'muted' },
    {
      name: names.order,
      cell: (booking) => (
        <>
          {text.ship.shipment(ordersShown(booking), booking.shipmentNo)}
          {booking.bench !== undefined && <small>{text.frame.atBench(booking.bench)}</small>}
        </>
      ),
      className: 'mono strong',
    },
    {
      name: names.recipient,
      cell: ({ order: { recipient } }) => (
        <>
          <span className="strong">{recipientName(recipient)}</span>
          <small>{[recipient.city, countryName(recipient.country)].filter(Boolean).join(', ')}</small>
        </>
      ),
    },
    {
      name: names.service,
      cell: (booking) => (
        <>
          {serviceName(booking)}
          <small className="mono">{numberText(booking.consignmentNo || booking.orderNo)}</small>
        </>
      ),
    },
    { name: names.label, cell: (booking) => <Truths booking={booking} /> },
    {
      name: names.act,
      hidesName: true,
      isNumber: true,
      cell: (booking) => (
        <Button kind="quiet" isSmall label={text.ship.reprintOf(booking.orderKey)} onPress={() => reprint(booking)}>
          {text.ship.reprint}
        </Button>
      ),
    },
  ];
};

/** Shown once a month before the plan's limit, and once when it is reached. It stops nothing, because only the service knows its limit. */
function PlanNotice({ intent }: { intent: Intent }) {
  const { station } = useWindowState();
  // The backup printer comes first: its notice has the key then.
  const hasKey = !useStandbyIsShown();
  const planNotice = useFrame((frame) => frame.planNotice);
  const monthCount = useFrame((frame) => frame.monthCount);
  const monthLimit = useFrame((frame) => frame.monthLimit);
  if (planNotice === null || monthLimit === null) return null;
  const words = text.ship.plan[planNotice];
  return (
    <div className="card failure-note" data-state={planNotice === 'reached' ? 'stop' : 'look'} role="alert">
      <Icon name="calendar" />
      <p className="failure-words">
        <b>{words.what(wholeNumber(monthCount), wholeNumber(monthLimit))}</b> <span>{words.next}</span>
      </p>
      <Button
        isSmall
        means={hasKey ? 'save' : undefined}
        className="push"
        isDisabled={intent.isBusy}
        onPress={() => void intent.send(station.planSeen({}))}
      >
        {text.ship.plan.seen}
      </Button>
    </div>
  );
}

/** Shown between two parcels: the batch is paused, and where to continue it. */
function BatchNotice() {
  const { openScreen } = useWindowState();
  const pause = useFrame(({ batchPause }) => batchPause);
  if (!pause) return null;
  return (
    <LookNote what={`${text.batch.title}:`} next={batchPauseText(pause)}>
      <span className="push">
        <Button isSmall means="orders" onPress={() => openScreen('orders')}>
          {text.batch.show}
        </Button>
      </span>
    </LookNote>
  );
}

/** Shown on READY while the journal may be incomplete: a person ends that in Resolve. */
function RestoredNotice() {
  const { openScreen } = useWindowState();
  const restored = useFrame((frame) => frame.restored);
  if (!restored) return null;
  const words = text.ship.mayBeShipped;
  return (
    <LookNote what={words.what(restored)} next={words.next} isAlert>
      <Button isSmall className="push" onPress={() => openScreen('resolve')}>
        {text.ship.openResolve}
      </Button>
    </LookNote>
  );
}

/** Shown on READY while a booking without a waiting packer has no answer yet. */
function OnItsWay() {
  const { station, openScreen } = useWindowState();
  const { value = [] } = useQuery('toResolve', () => station.toResolve({}), []);
  const keys = value.flatMap((item) => (item.kind === 'booking-on-its-way' ? [item.booking.orderKey] : []));
  if (keys.length === 0) return null;
  const words = text.ship.onItsWay;
  return (
    <div className="card failure-note" data-state="working">
      <Icon name="working" />
      <p className="failure-words">
        <b>{words.what(keys)}</b> <span>{words.next}</span>
      </p>
      <Button isSmall className="push" onPress={() => openScreen('resolve')}>
        {text.ship.openResolve}
      </Button>
    </div>
  );
}
