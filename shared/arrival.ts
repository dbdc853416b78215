/** `2026-11-24 before 18:00` as `2026-11-24 18:00`, which sorts by time; undefined if the text does not begin with a valid date. */
export function readArrival(text: string): string | undefined {
  const [, day = '', rest = ''] = /^(\d{4}-\d{2}-\d{2})(?!\d)(.*)$/s.exec(text.trim()) ?? [];
  if (day === '' || dayAt(millisecondsOf(day)) !== day) return undefined;
  const [, hour = '', minute = ''] = /(?<!\d)([01]?\d|2[0-3]):([0-5]\d)(?!\d)/.exec(rest) ?? [];
  // Without an hour it may arrive until the end of the day.
  return hour ? `${day} ${hour.padStart(2, '0')}:${minute}` : `${day} 24:00`;
}

/** The day that many working days after this one. Holidays are unknown and count as working days. */
export function workingDaysAfter(day: string, count: number): string {
  let at = millisecondsOf(day);
  for (let left = count; left > 0; ) {
    at += 86_400_000;
    if (weekdayOf(dayAt(at)) <= 5) left -= 1;
  }
  return dayAt(at);
}

/** Monday is 1. */
export const weekdayOf = (day: string): number => new Date(millisecondsOf(day)).getUTCDay() || 7;

const millisecondsOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayAt = (milliseconds: number): string => (Number.isNaN(milliseconds) ? '' : new Date(milliseconds).toISOString().slice(0, 10));
