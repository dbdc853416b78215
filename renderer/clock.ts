import { useEffect, useState, useSyncExternalStore } from 'react';
import { type LocalMoment, localMoment } from '../shared/local-moment.ts';

/** Often enough that no minute is missed for long. */
const lookMs = 5000;

const everyLook = (look: () => void): (() => void) => {
  const timer = setInterval(look, lookMs);
  return () => clearInterval(timer);
};

/** The day in the warehouse, kept true while the screen stands open; empty while its zone is not known. */
export const useWarehouseDay = (timeZone: string | undefined): string =>
  useSyncExternalStore(everyLook, () => (timeZone === undefined ? '' : localMoment(new Date(), timeZone).day));

/** What the clock of the warehouse shows, kept true while the screen stands open; undefined while its zone is not known. */
export function useWarehouseClock(timeZone: string | undefined): LocalMoment | undefined {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => everyLook(() => setNow(Date.now())), []);
  return timeZone === undefined ? undefined : localMoment(new Date(now), timeZone);
}
