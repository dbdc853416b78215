import { type FaultName, faults, faultsByName } from './fault-by-name.ts';
import type { Fault } from './faults/fault.ts';

export interface FaultPlan {
  /**
   * The next request for this action meets the fault, as often as `times` says; several for one action are met in the order they were
   * given. What strikes before the action is known strikes whoever comes next: `refuse` closes the port until `clear`.
   */
  next(action: string, fault: FaultName, times?: number): void;
  /** Forgets what is planned; resolves once the port is open. */
  clear(): Promise<void>;
}

export interface PlannedFaults {
  next: FaultPlan['next'];
  clear(): void;
  /** The fault that strikes at this point, taken off the plan; without an action, whoever comes. */
  take(meets: Fault['meets'], action?: string): FaultName | undefined;
  /** Whether the next request of some action meets a fault at this point. */
  waits(meets: Fault['meets']): boolean;
}

/** `changed` is told whenever another fault may have come first. */
export function createFaultPlan(changed: () => void): PlannedFaults {
  const planned = new Map<string, FaultName[]>();
  const strikes = (queue: readonly FaultName[] | undefined, meets: Fault['meets']): boolean => {
    const first = queue?.[0];
    return first !== undefined && faultsByName[first].meets === meets;
  };
  return {
    next(action, fault, times = 1) {
      const known = faults.find((each) => each.name === fault);
      if (!known?.appliesTo.some((each) => each === action)) throw new Error(`"${action}" cannot meet the fault "${fault}"`);
      planned.set(action, [...(planned.get(action) ?? []), ...Array.from({ length: times }, () => fault)]);
      changed();
    },
    clear: () => planned.clear(),
    take(meets, action) {
      const queues = action === undefined ? [...planned.values()] : [planned.get(action)];
      const fault = queues.find((queue) => strikes(queue, meets))?.shift();
      if (fault) changed();
      return fault;
    },
    waits: (meets) => [...planned.values()].some((queue) => strikes(queue, meets)),
  };
}
