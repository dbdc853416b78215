import type { BatchView } from '../../shared/batch.ts';
import type { Intent } from '../query.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Foot, Primary } from '../ui/foot.tsx';
import { useWindowState } from '../window-state.ts';
import { costText } from './batch-counts.ts';

interface BatchFootProps {
  readonly batch: BatchView;
  readonly intent: Intent;
  readonly onShowOrders: () => void;
}

/** Actions on the batch, and the one next action. */
export function BatchFoot({ batch, intent, onShowOrders }: BatchFootProps) {
  const { station } = useWindowState();
  const words = text.batch;
  const { state, counts, toBuy } = batch;
  const stop = () => void intent.send(station.stopBatch({}));
  const hasBought = batch.bought.shipping.length > 0;
  const isBegun = hasBought || counts.agreed > 0 || counts.buying > 0;
  const orders = (
    <Button kind="quiet" onPress={onShowOrders}>
      {words.showOrders}
    </Button>
  );
  switch (state) {
    case 'quoting':
      return (
        <Foot>
          {orders}
          <Button kind="quiet" className="push" onPress={stop}>
            {words.drop}
          </Button>
        </Foot>
      );
    case 'ready':
      return (
        <Foot>
          <p className="statement">{words.shipHint}</p>
          {orders}
          <Button kind="quiet" onPress={stop}>
            {hasBought ? words.close : words.drop}
          </Button>
          <Primary
            means="commit"
            commits
            isDisabled={intent.isBusy || counts.quoted === 0}
            onPress={() => void intent.send(station.runBatch({ orders: counts.quoted }))}
          >
            {words.ship(counts.quoted, costText(toBuy))}
          </Primary>
        </Foot>
      );
    case 'running':
      return (
        <Foot>
          <p className="statement">{words.pauseHint}</p>
          {orders}
          <Primary means="pause" onPress={() => void intent.send(station.pauseBatch({}))}>
            {words.pause}
          </Primary>
        </Foot>
      );
    case 'paused':
      return (
        <Foot>
          <p className="statement">
            {batch.isStopped
              ? words.stoppedHint
              : batch.withoutPrinter > 0
                ? words.withoutPrinterHint
                : typeof batch.paused === 'object' && words.pausedHint}
          </p>
          {orders}
          {!batch.isStopped && (
            <Button kind="quiet" onPress={stop}>
              {isBegun ? words.stop : words.drop}
            </Button>
          )}
          <UsualPrinter labels={batch.withoutPrinter} intent={intent} />
          <Primary
            means="commit"
            commits
            isDisabled={intent.isBusy}
            onPress={() => void intent.send(station.runBatch({ orders: counts.agreed }))}
          >
            {isBegun || batch.isStopped ? words.goOn(counts.agreed) : words.goOnAsking}
          </Primary>
        </Foot>
      );
    case 'stopping':
      return (
        <Foot>
          <p className="statement muted">{words.stopping}</p>
          {orders}
        </Foot>
      );
    case 'ended':
    case 'closed':
      return (
        <Foot>
          <p className="statement">{counts.stopped > 0 && words.closeHint}</p>
          {orders}
          <Primary means="save" onPress={stop}>
            {words.close}
          </Primary>
        </Foot>
      );
  }
}

/** Prints paid labels whose printer was removed from Setup at the usual printer. */
function UsualPrinter({ labels, intent }: { labels: number; intent: Intent }) {
  const { station } = useWindowState();
  if (labels === 0) return null;
  return (
    <Button means="otherPrinter" isDisabled={intent.isBusy} onPress={() => void intent.send(station.printBatchAtUsual({}))}>
      {text.batch.printAtUsual(labels)}
    </Button>
  );
}
