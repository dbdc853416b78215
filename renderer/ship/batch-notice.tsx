import { screenKeys } from '../screens.ts';
import { batchPauseText } from '../text/batch-pause.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useFrame, useWindowState } from '../window-state.ts';

/** Said between two parcels: the batch beside them stands still, and where to see to it. */
export function BatchNotice() {
  const { openScreen } = useWindowState();
  const pause = useFrame(({ batchPause }) => batchPause);
  if (!pause) return null;
  return (
    <output className="card failure-note" data-state="look">
      <Icon name="look" />
      <p className="failure-words">
        <b>{text.batch.title}:</b> <span>{batchPauseText(pause)}</span>
      </p>
      <span className="push">
        <Button isSmall keyName={screenKeys.orders} onPress={() => openScreen('orders')}>
          {text.batch.show}
        </Button>
      </span>
    </output>
  );
}
