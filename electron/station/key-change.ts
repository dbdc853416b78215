import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from '../../shared/ipc.ts';
import type { KeyChangeLeft, KeyChangeState } from '../../shared/key-change.ts';
import { restoreFacts } from '../../shared/restored.ts';
import { ok, stackOf } from '../../shared/result.ts';
import { type World, worldSchema } from '../../shared/world.ts';
import type { BenchContext } from '../bench/context.ts';
import { nowAndThen } from '../bench/now-and-then.ts';
import type { Log } from '../bench/ports/log.ts';
import type { KeyInUse } from '../credentials/data-key.ts';
import { encryptFilesAgain } from '../credentials/encrypted-files.ts';
import { keyBytes } from '../credentials/encryption.ts';
import { removeOtherRecoveryKeys } from '../credentials/recovery-key.ts';
import { writeDurably } from '../files/durable-file.ts';
import { removeHeld } from '../files/held-file.ts';
import { canHoldBackups } from '../journal/backup.ts';
import { encryptCopiesAgain, encryptJournalAgain } from '../journal/encrypt-again.ts';
import { setAsideOf } from '../journal/restore.ts';
import type { ClosedWorlds } from './closed-worlds.ts';
import type { PassphraseLock } from './passphrase-lock.ts';
import type { Platform } from './platform.ts';
import { createRecovery, type Recovery, type RecoveryParts } from './recovery.ts';
import type { SettingsStore } from './settings.ts';
import type { Changes } from './snapshots.ts';
import { journalFileOf } from './world-files.ts';
import type { OpenWorld } from './world-parts.ts';
import type { WorldSwitch } from './world-switch.ts';

/**
 * Replaces the data key. From the first moment on, the key file holds the new and the old key, so nothing becomes unreadable; everything is
 * then encrypted again, step by step, and the old key is dropped only once a whole pass found nothing that it opens. Interrupted at any
 * step, it goes on at the next start.
 */
export interface KeyChange {
  /** Begins, and makes the recovery code of the new key. */
  begin(pin: string): Promise<Answer<'changeDataKey'>>;
  /** Goes on with a change that is under way. Called often; never rejects. */
  look(): Promise<void>;
  /** Resolves when nothing is being encrypted again. */
  idle(): Promise<void>;
  state(): KeyChangeState | null;
}

interface KeyChangeParts {
  readonly platform: Platform;
  readonly dataKey: KeyInUse;
  readonly keyFile: string;
  readonly lock: Pick<PassphraseLock, 'keep'>;
  readonly recovery: Pick<Recovery, 'makeCode'>;
  readonly recoveryFiles: () => readonly string[];
  readonly settings: Pick<SettingsStore, 'encryptAgain'>;
  readonly worlds: Pick<WorldSwitch, 'current' | 'isUnderWay'>;
  readonly closedWorlds: Pick<ClosedWorlds, 'release'>;
  readonly backupFolder: () => string;
  readonly checkPin: BenchContext['checkPin'];
  readonly fail: BenchContext['fail'];
  readonly note: (what: string) => void;
  readonly log: Log;
  readonly changed: Changes['changed'];
}

/** Pause while something cannot be reached. */
const againAfterMs = 60_000;
/** Two passes are the rule: one that changes, and one that finds nothing left. */
const mostPasses = 3;

function createKeyChange(parts: KeyChangeParts): KeyChange {
  const { platform, dataKey, lock, worlds, backupFolder, fail, log, changed } = parts;
  const looks = nowAndThen(againAfterMs, platform.elapsed);
  let left: KeyChangeLeft | null = null;
  let isBeginning = false;
  let looking: Promise<void> | undefined;

  /** Ends the change if a whole pass found nothing to do, and nobody opened another journal meanwhile. */
  async function goOn(): Promise<void> {
    for (let at = 0; at < mostPasses; at += 1) {
      await parts.closedWorlds.release();
      const before = worlds.current();
      const found = await pass(parts);
      const isOther = found.left !== left;
      left = found.left;
      if (isOther) changed(['setup']);
      if (left !== null) return;
      if (found.changed > 0 || worlds.isUnderWay() || worlds.current() !== before) continue;
      removeOtherRecoveryKeys(parts.recoveryFiles(), dataKey.bytes());
      await lock.keep((all) => all.slice(0, keyBytes));
      log('data-key', { state: 'changed' });
      changed(['setup']);
      return;
    }
  }

  const look = async (): Promise<void> => {
    if (dataKey.isLocked() || !dataKey.isChanging() || !looks.isDue()) return;
    looks.done();
    looking ??= goOn()
      .catch((error: unknown) => {
        left = 'file';
        log('data-key', { state: 'not-changed', stack: stackOf(error) });
        changed(['setup']);
      })
      .finally(() => {
        looking = undefined;
      });
    await looking;
  };

  async function begin(): Promise<Answer<'changeDataKey'>> {
    const folder = backupFolder();
    if (!canHoldBackups(folder)) return fail('setting-invalid', [{ code: 'backup-folder-unusable', folder }]);
    await lock.keep((all) => new Uint8Array([...platform.random(keyBytes), ...all]));
    // The mark that this is the folder of the backups, also before the first one.
    const copy = join(folder, 'data-key');
    if (!existsSync(copy)) writeDurably(copy, readFileSync(parts.keyFile));
    left = null;
    looks.hurry();
    parts.note('data-key-changed');
    changed(['setup']);
    return ok({ code: parts.recovery.makeCode() });
  }

  return {
    async begin(pin) {
      const checked = parts.checkPin(pin);
      if (!checked.ok) return checked;
      if (isBeginning || dataKey.isChanging()) return fail('not-now');
      isBeginning = true;
      return begin().finally(() => {
        isBeginning = false;
      });
    },
    look,
    idle: async () => looking,
    state: () => (!dataKey.isLocked() && dataKey.isChanging() ? { left } : null),
  };
}

