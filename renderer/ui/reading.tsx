import type { Intent } from '../query.ts';
import { text } from '../text/text.ts';
import { useWindowState } from '../window-state.ts';
import { Button } from './button.tsx';
import { useSeconds } from './seconds.tsx';

/** A read of the service that takes a while: elapsed seconds, and a button to stop waiting. Stopping changes nothing. */
export function Reading({ intent }: { intent: Intent }) {
  const { station } = useWindowState();
  const seconds = useSeconds(intent.busySince);
  if (seconds === null) return null;
  return (
    <div className="card note">
      <span>{text.frame.waitsForService(text.frame.seconds(seconds))}</span>
      <Button isSmall className="push" onPress={() => void station.stopReading({})}>
        {text.frame.stopWaiting}
      </Button>
    </div>
  );
}
