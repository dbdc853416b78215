import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { removeHeld, renameHeld, whileHeld } from './held-file.ts';

/** Replaces the whole file or leaves it unchanged, even if the power fails. Only this user can read it. */
export function writeDurably(file: string, bytes: Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.new`;
  removeHeld(unfinished);
  const handle = whileHeld(() => openSync(unfinished, 'wx', 0o600));
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(handle, bytes, written);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameDurably(unfinished, file);
}

/** Flushes the file to the disk: its content survives a power cut once this returns. */
export function syncFile(file: string): void {
  sync(file, 'r+');
}

/** Renames a file within its folder; the change survives a power cut once this returns. */
export function renameDurably(from: string, to: string): void {
  renameHeld(from, to);
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
