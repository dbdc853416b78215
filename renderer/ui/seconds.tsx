import { useEffect, useMemo, useState } from 'react';
import { text } from '../text/text.ts';

/** Shorter waits are no waits: nothing flashes up for them. */
const shownFrom = 2;
const lookMs = 500;

/** When an instant was, or will be, as `performance.now()` counts. */
const unsettable = (instant: string | null): number => performance.now() + Date.parse(instant ?? '') - Date.now();

/**
 * The milliseconds since an instant, kept true while `isCounted` says so of them. What the clock is set to meanwhile changes nothing: it
 * is read once for each instant.
 */
function useMsSince(instant: string | null, isCounted: (ms: number) => boolean): number {
  const [now, setNow] = useState(() => performance.now());
  const began = useMemo(() => unsettable(instant), [instant]);
  const ms = now - began;
  const isOn = isCounted(ms);
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => setNow(performance.now()), lookMs);
    return () => clearInterval(timer);
  }, [isOn, began]);
  return ms;
}

/** The whole seconds since an instant; null before they are shown. */
export function useSeconds(since: string | null): number | null {
  const seconds = Math.floor(useMsSince(since, (ms) => !Number.isNaN(ms)) / 1000);
  return seconds >= shownFrom ? seconds : null;
}

/** The whole seconds until an instant; null once it is there. */
export function useSecondsUntil(instant: string): number | null {
  const seconds = Math.ceil(-useMsSince(instant, (ms) => ms < 0) / 1000);
  return seconds > 0 ? seconds : null;
}

/** How long something is waited for, read at two metres. */
export function Seconds({ since }: { since: string }) {
  const seconds = useSeconds(since);
  return seconds === null ? null : (
    <span className="seconds" role="timer">
      {text.frame.seconds(seconds)}
    </span>
  );
}
