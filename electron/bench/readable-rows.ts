import type { ContextParts } from './context-parts.ts';
import type { Journal } from './ports/journal.ts';

export interface ReadableRows extends Pick<ContextParts, 'journal'> {
  readonly bug: (step: string, error: unknown) => unknown;
}

/** The rows that were left out of order files, but those that cannot be read: these stand in Resolve as that and hold up nothing else. */
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
