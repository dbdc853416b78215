import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { closeFolder, isInProfile, thisWindows, type Windows } from './windows-acl.ts';

/**
 * Makes the folder, everything in it, and every file this process creates later readable and writable by this user alone. On Windows it
 * returns false if other users can still read the folder; on other systems it throws.
 */
export function makePrivate(folder: string, os: NodeJS.Platform, windows: () => Windows = thisWindows): boolean {
  if (os !== 'win32') process.umask(0o077);
  mkdirSync(folder, { recursive: true });
  if (os !== 'win32') close(folder);
  return os !== 'win32' || closeOnWindows(folder, windows());
}

const closeOnWindows = (folder: string, windows: Windows): boolean => isInProfile(folder, windows) || closeFolder(folder, windows);

function close(path: string): void {
  const found = lstatSync(path);
  // The target of a link is not in this folder; the permissions of the folder protect sockets.
  if (!found.isDirectory() && !found.isFile()) return;
  const mode = found.isDirectory() ? 0o700 : 0o600;
  if ((found.mode & 0o777) !== mode) chmodSync(path, mode);
  if (found.isDirectory()) for (const name of readdirSync(path)) close(join(path, name));
}
