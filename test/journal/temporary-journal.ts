import { createSealing } from '../../electron/credentials/data-key.ts';
import { openJournal } from '../../electron/journal/journal.ts';

export const sealing = createSealing(new Uint8Array(32).fill(7));
export const otherSealing = createSealing(new Uint8Array(32).fill(8));

/** A journal with a clock that moves a second per reading. */
export function journalAt(file: string, seals = sealing, who = () => '') {
  let seconds = 0;
  return openJournal({
    file,
    ...seals,
    now: () => new Date(Date.UTC(2026, 10, 21, 9, 0, seconds++)),
    id: () => crypto.randomUUID(),
    who,
  });
}
