import type { Station } from '../../../shared/ipc.ts';

let behind: Station | undefined;

/** Puts a station behind the screens. */
export const showStation = (next: Station): void => {
  behind = next;
};

/** The main process as the screens see it. */
export const station: Station = new Proxy({} as Station, {
  get(_, name: keyof Station) {
    if (!behind) throw new Error('No station is behind the screens');
    return behind[name];
  },
});
