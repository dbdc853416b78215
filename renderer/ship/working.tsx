import { isSent, type WorkflowAt } from '../../shared/bench.ts';
import { ordersShown } from '../../shared/joined.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { RecipientAddress } from '../ui/recipient.tsx';
import { hasLines, InTheBox, recipientShape } from './items.tsx';
import { NextOrders } from './next-orders.tsx';
import { parcelWords, priceFacts, type StepProps, serviceName } from './step.tsx';
import { StopWaiting, Waited, WaitSteps } from './waiting.tsx';

export function LookingUp({ workflow, workflowNo }: StepProps<WorkflowAt<'looking-up'>>) {
  if (workflow.asked) return <AskingShop code={workflow.code} asked={workflow.asked} workflowNo={workflowNo} />;
  return (
    <>
      <Band state="working" message={text.ship.lookingUp(workflow.code)} />
      <div className="body" />
    </>
  );
}

function AskingShop({
  code,
  asked: { since, order },
  workflowNo,
}: {
  code: string;
  asked: NonNullable<WorkflowAt<'looking-up'>['asked']>;
  workflowNo: number;
}) {
  return (
    <>
      <Band state="working" message={text.ship.askingShop} aside={<Waited since={since} of={code} />} />
      <div className="body body-col">
        {order && <RecipientAddress address={order.recipient} returnOf={order.returnOf} shape={recipientShape(order)} />}
        {order && hasLines(order) && <InTheBox order={order} />}
        <WaitSteps
          since={since}
          what={text.ship.waitsForShop}
          why={order ? text.ship.mayHaveChanged : text.ship.notHereYet}
          mostSeconds={null}
        />
      </div>
      <StopWaiting since={since} workflowNo={workflowNo}>
        {order ? text.ship.stopAskingKnown : text.ship.stopAsking}
      </StopWaiting>
    </>
  );
}

export function Quoting({ workflow: { order, since, isBehind }, workflowNo }: StepProps<WorkflowAt<'quoting'>>) {
  const { rest, weight } = parcelWords(order);
  const message = isBehind ? text.ship.quotingBehind : text.ship.quoting;
  return (
    <>
      <Band state="working" message={message} aside={<Waited since={since} of={order.key} />} />
      <div className="body body-col">
        <RecipientAddress address={order.recipient} returnOf={order.returnOf} shape={recipientShape(order)} />
        <InTheBox order={order} />
        <p className="parcel-line">
          {rest} {weight && <b>· {weight}</b>}
        </p>
        <WaitSteps
          since={since}
          what={isBehind ? text.ship.waitsBehind : text.ship.waitsForPrices}
          why={isBehind ? text.ship.oneAtATime : text.ship.nothingBought}
          mostSeconds={isBehind ? null : 20}
        />
      </div>
      <StopWaiting since={since} workflowNo={workflowNo}>
        {text.ship.stopQuoting}
      </StopWaiting>
    </>
  );
}

/** Service, price and recipient during the purchase. */
export function Booking({ workflow: { booking, doing, since }, workflowNo }: StepProps<WorkflowAt<'booking'>>) {
  const { rest, weight } = parcelWords(booking.order);
  const besideWait = hasLines(booking.order);
  const wait = <WaitSteps since={since} {...text.ship.waits[doing]} />;
  return (
    <>
      <Band
        state="working"
        message={text.ship.doing[doing]}
        aside={<Waited since={since} of={text.ship.shipment(ordersShown(booking), booking.shipmentNo)} />}
      />
      <div className="body body-2">
        <div className="col">
          <RecipientAddress address={booking.order.recipient} returnOf={booking.order.returnOf} shape={recipientShape(booking.order)} />
          <InTheBox order={booking.order} />
          <p className="parcel-line">
            {rest} {weight && <b>· {weight}</b>}
          </p>
          {!besideWait && wait}
        </div>
        <div className="col">
          <Card title={text.ship.buying}>
            <Facts
              className={besideWait ? '' : 'facts-large'}
              facts={[[text.ship.service, serviceName(booking)], ...priceFacts(booking)]}
            />
          </Card>
          {besideWait && wait}
          <NextOrders />
        </div>
      </div>
      <StopWaiting since={since} workflowNo={workflowNo}>
        <b>{isSent(doing) ? text.ship.stopSending : text.ship.stopBuying}</b>{' '}
        {isSent(doing) && text.ship.stopSendingHints[doing === 'sending' ? 'sending' : 'checking']}
      </StopWaiting>
    </>
  );
}
