import type { Booking, Exchange } from '../../../../shared/booking.ts';
import type { OrderKey } from '../../../../shared/order.ts';
import type { StandingShipment } from '../../../../shared/parts.ts';
import type { Quote } from '../../../../shared/quote.ts';
import type { EncodedDocument, EncodedPaper, RawAnswer } from '../courier.ts';
import type { Page } from './page.ts';

/** Finds bookings and the data stored with them. */
export interface BookingLookup {
  booking(id: string): Booking | undefined;
  /** The latest booking of this order that is more than a draft, else its draft. */
  latestOf(key: OrderKey): Booking | undefined;
  /** The shipments of this order that are or may be bought here, and those that other benches booked, in any sequence. */
  shipmentsOf(key: OrderKey): readonly StandingShipment[];
  /**
   * By order number, consignment number, tracking number or order key. If several match: first one of the key and account in use, then the
   * latest.
   */
  findBooking(number: string): Booking | undefined;
  /**
   * Every booking that has this number as one of `kinds`, whatever else the number is; those of the key and account in use first, then the
   * latest.
   */
  holdersOf(number: string, kinds: readonly ('order' | 'consignment' | 'tracking')[]): readonly Booking[];
  /** Newest first. */
  bookings(query: Page & { readonly states: readonly Booking['state'][] }): { readonly total: number; readonly rows: readonly Booking[] };
  /** By booking time, the latest first. */
  lastBooked(limit: number): readonly Booking[];
  /** All bookings in these states, oldest first. */
  bookingsInState(states: readonly Booking['state'][]): readonly Booking[];
  /** The quotes stored last for this booking. */
  quote(id: string): Quote | undefined;
  label(bookingId: string): EncodedPaper | undefined;
  remarks(bookingId: string): EncodedDocument | undefined;
  answer(bookingId: string): RawAnswer | undefined;
  exchange(bookingOrPickupId: string): Exchange;
  /** Ids of the bookings whose label carries this bare code. */
  labelCodeHolders(code: string): readonly string[];
  /** Number of the only label of this booking that carries this bare code; undefined if no label or several do, or if that is not known. */
  labelWithCode(id: string, code: string): number | undefined;
  isParked(id: string): boolean;
  /** Orders that were put aside and not shipped since. */
  parkedBookings(): readonly Pick<Booking, 'id' | 'orderKey'>[];
  isLabelClosed(id: string): boolean;
  /**
   * Booked shipments whose label was never queued nor set aside: not judged yet, or judged doubtful. Oldest first. `isLeftOut` is called
   * before a booking is read: hundreds of a batch may be waiting.
   */
  bookedWithoutLabelJob(isLeftOut?: (bookingId: string) => boolean): readonly Booking[];
  /** Shipments booked since then whose label was queued and of which no tracking number is known, the newest first. */
  bookedWithoutTracking(since: Date): readonly { readonly id: string; readonly bookedAt: string }[];
  /** Booked, label not set aside, and in no pickup that is valid or unknown. */
  notHandedOver(): readonly Booking[];
}
