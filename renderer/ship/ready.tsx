import { useState } from 'react';
import type { Booking } from '../../shared/booking.ts';
import { commandKeys } from '../../shared/command-keys.ts';
import { ordersShown } from '../../shared/joined.ts';
import { useKey } from '../key-presses.ts';
import { useIntent, useQuery } from '../query.ts';
import { countryName, numberText, recipientName, timeText } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Truths } from '../ui/badge.tsx';
import { Band } from '../ui/band.tsx';
import { Button, Key } from '../ui/button.tsx';
import { Card, Empty } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { useWindowState } from '../window-state.ts';
import { BatchNotice } from './batch-notice.tsx';
import { LabelPrinterNotices, StandbyNotice, UsualPrinterButton } from './label-printer.tsx';
import { OnItsWay } from './on-its-way.tsx';
import { PlanNotice } from './plan-notice.tsx';
import { RestoredNotice } from './restored-notice.tsx';
import { serviceName } from './step.tsx';
import { TypeTheKey } from './type-the-key.tsx';

const shownShipments = 12;

/** The bench waits for a scan. Below: its last shipments, each with its own Reprint. */
export function Ready() {
  const { station } = useWindowState();
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
        message={text.ship.scanAnOrder}
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
        <Card
          className="grow scroll"
          title={text.ship.lastShipments}
          isFlush
          aside={
            newest && (
              <span className="row muted">
                {text.ship.reprintLast} <Key name={commandKeys.REPRINT} />
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
