import { randomUUID } from 'node:crypto';
import { mkdir, open, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PrinterStatus } from '../../shared/printer.ts';
import type { Sheet } from '../bench/ports/paper.ts';

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
      await unlink(trial);
      return true;
    },
    () => false,
  );
  return takesFiles ? { kind: 'keeps-files' } : { kind: 'not-ready', reason: 'not-ready' };
}

/** Keeps a document as a new file named after its title and answers its path. Never touches a file that is there. Throws. */
export async function keepInFolder(folder: string, sheet: Sheet, title: string): Promise<string> {
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const { path, file } = await openNew(folder, safeFileName(title), sheet.format.toLowerCase());
  try {
    await file.writeFile(sheet.bytes);
    await file.sync();
    return path;
  } catch (error) {
    await unlink(path);
    throw error;
  } finally {
    await file.close();
  }
}

async function openNew(folder: string, name: string, ending: string): Promise<{ path: string; file: Awaited<ReturnType<typeof open>> }> {
  for (let number = 1; ; number += 1) {
    const path = join(folder, number === 1 ? `${name}.${ending}` : `${name}-${number}.${ending}`);
    try {
      return { path, file: await open(path, 'wx', 0o600) };
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
