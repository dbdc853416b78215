import { type Booking, isSettledOrOpen } from '../../../shared/booking.ts';
import type { Answer, CallArgs } from '../../../shared/ipc.ts';
import { takes } from '../../../shared/joined.ts';
import { rulesOfReturn } from '../../../shared/return-label.ts';
import { rulesInForce } from '../../../shared/shipping-rule.ts';
import type { BenchContext } from '../context.ts';
import type { RestoredJournal } from '../exchange/restored.ts';
import { restNow } from '../parts.ts';
import type { ReadableRows } from '../readable-rows.ts';
import { foundOf } from './found.ts';
import { done, type InHand } from './in-hand.ts';
import type { Preparing } from './preparing.ts';
import type { Purchase } from './purchase.ts';
import { anotherReturn, beginReturn, returnOfShipment } from './return-label.ts';
import type { Scanning } from './scanning.ts';
import type { Showing } from './showing.ts';

interface Parts extends Pick<Purchase, 'writtenNow'> {
  readonly context: ReadableRows & Pick<BenchContext, 'allowed' | 'fail' | 'ledger' | 'settings'>;
  readonly hand: InHand;
  readonly scanning: Pick<Scanning, 'begin'>;
  readonly preparing: Pick<Preparing, 'prepare'>;
  readonly showing: Pick<Showing, 'show'>;
  readonly restoredJournal: Pick<RestoredJournal, 'confirmUnshipped'>;
}

/** Takes in hand one of several orders with the same number. */
export async function chooseOrder(
  { context, hand, scanning }: Parts,
  { workflowNo, key }: Pick<CallArgs<'chooseOrder'>, 'workflowNo'> & { readonly key: string },
): Promise<Answer<'chooseOrder'>> {
  const here = hand.at(workflowNo, 'which-order');
  if (!here.ok) return here;
  const chosen = here.value.orders.find(({ order }) => order.key === key);
  const order = chosen && context.journal.order(chosen.order.key);
  return order ? hand.guarded(() => scanning.begin(key, foundOf(context, order))) : context.fail('not-now');
}

/** Goes on with an order that a person checked: it was not shipped before the journal was restored. */
export async function confirmUnshipped(
  { context, hand, preparing, restoredJournal }: Parts,
  { workflowNo, pin }: { readonly workflowNo: number; readonly pin: string },
): Promise<Answer<'confirmUnshipped'>> {
  const here = hand.at(workflowNo, 'may-be-shipped');
  if (!here.ok) return here;
  const { key } = here.value.order;
  const { composed } = hand.whole().parcel;
  const order = composed?.order.returnOf ? composed.order : context.journal.order(key);
  if (!order) return context.fail('order-not-found', key);
  const confirmed = restoredJournal.confirmUnshipped(key, pin);
  return confirmed.ok ? hand.guarded(() => preparing.prepare(order)) : confirmed;
}

/** Goes on with an order whose note the packer confirmed. A note that has changed meanwhile is asked about again. */
export async function confirmNote(
  { context, hand, preparing }: Pick<Parts, 'context' | 'hand' | 'preparing'>,
  workflowNo: number,
): Promise<Answer<'confirmNote'>> {
  const here = hand.at(workflowNo, 'note');
  if (!here.ok) return here;
  const { key, noteForPacker: note } = here.value.order;
  const order = hand.whole().parcel.composed?.order ?? context.journal.order(key);
  if (!order) return context.fail('order-not-found', key);
  hand.fold({ is: 'answered' });
  hand.fold({ is: 'note-confirmed', note });
  hand.fold({ is: 'fact-given', fact: `note confirmed: ${note}` });
  return hand.guarded(() => preparing.prepare(order));
}

/** Begins another shipment of a shipped order, for which a person gave a reason. */
export async function shipAgain(
  { context, hand, preparing, showing, writtenNow }: Parts,
  { workflowNo, reason, pin }: { readonly workflowNo: number; readonly reason: string; readonly pin: string },
): Promise<Answer<'shipAgain'>> {
  const { journal, fail, settings } = context;
  const here = hand.at(workflowNo, 'already-shipped');
  if (!here.ok) return here;
  const allowed = context.allowed(reason, pin);
  if (!allowed.ok) return allowed;
  const { booking } = here.value;
  const { scannedKey } = hand.whole().parcel;
  if (booking.order.returnOf) return returnAgain({ context, hand, preparing, writtenNow }, booking, allowed.value);
  const order = journal.order(scannedKey && takes(booking.order, scannedKey) ? scannedKey : booking.orderKey);
  if (!order) return fail('order-not-found');
  // Found by a number of the first shipment while the outcome of the second is open.
  const latest = journal.latestOf(order.key);
  if (latest && isSettledOrOpen(latest) && latest.state !== 'booked') {
    showing.show(latest);
    return done;
  }
  if (restNow(context, order)) return fail('rest-first', order.key);
  return hand.guarded(async () => {
    hand.fold({ is: 'asked-again', rules: rulesInForce(settings()) });
    journal.draftAgain(order, settings().packer, allowed.value);
    await preparing.prepare(order);
  });
}

/** Begins a return label of the shipped order in hand. If it was bought before, it is shown instead. */
export async function returnLabel(parts: Parts, workflowNo: number): Promise<Answer<'returnLabel'>> {
  const { context, hand } = parts;
  const here = hand.at(workflowNo, 'already-shipped');
  if (!here.ok) return here;
  const { booking } = here.value;
  if (booking.state !== 'booked' || booking.order.returnOf) return context.fail('not-now');
  const { scannedKey } = hand.whole().parcel;
  const of = scannedKey && takes(booking.order, scannedKey) ? scannedKey : booking.orderKey;
  const made = returnOfShipment(context, booking, of);
  return 'code' in made ? context.fail('return-not-possible', [made]) : hand.guarded(() => beginReturn(parts, made));
}

/** Begins another return label of the same order. */
async function returnAgain(
  { context, hand, preparing, writtenNow }: Pick<Parts, 'context' | 'hand' | 'preparing' | 'writtenNow'>,
  booking: Booking,
  reason: string,
): Promise<Answer<'shipAgain'>> {
  const { journal, settings } = context;
  const order = anotherReturn(context, booking);
  if (!order) return context.fail('return-outdated');
  return hand.guarded(async () => {
    const rules = rulesOfReturn(rulesInForce(settings()));
    hand.fold({ is: 'asked-again', rules });
    hand.fold({ is: 'composed', composed: { order, asWritten: writtenNow(order, rules) } });
    journal.draftAgain(order, settings().packer, reason);
    await preparing.prepare(order);
  });
}
