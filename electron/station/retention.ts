import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import type { OrderKey } from '../../shared/order.ts';
import { type Privacy, privacyActs, type Receipt, type RetentionState, receiptSchema } from '../../shared/privacy.ts';
import { restoreFacts } from '../../shared/restored.ts';
import { stackOf } from '../../shared/result.ts';
import { keptClasses, keptDays } from '../../shared/retention.ts';
import { slotOf } from '../../shared/scan.ts';
import type { PersonsTraces } from '../bench/ports/journal/persons.ts';
import type { Journal } from '../bench/ports/journal.ts';
import type { Ledger } from '../bench/ports/ledger.ts';
import type { Log } from '../bench/ports/log.ts';
import { removeHeld, removeOnceFree } from '../files/held-file.ts';
import type { Backups } from '../journal/backup.ts';
import { eraseInCopies, forgetInCopies } from '../journal/forget-copies.ts';
import { safeFileName } from '../printers/folder.ts';

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

/** Searches, exports and erasures that Setup lists. */
const mostActs = 20;

const facts = { doneAt: 'retention-done', receipt: 'erased-last' } as const;

type Problem = NonNullable<RetentionState['problem']>;

/** A folder whose files are deleted when they were last changed this many days ago. */
export interface OldFiles {
  readonly folder: string;
  readonly days: number;
  /** True for order files, whose names say nothing about their people. */
  readonly isSearched?: boolean;
}

export interface Retention {
  /** Deletes what is over, if this is the night for it. Never rejects. */
  readonly look: () => Promise<void>;
  /** When it finished last, and why it could not since. */
  readonly state: () => RetentionState;
  /** Returns the days of each kind of data, the last receipt, and who looked. */
  readonly kept: () => Privacy;
  /** Erases these orders of one person, first in the copies. Interrupted, it is repeated by a second call. */
  readonly erase: (keys: readonly OrderKey[], query: string) => Promise<Receipt>;
}

interface RetentionParts {
  readonly journal: Journal;
  readonly ledger: Pick<Ledger, 'prune' | 'isShared'>;
  readonly file: string;
  readonly backups: Pick<Backups, 'makeNow' | 'idle'>;
  readonly backupFolder: () => string;
  readonly oldFiles: () => readonly OldFiles[];
  readonly timeZone: () => string;
  readonly now: () => Date;
  readonly log: Log;
  readonly changed: () => void;
  /** Called when the journal lost data of people, for what is kept in memory. */
  readonly forgotten: () => void;
}

/**
 * Deletes people's data whose time is over, each night, or at the start if a night was missed: first in the copies, last in the journal. An
 * interrupted run is repeated, because the journal still has the keys then.
 */
