import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Worker } from 'node:worker_threads';
import { syncFile } from '../files/durable-file.ts';
import { checkFile, type Extent } from './check-file.ts';
import { JournalError, type JournalErrorCode, sqliteError } from './journal-error.ts';

/** A file this small is read in milliseconds, faster than a worker starts. */
const smallBytes = 1024 * 1024;

/** Result of a worker: the extent of the copy, or why it cannot be used, in a form that can be sent between threads. */
export type Finished =
  | { readonly ok: true; readonly held: Extent }
  | { readonly ok: false; readonly is: JournalErrorCode | null; readonly code: string | null; readonly why: string };

/**
 * Turns a new copy into one file without a log, reads it from its first page to its last and syncs it to the disk. Returns its extent.
 * Throws like `checkFile`.
 */
export function finishCopy(file: string): Extent {
  closeLog(file);
  const held = checkFile(file);
  syncFile(file);
  return held;
}

/** Runs `finishCopy`; for a large copy, which takes a second, in a worker thread if one can be started. */
export const finishCopyAside =
  (startWorker: () => Worker) =>
  async (file: string): Promise<Extent> => {
    if (statSync(file).size <= smallBytes) return finishCopy(file);
    const outcome = await finishedIn(startWorker(), file);
    if (!outcome) return finishCopy(file);
    if (outcome.ok) return outcome.held;
    throw outcome.is === null ? Object.assign(new Error(outcome.why), { code: outcome.code }) : new JournalError(outcome.is, outcome.why);
  };

/** Undefined if the worker ended without an answer. */
async function finishedIn(worker: Worker, file: string): Promise<Finished | undefined> {
  const { promise, resolve } = Promise.withResolvers<Finished | undefined>();
  worker.once('message', resolve);
  worker.once('error', () => resolve(undefined));
  worker.once('exit', () => resolve(undefined));
  worker.postMessage(file);
  return promise;
}

/** Runs in the worker. */
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
