import type { ReactNode } from 'react';
import { commandCode, commandKeys } from '../../shared/command-keys.ts';
import { useIntent } from '../query.ts';
import { text } from '../text/text.ts';
import { Barcode } from '../ui/barcode.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Foot } from '../ui/foot.tsx';
import { Icon } from '../ui/icon.tsx';
import { Seconds, useSeconds } from '../ui/seconds.tsx';
import { useWindowState } from '../window-state.ts';

interface WaitStepsProps {
  readonly since: string;
  readonly what: string;
  readonly why: string;
  readonly mostSeconds: number | null;
  /** Replaces what and why if the wait is longer than usual. */
  readonly later?: { readonly afterSeconds: number; readonly what: string; readonly why: string };
}

/** A wait, shown once it takes a while: elapsed seconds, what, why, and the maximum time. */
export function WaitSteps({ since, what, why, mostSeconds, later }: WaitStepsProps) {
  const seconds = useSeconds(since);
  if (seconds === null) return null;
  const words = later && seconds >= later.afterSeconds ? later : { what, why };
  return (
    <Card isFlush>
      <ol className="steps steps-wait">
        <li className="is-now" data-state="working">
          <Icon name="working" className="mark" />
          <span className="k">{text.frame.seconds(seconds)}</span>
          <span className="now">
            {words.what}
            <small>{words.why}</small>
          </span>
          <span className="num muted">{mostSeconds === null ? '' : text.ship.atMost(mostSeconds)}</span>
        </li>
      </ol>
    </Card>
  );
}

/** Stops waiting, and explains what that does and does not do. */
export function StopWaiting({ since, workflowNo, children }: { since: string; workflowNo: number; children: ReactNode }) {
  const { station } = useWindowState();
  const intent = useIntent();
  const isOffered = useSeconds(since) !== null;
  if (!isOffered) return null;
  return (
    <>
      <FailureNote failure={intent.failure} />
      <Foot>
        <p className="statement">{children}</p>
        <div className="next">
          <span className="code">
            <Barcode code={commandCode('FREE')} />
          </span>
          <Button means={commandKeys.FREE} onPress={() => void intent.send(station.stopWaiting({ workflowNo }))}>
            {text.frame.stopWaiting}
          </Button>
        </div>
      </Foot>
    </>
  );
}

export const Waited = ({ since, of }: { since: string; of: string }) => (
  <>
    <Seconds since={since} />
    {of}
  </>
);
