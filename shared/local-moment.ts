import { Temporal } from 'temporal-polyfill';

/** Local date and time of a warehouse: `YYYY-MM-DD` and `HH:MM`. */
export interface LocalMoment {
  readonly day: string;
  readonly time: string;
}

/** An instant in a zone. Throws a `RangeError` if there is no zone of that name. */
export function localMoment(instant: Date, timeZone: string): LocalMoment {
  const wall = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);
  return { day: wall.toPlainDate().toString(), time: wall.toPlainTime().toString({ smallestUnit: 'minute' }) };
}

/**
 * Whole minutes from an instant until a time `HH:MM` of the same day in a zone; negative if it is past. A time that a clock change skips
 * is moved later by the skipped span; of a time that occurs twice, the first counts.
 */
export function minutesUntil(time: string, instant: Date, timeZone: string): number {
  const now = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);
  return now.round({ smallestUnit: 'minute', roundingMode: 'floor' }).until(now.withPlainTime(time), { largestUnit: 'minute' }).minutes;
}

/** The first instant of a day in a zone. */
export const startOfDay = (day: string, timeZone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds);

/** The day that many days later, or earlier if negative. */
export const daysAfter = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();

/** The place of a day in its week: 1 for Monday, 7 for Sunday. */
export const weekdayOf = (day: string): number => Temporal.PlainDate.from(day).dayOfWeek;
