import type { JournalTrouble as Trouble } from '../../shared/restored.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Note } from '../ui/card.tsx';

/** Nothing can be stored safely, so nothing is bought. Scans still find earlier shipments. The state ends by itself. */
export function JournalTrouble({ trouble }: { trouble: Trouble }) {
  const { what, next } = text.failures[trouble];
  return (
    <>
      <Band state="stop" size="tall" message={text.frame.journalTroubles[trouble]} />
      <div className="body body-col">
        <Note icon="stop">{what}</Note>
        <Note icon="note">{next}</Note>
      </div>
    </>
  );
}
