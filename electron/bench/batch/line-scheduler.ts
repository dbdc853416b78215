import { setImmediate as turn } from 'node:timers/promises';
import type { BatchLine } from '../../../shared/batch.ts';
import type { BenchContext } from '../context.ts';
import type { OpenBatch, Placed } from './open-batch.ts';
import type { RightOfWay } from './right-of-way.ts';
import type { ShipLine } from './ship-line.ts';

/** Decides which line is processed when, and when the batch is done. */
export interface LineScheduler {
  /** Starts everything that may start now. Safe to call any time. */
  wake(): void;
}

interface SchedulerParts {
  readonly shipLine: Pick<ShipLine, 'quote' | 'buy' | 'broke'>;
  readonly rightOfWay: RightOfWay;
  /** True if the service may book only its last quote: then one parcel is there at a time, and the parcel in hand goes first. */
  readonly isOneByOne: () => boolean;
  /** Number of parcels that may be at the service at once, if it accepts several. */
  readonly width: () => number;
  readonly later: (work: () => Promise<unknown>) => void;
  readonly sleep: (ms: number) => Promise<void>;
  /** Called when a label may be next at its printer. */
  readonly wakeLabels: () => void;
}

/** If one parcel is at the service at a time, the next one is prepared and the last one is evaluated meanwhile. */
const widthOneByOne = 3;

/** Maximum number of purchases at once: more bring no label out sooner, and a crash leaves at most these unknown. */
const mostBought = 4;

export function createLineScheduler({ courier }: Pick<BenchContext, 'courier'>, batch: OpenBatch, parts: SchedulerParts): LineScheduler {
  const { shipLine, rightOfWay, isOneByOne, later } = parts;
  const { lines } = batch;
  const inWork = new Set<Placed>();
  let isQuiet = false;

  function mayBegin(): boolean {
    if (batch.state() !== 'quoting' && batch.state() !== 'running') return false;
    if (isOneByOne() ? rightOfWay.isAtService() : rightOfWay.isServed()) return false;
    const ms = courier.quietMs();
    if (ms > 0) waitQuietly(ms);
    return ms === 0;
  }

  function waitQuietly(ms: number): void {
    if (isQuiet) return;
    isQuiet = true;
    later(async () => {
      await parts.sleep(ms);
      isQuiet = false;
      wake();
    });
  }

  const isFree = (placed: Placed): boolean => !inWork.has(placed);
  const nextLine = (): Placed | undefined => {
    const agreed = batch.state() === 'running' ? lines().find((each) => each.line.state === 'agreed' && isFree(each)) : undefined;
    // With one parcel at a time, no quote starts beside other work.
    if (agreed || (isOneByOne() && inWork.size > 0)) return agreed;
    return lines().find((each) => each.line.state === 'to-quote' && isFree(each));
  };

  /** Quotes run at the width that the service allows: they cost nothing. */
  const widthFor = ({ line }: Placed): number => {
    if (isOneByOne()) return widthOneByOne;
    return line.state === 'agreed' ? Math.min(parts.width(), mostBought) : parts.width();
  };

  function wake(): void {
    const placed = nextLine();
    if (placed && inWork.size < widthFor(placed) && mayBegin()) {
      inWork.add(placed);
      later(async () => {
        try {
          await (placed.line.state === 'agreed' ? shipLine.buy(placed) : shipLine.quote(placed));
        } catch (error) {
          shipLine.broke(placed, error);
        } finally {
          inWork.delete(placed);
        }
        wake();
      });
      // The window and the parcel in hand run between two lines.
      later(async () => {
        await turn();
        wake();
      });
    }
    parts.wakeLabels();
    settle();
  }

  /** Moves to the next state if the current one has nothing left to do. */
  function settle(): void {
    if (inWork.size > 0) return;
    const has = (...states: BatchLine['state'][]): boolean => lines().some(({ line }) => states.includes(line.state));
    const waits = has('quoted', 'asked');
    if (batch.state() === 'quoting' && !has('to-quote')) batch.to(waits ? 'ready' : 'ended');
    if (batch.state() === 'running' && !has('to-quote', 'agreed', 'buying', 'bought', 'queued')) batch.to(waits ? 'ready' : 'ended');
    if (batch.state() !== 'stopping' || has('buying', 'bought', 'queued')) return;
    batch.to('ended');
    // Quoted again since the batch was stopped.
    if (has('to-quote') && batch.to('quoting')) wake();
  }

  return { wake };
}
