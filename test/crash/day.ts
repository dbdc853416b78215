import type { Journal } from '../../electron/bench/ports/journal.ts';
import type { Station } from '../../electron/station/station.ts';
import type { Workflow } from '../../shared/bench.ts';
import { until } from '../watchdog.ts';
import type { Dice } from './dice.ts';
import type { World } from './world.ts';

/** One packer at one station, with control over the outside world. */
export interface Day {
  readonly station: Station;
  readonly journal: () => Journal;
  /** The station's data folder. */
  readonly dir: string;
  readonly dice: Dice;
  /** Address at which the shop accepts reports by HTTP. */
  readonly shopUrl: string;
  /** Parcels of every order; null: some orders have two. */
  readonly parcels: 2 | null;
  readonly world: World;
  /** Returns a name that is used once: for orders, instructions and documents. */
  readonly name: (kind: string) => string;
  /** Records that the program reported these orders as imported. */
  readonly imported: (keys: readonly string[]) => void;
}

export const workflowOf = (day: Day): Workflow => day.station.snapshot().bench.workflow;

export const workflowNoOf = (day: Day): number => day.station.snapshot().bench.workflowNo;

/** Waits until the workflow is at one of these steps. */
export const comesTo = (day: Day, ...steps: readonly Workflow['step'][]): Promise<void> =>
  until(
    `the parcel in hand is at ${steps.join(', ')}`,
    () => steps.includes(workflowOf(day).step),
    () => JSON.stringify(workflowOf(day)).slice(0, 400),
  );

export const jobsIn = (day: Day, states: Parameters<Journal['jobsInState']>[0]) => day.journal().jobsInState(states);

/** Describes what is queued or under way on a printer, for a message. */
export const sheetsUnderWay = (day: Day): string =>
  JSON.stringify(
    jobsIn(day, ['queued', 'sending']).map(({ id, role, printerId, state, detail }) => ({ id, role, printerId, state, detail })),
  );

/** Waits until nothing is queued or under way on a printer. */
export const printed = (day: Day): Promise<void> =>
  until(
    'nothing is queued or under way on a printer',
    () => jobsIn(day, ['queued', 'sending']).length === 0,
    () => sheetsUnderWay(day),
  );

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
