import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Folders as seen in this run. Distinguishes a share that went away from a folder that was never created. */
export interface SeenFolders {
  /**
   * True if the folder was seen earlier and is missing now. A file kept at its path meanwhile is hidden once the share is back. Never
   * throws.
   */
  isAway(path: string): Promise<boolean>;
}

/** Returns the device number of a path; rejects if the path does not exist. */
type DeviceOf = (path: string) => Promise<number>;

export function createSeenFolders(deviceOf: DeviceOf = async (path) => (await stat(path)).dev): SeenFolders {
  /** Mount point of the share of each folder: the folder itself or one above it; undefined if there is none. */
  const seen = new Map<string, string | undefined>();
  const at = (path: string): Promise<number | undefined> => deviceOf(path).catch(() => undefined);
  /** Compares with the parent at the same moment: a share that is mounted again may have another device number. */
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
