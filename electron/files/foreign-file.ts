import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { removeOnceFree, renameOnceFree, untilFree } from './held-file.ts';

/*
 * Files in folders that other people write to: a share, a drop folder. Such a name may lead to a file of this user, to a pipe that never
 * ends, or to a device. Hard links need no guard: a user can only make one to a file that they can open, and existing files are never
 * written to.
 */

/** Reason why a file is not read: it is a link, it is not a regular file, or it changed while it was read. */
export type Unfit = 'link' | 'no-file' | 'changing';

// Windows has none of these flags: there the path is checked for a link again after the file was opened.
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_NOCTTY = 0 } = constants as Partial<typeof constants> & { O_RDONLY: number };

/** Opens a regular file, and nothing else, without waiting. Rejects with the error of the operating system. */
async function openRegular(path: string): Promise<FileHandle | Unfit> {
  const unfit = await unfitAt(path);
  if (unfit) return unfit;
  let file: FileHandle;
  try {
    file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
  } catch (error) {
    if (codeOf(error) === 'ELOOP') return 'link';
    throw error;
  }
  const became = (await file.stat()).isFile() ? O_NOFOLLOW === 0 && (await unfitAt(path)) : 'no-file';
  if (!became) return file;
  await file.close();
  return became;
}

async function unfitAt(path: string): Promise<Unfit | undefined> {
  const found = await lstat(path);
  if (found.isSymbolicLink()) return 'link';
  return found.isFile() ? undefined : 'no-file';
}

/** Returns why a file cannot be read now, or undefined if it can. Rejects with the error of the operating system. */
export async function unfitToRead(path: string): Promise<Unfit | undefined> {
  const file = await openRegular(path);
  if (typeof file === 'string') return file;
  await file.close();
  return undefined;
}

/**
 * Returns the bytes of a regular file; waits for a moment if another program holds it. If the file is larger than `mostBytes`, returns
 * `mostBytes + 1` bytes. Returns `changing` if it grew, shrank or was written to meanwhile. Rejects with the error of the operating system.
 */
export async function readForeignFile(path: string, mostBytes: number): Promise<Uint8Array<ArrayBuffer> | Unfit> {
  const file = await untilFree(() => openRegular(path));
  if (typeof file === 'string') return file;
  try {
    const before = await file.stat();
    const bytes = new Uint8Array(Math.min(before.size, mostBytes) + 1);
    let size = 0;
    for (let read = -1; read !== 0 && size < bytes.length; size += read)
      read = (await file.read(bytes, size, bytes.length - size, size)).bytesRead;
    if (before.size > mostBytes) return bytes;
    const after = await file.stat();
    if (size !== before.size || after.size !== size || after.mtimeMs !== before.mtimeMs) return 'changing';
    return new Uint8Array(bytes.buffer.transfer(size));
  } finally {
    await file.close();
  }
}

/** Writes the whole file and flushes it to the disk, or leaves no file. Never overwrites: rejects with `EEXIST` if the name exists. */
export async function writeNewFile(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } catch (error) {
    await removeOnceFree(path);
    throw error;
  } finally {
    await file.close();
  }
}

/** Writes the whole file under a random temporary name, then renames it. A link of the target name is replaced, not followed. */
export async function replaceForeignFile(path: string, bytes: Uint8Array, random: (bytes: number) => Uint8Array): Promise<void> {
  const unfinished = join(dirname(path), `.packbench-${Buffer.from(random(12)).toString('hex')}.part`);
  await writeNewFile(unfinished, bytes);
  try {
    await renameOnceFree(unfinished, path);
  } catch (error) {
    await removeOnceFree(unfinished);
    throw error;
  }
}

/** A folder that is held open: its name may change meanwhile, but this handle keeps pointing to the same folder. */
export interface HeldFolder {
  /** Returns the path of a name in the folder. */
  at(name: string): string;
  /** The path of the folder itself. */
  readonly path: string;
  release(): Promise<void>;
}

/**
 * Holds a folder open; returns `link` or `no-file` if the path is not a folder. On Linux the path cannot be replaced with a link meanwhile.
 * On other systems Node has no call that opens a name in an open folder, so the path is used as it is.
 */
export async function holdFolder(path: string): Promise<HeldFolder | Unfit> {
  const found = await lstat(path);
  if (!found.isDirectory()) return found.isSymbolicLink() ? 'link' : 'no-file';
  const as = (held: string, release: () => Promise<void>): HeldFolder => ({ at: (name) => join(held, name), path: held, release });
  if (process.platform !== 'linux') return as(path, async () => undefined);
  try {
    const folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    return as(`/proc/self/fd/${folder.fd}`, () => folder.close());
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ELOOP' || code === 'ENOTDIR') return 'link';
    throw error;
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
