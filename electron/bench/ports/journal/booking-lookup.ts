import type { Booking, Exchange } from '../../../../shared/booking.ts';
import type { OrderKey } from '../../../../shared/order.ts';
import type { Quote } from '../../../../shared/quote.ts';
import type { EncodedDocument, EncodedPaper, RawAnswer } from '../courier.ts';
import type { Page } from './page.ts';

/** Finds bookings, and what is kept of them. */
export interface BookingLookup {
  booking(id: string): Booking | undefined;
  /** The latest booking of this order that is more than a draft, else its draft. */
  latestOf(key: OrderKey): Booking | undefined;
  /** By order number, consignment number, tracking number or order key; where several match, one of the key and account in use, then the latest. */
  findBooking(number: string): Booking | undefined;
  /** Every booking that has this number as one of these, whatever else the number is besides; those of the key and account in use first, then the latest. */
  holdersOf(number: string, kinds: readonly ('order' | 'consignment' | 'tracking')[]): readonly Booking[];
  /** Newest first. */
  bookings(query: Page & { readonly states: readonly Booking['state'][] }): { readonly total: number; readonly rows: readonly Booking[] };
  /** By the time they were booked, the latest first. */
  lastBooked(limit: number): readonly Booking[];
  /** All of them, oldest first. */
  bookingsInState(states: readonly Booking['state'][]): readonly Booking[];
  /** The prices that were kept last for it. */
  quote(id: string): Quote | undefined;
  label(bookingId: string): EncodedPaper | undefined;
  remarks(bookingId: string): EncodedDocument | undefined;
  answer(bookingId: string): RawAnswer | undefined;
  exchange(bookingOrPickupId: string): Exchange;
  /** The bookings whose label carries this bare code. */
  labelCodeHolders(code: string): readonly string[];
  isParked(id: string): boolean;
  /** Orders put aside and not shipped since. */
  parkedBookings(): readonly Pick<Booking, 'id' | 'orderKey'>[];
  isLabelClosed(id: string): boolean;
  /**
   * Booked shipments whose label was never put on a queue nor set aside: to be judged, or judged and doubtful. Oldest first. `isLeftOut` is
   * asked before one is read: of a batch hundreds may wait for their turn.
   */
  bookedWithoutLabelJob(isLeftOut?: (bookingId: string) => boolean): readonly Booking[];
  /** Booked, label not set aside, and in no pickup that stands or is unknown. */
  notHandedOver(): readonly Booking[];
}
