import type { BenchEvent, Workflow } from '../../shared/bench.ts';
import type { Booking } from '../../shared/booking.ts';
import type { Failure } from '../../shared/failure.ts';
import { orderKeySchema } from '../../shared/order.ts';
import type { Advised } from '../../shared/shipping-rule.ts';
import { anOrder, extras, quote } from '../journal/samples.ts';

const lines = [{ name: 'Bowl', sku: 'BOWL', quantity: 1, price: null }];
export const order = { ...anOrder('ORD-1'), lines };
const orderKey = orderKeySchema.parse('ORD-1');
export const booking = { id: 'b1', orderKey, order } as Booking;
export const failure: Failure = { code: 'not-now', ref: 'REF', detail: '' };
export const since = '2026-11-21T09:00:00.000Z';
const restored = { restoredAt: since } as never;
export const wish = { co2: false, insurance: false, servicePoint: null, pointOf: '' };
const [{ serviceId } = { serviceId: '' }] = quote.services;
const advised: Advised = { serviceId, why: 'first', by: null, doubt: null, nevers: [], point: null };
export const choosing = {
  order,
  bookingId: 'b1',
  quote,
  serviceId,
  advised,
  wish,
  declared: null,
} as const;
const asking = { order, questions: [{ kind: 'weight', parcel: 0, found: '', choices: [] }] as never, changes: [], refused: false };
const sameAddress = { order, others: [{ order: anOrder('ORD-2'), since, match: { by: 'name' as const, differs: [] } }] };

/** Every step of the parcel in hand. */
export const walks = [
  { step: 'ready' },
  { step: 'looking-up', code: 'ORD-1' },
  { step: 'which-order', code: '1', orders: [] },
  { step: 'same-address', ...sameAddress },
  { step: 'note', order },
  { step: 'asking', ...asking },
  { step: 'quoting', order, since, isBehind: false },
  { step: 'choosing', ...choosing, extras, points: null, notice: null },
  { step: 'booking', booking, doing: 'sending', since },
  { step: 'confirm-label', booking },
  { step: 'wrong-label', booking },
  { step: 'printing', booking },
  { step: 'done', booking, failure: null },
  { step: 'already-shipped', booking, failure: null },
  { step: 'unpacked', booking },
  { step: 'may-be-shipped', order, restored },
  { step: 'unknown', booking },
  { step: 'stopped', code: 'ORD-1', order, failure, problems: [] },
  { step: 'stuck', ref: 'REF' },
] as const satisfies readonly Workflow[];

/** Each event with the step it leads to; `stays` if the step does not change. */
export const events: readonly (readonly [BenchEvent, Workflow['step'] | 'stays'])[] = [
  [{ is: 'scanned', code: 'ORD-2', orderKey: null }, 'looking-up'],
  [{ is: 'found-several', code: '1', orders: [] }, 'which-order'],
  [{ is: 'found-same-address', ...sameAddress }, 'same-address'],
  [{ is: 'joined' }, 'stays'],
  [{ is: 'answered' }, 'stays'],
  [{ is: 'found-note', order }, 'note'],
  [{ is: 'asked', ...asking }, 'asking'],
  [{ is: 'check-off-begun', opener: null, order }, 'stays'],
  [{ is: 'item-checked', event: { is: 'scanned-code', code: 'BOWL', at: since }, notice: null }, 'stays'],
  [{ is: 'quote-started', order, since, isBehind: true }, 'quoting'],
  [{ is: 'quoted', ...choosing, notice: null }, 'choosing'],
  [{ is: 'service-selected', serviceId }, 'stays'],
  [{ is: 'extras-changed', wish }, 'stays'],
  [{ is: 'points-listed', points: [] }, 'stays'],
  [{ is: 'booking-moved', booking, doing: 'asking-printer', since }, 'booking'],
  [{ is: 'label-doubtful', booking }, 'confirm-label'],
  [{ is: 'label-of-another', booking }, 'wrong-label'],
  [{ is: 'print-moved', booking }, 'printing'],
  [{ is: 'next-waits', order: { code: 'ORD-3', orderKey, name: 'Liv', city: 'Reykjavík' } }, 'stays'],
  [{ is: 'finished', booking, failure: null }, 'done'],
  [{ is: 'found-shipped', booking, failure: null }, 'already-shipped'],
  [{ is: 'unpacked', booking }, 'unpacked'],
  [{ is: 'found-doubtful', order, restored }, 'may-be-shipped'],
  [{ is: 'found-unknown', booking }, 'unknown'],
  [{ is: 'stopped', code: 'ORD-1', order, failure, problems: [] }, 'stopped'],
  [{ is: 'printer-moved', failure }, 'stays'],
  [{ is: 'put-down' }, 'ready'],
  [{ is: 'broke', ref: 'BUG' }, 'stuck'],
];
