import type { ContextParts } from './context-parts.ts';
import type { Journal } from './ports/journal.ts';

export interface ReadableRows extends Pick<ContextParts, 'journal'> {
  readonly bug: (step: string, error: unknown) => unknown;
}

/** Returns the rows that were left out of order files, except unreadable ones: Resolve lists those separately; they block nothing. */
export function readableRows({ journal, bug }: ReadableRows): ReturnType<Journal['rowProblems']> {
  return journal.rowProblems().filter((row) => {
    try {
      return row.problem !== undefined;
    } catch (error) {
      bug('row-problem', error);
      return false;
    }
  });
}
