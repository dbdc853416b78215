import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startWatchdog, until, watchdogMs, watched } from './watchdog.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const never = (): Promise<never> => new Promise(() => undefined);

test('work that is done passes on what it returned', async () => {
  expect(await watched('the page is loaded', Promise.resolve(7))).toBe(7);
  await expect(watched('the page is loaded', Promise.reject(new Error('no page')))).rejects.toThrow('no page');
  expect(vi.getTimerCount()).toBe(0);
});

test('work that hangs is named, with what was seen last', async () => {
  let screen = 'starting';
  const hanging = expect(watched('the page is loaded', never(), () => screen)).rejects.toThrow(
    'Not after 120 s: the page is loaded. Last: half a page',
  );
  await vi.advanceTimersByTimeAsync(watchdogMs - 1000);
  screen = 'half a page';
  await vi.advanceTimersByTimeAsync(1000);
  await hanging;
});

test('work that is slow is waited for', async () => {
  const slow = new Promise<string>((resolve) => setTimeout(() => resolve('done'), watchdogMs - 1));
  const waiting = watched('it is done', slow);
  await vi.advanceTimersByTimeAsync(watchdogMs - 1);
  expect(await waiting).toBe('done');
});

test('a look is taken until it is so', async () => {
  let looks = 0;
  const waiting = until('it was looked at three times', () => {
    looks += 1;
    return looks === 3;
  });
  await vi.advanceTimersByTimeAsync(1000);
  await waiting;
  expect(looks).toBe(3);
});

test('a watchdog that is fed waits, and one that watches another one waits longer', async () => {
  const hangs: string[] = [];
  const fed = startWatchdog(() => hangs.push('fed'));
  startWatchdog(() => hangs.push('outer'), 2);
  await vi.advanceTimersByTimeAsync(watchdogMs - 1000);
  fed.fed();
  await vi.advanceTimersByTimeAsync(watchdogMs - 1000);
  expect(hangs).toEqual([]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(hangs).toEqual(['fed', 'outer']);
});

test('time that the process did not have is not counted', async () => {
  const hangs: string[] = [];
  startWatchdog(() => hangs.push('hangs'));
  // The wall clock moves on while the computer sleeps, but no timer fires meanwhile.
  vi.setSystemTime(Date.now() + 10 * watchdogMs);
  await vi.advanceTimersByTimeAsync(1000);
  expect(hangs).toEqual([]);
});
