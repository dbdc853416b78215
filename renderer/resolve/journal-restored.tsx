import { useState } from 'react';
import type { Restored } from '../../shared/restored.ts';
import { momentText } from '../text/format.ts';
import { text } from '../text/text.ts';
import { FailureNote } from '../ui/failure-note.tsx';
import { useWindowState } from '../window-state.ts';
import { useDecision } from './decision.ts';
import { CarefulWay, type Reasons } from './settle-form.tsx';

/** A person compares the service's account with the orders. After that, the bench no longer asks about each order. */
export function JournalRestored({ restored }: { restored: Restored }) {
  const { station } = useWindowState();
  const words = text.resolve.restored;
  const intent = useDecision();
  const [given, setGiven] = useState<Reasons>({ reason: '', pin: '' });
  const until = momentText(restored.restoredAt);
  return (
    <>
      <FailureNote failure={intent.failure} />
      <section className="card col about">
        <p className="about-what">
          {restored.backupAt === null ? words.whatEmpty(until) : words.what(momentText(restored.backupAt), until)}
        </p>
        <p className="muted">{words.asks}</p>
      </section>
      <CarefulWay
        title={words.settle}
        hint={words.settleHint}
        given={given}
        onChange={setGiven}
        isBusy={intent.isBusy}
        onSettle={() => void intent.decide(station.settleRestored(given), words.statusSettled)}
      />
    </>
  );
}
