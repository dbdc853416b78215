import { type FaultName, faults, faultsByName } from './fault-by-name.ts';
import type { Fault } from './faults/fault.ts';

export interface FaultPlan {
  /**
   * Plans a fault for the next `times` requests for this action. Several faults for one action occur in the order in which they were
   * planned. A fault that occurs before the action is known hits the next request for any action. `refuse` closes the port until `clear`.
   */
  next(action: string, fault: FaultName, times?: number): void;
  /** Removes all planned faults; resolves once the port is open. */
  clear(): Promise<void>;
}

export interface PlannedFaults {
  next: FaultPlan['next'];
  clear(): void;
  /** Removes and returns the fault planned for this point; without an action, the first one for any action. */
  take(meets: Fault['meets'], action?: string): FaultName | undefined;
  /** True if the next request of some action meets a fault at this point. */
  waits(meets: Fault['meets']): boolean;
}

/** `changed` is called whenever another fault may have become the first. */
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
