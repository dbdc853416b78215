import './resolve.css';
import { useState } from 'react';
import type { LostJournal as Lost } from '../../shared/restored.ts';
import { useIntent } from '../query.ts';
import { station } from '../station.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Facts, Note } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Foot } from '../ui/foot.tsx';
import { NotSo, type Reasons } from './settle-form.tsx';

/** Stands before every screen: without a journal nothing can be booked, and only a person may begin an empty one. */
export function LostJournal({ lost }: { lost: Lost }) {
  const words = text.resolve.lost;
  const intent = useIntent();
  const [given, setGiven] = useState<Reasons>({ reason: '', pin: '' });
  return (
    <>
      <Band state="stop" says={words.says} aside={text.frame.worlds[lost.world]} />
      <div className="body body-col">
        <Note icon="stop">{words.means}</Note>
        <Card className="col" title={words.doTitle}>
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
        <NotSo
          title={words.beginEmpty}
          told={words.beginEmptyTold}
          given={given}
          onChange={setGiven}
          isBusy={intent.isBusy}
          onSettle={() => void intent.send(station.beginEmptyJournal(given))}
        />
      </div>
      {lost.world !== 'training' && (
        <Foot>
          <Button kind="quiet" keyName="F7" onPress={() => void intent.send(station.enterWorld({ world: 'training' }))}>
            {words.toTraining}
          </Button>
        </Foot>
      )}
    </>
  );
}

const Path = ({ children }: { children: string }) => <span className="mono small">{children}</span>;
