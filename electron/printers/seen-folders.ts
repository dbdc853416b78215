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
  /** Where the share of each was mounted: at itself, or above it; undefined where nothing is. */
  const seen = new Map<string, string | undefined>();
  const at = (path: string): Promise<number | undefined> => deviceOf(path).catch(() => undefined);
  /** By its parent at the same moment: mounted anew a share may have another number. */
  const isMounted = async (path: string): Promise<boolean> => (await at(path)) !== (await at(dirname(path)));

  async function mountOf(path: string): Promise<string | undefined> {
    for (let place = path; place !== dirname(place); place = dirname(place)) if (await isMounted(place)) return place;
    return undefined;
  }

  return {
    async isAway(path) {
      if ((await at(path)) === undefined) return seen.has(path);
      const mount = seen.get(path);
      if (mount !== undefined && !(await isMounted(mount))) return true;
      seen.set(path, await mountOf(path));
      return false;
    },
  };
}
