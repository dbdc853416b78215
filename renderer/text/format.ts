import { type Address, countryCodes } from '../../shared/address.ts';
import { type Weekday, weekdays } from '../../shared/service-point.ts';
import { type Money, moneyDigits } from '../../shared/units.ts';
import { locale } from './locale.ts';

const countries = new Intl.DisplayNames(locale, { type: 'region' });
const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
const clockWithSeconds = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
const whole = new Intl.NumberFormat(locale);
// Days of the service are local text without a zone: read and written as UTC, they stay the same day.
const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
const wholeWeekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
const dayAndMonth = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** `DE` as `Germany`; a text that is not a country code is returned unchanged. */
export const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code);

/** A sum with its thousands separated: `1,912.40`. Prices of one parcel are written as the service receives them. */
export const sumDigits = (money: Money): string => moneyDigits(money).replace(/\d(?=(?:\d{3})+(?:\.|$))/g, '$&,');

export const wholeNumber = (value: number): string => whole.format(value);

/** An instant in the bench's local time, expressed as UTC, because the zone may change while the program runs. */
function onWall(utc: string): Date {
  const at = new Date(utc);
  return new Date(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate(), at.getHours(), at.getMinutes(), at.getSeconds()));
}

/** Packbench's own times are UTC and shown in the bench's local time. */
export const timeText = (utc: string): string => clock.format(onWall(utc));
export const timeWithSeconds = (utc: string): string => clockWithSeconds.format(onWall(utc));

/** `2026-11` as `November`. */
export const monthName = (name: string): string => month.format(new Date(`${name}-01T00:00:00Z`));

/** `2026-11-19` as `Thursday`; empty if there is no such day. */
export const weekdayName = (day: string): string => (Number.isNaN(Date.parse(day)) ? '' : wholeWeekday.format(new Date(day)));

/** `2026-11-19` as `Thu 19 Nov`; any other text stays as the service wrote it. */
export function dayText(day: string): string {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : undefined;
  return date && !Number.isNaN(date.getTime()) ? `${weekday.format(date)} ${dayAndMonth.format(date)}` : day;
}

/** `2026-11-19` as `Thu 19 Nov 2026`. */
export const dateText = (day: string): string => {
  const words = dayText(day);
  return words === day ? day : `${words} ${day.slice(0, 4)}`;
};

/** A time of Packbench as `Thu 19 Nov, 13:41`. */
export function momentText(utc: string): string {
  const at = onWall(utc);
  return `${weekday.format(at)} ${dayAndMonth.format(at)}, ${clock.format(at)}`;
}

/** Only the time if it is today, else with its day. */
export const todayOrMoment = (utc: string): string =>
  new Date(utc).toDateString() === new Date().toDateString() ? timeText(utc) : momentText(utc);

/** `2026-11-19 before 17:00` as `Thu 19 Nov` and `before 17:00`: the service's own text with a readable day. */
export function whenText(when: string): { readonly day: string; readonly time: string } {
  const [, day = '', time = ''] = /^(\d{4}-\d{2}-\d{2})\s*(.*)$/s.exec(when.trim()) ?? [undefined, when.trim(), ''];
  return { day: dayText(day), time };
}

/**
 * A week's opening hours, equal days grouped: `Mon-Fri 09.00-18.00 · Sat, Sun closed`. The parcel waits there for days, so today's hours
 * are not enough. Empty if the hours are unknown.
 */
export function weekText(hours: Partial<Readonly<Record<Weekday, readonly string[]>>>, closed: string): string {
  const days = weekdays.map((day) => ({ name: day.slice(0, 3), open: hours[day]?.join(', ') ?? '' }));
  if (Object.keys(hours).length === 0) return '';
  const runs: { first: string; last: string; open: string; length: number }[] = [];
  for (const { name, open } of days) {
    const run = runs.at(-1);
    if (run?.open === open) Object.assign(run, { last: name, length: run.length + 1 });
    else runs.push({ first: name, last: name, open, length: 1 });
  }
  const joints = ['', '', ', '];
  return runs
    .map(({ first, last, open, length }) => `${length === 1 ? first : `${first}${joints[length] ?? '-'}${last}`} ${open || closed}`)
    .join(' · ');
}

/** The person a parcel goes to, or the company if no person is named. */
export const recipientName = ({ name, company }: Pick<Address, 'name' | 'company'>): string => name || company;

/** `Berta Winter, Berlin`. */
export const nameAndTown = (address: Pick<Address, 'name' | 'company' | 'city'>): string =>
  [recipientName(address), address.city].filter(Boolean).join(', ');

/**
 * The address between name and city on one line: company, street, house number, further lines, postal code and province. A text that repeats
 * the name or an earlier text is left out, because many shops write the company into two fields.
 */
export function addressLine(address: Address): string {
  const street = [address.street, address.houseNumber].filter(Boolean).join(' ');
  const isSame = (one: string, other: string): boolean => bare(one) === bare(other);
  const texts = [recipientName(address), address.company, street, address.street2, address.street3, address.postalCode, address.province];
  return texts.filter((text, at) => at > 0 && text && !texts.slice(0, at).some((earlier) => isSame(earlier, text))).join(', ');
}

const bare = (text: string): string => text.trim().replace(/\s+/g, ' ').toLocaleLowerCase(locale);

/** Long numbers in groups of four, to be read aloud: `0528 7741 9936 41`. Other texts stay as they are. */
export const numberText = (text: string): string => (/^\d{9,}$/.test(text) ? text.replace(/(\d{4})(?=\d)/g, '$1 ') : text);

const regions = [...countryCodes].map((code) => ({ code, name: countryName(code).toLocaleLowerCase(locale) }));

/** `Germany` or `de` as `DE`; any other text is returned unchanged. */
export function countryCodeOf(typed: string): string {
  const wanted = typed.trim().toLocaleLowerCase(locale);
  return regions.find(({ code, name }) => name === wanted || code.toLowerCase() === wanted)?.code ?? typed.trim();
}
