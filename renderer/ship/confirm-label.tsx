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

/** A label nobody could compare: a person looks once, before anything is printed. Settled by function keys or touch only. */
export function ConfirmLabel({ walk: { booking }, walkNo }: StepProps<WalkAt<'confirm-label'>>) {
  const intent = useIntent();
  const settle = (isRight: boolean) => () => void intent.send(station.confirmLabel({ bookingId: booking.id, isRight }));
  return (
    <>
      <Band state="look" says={text.ship.labelToConfirm} aside={booking.orderKey} />
      <div className="body body-picture">
        <BookedLabel booking={booking} />
        <div className="col">
          <To address={booking.order.recipient} />
          <Note icon="look">{text.ship.labelToConfirmHint}</Note>
          <Card>
            <Facts
              facts={[
                [text.ship.service, serviceName(booking)],
                booking.consignmentNo ? [text.ship.consignmentNumber, numberMark(booking.consignmentNo)] : undefined,
                booking.verdict?.kind === 'cannot-compare' ? [text.ship.why, booking.verdict.why] : undefined,
              ]}
            />
          </Card>
          <FailureNote failure={intent.failure} />
        </div>
      </div>
      <Foot>
        <PutAside walkNo={walkNo} intent={intent} />
        <Button kind="stop" keyName="F7" commits onPress={settle(false)}>
          {text.ship.labelWrong}
        </Button>
        <Primary keyName="F10" commits isDisabled={intent.isBusy} onPress={settle(true)}>
          {text.ship.labelRight}
        </Primary>
      </Foot>
    </>
  );
}
