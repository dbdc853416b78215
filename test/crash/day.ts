import type { Journal } from '../../electron/bench/ports/journal.ts';
import type { Station } from '../../electron/station/station.ts';
import type { Workflow } from '../../shared/bench.ts';
import type { Dice } from './dice.ts';
import type { World } from './world.ts';

/** One packer at one station, with a hand on the world outside. */
export interface Day {
  readonly station: Station;
  readonly journal: () => Journal;
  /** Where the station lives. */
  readonly dir: string;
  readonly dice: Dice;
  /** Where the shop is told by HTTP. */
  readonly shopUrl: string;
  /** Of every order; null: some are two. */
  readonly parcels: 2 | null;
  readonly world: World;
  /** Names what must be named once: orders, instructions, documents. */
  readonly name: (kind: string) => string;
  /** The program has said that it has these orders. */
  readonly imported: (keys: readonly string[]) => void;
}

export const patienceMs = 4_000;

export const workflowOf = (day: Day): Workflow => day.station.snapshot().bench.workflow;

export const workflowNoOf = (day: Day): number => day.station.snapshot().bench.workflowNo;

/** Whether the workflow comes to one of these steps in time. */
export function comesTo(day: Day, ...steps: readonly Workflow['step'][]): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (came: boolean): void => {
      clearTimeout(timer);
      stop();
      resolve(came);
    };
    const timer = setTimeout(() => end(false), patienceMs);
    const stop = day.station.onSnapshot(() => steps.includes(workflowOf(day).step) && end(true));
    if (steps.includes(workflowOf(day).step)) end(true);
  });
}

export const jobsIn = (day: Day, states: Parameters<Journal['jobsInState']>[0]) => day.journal().jobsInState(states);

/** Waits until nothing is queued or under way on a printer. */
export const printed = (day: Day): Promise<boolean> => until(() => jobsIn(day, ['queued', 'sending']).length === 0);

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether it becomes true in time. */
export async function until(isTrue: () => boolean | Promise<boolean>, ms = patienceMs): Promise<boolean> {
  for (const over = AbortSignal.timeout(ms); !over.aborted; await wait(10)) if (await isTrue()) return true;
  return false;
}
