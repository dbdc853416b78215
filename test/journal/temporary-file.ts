import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A journal file in a folder of its own; the test removes that folder and its neighbours when it ends. */
export function newFile(): string {
  const home = mkdtempSync(join(tmpdir(), 'packbench-journal-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const folder = join(home, 'bench');
  mkdirSync(folder);
  return join(folder, 'journal.db');
}
