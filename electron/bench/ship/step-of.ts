import type { Booking } from '../../../shared/booking.ts';
import { isAsked } from '../../../shared/label.ts';
import type { PrintJob } from '../../../shared/printer.ts';
import { labelJobsOf } from '../labels/label.ts';

/** Facts about a booking that are not stored in it. */
export interface Beside {
  /** The outcome of its one request is known but not written down yet. */
  readonly isPending: boolean;
  /** Its one request is on its way. */
  readonly isUnderWay: boolean;
  readonly isLabelClosed: boolean;
  readonly isParked: boolean;
}

/** State of a booking for the packer who holds its parcel. */
export type Step =
  | {
      readonly is:
        | 'answer-not-written'
        | 'unknown'
        | 'on-its-way'
        /** Nothing was bought, or that is not known yet. */
        | 'not-booked'
        /** A person closed its label. */
        | 'label-aside'
        | 'label-of-another'
        /** A person must decide if the label is right. */
        | 'label-asked'
        /** The label waits until a person asks for it. */
        | 'label-kept'
        | 'label-missing';
    }
  | LabelStep;

/** State of the queued labels of a booking. */
export type LabelStep = { readonly is: 'printing' | 'label-out' } | { readonly is: 'label-stuck'; readonly job: PrintJob };

/** The only place that derives a step from a booking. Pure. */
export function stepOf(booking: Booking, beside: Beside): Step {
  // Written: the booking only counts as pending until the write that stored it returns.
  if (booking.state === 'unknown') return { is: 'unknown' };
  if (beside.isPending) return { is: 'answer-not-written' };
  if (beside.isUnderWay) return { is: 'on-its-way' };
  if (booking.state !== 'booked') return { is: 'not-booked' };
  if (beside.isLabelClosed) return { is: 'label-aside' };
  if (booking.verdict?.kind === 'other') return { is: 'label-of-another' };
  if (booking.jobs.length === 0) {
    if (isAsked(booking.verdict)) return { is: 'label-asked' };
    return { is: beside.isParked ? 'label-kept' : 'label-missing' };
  }
  return labelStepOf(booking);
}

export function labelStepOf(booking: Booking): LabelStep {
  const labels = labelJobsOf(booking);
  if (labels.some(({ state }) => state === 'queued' || state === 'sending')) return { is: 'printing' };
  const job = labels.find(({ state }) => state !== 'printed' && state !== 'sent');
  return job ? { is: 'label-stuck', job } : { is: 'label-out' };
}
