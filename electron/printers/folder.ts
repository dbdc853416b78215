import { randomUUID } from 'node:crypto';
import { link, mkdir, open, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PrinterStatus } from '../../shared/printer.ts';
import type { Sheet } from '../bench/ports/paper.ts';
import { writeNewFile } from '../files/foreign-file.ts';
import { removeOnceFree } from '../files/held-file.ts';

/**
 * A folder keeps files where a document can be written, which only a file that was written proves: rights say nothing of a disk that takes no file. The last
 * folder of the path may still be missing: the first document makes it.
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

/** What of a file system keeping a file needs beside writing one. */
interface Naming {
  /** Gives a file a further name that no file has. */
  readonly link: (from: string, to: string) => Promise<void>;
}

/**
 * Keeps a document as a new file named after its title and answers its path. Never touches a file that is there. The file has its name once
 * it is whole: whoever watches the folder takes no half of it. A volume that gives a file no second name, as FAT and some shares, has it
 * under its name from the start. Throws.
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
    // What stays behind has a name nobody looks at; the document is kept, or the error tells that it is not.
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

/** A name that every file system takes: letters, digits, dot, dash and underscore; no device name of Windows. */
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
