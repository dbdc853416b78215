import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../bench/ports/log.ts';

export type { Log };

const mostBytes = 5_000_000;

/**
 * The only log: one line of JSON per event in `station.log`, with the older half kept as `station.1.log`.
 * Only the fields of `LogFields` exist, so no name, address, label or secret can reach it.
 */
export function createLog(dir: string, now: () => Date): Log {
  mkdirSync(dir, { recursive: true });
  const file = join(dir, 'station.log');
  let open: { readonly handle: number; bytes: number } | undefined;

  function opened(): { readonly handle: number; bytes: number } {
    const handle = openSync(file, 'a', 0o600);
    return { handle, bytes: fstatSync(handle).size };
  }

  function write(line: string): void {
    open ??= opened();
    if (open.bytes > mostBytes) {
      closeSync(open.handle);
      open = undefined;
      renameIfFree(file, join(dir, 'station.1.log'));
      open = opened();
    }
    open.bytes += writeSync(open.handle, line);
  }

  return (event, fields = {}) => {
    const line = JSON.stringify({ at: now().toISOString(), event, ...fields, ...(fields.stack ? { stack: frames(fields.stack) } : {}) });
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
