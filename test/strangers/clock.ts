/**
 * Time as this process had it: a computer that is busy with others does not make it pass, so that nothing is called late that
 * only waited for its turn.
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
