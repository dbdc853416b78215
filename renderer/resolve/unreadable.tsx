import { useState } from 'react';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { useWindowState } from '../window-state.ts';
import { useDecision } from './decision.ts';
import type { ItemOf } from './entry-words.ts';
import { CarefulWay, type Reasons, Way, Ways } from './settle-form.tsx';

export function Unreadable({ of, id, ref, onReload }: ItemOf<'item-unreadable'> & { readonly onReload: () => void }) {
  const { station } = useWindowState();
  const words = text.resolve.unreadable;
  const intent = useDecision();
  const [given, setGiven] = useState<Reasons>({ reason: '', pin: '' });
  return (
    <>
      <FailureNote failure={intent.failure} />
      <section className="card col about">
        <p className="about-what">{id ? words.what : words.whatList}</p>
        <p>{words.next}</p>
        <p className="reference mono">{ref}</p>
      </section>
      <Ways>
        <Way icon="done" title={words.again} hint={words.restart}>
          <Button kind="primary" isSmall means="check" onPress={onReload}>
            {words.again}
          </Button>
        </Way>
        {id && (
          <CarefulWay
            title={words.close}
            hint={words.closeHint}
            given={given}
            onChange={setGiven}
            isBusy={intent.isBusy}
            onSettle={() => void intent.decide(station.closeUnreadable({ of, id, ...given }), words.statusClosed)}
          />
        )}
      </Ways>
    </>
  );
}
