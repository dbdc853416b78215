import { hash } from 'node:crypto';
import { closeSync, existsSync, fdatasyncSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { type Restored, restoredSchema, restoreFacts } from '../../shared/restored.ts';
import { stackOf } from '../../shared/result.ts';
import type { HistoryHead } from '../bench/ports/journal/history.ts';
import type { Journal } from '../bench/ports/journal.ts';
import type { Log } from '../bench/ports/log.ts';
import { renameDurably, syncFile } from '../files/durable-file.ts';
import { removeHeld } from '../files/held-file.ts';

/**
 * Rollback guard: the newest history line of a journal when something was last about to be sent, or when the journal was closed. Stored
 * where no copy of the data folder includes it. A journal that does not contain this line was restored from a backup.
 */
export interface Witness {
  /** Undefined if there is none, or none that can be read. */
  read(): HistoryHead | undefined;
  /** Returns when it is on the disk, with one sync; if that fails, `fails` returns true. Never throws. */
  write(head: HistoryHead): void;
  /** True if the last write did not reach the disk: restoring the journal from a backup may then go unnoticed. */
  isFailing(): boolean;
}

/** For journals that buy nothing. */
export const noWitness: Witness = { read: () => undefined, write: () => undefined, isFailing: () => false };

const headSchema = z.object({ sequence: z.int(), mark: z.string() });
const recordSchema = headSchema.extend({ turn: z.int() });
type Record = z.infer<typeof recordSchema>;

/** Two records, each in a block of its own, written alternately: a power cut that tears one write leaves the other record whole. */
const blockBytes = 4096;
const recordBytes = 512;

export function openWitness({
  file,
  log,
  changed,
}: {
  readonly file: string;
  readonly log: Log;
  /** Called when the result of `fails` changes. */
  readonly changed: () => void;
}): Witness {
  let fails = false;
  let last: Record | undefined;

  function becomes(now: boolean, error?: unknown): void {
    if (fails === now) return;
    fails = now;
    log('witness', now ? { state: 'failing', stack: stackOf(error) } : { state: 'written' });
    changed();
  }

  function attempt<T>(act: () => T): T | undefined {
    try {
      return act();
    } catch (error) {
      becomes(true, error);
      return undefined;
    }
  }

  const readLast = (): Record | undefined => {
    if (!existsSync(file)) return undefined;
    const found = newestRecord(readFileSync(file));
    if (!found) log('witness', { state: 'unreadable' });
    return found;
  };

  return {
    read() {
      last = attempt(readLast);
      return last && headSchema.parse(last);
    },
    write({ sequence, mark }) {
      attempt(() => {
        const next = { sequence, mark, turn: (last?.turn ?? 0) + 1 };
        if (last && existsSync(file)) overwrite(file, next);
        else begin(file, next);
        last = next;
        becomes(false);
      });
    },
    isFailing: () => fails,
  };
}

const sumOf = (record: Record): string => hash('sha256', JSON.stringify([record.sequence, record.mark, record.turn]), 'hex').slice(0, 16);

function bytesOf(record: Record): Buffer {
  const bytes = Buffer.alloc(recordBytes, ' ');
  bytes.write(`${JSON.stringify({ ...record, sum: sumOf(record) })}\n`);
  return bytes;
}

const blockOf = ({ turn }: Record): number => (turn % 2) * blockBytes;

function recordIn(bytes: Uint8Array): Record | undefined {
  try {
    const found = recordSchema.extend({ sum: z.string() }).parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
    return found.sum === sumOf(found) ? recordSchema.parse(found) : undefined;
  } catch {
    // Torn, or never written: the other record counts.
    return undefined;
  }
}

/** Returns the newer of the two records of a guard file, of those that are whole. */
export function newestRecord(bytes: Uint8Array): Record | undefined {
  const records = [0, blockBytes].flatMap((at) => recordIn(bytes.subarray(at, at + recordBytes)) ?? []);
  return records.toSorted((a, b) => b.turn - a.turn)[0];
}

function begin(file: string, record: Record): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const bytes = Buffer.alloc(2 * blockBytes, ' ');
  bytes.set(bytesOf(record), blockOf(record));
  const unfinished = `${file}.new`;
  removeHeld(unfinished);
  writeFileSync(unfinished, bytes, { mode: 0o600 });
  syncFile(unfinished);
  renameDurably(unfinished, file);
}

function overwrite(file: string, record: Record): void {
  const handle = openSync(file, 'r+');
  try {
    writeSync(handle, bytesOf(record), 0, recordBytes, blockOf(record));
    fdatasyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Writes the guard before anything that the journal marks as being sent can leave, and before the first page of a run is printed: so a copy
 * from before this run is also detected by its printing. Writes it once more when the journal is closed.
 */
export function withWitness(journal: Journal, witness: Witness): Journal {
  const witnessed =
    <A extends unknown[]>(take: (...args: A) => boolean) =>
    (...args: A): boolean => {
      const isTaken = take(...args);
      if (isTaken) witness.write(journal.head());
      return isTaken;
    };
  const sendUpload = witnessed(journal.moveUpload);
  let hasPrinted = false;
  return {
    ...journal,
    takeForSending: witnessed(journal.takeForSending),
    takePickupForSending: witnessed(journal.takePickupForSending),
    writePrinterMark(...mark) {
      journal.writePrinterMark(...mark);
      if (!hasPrinted) witness.write(journal.head());
      hasPrinted = true;
    },
    moveUpload: (id, from, to, message, answer) => (to === 'sending' ? sendUpload : journal.moveUpload)(id, from, to, message, answer),
    erasePerson(rows, query) {
      // The line of the guard may be about this person: its bytes change, and the journal would look restored.
      journal.record(null, 'erasing', '');
      witness.write(journal.head());
      return journal.erasePerson(rows, query);
    },
    close() {
      let head: HistoryHead | undefined;
      try {
        head = journal.head();
      } finally {
        // Only the close brings everything to the disk.
        journal.close();
      }
      witness.write(head);
    },
  };
}

/**
 * Marks a journal that does not contain its guard's line as restored, once for each such line; from then on the guard follows the journal.
 * Call it before the journal is used. Safe to interrupt and to repeat.
 */
export function judgeByWitness(journal: Journal, witness: Witness, now: () => Date): void {
  const stood = witness.read();
  const judged = stood && `${stood.sequence} ${stood.mark}`;
  if (stood && judged !== undefined && !journal.holds(stood) && journal.fact(restoreFacts.judged) !== judged) {
    journal.setFact(restoreFacts.restored, JSON.stringify(restoredSince(journal, now)));
    // If the guard cannot be written, the next start must not mark the journal again.
    journal.setFact(restoreFacts.judged, judged);
  }
  witness.write(journal.head());
}

/** If an earlier restore is still unresolved, its start counts: it reaches back further than the journal's last line. */
function restoredSince(journal: Journal, now: () => Date): Restored {
  const open = journal.fact(restoreFacts.restored);
  const backupAt = open ? restoredSchema.parse(JSON.parse(open)).backupAt : (journal.lastLineAt() ?? null);
  return { backupAt, restoredAt: now().toISOString() };
}
