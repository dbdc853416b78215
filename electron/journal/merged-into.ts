import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { sqliteError } from './journal-error.ts';

const mergedRow = z.object({ name: z.string(), sequence: z.int(), link: z.string(), at: z.string() });
export type Merged = z.infer<typeof mergedRow>;

/** The journals that were merged into this one, by the names of their files, each with its last line as it was then. Changes nothing. */
export function mergedInto(file: string): readonly Merged[] {
  if (!existsSync(file)) return [];
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: 0 });
    return mergedIn(database);
  } catch (error) {
    throw sqliteError(error, file);
  } finally {
    database?.close();
  }
}

export function mergedIn(database: DatabaseSync): readonly Merged[] {
  const isThere = database.prepare("SELECT 1 AS one FROM main.sqlite_schema WHERE type = 'table' AND name = 'merged_journals'").get();
  return isThere
    ? database
        .prepare('SELECT name, head_sequence AS sequence, head_link AS link, head_at AS at FROM main.merged_journals ORDER BY number')
        .all()
        .map((row) => mergedRow.parse(row))
    : [];
}
