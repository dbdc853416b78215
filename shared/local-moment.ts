/** What the clock on the wall of a warehouse shows: `YYYY-MM-DD` and `HH:MM`. */
export interface LocalMoment {
  readonly day: string;
  readonly time: string;
}

/** An instant in a zone. Throws a `RangeError` where the zone has no such name. */
export function localMoment(instant: Date, timeZone: string): LocalMoment {
  // The Swedish way of writing a moment is `2026-11-24 18:00`.
  const [day = '', time = ''] = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
    .format(instant)
    .split(' ');
  return { day, time };
}
