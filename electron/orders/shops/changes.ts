import { createHash } from 'node:crypto';

/**
 * Changes this long before the last reading are read again: a shop may list an order a while after the time that it notes in it, and its
 * clocks may differ from each other.
 */
const overlapMs = 5 * 60_000;
/** How many changes are remembered so that they are not taken again. */
const mostSeen = 5000;

/** The changes that were taken in this run. Those of a page count as taken when the page after it is asked for. */
export interface TakenChanges {
  /** Called with the place of each page before it is asked for. */
  begin(place: string): void;
  has(mark: string): boolean;
  /** `place`: that of the page after this one. */
  handOver(place: string, marks: readonly string[]): void;
}

export function rememberTaken(): TakenChanges {
  const seen = new Set<string>();
  let handedOver: { readonly place: string; readonly marks: readonly string[] } | undefined;
  return {
    begin(place) {
      if (seen.size > mostSeen) seen.clear();
      if (handedOver?.place === place) for (const mark of handedOver.marks) seen.add(mark);
      handedOver = undefined;
    },
    has: (mark) => seen.has(mark),
    handOver(place, marks) {
      handedOver = { place, marks };
    },
  };
}

/** Identifies the state of an order. Two changes may have the same second, so the whole order counts. */
export const markOf = (address: string, id: string | number, order: object): string =>
  `${address} ${id} ${createHash('sha256').update(JSON.stringify(order)).digest('base64')}`;

/** A time as the readings keep it, in GMT: `2026-11-29T22:10:00`. Empty if it is none. */
export function dateOf(date: string): string {
  const at = Date.parse(date);
  return Number.isNaN(at) ? '' : new Date(at).toISOString().slice(0, 19);
}

/**
 * The time from which the next reading lists changes, by the clock of the shop alone. It is not later than the beginning of this reading,
 * because an order may have changed after its page was read, and not later than the newest change, because the time in an answer may be that of
 * another server.
 */
export function afterOf({ after, began, newest }: { readonly after: string; readonly began: string; readonly newest: string }): string {
  const known = [began, newest].filter(Boolean).toSorted()[0] ?? '';
  const at = Date.parse(`${newest === '' && after !== '' ? after : known}Z`);
  if (Number.isNaN(at)) return after;
  const next = newest === '' && after !== '' ? after : new Date(at - overlapMs).toISOString().slice(0, 19);
  return next > after ? next : after;
}
