import type { Booking } from '../../../shared/booking.ts';
import type { BenchContext } from '../context.ts';
import type { Page } from '../ports/journal/page.ts';

const latestFirst = (one: Booking, other: Booking): number => other.changedAt.localeCompare(one.changedAt);

/** Returns the last bookings of this bench and, as far as received, of the others. */
export const lastShipments = ({ journal }: Pick<BenchContext, 'journal'>, limit: number): Booking[] =>
  [...journal.lastBooked(limit), ...journal.lastBookedElsewhere(limit)].toSorted(latestFirst).slice(0, limit);

/** Returns a page of all bookings, latest first. */
export function bookedAnywhere({ journal }: Pick<BenchContext, 'journal'>, page: Page): { total: number; rows: Booking[] } {
  const here = (part: Page) => journal.bookings({ ...part, states: ['booked'] });
  const elsewhere = journal.bookedElsewhere({ ...page, offset: 0, limit: page.offset + page.limit });
  if (elsewhere.total === 0) {
    const { total, rows } = here(page);
    return { total, rows: [...rows] };
  }
  const { total, rows } = here({ ...page, offset: 0, limit: page.offset + page.limit });
  return {
    total: total + elsewhere.total,
    rows: [...rows, ...elsewhere.rows].toSorted(latestFirst).slice(page.offset, page.offset + page.limit),
  };
}
