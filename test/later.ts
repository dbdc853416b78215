import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Stop = () => unknown;

// Everything that a test opens, in the order in which it closes: stations, the last one first; their neighbours; folders.
const stations: Stop[] = [];
const others: Stop[] = [];
const folders: string[] = [];

export const closeStationLater = (close: Stop): void => void stations.push(close);

/** Calls `stop` after this test, when its stations are closed. */
export const closeLater = (stop: Stop): void => void others.push(stop);

/** Stops this server, printer or program after the test, and returns it. */
export function stopLater<Started extends { stop(): unknown }>(started: Started): Started {
  closeLater(() => started.stop());
  return started;
}

/** Removes this folder or file after the test, and returns it. */
export function removeLater(path: string): string {
  folders.push(path);
  return path;
}

/** Returns a new folder, which is removed after the test. */
export const newFolder = (name = 'test'): string => removeLater(mkdtempSync(join(tmpdir(), `packbench-${name}-`)));

/** Keeps open what is open now, because several tests share it. Returns the function that closes it. */
export function keepOpen(): () => Promise<void> {
  const [open, besides, paths] = [stations.splice(0), others.splice(0), folders.splice(0)];
  return async () => {
    while (open.length > 0) await open.pop()?.();
    await Promise.all(besides.map(async (stop) => stop()));
    for (const path of paths) rmSync(path, { recursive: true, force: true });
  };
}

/** Closes everything. Tests need not call it: `after-each.ts` does. */
export const closeAll = (): Promise<void> => keepOpen()();
