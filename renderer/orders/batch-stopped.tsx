import type { BatchView, StoppedLine } from '../../shared/batch.ts';
import type { OrderKey } from '../../shared/order.ts';
import type { Intent } from '../query.ts';
import { detailOf } from '../text/reasons.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Icon } from '../ui/icon.tsx';
import { useWindowState } from '../window-state.ts';

interface BatchStoppedProps {
  readonly batch: BatchView;
  readonly intent: Intent;
  readonly onCorrect: (key: OrderKey) => void;
}

/** The stopped orders with the reason and the way to continue. */
export function BatchStopped({ batch: { stopped, moreStopped, addressShared, isStopped, state }, intent, onCorrect }: BatchStoppedProps) {
  const { station, openScreen } = useWindowState();
  const words = text.batch;
  const goOn = ({ orderKey, wayOn }: StoppedLine): void => {
    if (wayOn === 'correct') onCorrect(orderKey);
    else if (wayOn === 'resolve') openScreen('resolve');
    else if (wayOn === 'scan') void intent.send(station.scan({ code: orderKey }));
    else void intent.send(station.askBatchLine({ key: orderKey }));
  };
  return (
    <Card
      isFlush
      className="batch-stopped"
      title={words.stoppedTitle}
      aside={state === 'running' && <span className="muted">{words.othersGoOn}</span>}
    >
      {stopped.length === 0 && <p className="muted batch-none">{words.noneStopped}</p>}
      {addressShared > 0 && !isStopped && (
        <div className="batch-apart">
          <span className="muted">{words.addressShared(addressShared)}</span>
          <Button isSmall isDisabled={intent.isBusy} onPress={() => void intent.send(station.shipBatchApart({}))}>
            {words.shipApart}
          </Button>
        </div>
      )}
      <ul className="list">
        {stopped.map((line) => (
          <li key={line.orderKey}>
            <Icon name="look" className="look-ink" />
            <span className="what grow">
              <b>{[line.orderKey, line.name, line.city].filter(Boolean).join(', ')}</b>
              <span>{[text.failures[line.failure.code].what, detailOf(line.failure)].filter(Boolean).join(' ')}</span>
            </span>
            <Button isSmall label={words.wayOnOf(line.wayOn, line.orderKey)} isDisabled={intent.isBusy} onPress={() => goOn(line)}>
              {words.wayOn[line.wayOn]}
            </Button>
          </li>
        ))}
        {moreStopped > 0 && <li className="muted">{words.moreStopped(moreStopped)}</li>}
      </ul>
    </Card>
  );
}
