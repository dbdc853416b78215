import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, statfsSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { stackOf } from '../../shared/result.ts';
import type { Journal } from '../bench/ports/journal.ts';
import type { Log } from '../bench/ports/log.ts';
import { removeHeld } from '../files/held-file.ts';
import { JournalError } from './journal-error.ts';

export interface DiskNeeds {
  /** Kept free for answers: more than the largest answer takes in the log and in the journal. */
  readonly reserveBytes: number;
  /** Nothing is booked if less than this is free. */
  readonly leastFreeBytes: number;
}

/** Space kept beside the journal for answers and the labels they bring: these must be stored even if something else filled the disk. */
export interface Reserve {
  /** Takes the space again if enough is free. Never throws. */
  hold(): void;
  /** Frees the space. False if none was held, or if it cannot be freed. Never throws. */
  release(): boolean;
  /** True if too little is free for a booking. A disk that cannot be queried counts as full. */
  isLow(): boolean;
}

export function createReserve({
  file,
  reserveBytes,
  leastFreeBytes,
  freeBytes = freeBytesAt,
  log,
}: DiskNeeds & { readonly file: string; readonly freeBytes?: (folder: string) => number; readonly log: Log }): Reserve {
  const free = (): number => freeBytes(dirname(file));
  const isHeld = (): boolean => statSync(file, { throwIfNoEntry: false })?.size === reserveBytes;
  const release = (): boolean => {
    try {
      const wasHeld = isHeld();
      removeHeld(file);
      if (wasHeld) log('reserve', { state: 'released' });
      return wasHeld;
    } catch (error) {
      log('reserve', { state: 'not-released', stack: stackOf(error) });
      return false;
    }
  };
  return {
    hold() {
      try {
        if (!isHeld() && free() >= leastFreeBytes + reserveBytes) fill(file, reserveBytes);
      } catch (error) {
        log('reserve', { state: 'not-held', stack: stackOf(error) });
        release();
      }
    },
    release,
    isLow() {
      try {
        return free() < leastFreeBytes;
      } catch {
        return true;
      }
    },
  };
}

function freeBytesAt(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Allocates real blocks, with random bytes that no file system can compress. */
function fill(file: string, bytes: number): void {
  const chunk = randomBytes(Math.min(bytes, 1024 * 1024));
  const handle = openSync(file, 'w', 0o600);
  try {
    for (let written = 0; written < bytes; ) written += writeSync(handle, chunk, 0, Math.min(chunk.length, bytes - written));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Lets the journal use the reserve for writes after something was sent or paid, and only for those. */
export function withReserve(journal: Journal, reserve: Reserve): Journal {
  /** Frees the reserve if that may help a failed write; otherwise throws the error. */
  function makeRoom(error: unknown): void {
    const isUnwritable = error instanceof JournalError && error.code === 'unwritable';
    if (!isUnwritable || !reserve.release()) throw error;
  }
  function insisting<R>(write: () => R, mayUseIt: () => boolean): R {
    try {
      return write();
    } catch (error) {
      if (!mayUseIt()) throw error;
      makeRoom(error);
      return write();
    }
  }
  async function onDisk(): Promise<void> {
    try {
      await journal.onDisk();
    } catch (error) {
      makeRoom(error);
      await journal.onDisk();
    }
  }
  /** Set while several writes share one commit: records whether one of them may use the reserve. */
  let together: { mayUseIt: boolean } | undefined;
  const insist =
    <A extends unknown[], R>(write: (...args: A) => R) =>
    (...args: A): R => {
      if (!together)
        return insisting(
          () => write(...args),
          () => true,
        );
      together.mayUseIt = true;
      return write(...args);
    };
  function soon<T>(work: () => T): T {
    if (together) return work();
    const writes = { mayUseIt: false };
    const all = (): T => {
      together = writes;
      try {
        return journal.soon(work);
      } finally {
        together = undefined;
      }
    };
    return insisting(all, () => writes.mayUseIt);
  }
  const record = insist(journal.record);
  return {
    ...journal,
    soon,
    onDisk,
    writeAnswer: insist(journal.writeAnswer),
    returnUnsent: insist(journal.returnUnsent),
    writeUnknown: insist(journal.writeUnknown),
    writeRejected: insist(journal.writeRejected),
    writeBooked: insist(journal.writeBooked),
    writeVerdict: insist(journal.writeVerdict),
    writeLabelCodes: insist(journal.writeLabelCodes),
    writeTracking: insist(journal.writeTracking),
    keepLabel: insist(journal.keepLabel),
    addPrintJobs: insist(journal.addPrintJobs),
    moveJob: insist(journal.moveJob),
    redirectJob: insist(journal.redirectJob),
    redirectBehind: insist(journal.redirectBehind),
    writePrinterMark: insist(journal.writePrinterMark),
    writeManifestOutcome: insist(journal.writeManifestOutcome),
    writePickupAnswer: insist(journal.writePickupAnswer),
    returnPickupUnsent: insist(journal.returnPickupUnsent),
    writePickupUnknown: insist(journal.writePickupUnknown),
    writePickupRejected: insist(journal.writePickupRejected),
    writePickupBooked: insist(journal.writePickupBooked),
    moveUpload: insist(journal.moveUpload),
    // Among other writes, a line of history does not by itself permit use of the reserve.
    record: (...line) => (together ? journal.record : record)(...line),
  };
}
