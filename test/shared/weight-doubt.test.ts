import { expect, test } from 'vitest';
import { emptyParcel } from '../../shared/order.ts';
import { weightDoubt } from '../../shared/weight-doubt.ts';

const small = { id: 'S', name: 'S', lengthCm: 20, widthCm: 15, heightCm: 10, emptyWeightGrams: 120 };
const inSmall = { ...emptyParcel, boxName: 'S', lengthCm: 20, widthCm: 15, heightCm: 10 };

test.each([
  ['a mug in a small box', 800, undefined],
  ['a mug with a digit too many', 10_800, 'too-heavy-for-box'],
  ['a small box full of screws', 8_900, undefined],
  ['less than the empty box', 80, 'lighter-than-box'],
])('the weight of %s', (_what, grams, doubt) => {
  expect(weightDoubt(grams, inSmall, [small])).toBe(doubt);
});

test('no doubt about a weight if the size of the parcel is unknown', () => {
  expect(weightDoubt(500_000, emptyParcel, [small])).toBeUndefined();
});
