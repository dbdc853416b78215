import type { ReactNode } from 'react';
import type { Booking } from '../../shared/booking.ts';
import { momentText, numberText } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Facts } from '../ui/card.tsx';
import { RecipientAddress } from '../ui/recipient.tsx';

interface AboutProps {
  readonly booking: Booking | null;
  /** Facts of this kind of entry, behind those of the shipment. */
  readonly facts?: readonly (readonly [string, ReactNode] | undefined)[];
  /** True if the address stands beside the label already. */
  readonly hidesAddress?: boolean;
  readonly children?: ReactNode;
}

/** The evidence about a shipment: its recipient and its facts. */
export function About({ booking, facts = [], hidesAddress, children }: AboutProps) {
  const words = text.resolve;
  return (
    <>
      {booking && !hidesAddress && <RecipientAddress address={booking.order.recipient} returnOf={booking.order.returnOf} shape="small" />}
      <Facts
        facts={[
          booking ? [words.time, momentText(booking.changedAt)] : undefined,
          booking?.service ? [words.service, `${booking.service.courierName} ${booking.service.serviceName}`] : undefined,
          booking?.consignmentNo
            ? [
                words.consignment,
                <span key="no" className="mono">
                  {numberText(booking.consignmentNo)}
                </span>,
              ]
            : undefined,
          booking?.packer ? [words.packer, booking.packer] : undefined,
          ...facts,
        ]}
      />
      {children}
    </>
  );
}
