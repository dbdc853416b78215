import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import type { OrderKey } from '../../shared/order.ts';
import type { Receipt } from '../../shared/privacy.ts';
import { restoreFacts } from '../../shared/restored.ts';
import { stackOf } from '../../shared/result.ts';
import { keptDays } from '../../shared/retention.ts';
import type { Journal } from '../bench/ports/journal.ts';
import type { Log } from '../bench/ports/log.ts';
import { removeOnceFree } from '../files/held-file.ts';
import type { Backups } from '../journal/backup.ts';
import { eraseInCopies, forgetInCopies } from '../journal/forget-copies.ts';

const dayMs = 24 * 3_600_000;
/** Nothing is packed at this hour. */
const hour = 3;
/** After a longer pause the clock may be wrong, and is believed only in the night after: what is deleted by mistake is gone. */
const longestPauseDays = 31;
/** Pause after a run that could not finish. */
const againAfterMs = 3_600_000;

/** Names of the facts for the last night whose clock was believed, and for the first night after a long pause; empty if none is doubted. */
const lastNight = 'retention-night';
const doubtedNight = 'retention-doubted';

/** A folder whose files are deleted when they were last changed this many days ago. */
export interface OldFiles {
  readonly folder: string;
  readonly days: number;
}

export interface Retention {
  /** Deletes what is over, if this is the night for it. Never rejects. */
  readonly look: () => Promise<void>;
  /** Erases these orders of one person, first in the copies. Interrupted, it is repeated by a second call. */
  readonly erase: (keys: readonly OrderKey[], query: string) => Receipt;
}

/**
 * Deletes people's data whose time is over, each night, or at the start if a night was missed: first in the copies, last in the journal. An
 * interrupted run is repeated, because the journal still has the keys then.
 */
export function createRetention({
  journal,
  file,
  backups,
  backupFolder,
  oldFiles,
  timeZone,
  now,
  log,
}: {
  readonly journal: Journal;
  readonly file: string;
  readonly backups: Pick<Backups, 'makeNow'>;
  readonly backupFolder: () => string;
  readonly oldFiles: () => readonly OldFiles[];
  readonly timeZone: () => string;
  readonly now: () => Date;
  readonly log: Log;
}): Retention {
  let triedAt: number | undefined;
  let doneNight: string | undefined;

  function nightIfDue(): string | undefined {
    const at = now();
    if (triedAt !== undefined && Math.abs(at.getTime() - triedAt) < againAfterMs) return undefined;
    const zoned = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone());
    const night = zoned.subtract({ hours: hour }).toPlainDate().toString();
    return night === doneNight ? undefined : night;
  }

  /**
   * Lines of the history do not count: after a jump of the clock, work at the bench writes some before the night is looked at. A clock that
   * was set back deletes nothing, and its correction is doubted as well.
   */
  function isClockBelieved(night: string): boolean {
    const [last, doubted] = [journal.fact(lastNight), journal.fact(doubtedNight)];
    const isNear = (before: string): boolean => Date.parse(night) - Date.parse(before) <= longestPauseDays * dayMs;
    const isNightAfter = doubted !== undefined && doubted !== '' && doubted < night && isNear(doubted);
    if (last === undefined || isNear(last) || isNightAfter) {
      journal.setFact(lastNight, night);
      if (doubted) journal.setFact(doubtedNight, '');
      return true;
    }
    journal.setFact(doubtedNight, night);
    return false;
  }

  /** False if it has to be tried again this night. */
  async function forget(): Promise<boolean> {
    // Also if nothing is over: an interrupted run may have left deleted keys in the log.
    if (journal.expiredKeys().over.length === 0) return journal.emptyLog();
    // The copies lose their keys only once there is a copy that needs none of them.
    if (journal.keepUnsettled() > 0 && !(await backups.makeNow())) return false;
    const isRestoreOpen = Boolean(journal.fact(restoreFacts.restored));
    const failed = forgetInCopies({ file, backupFolder: backupFolder() }, journal.expiredKeys(), { now, isRestoreOpen, log });
    // A copy that could not be written is tried again, so the journal has to remember which keys are over.
    if (failed > 0) return false;
    const count = journal.forgetExpired();
    log('retention', { state: 'forgotten', count });
    return journal.emptyLog();
  }

  return {
    erase(keys, query) {
      const rows = journal.rowsOfPerson(keys);
      const isRestoreOpen = Boolean(journal.fact(restoreFacts.restored));
      const copies = eraseInCopies({ file, backupFolder: backupFolder() }, rows, { isRestoreOpen, log });
      const receipt = { ...journal.erasePerson(rows, query), ...copies, stay: keys.length - rows.orderKeys.length };
      const isLogEmpty = journal.emptyLog();
      log('retention', { state: 'erased', count: receipt.orders });
      return { ...receipt, copiesLeft: receipt.copiesLeft + (isLogEmpty ? 0 : 1) };
    },

    async look() {
      try {
        const night = nightIfDue();
        if (night === undefined) return;
        triedAt = now().getTime();
        if (!isClockBelieved(night)) {
          doneNight = night;
          return;
        }
        const count = await removeOld(oldFiles(), now(), log);
        if (count > 0) log('retention', { state: 'files-removed', count });
        if (await forget()) doneNight = night;
      } catch (error) {
        triedAt = now().getTime();
        log('retention', { state: 'failed', stack: stackOf(error) });
      }
    },
  };
}

/** Deletes the old files of folders; what is no plain file stays. Returns their number. */
async function removeOld(folders: readonly OldFiles[], now: Date, log: Log): Promise<number> {
  let removed = 0;
  for (const { folder, days } of folders) {
    const names = await readdir(folder).catch(() => []);
    for (const name of names) {
      const path = join(folder, name);
      try {
        const found = await lstat(path);
        if (!found.isFile() || now.getTime() - found.mtimeMs <= days * dayMs) continue;
        await removeOnceFree(path);
        removed += 1;
      } catch (error) {
        log('retention', { state: 'file-failed', stack: stackOf(error) });
      }
    }
  }
  return removed;
}

/** The folders beside the journal in which pages with people's data may lie. */
export const foldersOfPeople = (dataDir: string, hotFolder: string): readonly OldFiles[] => [
  { folder: join(dataDir, 'documents'), days: keptDays.labels },
  { folder: join(dataDir, 'printing'), days: 1 },
  ...(hotFolder ? ['done', 'error'].map((name) => ({ folder: join(hotFolder, name), days: keptDays.people })) : []),
];
