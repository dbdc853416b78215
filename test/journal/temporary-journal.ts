import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { createSealing } from '../../electron/credentials/data-key.ts';
import { openJournal } from '../../electron/journal/journal.ts';

const home = mkdtempSync(join(tmpdir(), 'packbench-journal-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

export const newFile = (): string => join(mkdtempSync(join(home, 'one-')), 'journal.db');
export const sealing = createSealing(new Uint8Array(32).fill(7));
export const otherSealing = createSealing(new Uint8Array(32).fill(8));

/** A journal with a clock that moves a second per reading. */
export function journalAt(file: string, seals = sealing) {
  let seconds = 0;
  return openJournal({
    file,
    ...seals,
    now: () => new Date(Date.UTC(2026, 10, 21, 9, 0, seconds++)),
    id: () => crypto.randomUUID(),
  });
}
