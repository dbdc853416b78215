import { type Booking, truthOf } from '../../../shared/booking.ts';
import type { Failure, FailureCode } from '../../../shared/failure.ts';
import type { PrintJob } from '../../../shared/printer.ts';

/** Why a label is not known to be out. */
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

/** What kept the label back is no failure any more once the label came out. */
export const stillTrue = (failure: Failure | null, booking: Booking): Failure | null =>
  failure && endWithTheLabel.has(failure.code) && truthOf(booking) >= 2 ? null : failure;
