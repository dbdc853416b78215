import type { LocalMoment } from './local-moment.ts';
import type { Collects, PickupRequest } from './pickup.ts';
import { weekdays } from './service-point.ts';
import { isDay, isTime, type ShipmentProblem } from './shipment-check.ts';

type Times = Pick<PickupRequest, 'date' | 'readyTime' | 'closingTime'>;

/** A driver is usually ordered for one of the next days. */
const daysAheadUnasked = 7;
const dayMs = 86_400_000;

/** The day and the last hour of a service's own words, `2026-11-24 before 18:00`; empty where it says none. */
export function collectionIn(said: string): { readonly day: string; readonly before: string } {
  return { day: /\d{4}-\d{2}-\d{2}/.exec(said)?.[0] ?? '', before: /(\d{2}:\d{2})\s*$/.exec(said)?.[1] ?? '' };
}

/** What the services named for several parcels together. */
export function collectsOf(said: readonly string[]): Collects {
  const named = said.map(collectionIn);
  const sorted = (texts: readonly string[]): string[] => [...new Set(texts.filter(Boolean))].sort();
  return { days: sorted(named.map(({ day }) => day)), cutOff: sorted(named.map(({ before }) => before))[0] ?? '' };
}

/**
 * Holds a request for a driver against the clock of the warehouse and against what the services named for its parcels; `collects` is
 * null where no driver comes. What stops cannot be asked for; of anything else a person has to be sure.
 */
export function pickupProblems(
  ask: Times & { readonly orderNos: readonly string[]; readonly notOut: readonly string[] },
  now: LocalMoment,
  collects: Collects | null,
): ShipmentProblem[] {
  const problems: ShipmentProblem[] = [];
  const { date, readyTime, closingTime } = ask;
  const tell = (field: string, stops: boolean, sentence: string) => problems.push({ part: 'pickup', field, stops, sentence });
  if (ask.orderNos.length === 0) tell('orderNos', true, 'There is nothing to collect');
  if (!isDay(date)) tell('date', true, `The day of collection "${date}" is no day like 2026-11-24`);
  else if (date < now.day) tell('date', true, `The day of collection ${date} is in the past`);
  if (!isTime(readyTime)) tell('readyTime', true, `The ready time "${readyTime}" is no time like 16:00`);
  if (!isTime(closingTime)) tell('closingTime', true, `The closing time "${closingTime}" is no time like 17:30`);
  else if (isTime(readyTime) && readyTime >= closingTime)
    tell('closingTime', true, `The closing time ${closingTime} must be after the ready time ${readyTime}`);
  else if (date === now.day && closingTime <= now.time) tell('closingTime', true, `The closing time ${closingTime} has passed today`);
  if (problems.length > 0) return problems;

  if (collects) tellDay(date, now, collects, tell);
  const daysAhead = Math.round((Date.parse(date) - Date.parse(now.day)) / dayMs);
  if (daysAhead > daysAheadUnasked) tell('date', false, `${date} is ${daysAhead} days away`);
  if (collects?.cutOff) tellTimes(ask, collects.cutOff, tell);
  if (ask.notOut.length > 0) tell('orderNos', false, `No label came out for ${ask.notOut.join(', ')}`);
  return problems;
}

type Tell = (field: string, stops: boolean, sentence: string) => void;

function tellDay(date: string, now: LocalMoment, { days, cutOff }: Collects, tell: Tell): void {
  if (days.includes(date) && date !== now.day) return;
  const [first] = days.filter((day) => day >= now.day);
  if (first !== undefined && date < first) tell('date', false, `The services named ${weekdayOf(first)} ${first} for the collection`);
  else if (!days.includes(date) && isWeekend(date))
    tell('date', false, `${date} is a ${weekdayOf(date)}: the services named no collection then`);
  else if (date === now.day && cutOff && cutOff <= now.time) tell('date', false, `Today's collection was before ${cutOff}`);
}

function tellTimes({ readyTime, closingTime }: Times, cutOff: string, tell: Tell): void {
  if (readyTime >= cutOff) tell('readyTime', false, `The services named a collection before ${cutOff}: ready at ${readyTime} is later`);
  else if (closingTime > cutOff)
    tell('closingTime', false, `The services named a collection before ${cutOff}: closing at ${closingTime} is later`);
}

/** The courier's next collection, with the warehouse's usual times as far as the services allow them. */
export function proposedTimes(usual: Omit<Times, 'date'>, collects: Collects, now: LocalMoment): Times {
  const { readyTime } = usual;
  const { days, cutOff } = collects;
  const closingTime = readyTime < cutOff && cutOff < usual.closingTime ? cutOff : usual.closingTime;
  const isAhead = (day: string): boolean =>
    day > now.day || (day === now.day && now.time < closingTime && (cutOff === '' || now.time < cutOff));
  let date = days.find(isAhead) ?? now.day;
  while (!isAhead(date) || (isWeekend(date) && !days.includes(date))) date = dayAfter(date);
  return { date, readyTime, closingTime };
}

const weekdayOf = (day: string): string => weekdays[(new Date(Date.parse(day)).getUTCDay() + 6) % 7] ?? '';
const isWeekend = (day: string): boolean => weekdayOf(day).startsWith('S');
const dayAfter = (day: string): string => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);
