import type { Station } from '../shared/ipc.ts';

declare global {
  interface Window {
    readonly station: Station;
  }
}

/** The main process as the window sees it: intents go up through it, and the snapshot comes down. */
export const station: Station = window.station;