export function createRetention(parts: RetentionParts): Retention {
  const { journal, ledger, file, backups, backupFolder, oldFiles, timeZone, now, log, changed, forgotten } = parts;
  let triedAt: number | undefined;
  let doneNight: string | undefined;
  let problem: Problem | null = null;
  const tried = new Map<string, string>();

  function nightIfDue(): string | undefined {
    const at = now();
    if (triedAt !== undefined && Math.abs(at.getTime() - triedAt) < againAfterMs) return undefined;
    const night = nightAt(at);
    return night === doneNight ? undefined : night;
  }

  function nightAt(at: Date): string {
    const zoned = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone());
    return zoned.subtract({ hours: hour }).toPlainDate().toString();
  }

  /**
   * Lines of the history do not count: after a jump of the clock, work at the bench writes some before the night is looked at. A clock that
   * was set back deletes nothing, and its correction is doubted as well.
   */
  function isClockBelieved(night: string): boolean {
    const [last, doubted] = [journal.fact(lastNight), journal.fact(doubtedNight)];
    const isNightAfter = doubted !== undefined && doubted !== '' && doubted < night && isSoonAfter(doubted, night);
    if (last === undefined || isSoonAfter(last, night) || isNightAfter) {
      journal.setFact(lastNight, night);
      if (doubted) journal.setFact(doubtedNight, '');
      return true;
    }
    journal.setFact(doubtedNight, night);
    return false;
  }

  /** Returns why it has to be tried again this night; null if it is done. */
  async function forget(night: string): Promise<Problem | null> {
    // Also if nothing is over: an interrupted run may have left deleted keys in the log.
    if (journal.expiredKeys().over.length === 0) return journal.emptyLog() ? null : 'failed';
    // The copies lose their keys only once there is a copy that needs none of them.
    if (journal.keepUnsettled() > 0 && !(await backups.makeNow())) return 'no-backup';
    await backups.idle();
    // The clock can jump while a backup is made.
    if (!isSoonAfter(night, nightAt(now()))) return 'clock-doubted';
    const isRestoreOpen = Boolean(journal.fact(restoreFacts.restored));
    const failed = forgetInCopies({ file, backupFolder: backupFolder() }, journal.expiredKeys(), { now, isRestoreOpen, log });
    // A copy that could not be written is tried again, so the journal has to remember which keys are over.
    if (failed > 0) return 'copy-kept';
    const count = journal.forgetExpired();
    forgotten();
    log('retention', { state: 'forgotten', count });
    return journal.emptyLog() ? null : 'failed';
  }

  /** Deletes what is over. Returns why that has to be tried again; null if the night is done. */
  async function deleteOver(night: string): Promise<Problem | null> {
    if (!isClockBelieved(night)) {
      doneNight = night;
      return 'clock-doubted';
    }
    const { removed, failed } = await removeOld(oldFiles(), now(), log);
    if (removed > 0) log('retention', { state: 'files-removed', count: removed });
    const kept = (await forget(night)) ?? (failed > 0 ? 'file-kept' : null);
    const pruned = await ledger.prune();
    const left = kept ?? (pruned.ok ? null : 'site-kept');
    if (left === null) {
      doneNight = night;
      journal.setFact(facts.doneAt, now().toISOString());
    }
    return left;
  }

  function report(found: Problem | null): void {
    if (found === problem) return;
    problem = found;
    changed();
  }

  return {
    state: () => ({ lastAt: journal.fact(facts.doneAt) ?? null, problem }),

    kept: () => keptIn(journal),
    async erase(keys, query) {
      const receipt = await erasePerson(parts, keys, journal.digestOfSearch(query));
      if (receipt.copiesLeft > 0) journal.eraseAgain(keys.map((key) => slotOf(key)));
      return receipt;
    },

    async look() {
      try {
        await carryOutErasures(parts, tried);
        const night = nightIfDue();
        if (night === undefined) return;
        triedAt = now().getTime();
        report(await deleteOver(night));
      } catch (error) {
        triedAt = now().getTime();
        log('retention', { state: 'failed', stack: stackOf(error) });
        report('failed');
      }
    },
  };
}

const isSoonAfter = (before: string, night: string): boolean => Date.parse(night) - Date.parse(before) <= longestPauseDays * dayMs;

function keptIn(journal: Journal): Privacy {
  const oldest = journal.oldestDays();
  const receipt = journal.fact(facts.receipt);
  return {
    classes: keptClasses.map((each) => ({ class: each, days: keptDays[each], oldest: oldest[each] ?? null })),
    receipt: receipt ? receiptSchema.parse(JSON.parse(receipt)) : null,
    acts: journal.privacyLines(mostActs).flatMap(({ at, what, by }) => {
      const act = privacyActs.find((each) => each === what);
      return act ? [{ at, act, by }] : [];
    }),
  };
}

/**
 * Erases the orders whose person was erased at another bench, and tries copies again that could not be changed. An order that is not settled
 * here, or on its way, waits. `tried`: the day on which each erasure was tried last.
 */
async function carryOutErasures(parts: RetentionParts, tried: Map<string, string>): Promise<void> {
  const { journal, now } = parts;
  const today = now().toISOString().slice(0, 10);
  for (const { id, slot, request, keys } of journal.erasuresDue()) {
    if (tried.get(id) === today) continue;
    tried.set(id, today);
    if (keys.length === 0) journal.closeErasures([id]);
    else if (journal.rowsOfPerson(keys).orderKeys.length === keys.length) {
      const { copiesLeft } = await erasePerson(parts, keys, request);
      if (copiesLeft > 0) journal.eraseAgain([slot]);
    }
  }
}

