import type { Booking } from '../../../shared/booking.ts';
import type { Answer } from '../../../shared/ipc.ts';
import type { LabelVerdict } from '../../../shared/label.ts';
import { ok, type Refusal } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import { compare, type LabelContext, labelJobsOf, labelsOnly } from '../labels/label.ts';
import { type AskedReprint, checkOldLabel, reasonFor, shipmentOf } from './reprint-reason.ts';

export type ReprintContext = LabelContext & Pick<BenchContext, 'ledger' | 'who'>;

/** Timeout for reading how far the label came at its own bench. */
const syncWithinMs = 3_000;

/** Refuses a print while a label of this shipment may still come out by itself: there would be two. */
export function stillComing({ fail }: ReprintContext, booking: Booking): Refusal<'not-now' | 'print-held' | 'print-unknown'> | undefined {
  const labels = labelJobsOf(booking);
  if (labels.some((job) => job.state === 'queued' || job.state === 'sending')) return fail('not-now');
  const doubtful = labels.find((job) => job.state === 'held' || job.state === 'print-unknown');
  return doubtful && fail(doubtful.state === 'held' ? 'print-held' : 'print-unknown', doubtful.detail);
}

/** Refuses a label with a verdict that does not allow printing. */
export function doubtOf(
  { fail }: ReprintContext,
  verdict: LabelVerdict | null | undefined,
): Refusal<'label-of-another-order' | 'label-unreadable' | 'label-held-back'> | undefined {
  switch (verdict?.kind) {
    case 'other':
      return fail('label-of-another-order', verdict.found.join(', '));
    case 'cannot-compare':
      return fail('label-unreadable', verdict.why);
    case 'held-back':
      return fail('label-held-back');
    case 'home-address':
      return fail('label-unreadable', { code: 'label-names-home' });
    case 'wrong-number':
      return fail('label-unreadable', `${verdict.labels} labels for ${verdict.parcels} parcels`);
    case 'match':
    case undefined:
      return undefined;
  }
}

/**
 * Prints here the label of a shipment that another bench booked, under a job of this bench, and reports that. Refused unless all its
 * reports up to now were read: its own printer may still hold the label. Compares the label with the order again, whatever the verdict
 * there.
 */
export async function reprintElsewhere(context: ReprintContext, bookingId: string, asked: AskedReprint): Promise<Answer<'reprint'>> {
  const { journal, ledger, courier, fail, world } = context;
  if (!(await ledger.syncNow(syncWithinMs))) return fail('not-now', { code: 'ledger-silent' });
  const parcel = journal.parcelElsewhere(bookingId);
  if (!parcel?.booking) return fail('number-not-found');
  const { booking, attemptId, account, bench, orderKey, shipmentNo, joined } = parcel;
  const coming = stillComing(context, booking);
  if (coming) return coming;
  const given = reasonFor(context, booking, asked);
  if (!given.ok) return given;
  const shared = await ledger.labelOf(attemptId);
  const label = shared.ok && shared.value ? ok(shared.value) : await courier.labels(booking.orderNo, account);
  if (!label.ok) return fail('label-missing', label.failure.reasons ?? label.failure.detail);
  const doubt = doubtOf(context, await compare(context, booking, label.value));
  if (doubt) return doubt;
  const because = await checkOldLabel(context, booking, label.value, given.value);
  if (!because.ok) return because;
  const jobs = await labelsOnly(context, booking, label.value);
  if (!jobs.ok) return jobs;
  const isOpen = journal
    .jobsInState(['queued', 'sending', 'held', 'print-unknown'])
    .some((job) => job.bookingId === null && jobs.value.some(({ title }) => title === job.title));
  if (isOpen) return fail('not-now');
  const line = { what: 'reprinted-for', detail: `${orderKey}, shipment ${shipmentNo} of bench ${bench}, by ${context.who()}` };
  const noted = { ...shipmentOf(booking), orderKey, shipmentNo, bench, because: because.value, line };
  journal.addPrintJobs({ bookingId: null, pickupId: null }, jobs.value, noted);
  const further = joined.map((each) => ({ source: '', ...each }));
  const what = { is: 'ship', orderKey, source: '', shipmentNo, ...(further.length > 0 && { joined: further }) } as const;
  journal.reportReprint({ id: attemptId, world, what, account, digest: '' });
  void ledger.look();
  return ok({});
}
