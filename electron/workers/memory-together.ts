import type { WorkerLine } from './worker-line.ts';

type Line = Pick<WorkerLine<never, unknown>, 'restingMb' | 'endResting'>;

/** What the processes beside the program may have in memory together, before those that rest give it up. */
export interface MemoryTogether {
  /** Counts this line from now on, and returns it. */
  add<L extends Line>(line: L): L;
  remove(line: Line): void;
  /** A process that is asked something has so much: what was asked before may have left large ones behind. */
  giveWay(usedMb: number): void;
}

/** In MB: with the program itself less than 500. */
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
