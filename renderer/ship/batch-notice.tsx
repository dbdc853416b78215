import { screenKeys } from '../screens.ts';
import { batchPauseText } from '../text/batch-pause.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { LookNote } from '../ui/failure-note.tsx';
import { useFrame, useWindowState } from '../window-state.ts';

/** Shown between two parcels: the batch is paused, and where to continue it. */
export function BatchNotice() {
  const { openScreen } = useWindowState();
  const pause = useFrame(({ batchPause }) => batchPause);
  if (!pause) return null;
  return (
    <LookNote what={`${text.batch.title}:`} next={batchPauseText(pause)}>
      <span className="push">
        <Button isSmall keyName={screenKeys.orders} onPress={() => openScreen('orders')}>
          {text.batch.show}
        </Button>
      </span>
    </LookNote>
  );
}
