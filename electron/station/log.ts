import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Log, logFieldNames } from '../bench/ports/log.ts';

export type { Log };

/** Limit of each of the two files. */
export const mostLogBytes = 5_000_000;
const names = ['station.1.log', 'station.log'] as const;

/**
 * The only log: one line of JSON per event in `station.log`, with the older half kept as `station.1.log`.
 * SECURITY: only the fields of `LogFields` are written, and of a text only one that looks like a code: no name, address, label or secret.
 */
export function createLog(dir: string, now: () => Date): Log {
  mkdirSync(dir, { recursive: true });
  const [older, file] = names.map((name) => join(dir, name)) as [string, string];
  let open: { readonly handle: number; bytes: number } | undefined;

  function opened(): { readonly handle: number; bytes: number } {
    const handle = openSync(file, 'a', 0o600);
    return { handle, bytes: fstatSync(handle).size };
  }

  function write(line: string): void {
    open ??= opened();
    if (open.bytes > mostLogBytes) {
      closeSync(open.handle);
      open = undefined;
      renameIfFree(file, older);
      open = opened();
    }
    open.bytes += writeSync(open.handle, line);
  }

  return (event, fields = {}) => {
    const line = JSON.stringify({ at: now().toISOString(), event, ...allowed(fields) });
    try {
      write(`${line}\n`);
    } catch (error) {
      // A log that cannot be written must not stop a booking; only the console is left.
      console.error('The log cannot be written:', (error as NodeJS.ErrnoException).code);
    }
  };
}

/** If another program is reading the log, the rename fails and the file grows a little longer. */
function renameIfFree(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    console.error('The log cannot be renamed:', (error as NodeJS.ErrnoException).code);
  }
}

/** Keeps only the stack frames: the message in front may quote the data that caused the error. */
const frames = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .join('\n');

/** A code, an id or a word of a state. Blanks, `@` and letters with accents do not occur in them. */
const isCode = (text: string): boolean => /^[\w.:+/-]{0,80}$/.test(text);

/** The fields of a line that may be written or shown. */
function allowed(line: object): Record<string, string | number> {
  const given = line as Readonly<Record<string, unknown>>;
  const kept = logFieldNames.flatMap((name): readonly (readonly [string, string | number])[] => {
    const value = given[name];
    if (typeof value === 'number') return [[name, value]];
    if (typeof value !== 'string') return [];
    if (name === 'stack') return [[name, frames(value)]];
    return [[name, isCode(value) ? value : '(removed)']];
  });
  return Object.fromEntries(kept);
}

/** A line of the log. */
export type LogLine = Readonly<Record<string, string | number>> & { readonly at: string; readonly event: string };

/** The last lines of the log, the oldest first. What an older version wrote is filtered again. */
export function lastLines(dir: string, most: number): readonly LogLine[] {
  const lines = names.flatMap((name) => textOf(join(dir, name)).split('\n').filter(Boolean));
  return lines.slice(-most).flatMap((line) => {
    try {
      const { at, event, ...fields } = JSON.parse(line) as Record<string, unknown>;
      return typeof at === 'string' && typeof event === 'string' && isCode(at) && isCode(event) ? [{ at, event, ...allowed(fields) }] : [];
    } catch {
      // A power cut may leave half a line.
      return [];
    }
  });
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
