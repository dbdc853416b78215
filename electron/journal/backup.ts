import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import type { BackupProblem, BackupState } from '../../shared/backup.ts';
import { stackOf } from '../../shared/result.ts';
import type { Journal } from '../bench/ports/journal.ts';
import type { Log } from '../bench/ports/log.ts';
import { renameDurably, writeDurably } from '../files/durable-file.ts';
import { removeHeld, whileHeld } from '../files/held-file.ts';
import type { Extent } from './check-file.ts';
import { JournalError } from './journal-error.ts';

const backupEveryMs = 3_600_000;
const backupsKept = 48;
/** Pause after a failed backup until the next try. */
const againAfterMs = 60_000;

export interface Backups {
  /** Makes a backup if the newest one is older than an hour. Safe to call often; never rejects. The journal stays open meanwhile. */
  look(): Promise<void>;
  /** Resolves when no backup is under way. */
  idle(): Promise<void>;
  /** Makes a backup at once. False if it failed; `problem` returns why. Never rejects. */
  makeNow(): Promise<boolean>;
  problem(): BackupProblem | null;
  state(): BackupState;
}

export interface Backup {
  readonly file: string;
  readonly madeAt: Date;
}

/**
 * Keeps verified copies of an open journal in a folder of their own. A copy gets its final name only after it was opened again, read from
 * its first page to its last, and found to hold no less than the journal held when the copy began. Only then is the oldest copy deleted.
 */
export function createBackups({
  journal,
  file,
  finishCopy,
  keyFiles,
  folder,
  now,
  log,
  changed,
  suspected,
}: {
  readonly journal: Pick<Journal, 'copyTo' | 'extent' | 'isWhole'>;
  readonly file: string;
  /** Makes a new copy one file on the disk, reads all of it, and returns its extent. */
  readonly finishCopy: (file: string) => Promise<Extent>;
  /** A copy is worth little without the keys: those that exist are copied beside it, still wrapped. */
  readonly keyFiles: readonly string[];
  /** Read each time, because Setup may change it. */
  readonly folder: () => string;
  readonly now: () => Date;
  readonly log: Log;
  readonly changed: () => void;
  /** Called if the journal itself was found damaged. */
  readonly suspected: () => void;
}): Backups {
  let underWay: Promise<void> | undefined;
  let problem: BackupProblem | null = null;
  let triedAt: number | undefined;

  const newest = (): Backup | undefined => listBackups(folder(), file, now())[0];

  const isDue = (): boolean => {
    const at = now().getTime();
    if (problem !== null && triedAt !== undefined && Math.abs(at - triedAt) < againAfterMs) return false;
    const last = newest();
    // A clock that was set back must not stop the backups.
    return !last || Math.abs(at - last.madeAt.getTime()) >= backupEveryMs;
  };

  /** The new backup counts even if another program still holds an old file: a later backup deletes that one. */
  function removeOld(path: string): void {
    try {
      removeHeld(path);
    } catch (error) {
      log('backup', { state: 'not-removed', stack: stackOf(error) });
    }
  }

  async function make(): Promise<void> {
    const to = join(folder(), backupName(file, now()));
    const unfinished = `${to}.new`;
    mkdirSync(folder(), { recursive: true, mode: 0o700 });
    for (const each of unfinishedIn(folder(), file)) removeOld(each);
    const before = journal.extent();
    await journal.copyTo(unfinished);
    requireNoLess(await finishCopy(unfinished), before, journal.extent());
    renameDurably(unfinished, to);
    for (const each of keyFiles)
      if (existsSync(each))
        writeDurably(
          join(folder(), basename(each)),
          whileHeld(() => readFileSync(each)),
        );
    for (const { file: old } of listBackups(folder(), file, now()).slice(backupsKept)) removeOld(old);
  }

  const problemOf = (error: unknown): BackupProblem => {
    if (error instanceof JournalError && error.code === 'damaged') return journal.isWhole() ? 'copy-damaged' : 'journal-damaged';
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if ((error instanceof JournalError && error.code === 'unwritable') || code === 'ENOSPC' || code === 'EFBIG') return 'disk-full';
    return 'folder-unusable';
  };

  const lookOnce = async (isWanted = isDue): Promise<void> => {
    const before = problem;
    try {
      if (!isWanted()) return;
      triedAt = now().getTime();
      await make();
      problem = null;
      log('backup', { state: 'made' });
    } catch (error) {
      problem = problemOf(error);
      triedAt = now().getTime();
      if (problem === 'journal-damaged') suspected();
      log('backup', { state: 'failed', code: problem, stack: stackOf(error) });
    }
    if (problem !== before || problem === null) changed();
  };

  const begin = (isWanted?: () => boolean): Promise<void> => {
    underWay ??= lookOnce(isWanted).finally(() => {
      underWay = undefined;
    });
    return underWay;
  };

  return {
    look: () => begin(),
    async idle() {
      while (underWay) await underWay;
    },
    async makeNow() {
      await underWay;
      await begin(() => true);
      return problem === null;
    },
    problem: () => problem,
    state: () => ({ folder: folder(), lastAt: newest()?.madeAt.toISOString() ?? null, problem }),
  };
}

/** True if backups can be stored there. Creates the folder if it is missing. */
export function canHoldBackups(folder: string): boolean {
  try {
    if (!isAbsolute(folder)) return false;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the verified backups of a journal, in no order; none if the folder cannot be read. */
export function backupsOf(folder: string, file: string): Backup[] {
  const start = `${basename(file)}.`;
  return namesIn(folder)
    .filter((name) => name.startsWith(start) && name.endsWith(ending))
    .flatMap((name) => {
      const madeAt = readStamp(name.slice(start.length, -ending.length));
      return madeAt ? [{ file: join(folder, name), madeAt }] : [];
    });
}

/**
 * Returns the verified backups of a journal, newest first. A backup with a time after the next due time was made while the clock was ahead,
 * and comes last.
 */
export function listBackups(folder: string, file: string, now: Date): Backup[] {
  const isAhead = ({ madeAt }: Backup): boolean => madeAt.getTime() - now.getTime() > backupEveryMs;
  return backupsOf(folder, file).toSorted((a, b) => Number(isAhead(a)) - Number(isAhead(b)) || b.madeAt.getTime() - a.madeAt.getTime());
}

const ending = '.backup';

const backupName = (file: string, at: Date): string => `${basename(file)}.${stampOf(at)}${ending}`;

/** Formats an instant so that it is a valid file name on every system: `2026-11-21T04-30-00.000Z`. */
export const stampOf = (at: Date): string => at.toISOString().replaceAll(':', '-');

function readStamp(stamp: string): Date | undefined {
  const parts = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)$/.exec(stamp);
  const at = parts && new Date(parts.slice(1).join(':'));
  return at && !Number.isNaN(at.getTime()) ? at : undefined;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The next backup finds out and reports whether the folder can be used.
    return [];
  }
}

/** Files that an interrupted backup left behind. */
export const unfinishedIn = (folder: string, file: string): string[] =>
  namesIn(folder)
    .filter((name) => name.startsWith(`${basename(file)}.`) && /\.backup\.new(-wal|-shm|-journal)?$/.test(name))
    .map((name) => join(folder, name));

function requireNoLess(held: Extent, before: Extent, after: Extent): void {
  const fits = (count: keyof Extent): boolean => before[count] <= held[count] && held[count] <= after[count];
  if (!fits('bookings') || !fits('lastSequence'))
    throw new JournalError('damaged', `the copy holds ${held.bookings} bookings up to ${held.lastSequence}`);
}
