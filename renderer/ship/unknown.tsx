import type { WorkflowAt } from '../../shared/bench.ts';
import { ordersShown } from '../../shared/joined.ts';
import { useIntent } from '../query.ts';
import { momentText } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Card, Facts, Note } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Foot, Primary } from '../ui/foot.tsx';
import { RecipientAddress } from '../ui/recipient.tsx';
import { useWindowState } from '../window-state.ts';
import { PutAside, priceFacts, type StepProps, serviceName } from './step.tsx';

/** It is unknown whether this was bought. It is never sent again from here; a person settles it in Resolve. */
export function Unknown({ workflow: { booking }, workflowNo }: StepProps<WorkflowAt<'unknown'>>) {
  const { openScreen } = useWindowState();
  const intent = useIntent();
  return (
    <>
      <Band
        state="look"
        message={text.ship.unknown(booking.orderKey)}
        aside={text.ship.shipment(ordersShown(booking), booking.shipmentNo)}
      />
      <div className="body body-2">
        <div className="col">
          <RecipientAddress address={booking.order.recipient} returnOf={booking.order.returnOf} />
          <Note icon="question">
            <b>{text.ship.unknownWhat}</b> {text.ship.unknownNext}
          </Note>
          <FailureNote failure={intent.failure} />
        </div>
        <div className="col">
          <Card>
            <Facts
              className="facts-large"
              facts={[
                [text.ship.askedAt, momentText(booking.changedAt)],
                [
                  text.ship.service,
                  <span key="service" className="data">
                    {serviceName(booking)}
                  </span>,
                ],
                ...priceFacts(booking),
              ]}
            />
          </Card>
        </div>
      </div>
      <Foot>
        <PutAside workflowNo={workflowNo} intent={intent} />
        <Primary means="resolve" onPress={() => openScreen('resolve')}>
          {text.ship.openResolve}
        </Primary>
      </Foot>
    </>
  );
}
