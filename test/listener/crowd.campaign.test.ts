import { expect, test } from 'vitest';
import { lineOf, runCrowd } from './crowd.ts';

const [posts, slow] = [600, 200];

test('every real delivery is answered while a crowd posts and holds slow connections', async () => {
  const result = await runCrowd(posts, slow);
  console.log(lineOf(result));
  const { statuses, slowOpened, delivered, missed, ordersKept, deliveriesKept, calls, failedCalls } = result;
  expect(statuses).toEqual({ 200: 0.2 * posts, 401: 0.3 * posts, 404: 0.4 * posts, 422: 0.1 * posts });
  expect(slowOpened).toBeGreaterThanOrEqual(2 * slow);
  expect(missed).toEqual([]);
  expect(failedCalls).toEqual([]);
  expect(Math.min(delivered, calls)).toBeGreaterThan(1);
  expect(ordersKept + deliveriesKept).toBe(delivered);
});
