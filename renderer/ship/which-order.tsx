import { digitOf } from '../../shared/key-meanings.ts';
import './asking.css';
import type { WorkflowAt } from '../../shared/bench.ts';
import { useIntent } from '../query.ts';
import { addressLine, recipientName, todayOrMoment } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Key } from '../ui/button.tsx';
import { Card, Note } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Foot } from '../ui/foot.tsx';
import { Tile } from '../ui/tile.tsx';
import { useWindowState } from '../window-state.ts';
import { Clear, type StepProps } from './step.tsx';

/** Two orders that differ only in the spelling of their keys. */
export function WhichOrder({ workflow: { code, orders }, workflowNo }: StepProps<WorkflowAt<'which-order'>>) {
  const { station } = useWindowState();
  const words = text.ship.whichOrder;
  const intent = useIntent();
  return (
    <>
      <Band state="look" message={words.status(code)} aside={code} />
      <div className="body body-col">
        <Note icon="question">{words.what}</Note>
        <Card className="col">
          {orders.map(({ order, booking }, index) => (
            <Tile
              key={order.key}
              digit={digitOf(index)}
              onPress={() => void intent.send(station.chooseOrder({ workflowNo, key: order.key }))}
            >
              <span className="box-words">
                <Key of={digitOf(index)} />
                <b>{order.key}</b>
                <span>
                  {[recipientName(order.recipient), addressLine(order.recipient), order.recipient.city].filter(Boolean).join(', ')}
                </span>
                <span className="push muted">
                  {booking?.state === 'booked' ? words.shipped(todayOrMoment(booking.changedAt)) : words.from(order.source)}
                </span>
              </span>
            </Tile>
          ))}
        </Card>
        <FailureNote failure={intent.failure} />
      </div>
      <Foot>
        <Clear workflowNo={workflowNo} intent={intent} />
      </Foot>
    </>
  );
}
