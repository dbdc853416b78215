import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

/** What was written to the file survives a power cut once this returns. */
export function syncFile(file: string): void {
  sync(file, 'r+');
}

/** Gives a file another name in the same folder; the change survives a power cut once this returns. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to);
  syncFolder(dirname(to));
}

export function syncFolder(folder: string): void {
  // Windows cannot open a folder as a file; NTFS keeps its own log of renames.
  if (process.platform !== 'win32') sync(folder, 'r');
}

function sync(path: string, flags: 'r' | 'r+'): void {
  const handle = openSync(path, flags);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