async function erasePerson(
  { journal, ledger, file, backups, backupFolder, oldFiles, log, forgotten }: RetentionParts,
  keys: readonly OrderKey[],
  request: string,
): Promise<Receipt> {
  // A copy that is still being made would keep what is erased here.
  await backups.idle();
  const rows = journal.rowsOfPerson(keys);
  const isRestoreOpen = Boolean(journal.fact(restoreFacts.restored));
  const removed = removeTraces(oldFiles(), rows, log);
  const copies = eraseInCopies({ file, backupFolder: backupFolder() }, rows, { isRestoreOpen, log });
  const erased = journal.erasePerson(rows, request);
  forgotten();
  const copiesLeft = copies.copiesLeft + (journal.emptyLog() ? 0 : 1);
  log('retention', { state: 'erased', count: erased.orders });
  const { isShared } = ledger;
  const receipt = { ...erased, ...copies, ...removed, copiesLeft, isShared, stay: keys.length - rows.orderKeys.length };
  journal.setFact(facts.receipt, JSON.stringify(receipt));
  return receipt;
}

/** Deletes the old files of folders; what is no plain file stays. */
async function removeOld(
  folders: readonly OldFiles[],
  now: Date,
  log: Log,
): Promise<{ readonly removed: number; readonly failed: number }> {
  let [removed, failed] = [0, 0];
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
        failed += 1;
        log('retention', { state: 'file-failed', stack: stackOf(error) });
      }
    }
  }
  return { removed, failed };
}

/** Larger order files are not searched: each is read whole. */
const mostSearched = 50_000_000;

/**
 * Removes documents that were kept as files under these titles, and order files in which this person stands. A file that cannot be searched,
 * such as a workbook, stays and is counted.
 */
function removeTraces(
  folders: readonly OldFiles[],
  { titles, texts }: Pick<PersonsTraces, 'titles' | 'texts'>,
  log: Log,
): Pick<Receipt, 'files' | 'filesLeft'> {
  const names = new Set(titles.map(safeFileName));
  const hidden = texts.flatMap((each) => [Buffer.from(each), Buffer.from(each, 'utf16le'), Buffer.from(each, 'latin1')]);
  let [files, filesLeft] = [0, 0];
  for (const { folder, isSearched } of folders)
    for (const entry of existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []) {
      if (!entry.isFile()) continue;
      const path = join(folder, entry.name);
      try {
        const found = isSearched ? holds(path, hidden) : names.has(bare(entry.name)) || names.has(bare(entry.name).replace(/-\d+$/, ''));
        if (found === undefined) filesLeft += 1;
        else if (found) {
          removeHeld(path);
          files += 1;
        }
      } catch (error) {
        filesLeft += 1;
        log('retention', { state: 'file-failed', stack: stackOf(error) });
      }
    }
  return { files, filesLeft };
}

/** The name of a kept document without its type. A second one of the same title has a number behind it. */
const bare = (name: string): string => name.replace(/\.[a-z]+$/, '');

/** Undefined if the file cannot be searched: it is packed, or too large. */
function holds(path: string, texts: readonly Buffer[]): boolean | undefined {
  if (statSync(path).size > mostSearched) return undefined;
  const bytes = readFileSync(path);
  return bytes.subarray(0, 2).toString() === 'PK' ? undefined : texts.some((each) => bytes.includes(each));
}

/** The folders beside the journal in which pages with people's data may lie. */
export const foldersOfPeople = (dataDir: string, hotFolder: string): readonly OldFiles[] => [
  { folder: join(dataDir, 'documents'), days: keptDays.labels },
  { folder: join(dataDir, 'printing'), days: 1 },
  ...(hotFolder ? ['done', 'error'].map((name) => ({ folder: join(hotFolder, name), days: keptDays.people, isSearched: true })) : []),
];
