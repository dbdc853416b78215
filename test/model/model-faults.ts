import { words } from '../words.ts';

/** Possible faults of each port, by the port's name. */
export const shipFaults = words('refuse not-sent cut-done cut-not garbage-done garbage-not no-label other-label doubtful-label');
export const pickupFaults = ['refuse', 'not-sent', 'cut-done', 'cut-not', 'garbage-done'] as const;
export const readFaults = ['unreachable', 'refuse'] as const;
export const labelFaults = ['unreachable', 'none', 'doubtful-label', 'other-label'] as const;
export const printFaults = ['sent', 'held', 'unknown-out', 'unknown-not', 'not-sent', 'failed'] as const;
export type Faults = {
  ship: (typeof shipFaults)[number];
  pickup: (typeof pickupFaults)[number];
  quote: (typeof readFaults)[number];
  track: (typeof readFaults)[number];
  labels: (typeof labelFaults)[number];
  print: (typeof printFaults)[number];
};

/** Takes the fault that is planned for a port; the next call there has none. */
export type TakeFault = <P extends keyof Faults>(port: P) => Faults[P] | undefined;
