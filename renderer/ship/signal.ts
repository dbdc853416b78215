import { type BenchState, checkingOff, type Workflow, type WorkflowAt } from '../../shared/bench.ts';
import { truthOf } from '../../shared/booking.ts';
import { type CheckOff, wrongCheckOf } from '../../shared/check-off.ts';
import type { Failure, FailureCode } from '../../shared/failure.ts';
import type { PrintJob } from '../../shared/printer.ts';
import type { Signal } from '../ui/band.tsx';
import { labelJobs, waitsFor } from './print-job.ts';

/** True for a print that does not continue without a person. */
const needsPerson = (job: PrintJob): boolean =>
  job.state === 'print-unknown' || job.state === 'held' || job.state === 'failed' || waitsFor(job) !== undefined;

/** Failures after which a packer must not continue; all others only ask to look. */
const stops: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'journal-unwritable',
  'journal-lost',
  'journal-damaged',
  'answer-not-written',
  'disk-low',
  'label-of-another-order',
  'label-unreadable',
  'order-cancelled',
  'order-refunded',
  'order-fulfilled',
  'order-unpaid',
  'order-on-hold',
  'order-held',
  'order-encrypted',
  'order-nothing-to-ship',
  'item-too-many',
  'bug',
]);
export const signalOfFailure = (failure: Failure): Signal => (stops.has(failure.code) ? 'stop' : 'look');

/** Box and weight are asked for every parcel: nothing is wrong, it is only the packer's turn. */
const isRoutine = ({ questions: [first], doubt, refused }: WorkflowAt<'asking'>): boolean =>
  (first?.kind === 'box' || first?.kind === 'weight') && !doubt && !refused;

/** The state of the bench, in one word. */
export function signalOfWorkflow(workflow: Workflow): Signal {
  switch (workflow.step) {
    case 'ready':
    case 'unpacked':
      return 'ready';
    case 'choosing':
      return workflow.notice ? 'look' : 'ready';
    case 'looking-up':
    case 'quoting':
    case 'booking':
      return 'working';
    case 'printing':
      return labelJobs(workflow.booking).some(needsPerson) ? 'look' : 'working';
    case 'done':
      if (workflow.failure?.code === 'label-on-wrong-parcel') return 'stop';
      return truthOf(workflow.booking) >= 2 && workflow.unclearCode === undefined ? 'done' : 'look';
    case 'asking':
      return isRoutine(workflow) ? 'ready' : 'look';
    case 'same-address':
    case 'note':
    case 'confirm-label':
    case 'already-shipped':
    case 'which-order':
    case 'may-be-shipped':
    case 'unknown':
      return 'look';
    case 'stopped':
      return signalOfFailure(workflow.failure);
    case 'wrong-label':
    case 'stuck':
      return 'stop';
  }
}

/** A wrong item stops the packer; a piece that waits for its serial number asks to look. */
export const signalOfCheckOff = ({ last, asksSerial }: CheckOff): Signal => (wrongCheckOf(last) ? 'stop' : asksSerial ? 'look' : 'ready');

/** The state of the bench in one word, also while items are scanned off. */
export function signalOfBench(bench: Pick<BenchState, 'workflow' | 'checkOff'>): Signal {
  const checkOff = checkingOff(bench);
  return checkOff ? signalOfCheckOff(checkOff) : signalOfWorkflow(bench.workflow);
}
