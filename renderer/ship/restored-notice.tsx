import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { LookNote } from '../ui/failure-note.tsx';
import { useFrame, useWindowState } from '../window-state.ts';

/** Shown on READY while the journal may be incomplete: a person ends that in Resolve. */
export function RestoredNotice() {
  const { openScreen } = useWindowState();
  const restored = useFrame((frame) => frame.restored);
  if (!restored) return null;
  const words = text.ship.mayBeShipped;
  return (
    <LookNote what={words.what(restored)} next={words.next} isAlert>
      <Button isSmall className="push" onPress={() => openScreen('resolve')}>
        {text.ship.openResolve}
      </Button>
    </LookNote>
  );
}
