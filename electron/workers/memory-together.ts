import type { WorkerLine } from './worker-line.ts';

type Line = Pick<WorkerLine<never, unknown>, 'restingMb' | 'endResting'>;

/** The memory limit of all worker processes together; above it, idle processes are ended. */
export interface MemoryTogether {
  /** Counts this line from now on, and returns it. */
  add<L extends Line>(line: L): L;
  remove(line: Line): void;
  /**
   * Called with the memory of a busy process. Ends idle processes if the limit is exceeded, because earlier questions may have left them
   * large.
   */
  giveWay(usedMb: number): void;
}

/** In MB; together with the program itself less than 500. */
const mostMb = 360;

export function createMemoryTogether(): MemoryTogether {
  const lines = new Set<Line>();
  return {
    add(line) {
      lines.add(line);
      return line;
    },
    remove: (line) => void lines.delete(line),
    giveWay(usedMb) {
      const restingMb = [...lines].reduce((sum, each) => sum + each.restingMb(), 0);
      if (usedMb + restingMb > mostMb) for (const each of lines) each.endResting();
    },
  };
}
