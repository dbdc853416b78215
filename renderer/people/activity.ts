import type { Station } from '../../shared/ipc.ts';

/** Keys and touches within this time, in ms, are reported once. */
const quietMs = 10_000;

/** Reports that somebody is at the bench. Returns a function that stops it. */
export function reportActivity(target: Window, station: Pick<Station, 'stillHere'>): () => void {
  let last = Number.NEGATIVE_INFINITY;
  const used = ({ timeStamp }: Event) => {
    if (timeStamp - last < quietMs) return;
    last = timeStamp;
    void station.stillHere({});
  };
  const events = ['keydown', 'pointerdown', 'wheel'] as const;
  for (const name of events) target.addEventListener(name, used, { capture: true, passive: true });
  return () => {
    for (const name of events) target.removeEventListener(name, used, { capture: true });
  };
}
