import type { Address } from '../../../shared/address.ts';
import type { Booking } from '../../../shared/booking.ts';
import type { Answer } from '../../../shared/ipc.ts';
import { usualShipment } from '../../../shared/order.ts';
import { ok } from '../../../shared/result.ts';
import { bareCode } from '../../../shared/scan.ts';
import { usualSender } from '../../../shared/sender.ts';
import type { LabelPage, PaperPlace } from '../../../shared/sheet-class.ts';
import type { BenchContext } from '../context.ts';
import type { EncodedPaper } from '../ports/courier.ts';
import type { ExpectedLabels, LabelOwner } from '../ports/paper.ts';

/** Of shipments whose sender was not noted, where it cannot have been another. */
const onlySender = ({ settings }: Pick<BenchContext, 'settings'>): Address | null => {
  const { senders } = settings();
  return senders.length === 1 ? usualSender({ senders }) : null;
};

/** As it was sent. */
export function senderOf(context: BenchContext, booking: Booking): Address | undefined {
  const sender = booking.sender ?? onlySender(context);
  return sender ? context.courier.inAscii(sender).address : undefined;
}

export function expectedOf({ settings }: BenchContext, { order, service, orderKey, extras, trackingNos }: Booking): ExpectedLabels {
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
    ownTexts: [orderKey, reference, ...lines.map(({ name }) => name), ...parcels.map(({ contents }) => contents)],
  };
}

/** What each sheet of a label is; empty where that cannot be read. */
export async function labelPages(context: BenchContext, booking: Booking, label: EncodedPaper): Promise<readonly LabelPage[]> {
  const sender = senderOf(context, booking);
  if (!sender) return [];
  const recipient = context.courier.sentRecipient(booking.order, booking.extras);
  return context.paper.pages(label, recipient, sender, expectedOf(context, booking));
}

/** Whose it is, where its sender is known. */
export function ownerOf(context: BenchContext, booking: Booking): LabelOwner | undefined {
  const sender = senderOf(context, booking);
  const recipient = context.courier.sentRecipient(booking.order, booking.extras);
  return sender && { recipient, sender, parcels: booking.order.parcels.length, isToServicePoint: booking.extras.servicePoint !== null };
}

/** Of a booking, for whoever looks at it. */
export async function pagesShown(context: BenchContext, bookingId: string): Promise<Answer<'labelPages'>> {
  const booking = context.journal.booking(bookingId);
  const label = booking && context.journal.label(bookingId);
  if (!booking || !label) return context.fail('label-missing');
  const pages = await labelPages(context, booking, label);
  const { placeOf } = placesOf(context, booking, pages, pages.length);
  return ok(pages.map((page) => ({ ...page, place: placeOf(page.page) })));
}

/**
 * The sheets of a label by where they go, each by its page; `labels` are those that are no copy and no document, and surely the order's.
 * Where not every parcel has its label among them, a person let it print as it is: what was taken for a copy, or for nobody's, may be the
 * label of one. Else what is nobody's is kept, whoever has the label printed.
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
 * Where what stands beside the label on its page goes when that is cut out, by its page. The paper of a label is too small for it: what Setup
 * has on the label printer is kept.
 */
export function placesBeside({ settings }: Pick<BenchContext, 'settings'>, read: readonly LabelPage[], cutPages: readonly number[]) {
  const { papers } = settings();
  const left = read.filter(({ page, beside }) => beside !== undefined && cutPages.includes(page));
  const isToPrint = ({ beside }: LabelPage): boolean => beside !== undefined && papers[beside] === 'document-printer';
  const pagesIn = (pages: readonly LabelPage[]): number[] => pages.map(({ page }) => page);
  return { onPages: pagesIn(left.filter(isToPrint)), kept: pagesIn(left.filter((each) => !isToPrint(each))) };
}
