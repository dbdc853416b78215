export interface Month {
  /** `YYYY-MM` */
  readonly name: string;
  readonly from: Date;
  /** The first instant that belongs to the next month. */
  readonly until: Date;
}

/** Whether this is the name of a time zone, like `Europe/Amsterdam`. */
export function isTimeZone(name: string): boolean {
  try {
    clockIn(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The calendar month of an instant in a zone. Throws a `RangeError` where the zone has no such name. */
export function monthIn(instant: Date, timeZone: string): Month {
  const wall = new Date(wallTime(instant, timeZone));
  const [year, month] = [wall.getUTCFullYear(), wall.getUTCMonth()];
  return {
    name: wall.toISOString().slice(0, 7),
    from: midnight(Date.UTC(year, month), timeZone),
    until: midnight(Date.UTC(year, month + 1), timeZone),
  };
}

const clockIn = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });

/** What the clock on the wall shows, as if it were UTC. */
function wallTime(instant: Date, timeZone: string): number {
  const parts = new Map(
    clockIn(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const [year, month, day, hour, minute, second] = (['year', 'month', 'day', 'hour', 'minute', 'second'] as const).map(
    (type) => parts.get(type) ?? 0,
  );
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
}

/** When the clock on the wall shows this. Corrected twice: the zone may be another one at the first guess than at the second. */
function midnight(wall: number, timeZone: string): Date {
  const offset = (instant: number): number => wallTime(new Date(instant), timeZone) - instant;
  return new Date(wall - offset(wall - offset(wall)));
}
