import './resolve.css';
import type { LostJournal as Lost } from '../../shared/restored.ts';
import { type Intent, useIntent } from '../query.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { useWindowState } from '../window-state.ts';
import { CarefulWay } from './settle-form.tsx';

/** Replaces every screen: nothing can be booked without a journal, and only a person may start an empty one. */
export function LostJournal({ lost }: { lost: Lost }) {
  const { station } = useWindowState();
  const words = text.resolve.lost;
  const intent = useIntent();
  return (
    <>
      <Band size="compact" state="stop" message={words.status} aside={text.frame.worlds[lost.world]} />
      <div className="body body-col">
        <Card className="col" title={words.doTitle} aside={lost.world !== 'training' && <ToTraining intent={intent} />}>
          <p>{words.means}</p>
          <ol className="to-do">
            {words.steps.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
          <Facts
            facts={[
              [words.backupFolder, <Path key="folder">{lost.backupFolder}</Path>],
              lost.keptAs.length > 0 ? [words.keptAs, <Path key="kept">{lost.keptAs.join('\n')}</Path>] : undefined,
            ]}
          />
        </Card>
        <FailureNote failure={intent.failure} />
        <Card className="lost-begin" title={words.beginEmpty}>
          <CarefulWay
            title={words.beginEmpty}
            hint={words.beginEmptyHint}
            isBusy={intent.isBusy}
            onSettle={(given) => void intent.send(station.beginEmptyJournal(given))}
          />
        </Card>
      </div>
    </>
  );
}

function ToTraining({ intent }: { intent: Intent }) {
  const { station } = useWindowState();
  return (
    <Button kind="quiet" isSmall means="training" onPress={() => void intent.send(station.enterWorld({ world: 'training' }))}>
      {text.resolve.lost.toTraining}
    </Button>
  );
}

const Path = ({ children }: { children: string }) => <span className="mono small">{children}</span>;
