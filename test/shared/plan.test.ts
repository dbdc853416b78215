import { expect, test } from 'vitest';
import { planLevel } from '../../shared/plan.ts';

test.each([
  [0, 1500, 'within'],
  [1349, 1500, 'within'],
  [1350, 1500, 'near'],
  [1499, 1500, 'near'],
  [1500, 1500, 'reached'],
  [1600, 1500, 'reached'],
  [2250, 2500, 'near'],
  [9999, null, 'within'],
] as const)('%d of %s is %s', (count, limit, level) => {
  expect(planLevel(count, limit)).toBe(level);
});
