import { type Action, actions } from '../action.ts';
import { bookingFaults } from './booking-faults.ts';
import { connectionFaults } from './connection-faults.ts';
import { envelopeFaults } from './envelope-faults.ts';
import type { Fault } from './fault.ts';
import { floodFaults } from './flood-faults.ts';
import { labelFaults } from './label-faults.ts';
import { statusFaults } from './status-faults.ts';
import { textFaults } from './text-faults.ts';
import { transportFaults } from './transport-faults.ts';

/** Every fault by its name. */
export const faultsByName = {
  ...connectionFaults,
  ...transportFaults,
  ...statusFaults,
  ...floodFaults,
  ...textFaults,
  ...envelopeFaults,
  ...bookingFaults,
  ...labelFaults,
};

export type FaultName = keyof typeof faultsByName;

export interface ListedFault {
  readonly name: FaultName;
  /** Whether the request that meets it is done for good. */
  readonly executes: boolean;
  readonly appliesTo: readonly Action[];
  /** Whether it is only met on a service that was started with TLS. */
  readonly needsTls: boolean;
}

/** Every fault there is, for a table over all of them. */
export const faults: readonly ListedFault[] = Object.entries(faultsByName as Readonly<Record<FaultName, Fault>>).map(([name, fault]) => ({
  name: name as FaultName,
  executes: fault.executes,
  appliesTo: fault.appliesTo ?? actions,
  needsTls: fault.meets !== 'answer' && fault.needsTls === true,
}));

export function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(faultsByName, name);
}
