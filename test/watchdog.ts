import { setTimeout as wait } from 'node:timers/promises';

/**
 * The one limit of every harness, in milliseconds: a step that takes longer hangs. It is a large multiple of the time a step needs on a
 * loaded machine, so a slow machine makes a run slow but never fails it. It measures no speed, and no limit of the program may be compared
 * with it.
 */
export const watchdogMs = 120_000;

/** Limit for all steps of one test together, in milliseconds. */
export const longestTestMs = 10 * watchdogMs;

const tickMs = 1_000;

export interface Watchdog {
  /** Restarts the time, because something happened. */
  fed(): void;
  stop(): void;
}

/**
 * Calls `hangs` once if it was not fed for `watchdogMs`, or for `times` as long: a process that watches another one waits longer than the
 * watched process, which can name its own hang better. It counts only time that this process had: sleep of the computer or a paused process
 * does not count.
 */
export function startWatchdog(hangs: () => void, times = 1): Watchdog {
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
    if (ticks * tickMs < times * watchdogMs) return;
    clearInterval(timer);
    hangs();
  }, tickMs);
  return {
    fed() {
      ticks = 0;
    },
    stop: () => clearInterval(timer),
  };
}

/** An error that names the missing event and the last observed state. */
export const hang = (what: string, last = ''): Error =>
  new Error(`Not after ${watchdogMs / 1000} s: ${what}.${last === '' ? '' : ` Last: ${last}`}`);

/** Resolves as `work` does; rejects if it hangs. `last` returns the current state: a screen, a line, the state of a process. */
export async function watched<T>(what: string, work: Promise<T>, last: () => string = () => ''): Promise<T> {
  const hanging = Promise.withResolvers<never>();
  const watchdog = startWatchdog(() => hanging.reject(hang(what, last())));
  try {
    return await Promise.race([work, hanging.promise]);
  } finally {
    watchdog.stop();
  }
}

const lookEveryMs = 10;

/** Checks until `isSo` is true; rejects if that hangs. `what`: a sentence that is true then. */
export async function until(what: string, isSo: () => unknown, last?: () => string): Promise<void> {
  let isOver = false;
  const looking = async (): Promise<void> => {
    while (!isOver && !(await isSo())) await wait(lookEveryMs);
  };
  try {
    await watched(what, looking(), last);
  } finally {
    isOver = true;
  }
}
