import type { WalkAt } from '../../shared/bench.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { To } from '../ui/recipient.tsx';
import { NextOrders } from './next-orders.tsx';
import { parcelWords, priceFacts, type StepProps, serviceName } from './step.tsx';

export function LookingUp({ walk }: StepProps<WalkAt<'looking-up'>>) {
  return (
    <>
      <Band state="working" says={text.ship.lookingUp(walk.code)} />
      <div className="body" />
    </>
  );
}

export function Quoting({ walk: { order } }: StepProps<WalkAt<'quoting'>>) {
  const { rest, weight } = parcelWords(order);
  return (
    <>
      <Band state="working" says={text.ship.quoting} aside={order.key} />
      <div className="body body-col">
        <To address={order.recipient} />
        <p className="parcel-line">
          {rest} {weight && <b>· {weight}</b>}
        </p>
      </div>
    </>
  );
}

/** What is bought, for how much, for whom, while it is bought. */
export function Booking({ walk: { booking, doing } }: StepProps<WalkAt<'booking'>>) {
  const { rest, weight } = parcelWords(booking.order);
  return (
    <>
      <Band state="working" says={text.ship.doing[doing]} aside={text.ship.shipment(booking.orderKey, booking.shipmentNo)} />
      <div className="body body-2">
        <div className="col">
          <To address={booking.order.recipient} />
          <p className="parcel-line">
            {rest} {weight && <b>· {weight}</b>}
          </p>
        </div>
        <div className="col">
          <Card title={text.ship.buying}>
            <Facts className="facts-large" facts={[[text.ship.service, serviceName(booking)], ...priceFacts(booking)]} />
          </Card>
          <NextOrders />
        </div>
      </div>
    </>
  );
}
