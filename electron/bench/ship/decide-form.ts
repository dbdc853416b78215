import type { Answer, CallArgs } from '../../../shared/ipc.ts';
import { questionedIn } from '../../../shared/label.ts';
import { failed } from '../../../shared/result.ts';
import { mostForms } from '../../../shared/settings.ts';
import type { BenchContext } from '../context.ts';
import { compare, labelJobsOf, labelOf } from '../labels/label.ts';
import { labelPages } from '../labels/label-pages.ts';
import type { LabelShowing } from './confirm-label.ts';
import { done, type InHand } from './in-hand.ts';
import { judgeAndPrint, type SettleContext } from './settle.ts';

/**
 * Records the shift lead's decision on what the pages of one form of a courier's service are, from now on. The label in question is
 * compared again: the decision states what a page is, and never that it is this parcel's.
 */
export async function decideForm(
  context: SettleContext & Pick<BenchContext, 'changed' | 'checkPin' | 'events' | 'id' | 'keepForms' | 'now' | 'who'>,
  hand: InHand,
  { bookingId, page, is, pin }: CallArgs<'decideForm'>,
  showing: LabelShowing,
): Promise<Answer<'decideForm'>> {
  const { journal, fail, settings } = context;
  const booking = journal.booking(bookingId);
  if (booking?.state !== 'booked' || booking.service === null || questionedIn(booking.verdict) === null) return fail('not-now');
  if (labelJobsOf(booking).length > 0 || journal.isLabelClosed(bookingId)) return fail('not-now');
  const checked = context.checkPin(pin);
  if (!checked.ok) return checked;
  const label = await labelOf(context, booking);
  if (!label.ok) return label;
  const form = (await labelPages(context, booking, label.value)).find((each) => each.page === page)?.form;
  const { forms } = settings();
  if (!form || forms.length >= mostForms) return fail('not-now');
  const { courierKey, courierName, serviceKey, serviceName } = booking.service;
  const decided = { courierKey, serviceKey, service: `${courierName}, ${serviceName}`, is, decidedBy: context.who() };
  context.keepForms([...forms, { ...form, ...decided, id: context.id(), decidedAt: context.now().toISOString() }]);
  context.changed(['setup']);
  const verdict = await compare(context, booking, label.value);
  // A person may have confirmed or refused the label meanwhile.
  if (questionedIn(journal.booking(bookingId)?.verdict ?? null) === null) return fail('not-now');
  journal.record(bookingId, 'form-decided', `${page}: ${is}`);
  journal.writeVerdict(bookingId, verdict, null);
  const settled = await judgeAndPrint(context, bookingId);
  if (hand.isOf(bookingId)) showing.present(settled);
  else if (settled.is === 'printing') context.events.publish({ is: 'shipment-settled', bookingId });
  return settled.is === 'not-printed' ? failed(settled.failure) : done;
}
