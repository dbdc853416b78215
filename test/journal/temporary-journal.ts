import { createSealing } from '../../electron/credentials/encryption.ts';
import { openJournal } from '../../electron/journal/journal.ts';
import { sealingIn } from '../../electron/journal/sealing.ts';
import type { World } from '../../shared/world.ts';

const key = new Uint8Array(32).fill(7);
export const sealing = createSealing(key);
export const otherSealing = createSealing(new Uint8Array(32).fill(8));
/** The encryption that the journals of these tests use. */
export const placed = sealingIn('training', sealing);

/** A journal with a clock that advances one second per reading. */
export function journalAt(file: string, seals = sealing, who = () => '', world: World = 'training', daysLater = 0) {
  let seconds = 0;
  return openJournal({
    file,
    world,
    sealing: seals,
    now: () => new Date(Date.UTC(2026, 10, 21 + daysLater, 9, 0, seconds++)),
    id: () => crypto.randomUUID(),
    who,
  });
}
