import type { Address } from '../../../shared/address.ts';
import type { Booking } from '../../../shared/booking.ts';
import type { Answer } from '../../../shared/ipc.ts';
import { keysIn } from '../../../shared/joined.ts';
import { usualShipment } from '../../../shared/order.ts';
import { ok } from '../../../shared/result.ts';
import { bareCode } from '../../../shared/scan.ts';
import { usualSender } from '../../../shared/sender.ts';
import type { LabelPage, PaperPlace } from '../../../shared/sheet-class.ts';
import type { BenchContext } from '../context.ts';
import type { EncodedPaper } from '../ports/courier.ts';
import type { ExpectedLabels, LabelOwner } from '../ports/paper.ts';

/** Parts that reading the pages of a label uses. */
export type PagesContext = Pick<BenchContext, 'courier' | 'paper' | 'settings'>;

/** The sender of shipments without a stored one, if Setup has only one. */
const onlySender = ({ settings }: Pick<BenchContext, 'settings'>): Address | null => {
  const { senders } = settings();
  return senders.length === 1 ? usualSender({ senders }) : null;
};

/** The sender's address as it was sent. */
export function senderOf(context: PagesContext, booking: Booking): Address | undefined {
  const sender = booking.sender ?? onlySender(context);
  return sender ? context.courier.inAscii(sender).address : undefined;
}

export function expectedOf({ settings }: PagesContext, { order, service, extras, trackingNos }: Booking): ExpectedLabels {
  const { parcels, returnLabel, reference, lines } = order;
  const numbers = [...new Set(trackingNos.map(bareCode))];
  return {
    parcels: parcels.length,
    returnAsked: returnLabel ?? usualShipment.returnLabel,
    ...(parcels.length > 1 && numbers.length >= parcels.length && { trackingNos: numbers }),
    isToServicePoint: extras.servicePoint !== null,
    decided: settings().forms.filter(
      ({ courierKey, serviceKey }) => courierKey === service?.courierKey && serviceKey === service.serviceKey,
    ),
    ownTexts: [
      ...keysIn(order),
      reference,
      ...(order.joined ?? []).map((each) => each.reference),
      ...lines.map(({ name }) => name),
      ...parcels.map(({ contents }) => contents),
    ],
  };
}

/** Classifies each page of a label; empty if it cannot be read. */
export async function labelPages(context: PagesContext, booking: Booking, label: EncodedPaper): Promise<readonly LabelPage[]> {
  const sender = senderOf(context, booking);
  if (!sender) return [];
  const recipient = context.courier.sentRecipient(booking.order, booking.extras);
  return context.paper.pages(label, recipient, sender, expectedOf(context, booking));
}

/** The codes on each label of a shipment of several parcels, first label first; empty if they are not known. */
export async function codesOfLabels(context: PagesContext, booking: Booking, label: EncodedPaper): Promise<readonly (readonly string[])[]> {
  const sender = senderOf(context, booking);
  if (!sender || booking.order.parcels.length < 2) return [];
  const recipient = context.courier.sentRecipient(booking.order, booking.extras);
  return context.paper.codesOfLabels(label, recipient, sender, expectedOf(context, booking));
}

/** The parties of the label, if its sender is known. */
export function ownerOf(context: PagesContext, booking: Booking): LabelOwner | undefined {
  const sender = senderOf(context, booking);
  const recipient = context.courier.sentRecipient(booking.order, booking.extras);
  return sender && { recipient, sender, parcels: booking.order.parcels.length, isToServicePoint: booking.extras.servicePoint !== null };
}

/** The pages of a booking's label for the screen. */
export async function pagesShown(
  context: PagesContext & Pick<BenchContext, 'fail' | 'journal'>,
  bookingId: string,
): Promise<Answer<'labelPages'>> {
  const booking = context.journal.booking(bookingId);
  const label = booking && context.journal.label(bookingId);
  if (!booking || !label) return context.fail('label-missing');
  const pages = await labelPages(context, booking, label);
  const { placeOf } = placesOf(context, booking, pages, pages.length);
  return ok(pages.map((page) => ({ ...page, place: placeOf(page.page) })));
}

/**
 * Assigns the pages of a label to their destinations, each by its page number; `labels` are those that go on a parcel. If the labels among
 * the pages do not cover every parcel, the user had the label printed as it is: a page classified as a copy or as unclear may be a parcel's
 * label. Otherwise unclear pages are kept, even if the user confirmed the label.
 */
export function placesOf({ settings }: Pick<BenchContext, 'settings'>, { order }: Booking, read: readonly LabelPage[], count: number) {
  const known = new Map(read.map((each) => [each.page, each]));
  const pages = Array.from({ length: count }, (_, index) => known.get(index + 1) ?? { page: index + 1, is: 'label' as const, labels: 1 });
  const isSorted = pages.reduce((sum, { labels }) => sum + labels, 0) >= order.parcels.length;
  const isWayBackThere = order.returnLabel !== true || pages.some(({ is, labels }) => is === 'label' && labels === 0);
  const { papers } = settings();
  const places = new Map(
    pages.map(({ page, is }): [number, PaperPlace | 'on-parcel'] => {
      if (isSorted && (is === 'copy' || is === 'document')) return [page, papers[is]];
      return [page, isSorted && isWayBackThere && is === 'unclear' ? 'kept' : 'on-parcel'];
    }),
  );
  const placeOf = (page: number): PaperPlace => {
    const place = places.get(page);
    return place === undefined || place === 'on-parcel' ? 'label-printer' : place;
  };
  const at = (place: PaperPlace): number[] => pages.filter(({ page }) => placeOf(page) === place).map(({ page }) => page);
  return {
    placeOf,
    labels: pages.filter(({ page }) => places.get(page) === 'on-parcel').map(({ page }) => page),
    onLabels: at('label-printer'),
    onPages: at('document-printer'),
    kept: at('kept'),
  };
}

/**
 * Assigns what stands beside a label on its page to a destination when the label is cut out, by page number. The stock of a label printer
 * is too small for it: what Setup sends to the label printer is kept instead.
 */
export function placesBeside({ settings }: Pick<BenchContext, 'settings'>, read: readonly LabelPage[], cutPages: readonly number[]) {
  const { papers } = settings();
  const left = read.filter(({ page, beside }) => beside !== undefined && cutPages.includes(page));
  const isToPrint = ({ beside }: LabelPage): boolean => beside !== undefined && papers[beside] === 'document-printer';
  const pagesIn = (pages: readonly LabelPage[]): number[] => pages.map(({ page }) => page);
  return { onPages: pagesIn(left.filter(isToPrint)), kept: pagesIn(left.filter((each) => !isToPrint(each))) };
}
