import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { checkFile } from '../../electron/journal/check-file.ts';
import { isLogDamaged } from '../../electron/journal/log-check.ts';
import { bookingStates } from '../../shared/booking.ts';
import { createDice } from '../crash/dice.ts';
import { quickFolder } from '../quick-folder.ts';
import { journalAt } from './temporary-journal.ts';

/** A disk keeps or loses a sector as a whole. */
const sectorBytes = 512;

type FileName = 'journal' | 'log';
type Event =
  | { readonly is: 'write'; readonly file: FileName; readonly at: number; readonly bytes: Buffer }
  | { readonly is: 'cut'; readonly file: FileName; readonly size: number }
  /** `covers`: number of events that had ended when it began; it ran beside the others. */
  | { readonly is: 'sync'; readonly file: FileName; readonly covers: number }
  | { readonly is: 'acked'; readonly key: string; readonly state: string };

export interface Recording {
  /** The journal file before the first event; there was no log. */
  readonly before: Buffer;
  readonly events: readonly Event[];
}

export interface Verdict {
  readonly states: number;
  /** States in which at least one acknowledged row was missing. */
  readonly ackedLost: number;
  readonly corrupt: number;
}

/** Why the system calls of a child cannot be recorded here, or null if they can. */
export function whyNotTraced(): string | null {
  const { status, error, stderr } = spawnSync('strace', ['-o', '/dev/null', 'true'], { encoding: 'utf8' });
  if (error) return `strace cannot be started: ${error.message}`;
  return status === 0 ? null : `strace cannot trace: ${stderr.trim()}`;
}

/** The recorded program: a journal alone, which syncs each of its steps, or a station that buys and prints. */
export type Recorded = 'journal' | 'station';

