import { expect, test } from 'vitest';
import { advance, type BenchEvent, type BenchState, type Workflow, workflowSchema } from '../../shared/bench.ts';
import type { Booking } from '../../shared/booking.ts';
import type { Failure } from '../../shared/failure.ts';
import { orderKeySchema } from '../../shared/order.ts';
import type { Advised } from '../../shared/shipping-rule.ts';
import { anOrder, extras, quote } from '../journal/samples.ts';

const order = anOrder('ORD-1');
const orderKey = orderKeySchema.parse('ORD-1');
const booking = { id: 'b1', orderKey } as Booking;
const failure: Failure = { code: 'not-now', ref: 'REF', detail: '' };
const since = '2026-11-21T09:00:00.000Z';
const restored = { restoredAt: since } as never;
const wish = { co2: false, insurance: false, servicePoint: null, pointOf: '' };
const [{ serviceId } = { serviceId: '' }] = quote.services;
const advised: Advised = { serviceId, why: 'first', by: null, doubt: null, nevers: [], point: null };
const choosing = { order, bookingId: 'b1', quote, serviceId, advised, wish, declared: null } as const;
const asking = { order, questions: [{ kind: 'weight', parcel: 0, found: '', choices: [] }] as never, changes: [], refused: false };

const walks = [
  { step: 'ready' },
  { step: 'looking-up', code: 'ORD-1' },
  { step: 'which-order', code: '1', orders: [] },
  { step: 'asking', ...asking },
  { step: 'quoting', order, since, isBehind: false },
  { step: 'choosing', ...choosing, extras, points: null, notice: null },
  { step: 'booking', booking, doing: 'sending', since },
  { step: 'confirm-label', booking },
  { step: 'wrong-label', booking },
  { step: 'printing', booking },
  { step: 'done', booking, failure: null },
  { step: 'already-shipped', booking, failure: null },
  { step: 'may-be-shipped', order, restored },
  { step: 'unknown', booking },
  { step: 'stopped', code: 'ORD-1', order, failure, problems: [] },
  { step: 'stuck', ref: 'REF' },
] as const satisfies readonly Workflow[];

/** Each event with the step it leads to; `stays` if the step does not change. */
const events: readonly (readonly [BenchEvent, Workflow['step'] | 'stays'])[] = [
  [{ is: 'scanned', code: 'ORD-2', orderKey: null }, 'looking-up'],
  [{ is: 'found-several', code: '1', orders: [] }, 'which-order'],
  [{ is: 'asked', ...asking }, 'asking'],
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
  [{ is: 'found-doubtful', order, restored }, 'may-be-shipped'],
  [{ is: 'found-unknown', booking }, 'unknown'],
  [{ is: 'stopped', code: 'ORD-1', order, failure, problems: [] }, 'stopped'],
  [{ is: 'printer-moved', failure }, 'stays'],
  [{ is: 'put-down' }, 'ready'],
  [{ is: 'broke', ref: 'BUG' }, 'stuck'],
];

const stateAt = (workflow: Workflow): BenchState => ({ workflowNo: 7, workflow, waiting: [] });

const pairs = walks.flatMap((workflow) => events.map(([event, to]) => ({ workflow, event, to })));
const isRefused = (workflow: Workflow, event: BenchEvent): boolean => advance(stateAt(workflow), event) === 'unfitting';

test('every step of the parcel is tested with every event', () => {
  expect(walks.map(({ step }) => step).toSorted()).toEqual(workflowSchema.options.map(({ shape }) => shape.step.value).toSorted());
  expect(pairs).toHaveLength(16 * 21);
});

test('an event leads to the expected step, or is refused and changes nothing', () => {
  for (const { workflow, event, to } of pairs) {
    const before = stateAt(workflow);
    const copy = structuredClone(before);
    const after = advance(before, event);
    const name = `${event.is} at ${workflow.step}`;
    expect(before, name).toEqual(copy);
    if (after !== 'unfitting') expect(after.workflow.step, name).toBe(to === 'stays' ? workflow.step : to);
  }
});

test('no scan hides a parcel that is being booked or printed, and only its own events move it', () => {
  const at = (step: Workflow['step']): string[] =>
    pairs.filter(({ workflow, event }) => workflow.step === step && !isRefused(workflow, event)).map(({ event }) => event.is);
  expect(at('printing')).toEqual(['print-moved', 'next-waits', 'finished', 'printer-moved', 'put-down', 'broke']);
  expect(at('booking')).not.toContain('scanned');
  expect(at('ready')).toEqual(['scanned', 'printer-moved', 'put-down', 'broke']);
  expect(at('stuck')).toEqual(['scanned', 'printer-moved', 'put-down', 'broke']);
  expect(at('which-order')).toEqual(['scanned', 'printer-moved', 'put-down', 'broke']);
});

test.each([
  ['booking-moved', ['ready', 'asking', 'printing', 'done', 'may-be-shipped', 'stuck']],
  ['quoted', ['ready', 'looking-up', 'asking', 'choosing', 'printing', 'done', 'unknown', 'wrong-label']],
  ['print-moved', ['ready', 'asking', 'choosing', 'which-order', 'may-be-shipped', 'stuck']],
  ['finished', ['ready', 'asking', 'choosing', 'which-order', 'may-be-shipped', 'stuck']],
  ['next-waits', ['ready', 'choosing', 'done']],
  ['scanned', ['booking', 'printing']],
])('"%s" cannot have happened at %j', (is, steps) => {
  const refused = pairs.filter(({ workflow, event }) => event.is === is && isRefused(workflow, event)).map(({ workflow }) => workflow.step);
  expect(refused).toEqual(expect.arrayContaining(walks.map(({ step }) => step).filter((step) => steps.includes(step))));
});

test('the bench always has a next step: a parcel can always be put down', () => {
  for (const workflow of walks)
    expect(advance(stateAt(workflow), { is: 'put-down' })).toEqual({ workflowNo: 8, workflow: { step: 'ready' }, waiting: [] });
});
