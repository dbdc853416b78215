import { Temporal } from 'temporal-polyfill';

export interface Month {
  /** `YYYY-MM` */
  readonly name: string;
  readonly from: Date;
  /** The first instant that belongs to the next month. */
  readonly until: Date;
}

/** True if this is the name of a time zone, such as `Europe/Amsterdam`. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The calendar month of an instant in a zone. Throws a `RangeError` if there is no zone of that name. */
export function monthIn(instant: Date, timeZone: string): Month {
  const month = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toPlainYearMonth();
  const start = ({ year, month: number }: Temporal.PlainYearMonth): Date =>
    new Date(Temporal.PlainDate.from({ year, month: number, day: 1 }).toZonedDateTime(timeZone).epochMilliseconds);
  return { name: month.toString(), from: start(month), until: start(month.add({ months: 1 })) };
}
