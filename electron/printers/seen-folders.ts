import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Folders as this run saw them, so that a share that went away is not taken for a folder that was never made. */
export interface SeenFolders {
  /** Whether it was there and is not now: what is kept at its path meanwhile is hidden once the share is back. Never throws. */
  isAway(path: string): Promise<boolean>;
}

/** On which device a path is; rejects where there is nothing. */
type DeviceOf = (path: string) => Promise<number>;

export function createSeenFolders(deviceOf: DeviceOf = async (path) => (await stat(path)).dev): SeenFolders {
  /** Whether each was where something is mounted. */
  const seen = new Map<string, boolean>();
  return {
    async isAway(path) {
      const at = (one: string): Promise<number | undefined> => deviceOf(one).catch(() => undefined);
      const [own, parent] = [await at(path), await at(dirname(path))];
      const wasMounted = seen.get(path);
      if (own === undefined) return wasMounted !== undefined;
      const isMounted = own !== parent;
      if (wasMounted === true && !isMounted) return true;
      seen.set(path, isMounted);
      return false;
    },
  };
}
