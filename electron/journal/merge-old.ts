import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { KeyAccount } from '../../shared/key-account.ts';
import type { World } from '../../shared/world.ts';
import type { Journal } from '../bench/ports/journal.ts';
import type { Log } from '../bench/ports/log.ts';
import { syncFolder } from '../files/durable-file.ts';
import { removeHeld, renameHeld } from '../files/held-file.ts';
import { backupsOf, stampOf } from './backup.ts';
import type { openJournal } from './journal.ts';
import { sqliteError } from './journal-error.ts';
import type { MergedFact } from './merge-facts.ts';
import { mergeJournal } from './merge-journal.ts';
import { type Merged, mergedInto } from './merged-into.ts';
import { oldName, readOldName } from './old-name.ts';
import { mendJournal } from './restore.ts';
import { type Sealing, sealingIn } from './sealing.ts';
import { judgeByWitness, type Witness } from './witness.ts';

interface Where {
  /** The one journal of the world. */
  readonly into: string;
  readonly witnessFolder: string;
  readonly backupFolder: string;
  /** In use now. */
  readonly keyAccount: KeyAccount;
}

interface Merging extends Where {
  readonly world: World;
  readonly sealing: Sealing;
  readonly openJournal: typeof openJournal;
  readonly witnessAt: (file: string) => Witness;
  /** Has a person look at what was begun in a journal that was not in use any more. */
  readonly doubtLeftBehind: (journal: Journal) => void;
  readonly mergedFact: MergedFact;
  readonly now: () => Date;
  readonly id: () => string;
  readonly log: Log;
}

/** An old journal that is damaged or gone, with no good copy. */
export interface LostOld {
  readonly file: string;
  readonly keptAs: readonly string[];
}

export const witnessName = (journalName: string): string => `${journalName}.witness`;

/**
 * Live journals were kept one for each key and account. Those that are not merged yet, by the names of their files, whatever is left of
 * them; of copies alone only those for the key and account in use count: a folder of copies may hold those of another computer.
 */
export function oldJournals({ into, witnessFolder, backupFolder, keyAccount }: Where): readonly string[] {
  const folder = dirname(into);
  const merged = mergedInto(into).map(({ name }) => name);
  const traces = [...namesIn(folder), ...namesIn(witnessFolder)].flatMap(
    (name) => /^(journal-live-[\w-]+\.sqlite)(-wal|\.witness|\.damaged-.*)?$/.exec(name)?.[1] ?? [],
  );
  const own = oldName(keyAccount);
  if (backupsOf(backupFolder, join(folder, own)).length > 0) traces.push(own);
  return [...new Set(traces)].filter((name) => readOldName(name) && (existsSync(join(folder, name)) || !merged.includes(name))).toSorted();
}

/**
 * Merges the old journals into the one of their world and sets their files aside. Each is mended and judged by its own witness before,
 * as at any opening, and taken in one commit; the one that was in use last comes last. Safe to be cut off at any moment and repeated.
 * Answers one that is lost: then none was merged, and nothing may be booked until a person decides.
 */
export function mergeOldJournals(merging: Merging): LostOld | undefined {
  const { into, keyAccount, now, id, world, sealing, mergedFact, log } = merging;
  const prepared: { readonly name: string; readonly file: string; readonly begunAt: string }[] = [];
  for (const name of oldJournals(merging)) {
    const file = join(dirname(into), name);
    const taken = mergedInto(into).findLast((each) => each.name === name);
    if (taken && isAsTaken(file, taken)) {
      setAside(file, now());
      continue;
    }
    const keptAs = prepare(file, merging);
    if (keptAs) return { file, keptAs };
    prepared.push({ name, file, begunAt: lineOf(file, 'ASC')?.at ?? '' });
  }
  const isOwn = (name: string): number => Number(name === oldName(keyAccount));
  prepared.sort((a, b) => isOwn(a.name) - isOwn(b.name) || a.begunAt.localeCompare(b.begunAt) || a.name.localeCompare(b.name));
  for (const { name, file } of prepared) {
    const sentWith = isOwn(name) ? keyAccount : (readOldName(name) ?? keyAccount);
    mergeJournal({ into, from: file, sealing: sealingIn(world, sealing), sentWith, mergedFact, now, id });
    log('journal', { state: 'merged' });
    setAside(file, now());
  }
  return undefined;
}

/** Makes an old journal fit to be merged: whole, at the newest version, with what must be doubted doubted. Answers what is left of a lost one. */
function prepare(file: string, merging: Merging): readonly string[] | undefined {
  const { backupFolder, keyAccount, now, log, world, sealing, id, doubtLeftBehind } = merging;
  const witness = merging.witnessAt(file);
  const isWitnessed = (witness.read()?.sequence ?? 0) > 0;
  const mended = mendJournal({ file, backupFolder, isWitnessed, now, log });
  if (mended.is === 'lost') return mended.keptAs;
  const journal = merging.openJournal({ file, world, sealing, now, id });
  try {
    judgeByWitness(journal, witness, now);
    if (!file.endsWith(oldName(keyAccount))) doubtLeftBehind(journal);
  } finally {
    journal.close();
  }
  return undefined;
}

const lineRow = z.object({ sequence: z.int(), link: z.string(), at: z.string() });

function lineOf(file: string, order: 'ASC' | 'DESC'): z.infer<typeof lineRow> | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: 0 });
    const line = database.prepare(`SELECT sequence, link, at FROM history ORDER BY sequence ${order} LIMIT 1`).get();
    return line && lineRow.parse(line);
  } catch (error) {
    throw sqliteError(error, file);
  } finally {
    database?.close();
  }
}

/** Nothing was written into it since it was merged. One that cannot be read is looked at like any other. */
function isAsTaken(file: string, { sequence, link }: Merged): boolean {
  try {
    const last = lineOf(file, 'DESC');
    return (last?.sequence ?? 0) === sequence && (last?.link ?? '') === link;
  } catch {
    return false;
  }
}

/** Its copies stay where they are, under the name it had. */
function setAside(file: string, at: Date): void {
  const to = `${file}.merged-${stampOf(at)}`;
  for (const end of ['', '-wal']) if (existsSync(file + end)) renameHeld(file + end, to + end);
  removeHeld(`${file}-shm`);
  syncFolder(dirname(file));
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);
