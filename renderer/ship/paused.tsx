import type { Pause } from '../../shared/breaker.ts';
import { commandCode, commandKeys } from '../../shared/command-keys.ts';
import { type Intent, useIntent } from '../query.ts';
import { momentText } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Facts, Note } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Foot, Primary } from '../ui/foot.tsx';
import { useWindowState } from '../window-state.ts';

/** Nothing is booked until a person resumes. Scans still work: shipped orders are found, new ones are quoted. */
export function Paused({ pause }: { pause: Pause }) {
  const { openScreen } = useWindowState();
  const intent = useIntent();
  return (
    <>
      <Band state="stop" size="tall" message={text.ship.paused} />
      <div className="body body-col">
        <FailureNote failure={intent.failure} hasButton={false} />
        <Note icon="stop">{text.ship.pausedWhat[pause.why]}</Note>
        <Note icon="note">{text.ship.pausedNext[pause.why]}</Note>
        <Card>
          <Facts className="facts-large" facts={[[text.ship.pausedSince, momentText(pause.since)]]} />
          <p className="muted">{text.ship.goOnHint}</p>
        </Card>
      </div>
      <Foot>
        <Button means="resolve" onPress={() => openScreen('resolve')}>
          {text.ship.openResolve}
        </Button>
        <GoOn intent={intent} />
      </Foot>
    </>
  );
}

/** Ends the pause if a known order can be read. It never buys: the selected service needs its own key. */
export function GoOn({ intent }: { intent: Intent }) {
  const { station } = useWindowState();
  return (
    <Primary
      means={commandKeys.RESUME}
      code={commandCode('RESUME')}
      commits
      isDisabled={intent.isBusy}
      onPress={() => void intent.send(station.resumeBooking({}))}
    >
      {text.ship.goOn}
    </Primary>
  );
}
