import { useEffect, useMemo, useState } from 'react';
import { text } from '../text/text.ts';

/** Shorter waits, in seconds, are not shown, to avoid flicker. */
const shownFrom = 2;
const lookMs = 500;

/** Converts an instant to the scale of `performance.now()`. */
const unsettable = (instant: string | null): number => performance.now() + Date.parse(instant ?? '') - Date.now();

/**
 * Milliseconds since an instant, updated while `isCounted` returns true for them. Changes of the system clock have no effect: it is read
 * once per instant.
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

/** Whole seconds since an instant; null before they are shown. */
export function useSeconds(since: string | null): number | null {
  const seconds = Math.floor(useMsSince(since, (ms) => !Number.isNaN(ms)) / 1000);
  return seconds >= shownFrom ? seconds : null;
}

/** Whole seconds until an instant; null once it is reached. */
export function useSecondsUntil(instant: string): number | null {
  const seconds = Math.ceil(-useMsSince(instant, (ms) => ms < 0) / 1000);
  return seconds > 0 ? seconds : null;
}

/** Elapsed waiting time, readable at two metres. */
export function Seconds({ since }: { since: string }) {
  const seconds = useSeconds(since);
  return seconds === null ? null : (
    <span className="seconds" role="timer">
      {text.frame.seconds(seconds)}
    </span>
  );
}
