import { type ReactNode } from 'react';
import type { Booking } from '../../shared/booking.ts';
import type { PressMeaning } from '../../shared/key-meanings.ts';
import { type Intent } from '../query.ts';
import { momentText, numberText } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Facts } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { HoldButton } from '../ui/hold-button.tsx';
import { RecipientAddress } from '../ui/recipient.tsx';
import { HistoryButton } from '../ui/timeline.tsx';

export function About({
  booking,
  what,
  intent,
  children,
}: {
  booking: Booking | null;
  what: string;
  intent: Intent;
  children?: ReactNode;
}) {
  const words = text.resolve;
  return (
    <>
      <FailureNote failure={intent.failure} />
      <section className="card col about">
        {booking && (
          <div className="about-facts">
            <div className="row about-to">
              <RecipientAddress address={booking.order.recipient} returnOf={booking.order.returnOf} shape="small" />
              <HistoryButton bookingId={booking.id} isSmall />
            </div>
            <Facts
              facts={[
                [words.time, momentText(booking.changedAt)],
                booking.service ? [words.service, `${booking.service.courierName} ${booking.service.serviceName}`] : undefined,
                booking.consignmentNo
                  ? [
                      words.consignment,
                      <span key="no" className="mono">
                        {numberText(booking.consignmentNo)}
                      </span>,
                    ]
                  : undefined,
                booking.packer ? [words.packer, booking.packer] : undefined,
              ]}
            />
          </div>
        )}
        <p className="about-what">{what}</p>
        {children}
      </section>
    </>
  );
}

interface HoldActProps {
  readonly intent: Intent;
  readonly onHeld: () => void;
  readonly children: string;
}

/** The way that cannot be undone, or may cost money or paper. */
export function HoldAct({ intent, onHeld, children }: HoldActProps) {
  return (
    <HoldButton isSmall isDisabled={intent.isBusy} onHeld={onHeld}>
      {children}
    </HoldButton>
  );
}

interface ActProps {
  readonly intent: Intent;
  readonly means: PressMeaning;
  /** True if the other way is the usual one. */
  readonly isOther?: boolean;
  readonly onPress: () => void;
  readonly children: string;
}

export function Act({ intent, means, isOther, onPress, children }: ActProps) {
  return (
    <Button kind={isOther ? 'plain' : 'primary'} isSmall means={means} commits isDisabled={intent.isBusy} onPress={onPress}>
      {children}
    </Button>
  );
}
