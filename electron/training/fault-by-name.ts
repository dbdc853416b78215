import { type Action, actions } from './action.ts';
import { answerConnectionFaults } from './faults/answer-connection-faults.ts';
import { bookingFaults } from './faults/booking-faults.ts';
import { envelopeFaults } from './faults/envelope-faults.ts';
import type { Fault } from './faults/fault.ts';
import { floodFaults } from './faults/flood-faults.ts';
import { labelFaults } from './faults/label-faults.ts';
import { requestConnectionFaults } from './faults/request-connection-faults.ts';
import { statusFaults } from './faults/status-faults.ts';
import { textFaults } from './faults/text-faults.ts';

export const faultsByName = {
  ...requestConnectionFaults,
  ...answerConnectionFaults,
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
  /** True if the request that meets the fault is executed for good. */
  readonly executes: boolean;
  readonly appliesTo: readonly Action[];
  /** True if the fault only occurs on a service that was started with TLS. */
  readonly needsTls: boolean;
}

/** All faults, for tests that cover each of them. */
export const faults: readonly ListedFault[] = Object.entries(faultsByName as Readonly<Record<FaultName, Fault>>).map(([name, fault]) => ({
  name: name as FaultName,
  executes: fault.executes,
  appliesTo: fault.appliesTo ?? actions,
  needsTls: fault.meets !== 'answer' && fault.needsTls === true,
}));

export function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(faultsByName, name);
}
