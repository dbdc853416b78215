import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A name for a journal in a folder of its own, gone with the test. */
export function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'packbench-journal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'journal.db');
}
