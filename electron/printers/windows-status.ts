import type { PrinterReason } from '../../shared/print-reason.ts';
import type { PrinterStatus } from '../../shared/printer.ts';
import type { WindowsJob, WindowsQueue } from './winspool.ts';

type Bits = readonly (readonly [bits: number, reason: PrinterReason])[];

// What a person mends first stands first: a printer without paper or with an open door often calls itself offline besides.
const queueFaults: Bits = [
  [0x400000, 'head-open'],
  [0x10, 'out-of-labels'],
  [0x40000, 'out-of-ribbon'],
  [0x1, 'paused'],
  // Jam, paper problem, full output bin, error, wants a person, no memory, is being deleted, waits for paper by hand.
  [0x8 | 0x40 | 0x800 | 0x2 | 0x100000 | 0x200000 | 0x4 | 0x20, 'not-ready'],
  // Offline, not available, its server unknown.
  [0x80 | 0x1000 | 0x800000, 'offline'],
];
const worksOffline = 0x400;
const atWork = 0x100 | 0x200 | 0x400 | 0x4000;

/** What Windows tells of a queue. A queue without a word of trouble is not thereby ready: many drivers never report any. */
export function queueStatus({ status, attributes }: Pick<WindowsQueue, 'status' | 'attributes'>): PrinterStatus {
  const fault = queueFaults.find(([bits]) => (status & bits) !== 0)?.[1];
  if (fault !== undefined) return { kind: 'not-ready', reason: fault };
  if ((attributes & worksOffline) !== 0) return { kind: 'not-ready', reason: 'offline' };
  return { kind: (status & atWork) === 0 ? 'cannot-say' : 'printing' };
}

const jobFaults: Bits = [
  [0x40, 'out-of-labels'],
  [0x1, 'paused'],
  // Error, blocked by the driver, wants a person.
  [0x2 | 0x200 | 0x400, 'not-ready'],
  [0x20, 'offline'],
];

/** What keeps a job from printing, as far as Windows tells. */
export const jobFault = ({ status }: Pick<WindowsJob, 'status'>): PrinterReason | undefined =>
  jobFaults.find(([bits]) => (status & bits) !== 0)?.[1];

/** Somebody took the job back. */
export const isDeleted = ({ status }: Pick<WindowsJob, 'status'>): boolean => (status & (0x4 | 0x100)) !== 0;

/** The printer has all of it, as far as Windows knows. */
export const isHandedOn = ({ status }: Pick<WindowsJob, 'status'>): boolean => (status & (0x80 | 0x1000)) !== 0;
