import { hash } from 'node:crypto';
import { closeSync, fdatasync, openSync } from 'node:fs';
import { backup, type DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { KeyAccount } from '../../shared/key-account.ts';
import type { Remark } from '../../shared/remark.ts';
import type { KeptClass } from '../../shared/retention.ts';
import type { EventJournal, JournalEvent } from '../bench/ports/journal/events.ts';
import type { HistoryHead } from '../bench/ports/journal/history.ts';
import { createAnswers, type Params } from './answers.ts';
import { type Extent, extentOf, requireWhole } from './check-file.ts';
import { createDayKeys, type DayKey, type DayKeys } from './day-keys.ts';
import { encryptRowsAgain } from './encrypt-again.ts';
import type { Place, RootEncryption } from './encryption.ts';
import { isMetByCommit, JournalError, sqliteError } from './journal-error.ts';
import { listsIn } from './lists-in.ts';
import { createStatements } from './statements.ts';

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
  /** Moves all of the log into the database file and cuts the log to nothing. False if a copy is being made. */
  readonly emptyLog: () => boolean;
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
  readonly encrypt: (value: unknown, place: Place) => Uint8Array;
  /** As `encrypt`, for a value that others had since this time: it is kept as long as theirs. */
  readonly encryptSince: (value: unknown, place: Place, since: string) => Uint8Array;
  /**
   * Undefined if key or place do not match, or if the value does not fit this schema. Records that once in the history and changes nothing
   * else.
   */
  readonly decrypt: <T extends z.ZodType>(schema: T, encrypted: Uint8Array | null, place: Place) => z.infer<T> | undefined;
  readonly encryptBytes: (bytes: Uint8Array, place: Place) => Uint8Array;
  readonly decryptBytes: (encrypted: Uint8Array, place: Place) => Uint8Array | undefined;
  /** True if the value was deleted on purpose, when its time was over or its person was erased. `decrypt` does not report it. */
  readonly isForgotten: (encrypted: Uint8Array) => boolean;
  /** The key of today for one kind of data. It is on the disk with the next commit. */
  readonly keyOfToday: (of: KeptClass) => DayKey;
  /** `forget` is called when values were deleted: what was decrypted of them must leave the memory. */
  readonly whenForgotten: (forget: () => void) => void;
  /** To be called by whoever deleted keys or values, after the commit. */
  readonly forgotten: () => void;
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
  /** Encrypts what the data key itself encrypts again, in one commit. Returns the number of values. */
  readonly encryptAgain: (again: (bytes: Uint8Array, place: string) => Uint8Array | undefined) => number;
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
const lineRow = z.object({ sequence: z.int(), encrypted_detail: bytesColumn, at: z.string() });
const sequenceRow = z.object({ last: z.int() });
const beforeTheFirst: HistoryHead = { sequence: 0, mark: '' };
const markOf = (encrypted: Uint8Array): string => hash('sha256', encrypted, 'hex');

interface Clock {
  readonly now: () => Date;
  readonly id: () => string;
  readonly who: () => string;
  readonly keyAccount: KeyAccount;
  readonly accounts?: () => readonly string[];
}

export function createStore(database: DatabaseSync, encryption: RootEncryption, clock: Clock): Store {
  let day: string | undefined;
  const now = (): string => {
    const at = clock.now().toISOString();
    day = at.slice(0, 10);
    return at;
  };
  const commits = createCommits(database, {
    rolledBack: () => {
      history.forgetHead();
      keys.rolledBack();
    },
    beforeCommit: () => keys.write(),
    afterCommit: () => keys.committed(),
  });
  const { asked, run, soon, disk } = commits;
  const keys = createDayKeys(encryption, {
    all: () => commits.rows('SELECT number, day, class, encrypted, forgotten FROM day_keys', {}),
    insert: ({ number, day: of, class: kind, encrypted }) =>
      run('INSERT INTO day_keys (number, day, class, encrypted) VALUES ($number, $of, $kind, $encrypted)', { number, of, kind, encrypted }),
    // That of the last commit or look at the clock: reading it for each value would take longer than encrypting it.
    today: () => day ?? now().slice(0, 10),
  });
  const { encrypt: encryptBytes } = keys;
  const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
  const encrypt = (value: unknown, place: Place): Uint8Array => encryptBytes(bytesOf(value), place);
  const history = createHistory(commits, { now, who: clock.who, encrypt });
  const forgetting: (() => void)[] = [keys.forget];

  return {
    commit: commits.commit,
    soon,
    onDisk: disk.onDisk,
    checkpoint: () => {
      asked(() => database.exec('PRAGMA wal_checkpoint(PASSIVE)'));
      soon(() => run('UPDATE unsynced SET commits = commits + 1'));
    },
    emptyLog: () => asked(() => database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0),
    inCommit: () => database.isTransaction,
    publish: commits.events.publish,
    unlisted: commits.events.unlisted,
    subscribe: commits.events.subscribe,
    version: commits.version,
    run,
    runEach: commits.runEach,
    get: (row, sql, params = {}) => {
      const [found] = commits.rows(sql, params);
      return found && row.parse(found);
    },
    all: (row, sql, params = {}) => commits.rows(sql, params).map((found) => row.parse(found)),
    now,
    newId: clock.id,
    keyAccount: clock.keyAccount,
    accounts: clock.accounts ?? (() => []),
    nextSequence: () => commits.nextSequences(1),
    nextSequences: commits.nextSequences,
    encrypt,
    encryptSince: (value, place, since) => keys.encryptOfDay(bytesOf(value), place, since.slice(0, 10)),
    encryptBytes,
    ...createDecryption(keys, history.record),
    isForgotten: keys.isForgotten,
    keyOfToday: keys.current,
    whenForgotten: (forget) => void forgetting.push(forget),
    forgotten: () => {
      for (const forget of forgetting) forget();
    },
    record: history.record,
    head: history.head,
    holds: history.holds,
    lastLineAt: history.lastLineAt,
    copyTo: (file) => copyTo(database, file),
    extent: () => extentOf(database),
    isWhole: () => isWhole(database),
    encryptAgain(again) {
      // Writes the keys of days that were made before, so that they are among the rows.
      commits.commit(() => undefined);
      const changed = commits.commit(() => encryptRowsAgain({ all: (sql) => commits.rows(sql, {}), run }, encryption.world, again));
      if (changed > 0) keys.forget();
      return changed;
    },
    close() {
      disk.close();
      database.close();
    },
  };
}

type Commits = ReturnType<typeof createCommits>;

/** Reads and writes the database. Each write is part of a commit. `rolledBack`: called when everything since the last commit is undone. */
function createCommits(
  database: DatabaseSync,
  {
    rolledBack,
    beforeCommit,
    afterCommit,
  }: { readonly rolledBack: () => void; readonly beforeCommit: () => void; readonly afterCommit: () => void },
) {
  const prepared = createStatements(database);
  const statement = (sql: string): StatementSync => prepared(sql).statement;
  const answers = createAnswers();
  const events = createCommitEvents();
  let version = 0;
  const disk = createDiskSync(database, () => version);
  const sequence = createSequence(statement, run);

  /** True while a transaction could not be rolled back: nothing is read or written before that succeeds. */
  let isLeftOpen = false;
  let hasWritten = false;

  function rollBack(): void {
    version += 1;
    events.forget();
    answers.forget();
    rolledBack();
    sequence.forget();
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

  function commit<T>(work: () => T): T {
    if (database.isTransaction && !isLeftOpen) return work();
    const result = committed(work);
    events.deliver();
    return result;
  }

  function committed<T>(work: () => T): T {
    try {
      if (isLeftOpen) rollBack();
      disk.beforeCommit();
      hasWritten = false;
      database.exec('BEGIN IMMEDIATE');
      const result = work();
      sequence.write();
      beforeCommit();
      if (hasWritten && disk.isUnsynced()) run('UPDATE unsynced SET commits = commits + 1');
      database.exec('COMMIT');
      afterCommit();
      if (hasWritten) disk.committed();
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

  /** `write` returns the number of changed rows. */
  function written(sql: string, write: (writing: StatementSync) => number): number {
    version += 1;
    return commit(() => {
      const writing = prepared(sql);
      answers.written(writing);
      const changes = asked(() => write(writing.statement));
      if (changes > 0) {
        hasWritten = true;
        events.wrote(writing.writes);
      }
      return changes;
    });
  }

  function run(sql: string, params: Params = {}): number {
    return written(sql, (writing) => Number(writing.run(params).changes));
  }

  return {
    asked,
    commit,
    statement,
    events,
    disk,
    soon: disk.soon,
    version: () => version,
    run,
    runEach(sql: string, rows: readonly (readonly SQLInputValue[])[]): void {
      written(sql, (writing) => {
        let changes = 0;
        for (const row of rows) changes += Number(writing.run(...row).changes);
        return changes;
      });
    },
    rows: (sql: string, params: Params) => asked(() => answers.rows(prepared(sql), params)),
    nextSequences: (count: number): number => commit(() => sequence.next(count)),
  };
}

/** Collects the events of a commit and delivers them after it. */
function createCommitEvents() {
  const receivers: Parameters<EventJournal['subscribe']>[0][] = [];
  let published: JournalEvent[] = [];
  /** Tables that the running commit wrote, and those of the last commits in `unlisted`. */
  let written = new Set<string>();
  const unlistedTables = new Set<string>();
  let isUnlisted = false;

  function forget(): void {
    published = [];
    written = new Set();
  }

  function eventsOfCommit(): readonly JournalEvent[] {
    for (const table of written) unlistedTables.add(table);
    const lists = isUnlisted ? [] : listsIn(unlistedTables);
    const events: readonly JournalEvent[] = lists.length > 0 ? [...published, { is: 'lists-changed', lists }] : published;
    if (!isUnlisted) unlistedTables.clear();
    forget();
    return events;
  }

  return {
    forget,
    subscribe: (receive: (typeof receivers)[number]) => void receivers.push(receive),
    publish: (event: JournalEvent) => void published.push(event),
    wrote(tables: ReadonlySet<string>): void {
      for (const table of tables) written.add(table);
    },
    deliver(): void {
      const events = eventsOfCommit();
      if (events.length > 0) for (const receive of receivers) receive(events);
    },
    unlisted<T>(work: () => T): T {
      isUnlisted = true;
      try {
        return work();
      } finally {
        isUnlisted = false;
      }
    },
  };
}

/** Decides which commits wait for the disk. */
function createDiskSync(database: DatabaseSync, version: () => number) {
  let isSoon = false;
  /** Matches the setting with which the journal is opened. */
  let isEachSynced = true;
  /** True if a commit may not be on the disk yet: one of this run or of the previous one. */
  let isUnsynced = true;
  let log: number | undefined;

  return {
    isUnsynced: () => isUnsynced,
    beforeCommit(): void {
      if (isEachSynced === !isSoon) return;
      database.exec(`PRAGMA synchronous = ${isSoon ? 'NORMAL' : 'FULL'}`);
      isEachSynced = !isSoon;
    },
    committed(): void {
      isUnsynced = isSoon;
    },
    soon<T>(work: () => T): T {
      const before = isSoon;
      isSoon = true;
      try {
        return work();
      } finally {
        isSoon = before;
      }
    },
    async onDisk(): Promise<void> {
      if (!isUnsynced) return;
      const upTo = version();
      try {
        log ??= openSync(`${database.location()}-wal`, 'r+');
        await synced(log);
      } catch (error) {
        throw new JournalError('unwritable', String(error), error);
      }
      if (version() === upTo) isUnsynced = false;
    },
    close(): void {
      if (log !== undefined) closeSync(log);
      log = undefined;
    },
  };
}

/** Gives the numbers of the sequence, within a commit. */
function createSequence(statement: (sql: string) => StatementSync, run: Store['run']) {
  /** Last number given, if this connection gave one; undefined after a rollback. */
  let last: number | undefined;
  let isWritten = true;
  return {
    next(count: number): number {
      last ??= sequenceRow.parse(statement('SELECT last FROM sequence WHERE one = 1').get()).last;
      last += count;
      isWritten = false;
      return last - count + 1;
    },
    /** Runs once for all numbers of a commit. */
    write(): void {
      if (last === undefined || isWritten) return;
      run('UPDATE sequence SET last = $last WHERE one = 1', { last });
      isWritten = true;
    },
    forget(): void {
      last = undefined;
      isWritten = true;
    },
  };
}

function createHistory(
  { commit, asked, statement, run, nextSequences }: Commits,
  deps: Pick<Store, 'now' | 'encrypt'> & Pick<Clock, 'who'>,
) {
  /** Newest line of the history, if this connection wrote one; undefined after a rollback. */
  let head: HistoryHead | undefined;

  const lineIn = (found: unknown): z.infer<typeof lineRow> | undefined => (found ? lineRow.parse(found) : undefined);
  const lastLine = () =>
    lineIn(asked(() => statement('SELECT sequence, encrypted_detail, at FROM history ORDER BY sequence DESC LIMIT 1').get()));
  const lineAt = (sequence: number) =>
    lineIn(asked(() => statement('SELECT sequence, encrypted_detail, at FROM history WHERE sequence = $sequence').get({ sequence })));

  return {
    forgetHead(): void {
      head = undefined;
    },
    record: (aboutId: string | null, what: string, detail: Remark): number =>
      commit(() => {
        const sequence = nextSequences(1);
        const encrypted = deps.encrypt({ detail, by: deps.who() }, ['history.encrypted_detail', sequence]);
        run('INSERT INTO history (sequence, at, about_id, what, encrypted_detail) VALUES ($sequence, $at, $aboutId, $what, $encrypted)', {
          sequence,
          at: deps.now(),
          aboutId,
          what,
          encrypted,
        });
        head = { sequence, mark: markOf(encrypted) };
        return sequence;
      }),
    head(): HistoryHead {
      if (head) return head;
      const last = lastLine();
      return last ? { sequence: last.sequence, mark: markOf(last.encrypted_detail) } : beforeTheFirst;
    },
    holds({ sequence, mark }: HistoryHead): boolean {
      if (sequence === beforeTheFirst.sequence) return true;
      const line = lineAt(sequence);
      return line !== undefined && markOf(line.encrypted_detail) === mark;
    },
    lastLineAt: () => lastLine()?.at,
  };
}

function createDecryption(keys: DayKeys, record: Store['record']): Pick<Store, 'decrypt' | 'decryptBytes'> {
  const reportedPlaces = new Set<string>();

  const reportUnreadable = (place: Place): void => {
    const of = place.join(' of ');
    if (reportedPlaces.has(of)) return;
    reportedPlaces.add(of);
    record(null, 'unreadable', of);
  };

  const decryptBytes = (encrypted: Uint8Array, place: Place): Uint8Array | undefined => {
    if (keys.isForgotten(encrypted)) return undefined;
    try {
      return keys.decrypt(encrypted, place);
    } catch {
      reportUnreadable(place);
      return undefined;
    }
  };

  return {
    decryptBytes,
    decrypt(schema, encrypted, place) {
      const bytes = encrypted && decryptBytes(encrypted, place);
      if (!bytes) return undefined;
      try {
        return schema.parse(JSON.parse(new TextDecoder().decode(bytes)));
      } catch {
        reportUnreadable(place);
        return undefined;
      }
    },
  };
}

async function copyTo(database: DatabaseSync, file: string): Promise<void> {
  for (let begun = 1; ; begun += 1) {
    try {
      await backup(database, file, { rate: pagesPerStep });
      return;
    } catch (error) {
      if (!isMetByCommit(error) || begun === mostBeginnings) throw sqliteError(error, file);
      await wait(betweenBeginningsMs);
    }
  }
}

function isWhole(database: DatabaseSync): boolean {
  try {
    requireWhole(database, 'this journal');
    return true;
  } catch (error) {
    const found = sqliteError(error, 'this journal');
    if (found instanceof JournalError && found.code === 'damaged') return false;
    throw found;
  }
}
