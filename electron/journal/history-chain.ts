import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { HistoryBreak } from '../bench/ports/journal/history.ts';
import type { Place, PlacedSealing } from './sealing.ts';

/** Which line is the newest and its link, kept sealed apart from the lines: so the removal of the last one is found too. */
const headSchema = z.object({ sequence: z.int(), link: z.string() });
type Head = z.infer<typeof headSchema>;

interface Line {
  readonly sequence: number;
  readonly at: string;
  readonly about_id: string | null;
  readonly what: string;
}

const bytes = z.instanceof(Uint8Array);
const unlinkedRow = z.object({
  sequence: z.int(),
  at: z.string(),
  about_id: z.string().nullable(),
  what: z.string(),
  sealed_detail: bytes,
});
const linkedRow = unlinkedRow.extend({ detail_hash: z.string().nullable(), link: z.string().nullable() });

export const beforeTheFirst: Head = { sequence: 0, link: '' };

export const hashOf = (sealed: Uint8Array): string => hash('sha256', sealed, 'hex');

/**
 * A line's link: over the link before it, what is readable of the line, and the hash of its sealed detail, never the detail itself.
 * So a detail may be erased (emptied, its hash stays) and every other line still follows.
 */
export const linkOf = (before: string, { sequence, at, about_id, what }: Line, detailHash: string): string =>
  hash('sha256', JSON.stringify([before, sequence, at, about_id, what, detailHash]), 'hex');

const headPlace: Place = ['facts.value', 'history-head'];

export const sealHead = (head: Head, { seal }: Pick<PlacedSealing, 'seal'>): string =>
  Buffer.from(seal(new TextEncoder().encode(JSON.stringify(head)), headPlace)).toString('base64');

/** Undefined where it is missing, changed, or sealed with another key. */
export function readHead(database: DatabaseSync, { open }: Pick<PlacedSealing, 'open'>): Head | undefined {
  const value = database.prepare("SELECT value FROM facts WHERE name = 'history-head'").get()?.['value'];
  try {
    return headSchema.parse(JSON.parse(new TextDecoder().decode(open(new Uint8Array(Buffer.from(String(value), 'base64')), headPlace))));
  } catch {
    return undefined;
  }
}

/** Whether a line is what was written, and was written after the one with this link. */
function isTrue(line: z.infer<typeof linkedRow>, linkBefore: string): boolean {
  const isErased = line.sealed_detail.length === 0;
  const isDetailTrue = line.detail_hash !== null && (isErased || hashOf(line.sealed_detail) === line.detail_hash);
  return isDetailTrue && line.link === linkOf(linkBefore, line, line.detail_hash ?? '');
}

/**
 * Whether these lines are what was written, and so is the one after each, or the end of the history: so nothing was changed in them
 * or taken out beside them. Reads no others.
 */
export function isWholeAround(database: DatabaseSync, sealing: Pick<PlacedSealing, 'open'>, sequences: readonly number[]): boolean {
  const before = database.prepare('SELECT link FROM history WHERE sequence < ? ORDER BY sequence DESC LIMIT 1');
  const from = database.prepare('SELECT * FROM history WHERE sequence >= ? ORDER BY sequence LIMIT 2');
  return sequences.every((sequence) => {
    const [line, next] = from.all(sequence).map((found) => linkedRow.parse(found));
    const linkBefore = before.get(sequence)?.['link'];
    if (line?.sequence !== sequence || !isTrue(line, typeof linkBefore === 'string' ? linkBefore : beforeTheFirst.link)) return false;
    if (next) return isTrue(next, line.link ?? '');
    const head = readHead(database, sealing);
    return head?.sequence === sequence && head.link === line.link;
  });
}

/**
 * The first of the newest `lines` of the history that is not what was written, or undefined where all are. Where only a part is
 * read, the line before it is taken as it is.
 */
export function firstBreak(database: DatabaseSync, sealing: Pick<PlacedSealing, 'open'>, lines: number): HistoryBreak | undefined {
  const head = readHead(database, sealing);
  if (!head) return { sequence: 0, is: 'head-unreadable' };
  const { start } = z
    .object({ start: z.int() })
    .parse(
      database
        .prepare('SELECT coalesce(min(sequence), 0) AS start FROM (SELECT sequence FROM history ORDER BY sequence DESC LIMIT ?)')
        .get(lines),
    );
  const before = database.prepare('SELECT link FROM history WHERE sequence < ? ORDER BY sequence DESC LIMIT 1').get(start)?.['link'];
  let last: Head = { sequence: 0, link: typeof before === 'string' ? before : beforeTheFirst.link };
  for (const found of database.prepare('SELECT * FROM history WHERE sequence >= ? ORDER BY sequence').iterate(start)) {
    const line = linkedRow.parse(found);
    if (!isTrue(line, last.link)) return { sequence: line.sequence, is: 'line-changed' };
    last = { sequence: line.sequence, link: line.link ?? '' };
  }
  return last.sequence === head.sequence && last.link === head.link ? undefined : { sequence: head.sequence, is: 'end-missing' };
}
