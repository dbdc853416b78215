import { useEffect, useState, useSyncExternalStore } from 'react';
import { type LocalMoment, localMoment, minutesUntil } from '../shared/local-moment.ts';

/** Polling interval in ms, short enough to show each new minute soon. */
const lookMs = 5000;

const everyLook = (look: () => void): (() => void) => {
  const timer = setInterval(look, lookMs);
  return () => clearInterval(timer);
};

/** The day in the warehouse's time zone, updated while the screen is open; empty while the zone is not known. */
export const useWarehouseDay = (timeZone: string | undefined): string =>
  useSyncExternalStore(everyLook, () => (timeZone === undefined ? '' : localMoment(new Date(), timeZone).day));

export interface WarehouseClock extends LocalMoment {
  /** Whole minutes from now until a time `HH:MM` of today; negative if it is past. */
  readonly minutesUntil: (time: string) => number;
}

/** The warehouse's local time, updated while the screen is open; undefined while the zone is not known. */
export function useWarehouseClock(timeZone: string | undefined): WarehouseClock | undefined {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => everyLook(() => setNow(Date.now())), []);
  if (timeZone === undefined) return undefined;
  const instant = new Date(now);
  return { ...localMoment(instant, timeZone), minutesUntil: (time) => minutesUntil(time, instant, timeZone) };
}
