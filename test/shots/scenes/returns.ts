import type { Booking } from '../../../shared/booking.ts';
import type { OrderKey } from '../../../shared/order.ts';
import { ok } from '../../../shared/result.ts';
import { booked } from '../orders-of-the-day.ts';
import { order, parcel, people, sender } from '../people.ts';
import { failure, type Scene, scene } from '../scene.ts';
import { tracked } from '../tracked.ts';
import { choosing } from './ship.ts';

const key = 'ORD-48213' as OrderKey;
const comingBack = (from = people.jurgen) =>
  order(`${key} (return)`, sender, [parcel(2350)], {
    lines: [],
    returnOf: { key, from, account: '', like: { boxName: 'M', weightGrams: 2350 } },
  });
const bought = (change: Partial<Booking> = {}): Booking => ({
  ...booked,
  orderKey: `${key} (return)` as OrderKey,
  order: comingBack(),
  sender: people.jurgen,
  ...change,
});
const withPoints = booked.service && { ...booked.service, originServicePoints: true };

/** The return label of a shipped order. */
export const returnScenes: readonly Scene[] = [
  scene('return-asking', 'ship', {
    workflow: {
      step: 'asking',
      order: { ...comingBack(), parcels: [{ ...parcel(null), boxName: '', lengthCm: null, widthCm: null, heightCm: null }] },
      questions: [
        { kind: 'box', parcel: 0, found: '', learned: { boxName: 'M', weightGrams: 2350, parcels: 1, spreadGrams: 0, isSteady: true } },
        { kind: 'weight', parcel: 0, found: '' },
      ],
      changes: [],
      refused: false,
    },
  }),
  scene('return-choosing', 'ship', { large: true, workflow: { ...choosing, order: comingBack() } }),
  scene('return-done', 'ship', { large: true, workflow: { step: 'done', booking: bought({ service: withPoints }), failure: null } }),
  scene('return-done-collected', 'ship', {
    workflow: { step: 'done', booking: bought({ order: comingBack(people.thora) }), failure: null },
  }),
  scene('return-scanned', 'ship', {
    workflow: { step: 'done', booking: bought(), failure: null },
    answers: { scan: { ok: false, failure: failure('return-label-scanned', key) } },
    act: (page) => page.keyboard.type('K3-88-0417\n'),
  }),
  scene('return-already-bought', 'ship', { workflow: { step: 'already-shipped', booking: bought(), failure: null } }),
  scene('return-refused', 'ship', {
    workflow: { step: 'already-shipped', booking: booked, failure: null },
    answers: {
      returnLabel: {
        ok: false,
        failure: failure('return-not-possible', [{ code: 'return-over-border', from: 'CH', to: 'NL' }]),
      },
    },
    act: (page) => page.keyboard.press('r'),
  }),
  scene('return-tracked', 'track', {
    answers: { track: ok({ ...tracked, booking: bought() }) },
    act: (page) => page.keyboard.type('9031 5528 0098\n', { delay: 60 }),
  }),
];
