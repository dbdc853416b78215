import { useEffect, useState } from 'react';
import { text } from '../text/text.ts';

/** Shorter waits are no waits: nothing flashes up for them. */
const shownFrom = 2;

/** The whole seconds since an instant; null before they are shown. */
export function useSeconds(since: string | null): number | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (since === null) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [since]);
  const seconds = since === null ? 0 : Math.floor((now - Date.parse(since)) / 1000);
  return seconds >= shownFrom ? seconds : null;
}

/** The whole seconds until an instant; null once it is there. */
export function useSecondsUntil(instant: string): number | null {
  const [now, setNow] = useState(() => Date.now());
  const seconds = Math.ceil((Date.parse(instant) - now) / 1000);
  const isOver = !(seconds > 0);
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isOver]);
  return isOver ? null : seconds;
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
