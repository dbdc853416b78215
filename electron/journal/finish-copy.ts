import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Worker } from 'node:worker_threads';
import { syncFile } from '../files/durable-file.ts';
import { checkFile, type Extent } from './check-file.ts';
import { JournalError, type JournalErrorCode, sqliteError } from './journal-error.ts';

/** Read in milliseconds, faster than a worker starts. */
const smallBytes = 1024 * 1024;

/** What a worker answers: what the copy holds, or why it is of no use, in words that reach another thread. */
export type Finished =
  | { readonly ok: true; readonly held: Extent }
  | { readonly ok: false; readonly is: JournalErrorCode | null; readonly code: string | null; readonly why: string };

/**
 * Makes one file with no log beside it of a copy that was just made, reads it from its first page to its last and brings it to the disk.
 * Answers how much it holds. Throws as `checkFile` does.
 */
export function finishCopy(file: string): Extent {
  closeLog(file);
  const held = checkFile(file);
  syncFile(file);
  return held;
}

/** `finishCopy`; of a large copy, which takes a second, in a thread of its own, where one is to be had. */
export const finishCopyAside =
  (startWorker: () => Worker) =>
  async (file: string): Promise<Extent> => {
    if (statSync(file).size <= smallBytes) return finishCopy(file);
    const said = await finishedIn(startWorker(), file);
    if (!said) return finishCopy(file);
    if (said.ok) return said.held;
    throw said.is === null ? Object.assign(new Error(said.why), { code: said.code }) : new JournalError(said.is, said.why);
  };

/** Undefined where the worker ended without an answer. */
async function finishedIn(worker: Worker, file: string): Promise<Finished | undefined> {
  const { promise, resolve } = Promise.withResolvers<Finished | undefined>();
  worker.once('message', resolve);
  worker.once('error', () => resolve(undefined));
  worker.once('exit', () => resolve(undefined));
  worker.postMessage(file);
  return promise;
}

/** In the worker. */
export function finished(file: string): Finished {
  try {
    return { ok: true, held: finishCopy(file) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const code = 'code' in error ? String(error.code) : null;
    return { ok: false, is: error instanceof JournalError ? error.code : null, code, why: error.message };
  }
}

function closeLog(file: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA journal_mode = DELETE');
  } catch (error) {
    throw sqliteError(error, file);
  } finally {
    database.close();
  }
}