/** Runs the program in a process of its own, and records every write, sync and acknowledgement in order. */
export function record(of: Recorded, synchronous: 'FULL' | 'NORMAL', bookings: number): Recording {
  const dir = mkdtempSync(join(tmpdir(), 'packbench-power-'));
  try {
    const [acks, trace] = [join(dir, 'acks'), join(dir, 'trace')];
    const { file, child } = of === 'journal' ? journalIn(dir) : stationIn(dir);
    const before = readFileSync(file);
    const paths = [file, `${file}-wal`, acks].flatMap((path) => ['-P', path]);
    const calls = 'trace=openat,close,write,pwrite64,fsync,fdatasync,ftruncate,unlink';
    const ran = spawnSync(
      'strace',
      ['-f', '--seccomp-bpf', '-xx', '-s', '200000', '-e', calls, ...paths, '-o', trace, ...child(acks, String(bookings), synchronous)],
      { encoding: 'utf8' },
    );
    if (ran.status !== 0) throw new Error(`The recorded journal ended with ${ran.status}: ${ran.stderr}`);
    return { before, events: readTrace(readFileSync(trace, 'latin1'), { journal: file, log: `${file}-wal`, acks }) };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

interface Traced {
  readonly file: string;
  readonly child: (acks: string, bookings: string, synchronous: string) => string[];
}

const program = (name: string, at: string): string[] => [process.execPath, join(import.meta.dirname, name), at];

function journalIn(dir: string): Traced {
  const file = join(dir, 'journal.db');
  journalAt(file).close();
  return { file, child: (...args) => [...program('power-child.ts', file), ...args] };
}

function stationIn(dir: string): Traced {
  const dataDir = join(dir, 'station');
  const [node = '', ...rest] = program('power-station-child.ts', dataDir);
  const { status, stderr } = spawnSync(node, rest, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The station was not set up: ${stderr}`);
  return { file: join(dataDir, 'journal-training.sqlite'), child: (...args) => [node, ...rest, ...args] };
}

const unhex = (text: string): Buffer => Buffer.from(text.replaceAll('\\x', ''), 'hex');

function readTrace(trace: string, paths: Record<FileName | 'acks', string>): Event[] {
  const open = new Map<string, FileName | 'acks'>();
  const events: Event[] = [];
  /** Per thread: a call that another thread interrupted, and the number of events that had ended when it began. */
  const begun = new Map<string, { readonly text: string; readonly after: number }>();
  for (const traced of trace.split('\n')) {
    const [, thread = '', text = ''] = /^(\d+) +(.*)$/.exec(traced) ?? [];
    if (text.endsWith(' <unfinished ...>')) {
      begun.set(thread, { text: text.slice(0, -' <unfinished ...>'.length), after: events.length });
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(text);
    const first = resumed ? begun.get(thread) : undefined;
    const line = first ? first.text + resumed?.[1] : text;
    const covers = first?.after ?? events.length;
    const opened = /^openat\(\w+, "([^"]*)".* = (\d+)$/.exec(line);
    if (opened) {
      const path = unhex(opened[1] ?? '').toString();
      const name = (Object.keys(paths) as (keyof typeof paths)[]).find((each) => paths[each] === path);
      if (name) open.set(opened[2] ?? '', name);
      continue;
    }
    const [, call = '', fd = '', rest = ''] = /^(\w+)\((\d+)(.*)$/.exec(line) ?? [];
    const file = open.get(fd);
    if (!file) continue;
    if (call === 'close') open.delete(fd);
    else if (file === 'acks') {
      const [key = '', state = ''] = unhex(/"([^"]*)"/.exec(rest)?.[1] ?? '')
        .toString()
        .trim()
        .split(' ');
      events.push({ is: 'acked', key, state });
    } else if (call === 'pwrite64') {
      const [, data = '', at = ''] = /^, "([^"]*)", \d+, (\d+)\)/.exec(rest) ?? [];
      events.push({ is: 'write', file, at: Number(at), bytes: unhex(data) });
    } else if (call === 'ftruncate') events.push({ is: 'cut', file, size: Number(/^, (\d+)\)/.exec(rest)?.[1]) });
    else if (call === 'fsync' || call === 'fdatasync') events.push({ is: 'sync', file, covers });
    else throw new Error(`An unforeseen call on the ${file}: ${line.slice(0, 100)}`);
  }
  return events;
}

type Unsynced = Extract<Event, { is: 'write' | 'cut' }>;

/**
 * Builds the states that a disk may hold if the power fails after each event: all the writes since the last sync of their file, none of
 * them, or any of their sectors. Opens every state as the program would, and compares it with the acknowledgements until then. With
 * `untilLost` a run ends at the first event after which something is lost.
 */
export function rebuild({ before, events }: Recording, leastStates: number, seed: number, untilLost = false): Verdict {
  const dice = createDice(`power ${seed}`);
  const dir = mkdtempSync(join(quickFolder, 'packbench-power-'));
  const synced: Record<FileName, Buffer> = { journal: before, log: Buffer.alloc(0) };
  const unsynced: Record<FileName, (readonly [at: number, Unsynced])[]> = { journal: [], log: [] };
  const writesTo = (file: FileName): Unsynced[] => unsynced[file].map(([, write]) => write);
  const acked = new Map<string, string>();
  const randomPerEvent = Math.max(1, Math.ceil(leastStates / events.length) - 2);
  const verdict = { states: 0, ackedLost: 0, corrupt: 0 };
  const judge = (keeps: (sectors: number) => boolean): void => {
    const file = join(dir, 'journal.db');
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(file + end, { force: true });
    const log = apply(synced.log, writesTo('log'), keeps);
    writeFileSync(file, apply(synced.journal, writesTo('journal'), keeps));
    if (log.length > 0) writeFileSync(`${file}-wal`, log);
    verdict.states += 1;
    const held = heldBy(file);
    if (!held) verdict.corrupt += 1;
    else if ([...acked].some(([key, state]) => !reaches(held.get(key), state))) verdict.ackedLost += 1;
  };
  try {
    for (const [at, event] of events.entries()) {
      if (event.is === 'acked') acked.set(event.key, event.state);
      else if (event.is === 'sync') {
        const isCovered = ([writtenAt]: readonly [at: number, Unsynced]): boolean => writtenAt < event.covers;
        const covered = unsynced[event.file].filter(isCovered).map(([, write]) => write);
        synced[event.file] = apply(synced[event.file], covered, () => true);
        unsynced[event.file] = unsynced[event.file].filter((each) => !isCovered(each));
      } else unsynced[event.file].push([at, event]);
      judge(() => true);
      judge(() => false);
      for (let again = 0; again < randomPerEvent; again += 1) judge(() => dice.chance(0.5));
      if (untilLost && verdict.ackedLost > 0) break;
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  return verdict;
}

function apply(base: Buffer, writes: readonly Unsynced[], keeps: (sector: number) => boolean): Buffer {
  let image = base;
  let isOwn = false;
  const grow = (size: number): void => {
    const next = Buffer.alloc(Math.max(size, image.length));
    image.copy(next);
    image = next;
    isOwn = true;
  };
  for (const write of writes) {
    if (write.is === 'cut') {
      if (keeps(0)) image = image.subarray(0, write.size);
      continue;
    }
    for (let from = 0; from < write.bytes.length; from += sectorBytes) {
      if (!keeps(from)) continue;
      const part = write.bytes.subarray(from, from + sectorBytes);
      if (!isOwn || image.length < write.at + from + part.length) grow(write.at + from + part.length);
      part.copy(image, write.at + from);
    }
  }
  return image;
}

/** Last state of each order in a journal that opens intact; undefined if it does not. */
function heldBy(file: string): Map<string, string> | undefined {
  try {
    checkFile(file);
    if (isLogDamaged(file)) return undefined;
  } catch {
    return undefined;
  }
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = database
      .prepare(
        `SELECT order_key AS key, CASE
           WHEN EXISTS (SELECT 1 FROM print_jobs WHERE booking_id = bookings.id AND state = 'printed') THEN 'printed'
           WHEN EXISTS (SELECT 1 FROM print_jobs WHERE booking_id = bookings.id AND marked_address IS NOT NULL) THEN 'marked'
           WHEN EXISTS (SELECT 1 FROM print_jobs JOIN kept ON owner_id = print_jobs.id
             WHERE booking_id = bookings.id AND length(encrypted) > 60000) THEN 'queued'
           ELSE state END AS state FROM bookings`,
      )
      .all();
    return new Map(rows.map((row) => [String(row['key']), String(row['state'])]));
  } finally {
    database.close();
  }
}

const steps: readonly string[] = [...bookingStates.slice(0, bookingStates.indexOf('booked') + 1), 'queued', 'marked', 'printed'];
const reaches = (held: string | undefined, acked: string): boolean => held !== undefined && steps.indexOf(held) >= steps.indexOf(acked);
