import { useEffect, useState } from 'react';
import { type LocalMoment, localMoment } from '../shared/local-moment.ts';

/** Often enough that no minute is missed for long. */
const lookMs = 5000;

/** What the clock of the warehouse shows, kept true while the screen stands open; undefined while its zone is not known. */
export function useWarehouseClock(timeZone: string | undefined): LocalMoment | undefined {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), lookMs);
    return () => clearInterval(timer);
  }, []);
  return timeZone === undefined ? undefined : localMoment(new Date(now), timeZone);
}
