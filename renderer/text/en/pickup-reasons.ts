import type { PickupReason } from '../../../shared/pickup-reason.ts';
import { weekdayName } from '../format.ts';
import type { Sentences } from '../sentences.ts';

const collectionBefore = (before: string): string => `The services named a collection before ${before}`;

export const pickupReasons: Sentences<PickupReason> = {
  'nothing-to-collect': () => 'There is nothing to collect',
  'collection-day-malformed': ({ written }) => `The day of collection "${written}" is not a day like 2026-11-24`,
  'collection-day-past': ({ day }) => `The day of collection ${day} is in the past`,
  'ready-time-malformed': ({ written }) => `The ready time "${written}" is not a time like 16:00`,
  'closing-time-malformed': ({ written }) => `The closing time "${written}" is not a time like 17:30`,
  'closing-before-ready': ({ closingTime, readyTime }) => `The closing time ${closingTime} must be after the ready time ${readyTime}`,
  'closing-time-passed': ({ closingTime }) => `The closing time ${closingTime} has passed today`,
  'collection-far-ahead': ({ day, days }) => `${day} is ${days} days away`,
  'collection-named-later': ({ day }) => `The services named ${weekdayName(day)} ${day} for the collection`,
  'no-collection-at-weekend': ({ day }) => `${day} is a ${weekdayName(day)}: the services named no collection then`,
  'collection-over-today': ({ before }) => `Today's collection was before ${before}`,
  'ready-after-collection': ({ before, readyTime }) => `${collectionBefore(before)}: ready at ${readyTime} is later`,
  'closing-after-collection': ({ before, closingTime }) => `${collectionBefore(before)}: closing at ${closingTime} is later`,
  'labels-not-out': ({ orders }) => `No label came out for ${orders.join(', ')}`,
  'labels-not-placed': ({ orders }) => `Not every label was scanned on its parcel: ${orders.join(', ')}`,
};
