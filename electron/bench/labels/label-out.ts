import { type Booking, truthOf } from '../../../shared/booking.ts';
import type { Failure, FailureCode } from '../../../shared/failure.ts';
import type { PrintJob } from '../../../shared/printer.ts';

/** Failure for a label that is not known to be printed. */
export const failureOfPrint = ({ state }: PrintJob): 'print-failed' | 'print-held' | 'print-unknown' =>
  state === 'failed' ? 'print-failed' : state === 'held' ? 'print-held' : 'print-unknown';

const endWithTheLabel = new Set<FailureCode>([
  'print-unknown',
  'print-held',
  'print-failed',
  'label-missing',
  'no-label-printer',
  'label-printer-gone',
]);

/** Drops a failure about the label once the label came out. */
export const stillTrue = (failure: Failure | null, booking: Booking): Failure | null =>
  failure && endWithTheLabel.has(failure.code) && truthOf(booking) >= 2 ? null : failure;
