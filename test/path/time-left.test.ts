import { expect, test } from 'vitest';
import { createTimeLeft } from '../../electron/bench/batch/time-left.ts';

test('the time left of a batch follows its pace so far, whatever happens to the clock', () => {
  let [elapsed, wall] = [0, Date.UTC(2026, 9, 25, 0, 59)];
  const states = Array.from({ length: 10 }, () => 'agreed');
  const timeLeft = createTimeLeft(
    { now: () => new Date(wall), elapsed: () => elapsed } as never,
    { state: () => 'running', lines: () => states.map((state) => ({ line: { state } })) } as never,
  );
  timeLeft.begin();
  states.fill('bought', 0, 5);
  elapsed += 10_000;
  wall += 10_000 - 3_600_000;
  expect(timeLeft.ms()).toBe(10_000);
});