/** The recovery of the data with a code, and the change of its key, which makes such a code too. */
export function createKeyDesk(parts: Omit<KeyChangeParts, 'recovery'> & Omit<RecoveryParts, 'files'>): {
  readonly recovery: Recovery;
  readonly keyChange: KeyChange;
} {
  const recovery = createRecovery({ ...parts, files: parts.recoveryFiles });
  return { recovery, keyChange: createKeyChange({ ...parts, recovery }) };
}

/** The number of changes of one pass over everything, and the first store that it could not change. */
interface Found {
  changed: number;
  left: KeyChangeLeft | null;
}

/** Encrypts everything again that only the old key opens. Safe to interrupt and to repeat. */
async function pass(parts: KeyChangeParts): Promise<Found> {
  const found: Found = { changed: 0, left: null };
  const attempt = (of: KeyChangeLeft, work: () => number): void => {
    try {
      found.changed += work();
    } catch (error) {
      found.left ??= of;
      parts.log('data-key', { state: 'not-changed', stack: stackOf(error) });
    }
  };
  const { platform, dataKey, settings, backupFolder, keyFile } = parts;
  const inData = (...names: string[]): string => join(platform.dataDir, ...names);
  const training = (): string => 'training';
  attempt('file', () => {
    for (const each of [keyFile, ...parts.recoveryFiles()]) removeHeld(`${each}.new`);
    return settings.encryptAgain(dataKey.again);
  });
  attempt('file', () =>
    encryptFilesAgain(
      {
        dir: inData('credentials'),
        otherDirs: [
          [inData('training', 'service'), training],
          [inData('training', 'printer'), training],
        ],
      },
      dataKey.again,
    ),
  );
  // A folder of another disk that is away looks empty. The copy of the key was put there when the change began.
  if (!existsSync(join(backupFolder(), 'data-key'))) found.left ??= 'backup-folder';
  for (const world of worldSchema.options) await encryptWorld(parts, world, attempt, found);
  return found;
}

/** The journal of an environment, and its copies. */
async function encryptWorld(
  { platform, dataKey, worlds, backupFolder, log }: KeyChangeParts,
  world: World,
  attempt: (of: KeyChangeLeft, work: () => number) => void,
  found: Found,
): Promise<void> {
  const file = journalFileOf({ platform }, world);
  const openNow = (): OpenWorld | undefined => (worlds.current()?.world === world ? worlds.current() : undefined);
  // A backup under way would hold what is changed here.
  await openNow()?.backups.idle();
  // A lost journal is still asked about.
  let isRestoreOpen = !existsSync(file) && setAsideOf(file).length > 0;
  attempt('journal', () => {
    const journal = openNow()?.bench.context.journal;
    if (journal) {
      isRestoreOpen = Boolean(journal.fact(restoreFacts.restored));
      const changed = journal.encryptAgain(dataKey.again);
      if (!journal.emptyLog()) throw new Error('The log of the journal still holds values of before.');
      return changed;
    }
    if (!existsSync(file)) return 0;
    const closed = encryptJournalAgain(file, world, dataKey.again);
    ({ isRestoreOpen } = closed);
    return closed.changed;
  });
  await openNow()?.backups.idle();
  const copies = await encryptCopiesAgain({ file, backupFolder: backupFolder() }, world, dataKey.again, { isRestoreOpen, log });
  found.changed += copies.changed;
  found.left ??= copies.left[0] ?? null;
}
