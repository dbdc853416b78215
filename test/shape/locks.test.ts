import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { roomMutants, shellMutants, windowMutants } from '../mutants/locks.ts';
import { editedFiles } from '../strangers/edited.ts';

const root = new URL('../../', import.meta.url);

test.each([...shellMutants, ...windowMutants, ...roomMutants])(
  'the code of a guard that a mutant removes is there: $title',
  ({ edits, test: guard }) => {
    expect(editedFiles(edits, root).size).toBeGreaterThan(0);
    expect(existsSync(new URL(guard, root)), guard).toBe(true);
  },
);
