import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createEncryption } from '../../electron/credentials/encryption.ts';
import { rootEncryptionIn } from '../../electron/journal/encryption.ts';
import { openJournal } from '../../electron/journal/journal.ts';
import type { World } from '../../shared/world.ts';
import { closeLater, newFolder } from '../later.ts';

/** A journal file in a folder of its own, which is removed after the test with its neighbours. */
export function newFile(): string {
  const folder = join(newFolder('journal'), 'bench');
  mkdirSync(folder);
  return join(folder, 'journal.db');
}

const key = new Uint8Array(32).fill(7);
export const encryption = createEncryption(key);
export const otherEncryption = createEncryption(new Uint8Array(32).fill(8));
/** The data key of the journals of these tests. */
export const root = rootEncryptionIn('training', encryption);

/** A journal with a clock that advances one second per reading. */
export function journalAt(file: string, encrypts = encryption, who = () => '', world: World = 'training', daysLater = 0) {
  let seconds = 0;
  return openJournal({
    file,
    world,
    encryption: encrypts,
    now: () => new Date(Date.UTC(2026, 10, 21 + daysLater, 9, 0, seconds++)),
    id: () => crypto.randomUUID(),
    who,
  });
}

/** The same, closed after the test unless the test itself has closed it. */
export function openJournalAt(...where: Parameters<typeof journalAt>) {
  const journal = journalAt(...where);
  closeLater(() => {
    try {
      journal.close();
    } catch {
      // It is closed.
    }
  });
  return journal;
}
