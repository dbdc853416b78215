import { hash } from 'node:crypto';
import { closeSync, fdatasync, openSync } from 'node:fs';
import { backup, type DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { KeyAccount } from '../../shared/key-account.ts';
import type { Remark } from '../../shared/remark.ts';
import type { EventJournal, JournalEvent } from '../bench/ports/journal/events.ts';
import type { HistoryHead } from '../bench/ports/journal/history.ts';
import { createAnswers, type Params } from './answers.ts';
import { type Extent, extentOf, requireWhole } from './check-file.ts';
import { isMetByCommit, JournalError, sqliteError } from './journal-error.ts';
import { listsIn } from './lists-in.ts';
import type { Place, PlacedSealing } from './sealing.ts';
import { createStatements, type Prepared } from './statements.ts';

/** Shared by the files of this folder: commits, parsed rows, encrypted values, the clock, the sequence and the history. */
export interface Store {
  /** Commits all of `work` or nothing of it, and returns when it is on the disk. May be called within another commit. */
  readonly commit: <T>(work: () => T) => T;
  /**
   * Commits made in `work` reach the disk only with the next commit outside of `soon`. A power cut undoes such a commit as a whole,
   * together with all later ones.
   */
  readonly soon: <T>(work: () => T) => T;
  /** Resolves once everything committed so far is on the disk; the program continues meanwhile. Rejects with a `JournalError`. */
  readonly onDisk: () => Promise<void>;
  /**
   * Moves the log into the database file and starts a new log, which waits for the disk. Otherwise a commit does this once the log is
   * large, and takes that much longer.
   */
  readonly checkpoint: () => void;
  readonly inCommit: () => boolean;
  /** Publishes an event once the running commit is done. A rollback discards it. */
  readonly publish: (event: JournalEvent) => void;
  /** Reports the lists that commits in `work` changed only with the next commit outside: for the parts of a whole. */
  readonly unlisted: <T>(work: () => T) => T;
  readonly subscribe: EventJournal['subscribe'];
  /** Changes whenever something may have changed: while it is the same, reading again gives the same result. */
  readonly version: () => number;
  /** Returns the number of changed rows. */
  readonly run: (sql: string, params?: Params) => number;
  /** Like `run` for each of these rows, whose values are `?1`, `?2` and so on, but takes a fraction of the time. */
  readonly runEach: (sql: string, rows: readonly (readonly SQLInputValue[])[]) => void;
  readonly get: <T extends z.ZodType>(row: T, sql: string, params?: Params) => z.infer<T> | undefined;
  readonly all: <T extends z.ZodType>(row: T, sql: string, params?: Params) => z.infer<T>[];
  readonly now: () => string;
  readonly newId: () => string;
  /** Stored with everything that is sent from now on. */
  readonly keyAccount: KeyAccount;
  /** Further accounts that the key in use has access to. */
  readonly accounts: () => readonly string[];
  readonly nextSequence: () => number;
  /** Reserves `count` consecutive numbers and returns the first. */
  readonly nextSequences: (count: number) => number;
  readonly seal: (value: unknown, place: Place) => Uint8Array;
  /**
   * Undefined if key or place do not match, or if the value does not fit this schema. Records that once in the history and changes nothing
   * else.
   */
  readonly unseal: <T extends z.ZodType>(schema: T, sealed: Uint8Array | null, place: Place) => z.infer<T> | undefined;
  readonly sealBytes: (bytes: Uint8Array, place: Place) => Uint8Array;
  readonly unsealBytes: (sealed: Uint8Array, place: Place) => Uint8Array | undefined;
  /** Adds one line to the history, in the running commit if there is one. Returns its sequence number. */
  readonly record: (aboutId: string | null, what: string, detail: Remark) => number;
  readonly head: () => HistoryHead;
  readonly holds: (head: HistoryHead) => boolean;
  readonly lastLineAt: () => string | undefined;
  /** Copies everything to one file, consistent however long it takes. */
  readonly copyTo: (file: string) => Promise<void>;
  readonly extent: () => Extent;
  /** Reads everything: takes seconds for gigabytes. */
  readonly isWhole: () => boolean;
  readonly close: () => void;
}

/** Formats states as a list for `IN`. Only for states of a closed list, because they are not escaped. */
export const inList = (states: readonly string[]): string => `(${states.map((state) => `'${state}'`).join(', ')})`;

export const bytesColumn = z.instanceof(Uint8Array);
/** 4 MB at a time, so that a booking never waits long for a backup. */
const pagesPerStep = 1024;
/** If a commit of this connection falls into the first step of a copy, the copy ends with nothing copied, and is started again. */
const mostBeginnings = 100;
const betweenBeginningsMs = 10;
const synced = promisify(fdatasync);
const lineRow = z.object({ sequence: z.int(), sealed_detail: bytesColumn, at: z.string() });
const sequenceRow = z.object({ last: z.int() });
const beforeTheFirst: HistoryHead = { sequence: 0, mark: '' };
const markOf = (sealed: Uint8Array): string => hash('sha256', sealed, 'hex');

export function createStore(
  database: DatabaseSync,
  sealing: PlacedSealing,
  clock: { now: () => Date; id: () => string; who: () => string; keyAccount: KeyAccount; accounts?: () => readonly string[] },
): Store {
  const prepared = createStatements(database);
  const statement = (sql: string): StatementSync => prepared(sql).statement;
  const answers = createAnswers();
  const saidUnreadable = new Set<string>();

  /** True while a transaction could not be rolled back: nothing is read or written before that succeeds. */
  let isLeftOpen = false;

  /** Newest line of the history, if this connection wrote one; undefined after a rollback. */
  let head: HistoryHead | undefined;

  /** Last number given, if this connection gave one; undefined after a rollback. */
  let lastSequence: number | undefined;
  let isSequenceWritten = true;

  let version = 0;

  const receivers: Parameters<EventJournal['subscribe']>[0][] = [];
  let published: JournalEvent[] = [];
  /** Tables that the running commit wrote, and those of the last commits in `unlisted`. */
  let written = new Set<string>();
  const unlistedTables = new Set<string>();
  let isUnlisted = false;

  function eventsOfCommit(): readonly JournalEvent[] {
    for (const table of written) unlistedTables.add(table);
    const lists = isUnlisted ? [] : listsIn(unlistedTables);
    const events: readonly JournalEvent[] = lists.length > 0 ? [...published, { is: 'lists-changed', lists }] : published;
    if (!isUnlisted) unlistedTables.clear();
    forgetEvents();
    return events;
  }

  function forgetEvents(): void {
    published = [];
    written = new Set();
  }

  function rollBack(): void {
    version += 1;
    forgetEvents();
    answers.forget();
    head = undefined;
    lastSequence = undefined;
    isSequenceWritten = true;
    // SQLite has already rolled back by itself after some errors (a full disk).
    if (database.isTransaction) database.exec('ROLLBACK');
    isLeftOpen = false;
  }

  /** Maps errors of SQLite to `JournalError`s. */
  function asked<T>(ask: () => T): T {
    try {
      if (isLeftOpen) rollBack();
      return ask();
    } catch (error) {
      throw sqliteError(error, String(error));
    }
  }

  let isSoon = false;
  /** Matches the setting with which the journal is opened. */
  let isEachSynced = true;
  function syncEach(each: boolean): void {
    if (each === isEachSynced) return;
    database.exec(`PRAGMA synchronous = ${each ? 'FULL' : 'NORMAL'}`);
    isEachSynced = each;
  }

  let hasWritten = false;
  /** True if a commit may not be on the disk yet: one of this run or of the previous one. */
  let isUnsynced = true;

  function commit<T>(work: () => T): T {
    if (database.isTransaction && !isLeftOpen) return work();
    const result = committed(work);
    const events = eventsOfCommit();
    if (events.length > 0) for (const receive of receivers) receive(events);
    return result;
  }

  function committed<T>(work: () => T): T {
    try {
      if (isLeftOpen) rollBack();
      syncEach(!isSoon);
      hasWritten = false;
      database.exec('BEGIN IMMEDIATE');
      const result = work();
      writeSequence();
      if (hasWritten && isUnsynced) run('UPDATE unsynced SET commits = commits + 1');
      database.exec('COMMIT');
      if (hasWritten) isUnsynced = isSoon;
      return result;
    } catch (error) {
      try {
        rollBack();
      } catch {
        // The first error is the one to report.
        isLeftOpen = true;
      }
      throw sqliteError(error, String(error));
    }
  }

  function wrote({ writes }: Prepared): void {
    hasWritten = true;
    for (const table of writes) written.add(table);
  }

  const run = (sql: string, params: Params = {}): number => {
    version += 1;
    return commit(() => {
      const writing = prepared(sql);
      answers.written(writing);
      const changes = asked(() => Number(writing.statement.run(params).changes));
      if (changes > 0) wrote(writing);
      return changes;
    });
  };

  function runEach(sql: string, rows: readonly (readonly SQLInputValue[])[]): void {
    version += 1;
    commit(() => {
      const writing = prepared(sql);
      answers.written(writing);
      asked(() => {
        let changes = 0;
        for (const row of rows) changes += Number(writing.statement.run(...row).changes);
        if (changes > 0) wrote(writing);
      });
    });
  }

  let log: number | undefined;
  async function onDisk(): Promise<void> {
    if (!isUnsynced) return;
    const upTo = version;
    try {
      log ??= openSync(`${database.location()}-wal`, 'r+');
      await synced(log);
    } catch (error) {
      throw new JournalError('unwritable', String(error), error);
    }
    if (version === upTo) isUnsynced = false;
  }

  function soon<T>(work: () => T): T {
    const before = isSoon;
    isSoon = true;
    try {
      return work();
    } finally {
      isSoon = before;
    }
  }

  function unlisted<T>(work: () => T): T {
    isUnlisted = true;
    try {
      return work();
    } finally {
      isUnlisted = false;
    }
  }

  const now = (): string => clock.now().toISOString();
  const sealBytes = (bytes: Uint8Array, place: Place): Uint8Array => sealing.seal(bytes, place);
  const seal = (value: unknown, place: Place): Uint8Array => sealBytes(new TextEncoder().encode(JSON.stringify(value)), place);

  const nextSequences = (count: number): number =>
    commit(() => {
      lastSequence ??= sequenceRow.parse(statement('SELECT last FROM sequence WHERE one = 1').get()).last;
      lastSequence += count;
      isSequenceWritten = false;
      return lastSequence - count + 1;
    });
  const nextSequence = (): number => nextSequences(1);

  const lineIn = (found: unknown): z.infer<typeof lineRow> | undefined => (found ? lineRow.parse(found) : undefined);
  const lastLine = () =>
    lineIn(asked(() => statement('SELECT sequence, sealed_detail, at FROM history ORDER BY sequence DESC LIMIT 1').get()));
  const lineAt = (sequence: number) =>
    lineIn(asked(() => statement('SELECT sequence, sealed_detail, at FROM history WHERE sequence = $sequence').get({ sequence })));

  function newestHead(): HistoryHead {
    if (head) return head;
    const last = lastLine();
    return last ? { sequence: last.sequence, mark: markOf(last.sealed_detail) } : beforeTheFirst;
  }

  /** Runs once for all numbers of a commit. */
  function writeSequence(): void {
    if (lastSequence === undefined || isSequenceWritten) return;
    run('UPDATE sequence SET last = $last WHERE one = 1', { last: lastSequence });
    isSequenceWritten = true;
  }

  const record = (aboutId: string | null, what: string, detail: Remark): number =>
    commit(() => {
      const sequence = nextSequence();
      const sealed = seal({ detail, by: clock.who() }, ['history.sealed_detail', sequence]);
      run('INSERT INTO history (sequence, at, about_id, what, sealed_detail) VALUES ($sequence, $at, $aboutId, $what, $sealed)', {
        sequence,
        at: now(),
        aboutId,
        what,
        sealed,
      });
      head = { sequence, mark: markOf(sealed) };
      return sequence;
    });

  const sayUnreadable = (place: Place): void => {
    const of = place.join(' of ');
    if (saidUnreadable.has(of)) return;
    saidUnreadable.add(of);
    record(null, 'unreadable', of);
  };

  const unsealBytes = (sealed: Uint8Array, place: Place): Uint8Array | undefined => {
    try {
      return sealing.open(sealed, place);
    } catch {
      sayUnreadable(place);
      return undefined;
    }
  };

  const unseal = <T extends z.ZodType>(schema: T, sealed: Uint8Array | null, place: Place): z.infer<T> | undefined => {
    const bytes = sealed && unsealBytes(sealed, place);
    if (!bytes) return undefined;
    try {
      return schema.parse(JSON.parse(new TextDecoder().decode(bytes)));
    } catch {
      sayUnreadable(place);
      return undefined;
    }
  };

  return {
    commit,
    soon,
    onDisk,
    checkpoint: () => {
      asked(() => database.exec('PRAGMA wal_checkpoint(PASSIVE)'));
      soon(() => run('UPDATE unsynced SET commits = commits + 1'));
    },
    inCommit: () => database.isTransaction,
    publish: (event) => void published.push(event),
    unlisted,
    subscribe: (receive) => void receivers.push(receive),
    version: () => version,
    run,
    runEach,
    get: (row, sql, params = {}) => {
      const [found] = asked(() => answers.rows(prepared(sql), params));
      return found && row.parse(found);
    },
    all: (row, sql, params = {}) => asked(() => answers.rows(prepared(sql), params)).map((found) => row.parse(found)),
    now,
    newId: clock.id,
    keyAccount: clock.keyAccount,
    accounts: clock.accounts ?? (() => []),
    nextSequence,
    nextSequences,
    seal,
    unseal,
    sealBytes,
    unsealBytes,
    record,
    head: newestHead,
    holds: ({ sequence, mark }) => {
      if (sequence === beforeTheFirst.sequence) return true;
      const line = lineAt(sequence);
      return line !== undefined && markOf(line.sealed_detail) === mark;
    },
    lastLineAt: () => lastLine()?.at,
    copyTo: async (file) => {
      for (let begun = 1; ; begun += 1) {
        try {
          await backup(database, file, { rate: pagesPerStep });
          return;
        } catch (error) {
          if (!isMetByCommit(error) || begun === mostBeginnings) throw sqliteError(error, file);
          await wait(betweenBeginningsMs);
        }
      }
    },
    extent: () => extentOf(database),
    isWhole: () => {
      try {
        requireWhole(database, 'this journal');
        return true;
      } catch (error) {
        const found = sqliteError(error, 'this journal');
        if (found instanceof JournalError && found.code === 'damaged') return false;
        throw found;
      }
    },
    close() {
      if (log !== undefined) closeSync(log);
      log = undefined;
      database.close();
    },
  };
}
