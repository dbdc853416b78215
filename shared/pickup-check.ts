import type { LocalMoment } from './local-moment.ts';
import type { Collects, PickupRequest } from './pickup.ts';
import type { PickupReason } from './pickup-reason.ts';
import type { Reason } from './reason.ts';
import { isDay, isTime } from './shipment-check.ts';

type Times = Pick<PickupRequest, 'date' | 'readyTime' | 'closingTime'>;

/** A problem of a pickup request. `stops`: the pickup cannot be requested like this. */
export interface PickupProblem {
  readonly field: keyof Times | 'orderNos' | 'instructions';
  readonly stops: boolean;
  readonly why: Reason;
}

/** A pickup on a later day needs a confirmation. */
const daysAheadUnasked = 7;
const dayMs = 86_400_000;

/** The day and the last hour in a service's text, `2026-11-24 before 18:00`; empty if it names none. */
export function collectionIn(text: string): { readonly day: string; readonly before: string } {
  return { day: /\d{4}-\d{2}-\d{2}/.exec(text)?.[0] ?? '', before: /(\d{2}:\d{2})\s*$/.exec(text)?.[1] ?? '' };
}

/** Collection times that the services named for several parcels together. */
export function collectsOf(texts: readonly string[]): Collects {
  const named = texts.map(collectionIn);
  const sorted = (texts: readonly string[]): string[] => [...new Set(texts.filter(Boolean))].sort();
  return { days: sorted(named.map(({ day }) => day)), cutOff: sorted(named.map(({ before }) => before))[0] ?? '' };
}

/**
 * Checks a pickup request against the warehouse's clock and the collection times of its parcels' services; `collects` is null if no
 * driver comes. A problem that stops prevents the request; any other needs a confirmation.
 */
export function pickupProblems(
  ask: Times & { readonly orderNos: readonly string[]; readonly notOut: readonly string[]; readonly notPlaced: readonly string[] },
  now: LocalMoment,
  collects: Collects | null,
): PickupProblem[] {
  const problems: PickupProblem[] = [];
  const { date, readyTime, closingTime } = ask;
  const report: Report = (field, stops, why) => problems.push({ field, stops, why });
  if (ask.orderNos.length === 0) report('orderNos', true, { code: 'nothing-to-collect' });
  if (!isDay(date)) report('date', true, { code: 'collection-day-malformed', written: date });
  else if (date < now.day) report('date', true, { code: 'collection-day-past', day: date });
  if (!isTime(readyTime)) report('readyTime', true, { code: 'ready-time-malformed', written: readyTime });
  if (!isTime(closingTime)) report('closingTime', true, { code: 'closing-time-malformed', written: closingTime });
  else if (isTime(readyTime) && readyTime >= closingTime)
    report('closingTime', true, { code: 'closing-before-ready', closingTime, readyTime });
  else if (date === now.day && closingTime <= now.time) report('closingTime', true, { code: 'closing-time-passed', closingTime });
  if (problems.length > 0) return problems;

  if (collects) checkDay(date, now, collects, report);
  const daysAhead = Math.round((Date.parse(date) - Date.parse(now.day)) / dayMs);
  if (daysAhead > daysAheadUnasked) report('date', false, { code: 'collection-far-ahead', day: date, days: daysAhead });
  if (collects?.cutOff) checkTimes(ask, collects.cutOff, report);
  if (ask.notOut.length > 0) report('orderNos', false, { code: 'labels-not-out', orders: ask.notOut });
  if (ask.notPlaced.length > 0) report('orderNos', false, { code: 'labels-not-placed', orders: ask.notPlaced });
  return problems;
}

type Report = (...problem: [field: PickupProblem['field'], stops: boolean, why: PickupReason]) => void;

function checkDay(date: string, now: LocalMoment, { days, cutOff }: Collects, report: Report): void {
  if (days.includes(date) && date !== now.day) return;
  const [first] = days.filter((day) => day >= now.day);
  if (first !== undefined && date < first) report('date', false, { code: 'collection-named-later', day: first });
  else if (!days.includes(date) && isWeekend(date)) report('date', false, { code: 'no-collection-at-weekend', day: date });
  else if (date === now.day && cutOff && cutOff <= now.time) report('date', false, { code: 'collection-over-today', before: cutOff });
}

function checkTimes({ readyTime, closingTime }: Times, cutOff: string, report: Report): void {
  if (readyTime >= cutOff) report('readyTime', false, { code: 'ready-after-collection', before: cutOff, readyTime });
  else if (closingTime > cutOff) report('closingTime', false, { code: 'closing-after-collection', before: cutOff, closingTime });
}

/** The courier's next collection, at the warehouse's usual times as far as the services allow. */
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

const isWeekend = (day: string): boolean => [0, 6].includes(new Date(Date.parse(day)).getUTCDay());
/** The day after this one, both as `2026-11-19`. */
export const dayAfter = (day: string): string => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);
