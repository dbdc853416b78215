import { ordersShown } from '../../shared/joined.ts';
import './wrong-label.css';
import type { WorkflowAt } from '../../shared/bench.ts';
import { commandKeys } from '../../shared/command-keys.ts';
import { useIntent } from '../query.ts';
import { text } from '../text/text.ts';
import { Hero } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Icon } from '../ui/icon.tsx';
import { RecipientAddress } from '../ui/recipient.tsx';
import { useWindowState } from '../window-state.ts';
import { NextUp } from './next-orders.tsx';
import { BookedLabel } from './sheet-picture.tsx';
import { type StepProps, serviceName } from './step.tsx';

/** STOP floods the stage: the order and the label that came for it are side by side. */
export function WrongLabel({ workflow: { booking }, workflowNo }: StepProps<WorkflowAt<'wrong-label'>>) {
  const { station } = useWindowState();
  const intent = useIntent();
  const found = booking.verdict?.kind === 'other' ? booking.verdict.found : [];
  const [name = text.ship.nothingReadable, ...lines] = found;
  return (
    <div className="flood flood-stop" data-state="stop">
      <Hero state="stop" message={text.ship.labelOfAnother} />
      <div className="versus">
        <section className="side">
          <h2>{text.ship.parcelInHands}</h2>
          <p className="order">{text.ship.shipment(ordersShown(booking), booking.shipmentNo)}</p>
          <RecipientAddress address={booking.order.recipient} returnOf={booking.order.returnOf} />
          <p className="muted">{serviceName(booking)}</p>
        </section>
        <section className="side">
          <h2>{text.ship.labelThatCame}</h2>
          <div className="to to-tall">
            <p className="name">
              <mark>{name}</mark>
            </p>
            {lines.map((line) => (
              <p key={line} className="street">
                <mark>{line}</mark>
              </p>
            ))}
          </div>
          <BookedLabel booking={booking} />
        </section>
      </div>
      <FailureNote failure={intent.failure} />
      <div className="row">
        <Button kind="fill" means={commandKeys.ASIDE} onPress={() => void intent.send(station.park({ workflowNo }))}>
          {text.ship.aside}
        </Button>
        <NextUp />
        <p className="push flood-next">
          <Icon name="stop" />
          {text.ship.callTheLead}
        </p>
      </div>
    </div>
  );
}
