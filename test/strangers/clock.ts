/**
 * Time that this process was given: it does not pass while the computer is busy with others, so nothing counts as late that only waited for
 * the processor.
 */
export interface FairClock {
  now(): number;
  stop(): void;
}

const tickMs = 5;

export function startFairClock(): FairClock {
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, tickMs);
  return { now: () => ticks * tickMs, stop: () => clearInterval(timer) };
}
