import { existsSync, readFileSync } from 'node:fs';

const headerBytes = 32;
const frameHeaderBytes = 24;
/** The lowest bit is the byte order of the checksums. */
const magic = 0x377f0682;

/** Written on an extra page with a commit if the previous commit was not synced. This value occurs nowhere else. */
export const behindUnsynced = '7c0e2b9d54f84a1e9b36d1a85fe20c47';

type Sum = readonly [number, number];

/**
 * True if SQLite would silently drop acknowledged commits of this write-ahead log. SQLite reads a log only up to the first frame with a
 * wrong checksum. That is right after a power cut, when the last commits may be torn. But a commit without the mark `behindUnsynced` began
 * when all commits before it were on the disk: if it follows a wrong frame that ends in a commit, the wrong frame was damaged later.
 * The format: https://sqlite.org/fileformat2.html#walformat. Damage in the very last commit cannot be distinguished from a torn one.
 */
export function isLogDamaged(file: string): boolean {
  const log = `${file}-wal`;
  return existsSync(log) && isDamaged(readFileSync(log));
}

function isDamaged(log: Buffer): boolean {
  if (log.length < headerBytes) return false;
  const isBigEndian = log.readUInt32BE(0) === magic + 1;
  const pageBytes = log.readUInt32BE(8);
  const headerSum = sumOf(log.subarray(0, 24), [0, 0], isBigEndian);
  const isHeaderRight = (isBigEndian || log.readUInt32BE(0) === magic) && isAt(log, 24, headerSum);
  // The header is on the disk before the first frame is written.
  if (!isHeaderRight) return log.length > headerBytes;
  const salt = log.subarray(16, 24);
  const frameBytes = frameHeaderBytes + pageBytes;
  let before: Sum = headerSum;
  let isTorn = false;
  let isBehindTorn = false;
  /** State of the current commit, if it is behind the torn one. */
  let [isWhole, isMarked] = [true, false];
  for (let at = headerBytes; at + frameBytes <= log.length; at += frameBytes) {
    const isOurs = log.subarray(at + 8, at + 16).equals(salt);
    const head = sumOf(log.subarray(at, at + 8), before, isBigEndian);
    const isRight = isOurs && isAt(log, at + 16, sumOf(log.subarray(at + frameHeaderBytes, at + frameBytes), head, isBigEndian));
    const isLast = isOurs && log.readUInt32BE(at + 4) !== 0;
    if (isBehindTorn) {
      isWhole &&= isRight;
      isMarked ||= log.subarray(at + frameHeaderBytes, at + frameBytes).includes(behindUnsynced);
      if (isLast && isWhole && !isMarked) return true;
      if (isLast) [isWhole, isMarked] = [true, false];
    }
    isTorn ||= !isRight;
    isBehindTorn ||= isTorn && isLast;
    before = [log.readUInt32BE(at + 16), log.readUInt32BE(at + 20)];
  }
  return false;
}

const isAt = (log: Buffer, at: number, [first, second]: Sum): boolean =>
  log.readUInt32BE(at) === first && log.readUInt32BE(at + 4) === second;

function sumOf(bytes: Buffer, [first, second]: Sum, isBigEndian: boolean): Sum {
  let [a, b] = [first, second];
  for (let at = 0; at < bytes.length; at += 8) {
    a = (a + (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + b) >>> 0;
    b = (b + (isBigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + a) >>> 0;
  }
  return [a, b];
}
