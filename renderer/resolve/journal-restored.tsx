import type { Restored } from '../../shared/restored.ts';
import { momentText } from '../text/format.ts';
import { text } from '../text/text.ts';
import { useWindowState } from '../window-state.ts';
import { useDecision } from './decision.ts';
import { Entry, Opens } from './entry.tsx';
import { CarefulWay } from './settle-form.tsx';

/** A person compares the service's account with the orders. After that, the bench no longer asks about each order. */
export function JournalRestored({ restored }: { restored: Restored }) {
  const { station } = useWindowState();
  const words = text.resolve.restored;
  const intent = useDecision();
  const until = momentText(restored.restoredAt);
  return (
    <Entry
      sentence={words.sentence}
      then={words.asks}
      intent={intent}
      act={<Opens>{words.open}</Opens>}
      evidence={<p>{restored.backupAt === null ? words.whatEmpty(until) : words.what(momentText(restored.backupAt), until)}</p>}
    >
      <CarefulWay
        title={words.settle}
        hint={words.settleHint}
        isBusy={intent.isBusy}
        onSettle={(given) => void intent.decide(station.settleRestored(given), words.statusSettled)}
      />
    </Entry>
  );
}
