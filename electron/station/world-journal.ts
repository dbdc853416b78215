import { join } from 'node:path';
import type { JournalTrouble } from '../../shared/restored.ts';
import { ok, type Result } from '../../shared/result.ts';
import { createPendingWrites } from '../bench/exchange/pending-writes.ts';
import { isPapersWrite } from '../bench/labels/print-papers.ts';
import type { Journal } from '../bench/ports/journal.ts';
import type { PendingWrites } from '../bench/ports/pending-writes.ts';
import { type Backups, createBackups } from '../journal/backup.ts';
import { finishCopyAside } from '../journal/finish-copy.ts';
import { codeOfJournalError } from '../journal/journal-error.ts';
import { createReserve, type Reserve, withReserve } from '../journal/reserve.ts';
import { repairJournal, suspect } from '../journal/restore.ts';
import { judgeByWitness, noWitness, type Witness, withWitness } from '../journal/witness.ts';
import { safeStorageKeyName } from './safe-storage-key.ts';
import { reportChannelsFor } from './shop-rooms.ts';
import { backupFolderOf, journalFileOf, recoveryName, witnessFileOf } from './world-files.ts';
import type { Connected, WorldParts } from './world-parts.ts';

/** The parts of an environment that keep its data on this disk. */
interface Kept {
  readonly journal: Journal;
  readonly witness: Witness;
  readonly backups: Backups;
  readonly reserve: Reserve;
  readonly pendingWrites: PendingWrites;
}

/** Opens the journal, after repairing it if that is needed. Fails if it is lost. */
export function openKept(parts: WorldParts, { world, box, settings, keyAccount }: Connected): Result<Kept, 'journal-lost'> {
  const { platform, log, changed } = parts;
  const file = journalFileOf(parts, world);
  // Sales in the simulator cost nothing, and its data is lost together with its folder, so it needs no rollback guard.
  const witness = box ? noWitness : parts.openWitness({ file: witnessFileOf(parts, file), log, changed });
  const isWitnessed = (witness.read()?.sequence ?? 0) > 0;
  const backupFolder = backupFolderOf(parts);
  const repaired = repairJournal({ file, backupFolder, isWitnessed, now: platform.now, log });
  if (repaired.is === 'lost') {
    parts.lost({ world, keptAs: [...repaired.keptAs], backupFolder }, file);
    return parts.fail('journal-lost');
  }
  const reserve = createReserve({ ...platform.disk, file: join(platform.dataDir, 'reserve'), log });
  reserve.hold();
  const reserved = withReserve(
    parts.openJournal({
      file,
      world,
      encryption: parts.encryption,
      now: platform.now,
      id: platform.id,
      who: () => settings().packer,
      keyAccount,
      accounts: () => settings().senders.flatMap(({ account }) => account || []),
      reportChannels: (key) => (world === 'live' ? reportChannelsFor(settings(), key, reserved) : []),
    }),
    reserve,
  );
  judgeByWitness(reserved, witness, platform.now);
  const journal = withWitness(reserved, witness);
  const backups = backupsOf(parts, journal, file);
  return ok({ journal, witness, backups, reserve, pendingWrites: createPendingWrites(log, codeOfJournalError) });
}

/** The backups of an open journal, in the folder that Setup names. */
export const backupsOf = (parts: Pick<WorldParts, 'platform' | 'settings' | 'log' | 'changed'>, journal: Journal, file: string): Backups =>
  createBackups({
    journal,
    file,
    finishCopy: finishCopyAside(parts.platform.startCopyWorker),
    keyFiles: ['data-key', recoveryName, safeStorageKeyName].map((name) => join(parts.platform.dataDir, name)),
    folder: () => backupFolderOf(parts),
    now: parts.platform.now,
    log: parts.log,
    changed: parts.changed,
    suspected: () => suspect(file),
  });

export function journalTroubleOf({ pendingWrites, backups, reserve }: Kept): JournalTrouble | null {
  const pending = pendingWrites.ids();
  if (!pending.every(isPapersWrite)) return 'answer-not-written';
  if (backups.problem() === 'journal-damaged') return 'journal-damaged';
  return pending.length > 0 || reserve.isLow() ? 'disk-low' : null;
}
