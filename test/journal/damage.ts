import { closeSync, existsSync, openSync, readFileSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';

const pageBytes = 4096;

/** Real damage to a file, as disks and users cause it. */
export const damage = {
  truncate: (file: string): void => truncateSync(file, Math.floor(statSync(file).size / 2 / pageBytes) * pageBytes),
  cutMidPage: (file: string): void => truncateSync(file, statSync(file).size - pageBytes / 2),
  empty: (file: string): void => truncateSync(file, 0),
  zeroPages: (file: string): void => overwrite(file, pageBytes, Buffer.alloc(statSync(file).size - pageBytes)),
  overwriteHeader: (file: string): void => overwrite(file, 0, Buffer.alloc(100, 'x')),
  replace: (file: string): void => writeFileSync(file, 'Dear customer, this is not a journal at all. '.repeat(400)),
  /** Changes the head of each page but the first; it counts and locates the rows of the page. */
  flipBytes: (file: string): void => {
    const bytes = readFileSync(file);
    for (let page = 1; page < bytes.length / pageBytes; page += 1)
      for (const at of [3, 4, 8, 9]) bytes[page * pageBytes + at] = (bytes[page * pageBytes + at] ?? 0) ^ 0xff;
    writeFileSync(file, bytes);
  },
} as const;

/** Flips one bit of the log, at this share of its length. */
export function flipInLog(file: string, share: number): void {
  const log = `${file}-wal`;
  if (!existsSync(log)) throw new Error('there is no log to damage');
  const at = Math.floor(statSync(log).size * share);
  overwrite(log, at, Buffer.of((readFileSync(log)[at] ?? 0) ^ 0x10));
}

function overwrite(file: string, at: number, bytes: Uint8Array): void {
  const handle = openSync(file, 'r+');
  try {
    writeSync(handle, bytes, 0, bytes.length, at);
  } finally {
    closeSync(handle);
  }
}
