import { expect, test } from 'vitest';
import { openSmallWorld, type SmallWorld } from '../model/small-world.ts';

/** A bench with one booking that never gets a tracking number, and the order numbers of each request for it. */
async function withoutNumbers(): Promise<{ readonly world: SmallWorld; readonly requests: (readonly string[])[] }> {
  const requests: (readonly string[])[] = [];
  const world = await openSmallWorld((parts) => ({
    ...parts,
    courier: {
      ...parts.courier,
      async track(...asked) {
        requests.push(asked[0]);
        return await parts.courier.track(...asked);
      },
    },
  }));
  await world.through(() => world.bench.ship.scan('M-3'));
  const { workflow, workflowNo } = world.bench.ship.state();
  if (workflow.step !== 'choosing') throw new Error(`The scan led to ${workflow.step}.`);
  await world.through(() => world.bench.ship.buy(workflowNo, workflow.serviceId));
  requests.length = 0;
  return { world, requests };
}

const minutesIn = (hours: number): number => hours * 60;

test('a booking without a tracking number is read less and less often, and not after a day', async () => {
  const { world, requests } = await withoutNumbers();
  const readAfter: number[] = [];
  for (let minute = 1; minute <= minutesIn(30); minute += 1) {
    world.moveClock(60_000);
    const before = requests.length;
    await world.through(() => world.bench.lookForNumbers());
    if (requests.length > before) readAfter.push(minute);
  }
  expect(readAfter).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]);
  const { rows } = world.journal.bookings({ search: '', states: ['booked'], offset: 0, limit: 1 });
  expect(requests.every((asked) => asked.join() === rows[0]?.orderNo)).toBe(true);
  await world.end();
});

test('the program reads a booking without a tracking number again after a restart', async () => {
  const { world, requests } = await withoutNumbers();
  world.moveClock(60 * 60_000);
  await world.through(() => world.bench.lookForNumbers());
  await world.restart();
  await world.through(() => world.bench.lookForNumbers());
  expect(requests).toHaveLength(2);
  await world.end();
});

test('readings without an answer or a number pause nothing, and add nothing to the history', async () => {
  const { world, requests } = await withoutNumbers();
  const [booking] = world.journal.bookings({ search: '', states: ['booked'], offset: 0, limit: 1 }).rows;
  const before = world.journal.history(booking?.id ?? '').length;
  world.moveClock(31_000);
  for (const isAway of [true, true, true, false]) {
    if (isAway) world.fault('track', 'unreachable');
    await world.through(() => world.bench.lookForNumbers());
    // A new life reads at once, so that three readings lie within the window of the circuit breaker.
    await world.restart();
  }
  expect(requests).toHaveLength(4);
  expect(world.bench.breaker.pause()).toBeNull();
  expect(world.journal.history(booking?.id ?? '')).toHaveLength(before);
  await world.end();
});
