import { randomUUID } from 'node:crypto';
import { link, mkdir, open, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PrinterStatus } from '../../shared/printer.ts';
import type { Sheet } from '../bench/ports/paper.ts';
import { writeNewFile } from '../files/foreign-file.ts';
import { removeOnceFree } from '../files/held-file.ts';

/**
 * Checks that a document can be written to the folder by writing a trial file: access rights do not reveal a disk that takes no file.
 * The last folder of the path may still be missing: the first document creates it.
 */
export async function folderStatus(path: string): Promise<PrinterStatus> {
  const found = await stat(path).catch(() => undefined);
  const trial = join(found === undefined ? dirname(path) : path, `.packbench-${randomUUID()}`);
  const takesFiles = await open(trial, 'wx', 0o600).then(
    async (file) => {
      await file.close();
      await removeOnceFree(trial);
      return true;
    },
    () => false,
  );
  return takesFiles ? { kind: 'keeps-files' } : { kind: 'not-ready', reason: 'not-ready' };
}

/** The file system call, besides writing, that keeping a file needs. */
interface Naming {
  /** Gives a file a second name. Rejects if the name exists. */
  readonly link: (from: string, to: string) => Promise<void>;
}

/**
 * Keeps a document as a new file named after its title and returns its path. Never changes an existing file. The file gets its name only
 * once it is complete, so a program that watches the folder never reads half of it. On a volume without hard links, such as FAT and some
 * shares, the file has its name from the start. Throws.
 */
export async function keepInFolder(folder: string, sheet: Sheet, title: string, naming: Naming = { link }): Promise<string> {
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const nameOf = (number: number): string =>
    join(folder, `${safeFileName(title)}${number === 1 ? '' : `-${number}`}.${sheet.format.toLowerCase()}`);
  const unfinished = join(folder, `.packbench-${randomUUID()}`);
  await writeNewFile(unfinished, sheet.bytes);
  try {
    return await underFreeName(nameOf, (path) => naming.link(unfinished, path));
  } catch {
    return await underFreeName(nameOf, (path) => writeNewFile(path, sheet.bytes));
  } finally {
    // If this fails, only a hidden file stays behind. The document is kept, or the error reports that it is not.
    await unlink(unfinished).catch(() => undefined);
  }
}

async function underFreeName(nameOf: (number: number) => string, take: (path: string) => Promise<void>): Promise<string> {
  for (let number = 1; ; number += 1) {
    const path = nameOf(number);
    try {
      await take(path);
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** A name that every file system accepts: letters, digits, dot, dash and underscore; never a Windows device name. */
export function safeFileName(title: string): string {
  const name = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, 80)
    .replace(/[.-]+$/, '');
  if (name === '') return 'document';
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name) ? `_${name}` : name;
}
