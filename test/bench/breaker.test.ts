import { expect, test } from 'vitest';
import type { CourierRequests } from '../../electron/bench/ports/courier.ts';
import { failed } from '../../shared/result.ts';
import { openSmallWorld } from '../model/small-world.ts';

const failure = { code: 'service-unreachable', ref: 'R1', detail: '' } as const;
const noAnswer = async () => failed(failure);

/** Every request of the port, to a service that cannot be reached. */
const unreachable: CourierRequests = {
  quote: noAnswer,
  sendOnce: async () => ({ is: 'not-sent', failure }),
  track: noAnswer,
  labels: noAnswer,
  servicePoints: noAnswer,
  check: noAnswer,
};

/** Sends three requests, and returns the reason why booking is paused then. */
async function pauseAfterThree(name: keyof CourierRequests | 'trackUncounted'): Promise<string | undefined> {
  const world = await openSmallWorld((parts) => ({ ...parts, courier: { ...parts.courier, ...unreachable } }));
  const { context, breaker } = world.bench;
  const request = (name === 'trackUncounted' ? context.trackUncounted : context.courier[name]) as () => Promise<unknown>;
  await request();
  await request();
  expect(breaker.pause()).toBeNull();
  await request();
  const pause = breaker.pause();
  await world.end();
  return pause?.why;
}

test.each(Object.keys(unreachable) as (keyof CourierRequests)[])('three requests without an answer pause booking: %s', async (name) => {
  expect(await pauseAfterThree(name)).toBe('unreachable');
});

test('three look-ups that the program repeats by itself pause nothing', async () => {
  expect(await pauseAfterThree('trackUncounted')).toBeUndefined();
});
