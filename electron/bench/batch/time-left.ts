import { isBought } from '../../../shared/batch.ts';
import type { BenchContext } from '../context.ts';
import type { OpenBatch } from './open-batch.ts';

/** How long a batch that buys takes to its end, by what it took so far. */
export interface TimeLeft {
  /** Buying begins, or goes on after a pause. */
  begin(): void;
  forget(): void;
  /** Null while too little is known. */
  ms(): number | null;
}

/** Fewer say nothing of those to come. */
const fewest = 3;

export function createTimeLeft(context: BenchContext, batch: OpenBatch): TimeLeft {
  const bought = (): number => batch.lines().filter(({ line }) => isBought(line)).length;
  /** When buying began, and what was bought by then. */
  let since: { readonly at: number; readonly bought: number } | undefined;
  return {
    begin() {
      since = { at: context.elapsed(), bought: bought() };
    },
    forget() {
      since = undefined;
    },
    ms() {
      const done = since ? bought() - since.bought : 0;
      if (!since || batch.state() !== 'running' || done < fewest) return null;
      const toGo = batch.lines().filter(({ line }) => line.state === 'agreed' || line.state === 'buying').length;
      return Math.round(((context.elapsed() - since.at) / done) * toGo);
    },
  };
}
