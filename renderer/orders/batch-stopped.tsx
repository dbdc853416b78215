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

/** The stopped orders, without those whose group is shown, with the reason and the way to continue. */
export function BatchStopped({ batch: { stopped, moreStopped, sharedAddresses, state }, intent, onCorrect }: BatchStoppedProps) {
  const { station, openScreen } = useWindowState();
  const words = text.batch;
  const goOn = ({ orderKey, wayOn }: StoppedLine): void => {
    if (wayOn === 'correct') onCorrect(orderKey);
    else if (wayOn === 'resolve') openScreen('resolve');
    else if (wayOn === 'scan') void intent.send(station.scan({ code: orderKey }));
    else void intent.send(station.askBatchLine({ key: orderKey }));
  };
  const inGroups = new Set(
    sharedAddresses.filter(({ joined }) => joined === null).flatMap(({ orders }) => orders.map(({ orderKey }) => orderKey)),
  );
  const alone = stopped.filter(({ orderKey, failure }) => failure.code !== 'address-shared' || !inGroups.has(orderKey));
  return (
    <Card
      isFlush
      className="batch-stopped"
      title={words.stoppedTitle}
      aside={state === 'running' && <span className="muted">{words.othersGoOn}</span>}
    >
      {alone.length === 0 && <p className="muted batch-none">{stopped.length === 0 ? words.noneStopped : words.noOtherStopped}</p>}
      <ul className="list">
        {alone.map((line) => (
          <li key={line.orderKey}>
            <Icon name="look" className="look-ink" />
            <span className="what grow">
              <b>{[[line.orderKey, ...(line.joined ?? [])].join(' + '), line.name, line.city].filter(Boolean).join(', ')}</b>
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
