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

/** How long something is waited for, read at two metres. */
export function Seconds({ since }: { since: string }) {
  const seconds = useSeconds(since);
  return seconds === null ? null : (
    <span className="seconds" role="timer">
      {text.frame.seconds(seconds)}
    </span>
  );
}
