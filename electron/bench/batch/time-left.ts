import { isBought } from '../../../shared/batch.ts';
import type { BenchContext } from '../context.ts';
import type { OpenBatch } from './open-batch.ts';

/** Estimates the remaining time of a batch that buys, from the time taken so far. */
export interface TimeLeft {
  /** Called when buying starts, or continues after a pause. */
  begin(): void;
  forget(): void;
  /** Null while too little is known. */
  ms(): number | null;
}

/** Fewer purchases allow no estimate. */
const fewest = 3;

export function createTimeLeft(context: Pick<BenchContext, 'elapsed'>, batch: OpenBatch): TimeLeft {
  const bought = (): number => batch.lines().filter(({ line }) => isBought(line)).length;
  /** Time at which buying started, and the number of purchases by then. */
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
