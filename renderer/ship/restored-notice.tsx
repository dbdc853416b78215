import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useFrame, useWindowState } from '../window-state.ts';

/** Stands on READY as long as the journal knows too little: a person ends it in Resolve. */
export function RestoredNotice() {
  const { openScreen } = useWindowState();
  const restored = useFrame((frame) => frame.restored);
  if (!restored) return null;
  const words = text.ship.mayBeShipped;
  return (
    <div className="card failure-note" data-state="look" role="alert">
      <Icon name="look" />
      <p className="failure-words">
        <b>{words.what(restored)}</b> <span>{words.next}</span>
      </p>
      <Button isSmall className="push" onPress={() => openScreen('resolve')}>
        {text.ship.openResolve}
      </Button>
    </div>
  );
}
