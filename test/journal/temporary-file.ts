import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const home = mkdtempSync(join(tmpdir(), 'packbench-journal-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** A name for a journal in a folder of its own, gone with the test file. */
export const newFile = (): string => join(mkdtempSync(join(home, 'one-')), 'journal.db');
