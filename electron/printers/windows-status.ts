import type { PrinterReason } from '../../shared/print-reason.ts';
import type { PrinterStatus } from '../../shared/printer.ts';
import type { WindowsJob, WindowsQueue } from './winspool.ts';

type Bits = readonly (readonly [bits: number, reason: PrinterReason])[];

// In the order in which a packer fixes them: a printer without paper or with an open door often also reports that it is offline.
const queueFaults: Bits = [
  [0x400000, 'head-open'],
  [0x10, 'out-of-labels'],
  [0x40000, 'out-of-ribbon'],
  [0x1, 'paused'],
  // Jam, paper problem, full output bin, error, user intervention, no memory, being deleted, manual feed.
  [0x8 | 0x40 | 0x800 | 0x2 | 0x100000 | 0x200000 | 0x4 | 0x20, 'not-ready'],
  // Offline, not available, server unknown.
  [0x80 | 0x1000 | 0x800000, 'offline'],
];
const worksOffline = 0x400;
const atWork = 0x100 | 0x200 | 0x400 | 0x4000;

/** Status that Windows reports for a queue. No reported fault does not mean ready: many drivers never report any. */
export function queueStatus({ status, attributes }: Pick<WindowsQueue, 'status' | 'attributes'>): PrinterStatus {
  const fault = queueFaults.find(([bits]) => (status & bits) !== 0)?.[1];
  if (fault !== undefined) return { kind: 'not-ready', reason: fault };
  if ((attributes & worksOffline) !== 0) return { kind: 'not-ready', reason: 'offline' };
  return { kind: (status & atWork) === 0 ? 'cannot-say' : 'printing' };
}

const jobFaults: Bits = [
  [0x40, 'out-of-labels'],
  [0x1, 'paused'],
  // Error, blocked by the driver, user intervention.
  [0x2 | 0x200 | 0x400, 'not-ready'],
  [0x20, 'offline'],
];

/** The fault that keeps a job from printing, as far as Windows reports it. */
export const jobFault = ({ status }: Pick<WindowsJob, 'status'>): PrinterReason | undefined =>
  jobFaults.find(([bits]) => (status & bits) !== 0)?.[1];

/** A user or a program deleted the job. */
export const isDeleted = ({ status }: Pick<WindowsJob, 'status'>): boolean => (status & (0x4 | 0x100)) !== 0;

/** The printer has the whole job, as far as Windows reports. */
export const isHandedOn = ({ status }: Pick<WindowsJob, 'status'>): boolean => (status & (0x80 | 0x1000)) !== 0;
