import type { WalkAt } from '../../shared/bench.ts';
import { useIntent } from '../query.ts';
import { station } from '../station.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Facts, Note } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Foot, Primary } from '../ui/foot.tsx';
import { To } from '../ui/recipient.tsx';
import { BookedLabel } from './sheet-picture.tsx';
import { numberMark, PutAside, type StepProps, serviceName } from './step.tsx';

/** A label nobody could compare, or not as many as there are parcels: a person looks once, before anything is printed. Settled by function keys or touch only. */
export function ConfirmLabel({ walk: { booking }, walkNo }: StepProps<WalkAt<'confirm-label'>>) {
  const intent = useIntent();
  const settle = (isRight: boolean) => () => void intent.send(station.confirmLabel({ bookingId: booking.id, isRight }));
  const { verdict } = booking;
  const counted = verdict?.kind === 'wrong-number' ? verdict : undefined;
  return (
    <>
      <Band
        state="look"
        says={counted ? text.ship.labelsToCount(counted.labels, counted.parcels) : text.ship.labelToConfirm}
        aside={booking.orderKey}
      />
      <div className="body body-picture">
        <BookedLabel booking={booking} />
        <div className="col">
          <To address={booking.order.recipient} />
          <Note icon="look">{counted ? text.ship.labelsToCountHint : text.ship.labelToConfirmHint}</Note>
          <Card>
            <Facts
              facts={[
                [text.ship.service, serviceName(booking)],
                booking.consignmentNo ? [text.ship.consignmentNumber, numberMark(booking.consignmentNo)] : undefined,
                verdict?.kind === 'cannot-compare' ? [text.ship.why, verdict.why] : undefined,
                counted ? [text.ship.labels, text.ship.labelsOfParcels(counted.labels, counted.parcels)] : undefined,
                counted && (counted.returnAsked || counted.returnLabels > 0)
                  ? [text.ship.returnLabels, text.ship.returnLabelsCame(counted.returnLabels, counted.returnAsked)]
                  : undefined,
              ]}
            />
          </Card>
          <FailureNote failure={intent.failure} />
        </div>
      </div>
      <Foot>
        <PutAside walkNo={walkNo} intent={intent} />
        <Button kind="stop" keyName="F10" commits onPress={settle(false)}>
          {counted ? text.ship.labelsWrong : text.ship.labelWrong}
        </Button>
        <Primary keyName="F7" commits isDisabled={intent.isBusy} onPress={settle(true)}>
          {counted ? text.ship.labelsRight : text.ship.labelRight}
        </Primary>
      </Foot>
    </>
  );
}
