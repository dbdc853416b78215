import type { WorkflowAt } from '../../shared/bench.ts';
import { type CheckOff, piecesChecked, piecesToCheck, wrongCheckOf } from '../../shared/check-off.ts';
import { ordersShown } from '../../shared/joined.ts';
import { isInBoxes } from '../../shared/order.ts';
import { useIntent } from '../query.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Note } from '../ui/card.tsx';
import { Foot } from '../ui/foot.tsx';
import { Icon } from '../ui/icon.tsx';
import { RecipientAddress } from '../ui/recipient.tsx';
import { HistoryButton } from '../ui/timeline.tsx';
import { OrderBoxes } from './boxes.tsx';
import { Counting } from './checking-off.tsx';
import { signalOfCheckOff } from './signal.ts';
import { Clear, type StepProps } from './step.tsx';

interface UnpackedProps extends StepProps<WorkflowAt<'unpacked'>> {
  readonly checkOff: CheckOff;
}

/** The items of a bought shipment whose parcel the packer opened, while they are scanned off again. */
export function Unpacked({ workflow: { booking }, workflowNo, checkOff }: UnpackedProps) {
  const intent = useIntent();
  const { order } = booking;
  const { asksSerial, last } = checkOff;
  const words = text.ship.checkOff;
  const wrong = wrongCheckOf(last);
  const next = last ? words.scanNext : text.ship.unpacked.scan;
  return (
    <>
      <Band
        state={signalOfCheckOff(checkOff)}
        message={wrong ? words.wrong[wrong].now : asksSerial ? words.scanSerial : next}
        aside={text.ship.shipment(ordersShown(booking), booking.shipmentNo)}
      />
      <Counting workflowNo={workflowNo} orderKey={order.key} checkOff={checkOff} intent={intent} failure={intent.failure}>
        <Note icon="note">{text.ship.unpacked.means}</Note>
        {isInBoxes(order) ? (
          <>
            <RecipientAddress address={order.recipient} shape="strip" />
            <OrderBoxes order={order} />
          </>
        ) : (
          <div className="card card-check-to">
            <RecipientAddress address={order.recipient} shape="small" />
          </div>
        )}
      </Counting>
      <Foot>
        <HistoryButton bookingId={booking.id} />
        {/* While a serial number is asked, the key goes back to the piece. */}
        {!asksSerial && <Clear workflowNo={workflowNo} intent={intent} />}
        <p className="next-scan">
          <Icon name="ready" />
          <span>
            {asksSerial ? words.scanSerial : words.scanNext}
            <small>
              {words.left(piecesToCheck(checkOff) - piecesChecked(checkOff))} {text.ship.unpacked.thenScan}
            </small>
          </span>
        </p>
      </Foot>
    </>
  );
}
