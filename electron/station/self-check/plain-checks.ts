import { execFile } from 'node:child_process';
import { randomBytes, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { constants, existsSync } from 'node:fs';
import { access, mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { availableParallelism, version as osVersion, release, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { getCACertificates } from 'node:tls';
import { createEncryption } from '../../credentials/encryption.ts';
import { finishCopyAside } from '../../journal/finish-copy.ts';
import { openJournal } from '../../journal/journal.ts';
import { sqliteFacts } from '../../journal/sqlite-facts.ts';
import { hasDefaultQueue } from '../../printers/default-queue.ts';
import { createPrinters } from '../../printers/printers.ts';
import { createSpoolerLine } from '../../printers/spooler-line.ts';
import type { Platform } from '../platform.ts';
import type { Check, Found } from './report.ts';

/** The part of a platform that the checks need: they open no dialog. */
export type Machine = Omit<Platform, 'chooseOrderFile' | 'saveFile'>;

export interface PlainCheckOptions {
  readonly platform: Machine;
  /** An empty folder for files of the checks. */
  readonly folder: string;
  /** The folders that a bench on this computer would use. The checks look at them but write nothing. */
  readonly benchFolders: Readonly<Record<string, string>>;
  /** Number of times that worker threads and processes are started and ended. */
  readonly workerEnds: number;
  /** The store of the operating system user's key. Electron reports it on Linux only. */
  readonly keyStore: () => string | undefined;
}

/** The checks that run in plain Node, with the platform that the shell passes to a station. Nothing is bought and nothing printed. */
export function plainChecks(options: PlainCheckOptions): readonly Check[] {
  const { platform, folder } = options;
  return [
    { name: 'versions', limitMs: 5_000, onStandIn: 'Node runs the program there, not Electron.', run: () => versions(platform) },
    { name: 'sqlite', limitMs: 20_000, onStandIn: 'Node has a SQLite of its own.', run: () => sqlite(join(folder, 'sqlite')) },
    { name: 'backup', limitMs: 60_000, onStandIn: 'Node has a SQLite of its own.', run: () => backup(platform, join(folder, 'backup')) },
    { name: 'certificates', limitMs: 60_000, run: certificates },
    { name: 'proxy', limitMs: 60_000, onStandIn: 'It does not ask the operating system for a proxy.', run: () => proxy(platform) },
    { name: 'key-store', limitMs: 120_000, onStandIn: 'It keeps its key in a file.', run: () => keyStore(options) },
    { name: 'spooler', limitMs: 60_000, run: () => spooler(platform) },
    { name: 'sumatra-pdf', limitMs: 60_000, run: () => sumatraPdf(platform, join(folder, 'sumatra')) },
    { name: 'printers', limitMs: 60_000, run: () => printers(platform, join(folder, 'printing')) },
    { name: 'disk', limitMs: 30_000, run: () => disk(options) },
    { name: 'folders', limitMs: 30_000, run: () => folders(options) },
  ];
}

/** Last, because a fault in them ends the whole program. */
export const workerChecks = ({ platform, workerEnds }: PlainCheckOptions): readonly Check[] => [
  {
    name: 'worker-threads',
    limitMs: 600_000,
    onStandIn: 'They are threads of Node there.',
    run: () => manyTimes(workerEnds, () => endCopyWorker(platform)),
  },
  {
    name: 'label-processes',
    limitMs: 600_000,
    onStandIn: 'They are processes of Node there.',
    run: () => manyTimes(workerEnds, () => endLabelProcess(platform)),
  },
];

function versions({ version, os }: Machine): Found {
  const { electron, chrome, node, v8 } = process.versions as Partial<Record<string, string>>;
  return {
    facts: {
      packbench: version,
      electron: electron ?? null,
      chromium: chrome ?? null,
      node: node ?? null,
      v8: v8 ?? null,
      os,
      osRelease: release(),
      osVersion: osVersion(),
      arch: process.arch,
      processors: availableParallelism(),
      memoryMb: Math.round(totalmem() / 2 ** 20),
    },
  };
}

async function sqlite(folder: string): Promise<Found> {
  await mkdir(folder, { recursive: true });
  const { version, threadSafe, journalMode, compileOptions } = sqliteFacts(folder);
  const facts = { version, threadSafe, journalMode, compileOptions };
  if (threadSafe !== 1) return { failed: `THREADSAFE is ${threadSafe ?? 'not stated'}: a backup beside a booking needs 1.`, facts };
  if (journalMode !== 'wal') return { failed: `The database took the mode ${journalMode} instead of WAL.`, facts };
  // Opening a journal requires more of SQLite, and throws if it is missing.
  journalIn(folder).close();
  return { facts };
}

const journalIn = (folder: string) =>
  openJournal({
    file: join(folder, 'journal.sqlite'),
    world: 'training',
    encryption: createEncryption(randomBytes(32)),
    now: () => new Date(),
    id: () => crypto.randomUUID(),
  });

/** Enough lines that a worker reads the copy, as for a large journal. */
const factsBefore = 3000;
const factsBeside = 200;

async function backup({ startCopyWorker }: Machine, folder: string): Promise<Found> {
  await mkdir(folder, { recursive: true });
  const journal = journalIn(folder);
  try {
    for (let at = 0; at < factsBefore; at += 1) journal.record(null, 'self-check', `${at} ${'x'.repeat(400)}`);
    const copy = join(folder, 'copy.backup');
    const before = journal.extent();
    const copying = journal.copyTo(copy);
    for (let at = 0; at < factsBeside; at += 1) {
      journal.record(null, 'self-check', `beside ${at}`);
      await new Promise(setImmediate);
    }
    await copying;
    const held = await finishCopyAside(startCopyWorker)(copy);
    const facts = { linesBefore: before.lastSequence, linesInCopy: held.lastSequence, linesAfter: journal.extent().lastSequence };
    if (held.lastSequence < before.lastSequence) return { failed: 'The copy holds less than the journal did.', facts };
    return { facts };
  } finally {
    journal.close();
  }
}

function certificates(): Found {
  const bundled = getCACertificates('default').length;
  let system: readonly string[];
  try {
    system = getCACertificates('system');
  } catch (error) {
    return { failed: `The certificates of the operating system cannot be read: ${messageOf(error)}`, facts: { default: bundled } };
  }
  const unreadable = system.filter((pem) => !isReadable(pem)).length;
  const facts = { default: bundled, system: system.length, unreadable };
  if (unreadable > 0) return { failed: `${unreadable} certificates of the operating system cannot be read.`, facts };
  return { facts };
}

function isReadable(pem: string): boolean {
  try {
    return new X509Certificate(pem).fingerprint256 !== '';
  } catch {
    return false; // this is what the caller counts
  }
}

/** A company's proxy hosts are private, so only their kinds are kept. */
async function proxy({ resolveProxy }: Machine): Promise<Found> {
  const answer = await resolveProxy('https://www.example.com/');
  const entries = answer.split(';').map((entry) => entry.trim().split(/\s/)[0] ?? '');
  const isSocksOnly = entries.every((entry) => /^SOCKS/i.test(entry));
  const facts = { entries };
  return isSocksOnly ? { failed: 'Only a SOCKS proxy is offered, which Packbench cannot use.', facts } : { facts };
}

async function keyStore({ platform, keyStore: backendOf }: PlainCheckOptions): Promise<Found> {
  const key = randomBytes(32);
  const wrapped = await platform.wrapKey(key);
  const facts = { backend: backendOf() ?? null, wrappedBytes: wrapped.length };
  const isSame = Buffer.from(await platform.unwrapKey(wrapped)).equals(key);
  if (!isSame) return { failed: 'What was encrypted does not come back the same.', facts };
  if (facts.backend === 'basic_text') return { failed: 'No key ring is open, so the key would be kept almost in the clear.', facts };
  return { facts };
}

async function spooler({ os, workers }: Machine): Promise<Found> {
  if (os !== 'win32') return { notChecked: 'Only Windows has this spooler.' };
  const result = await createSpoolerLine(workers).call(20_000, 'queues');
  return result.is === 'answered' ? { facts: { queues: result.value.length } } : { failed: result.why };
}

/** Prints to a queue that does not exist, so that the program starts and nothing comes out. */
async function sumatraPdf({ os, sumatraPdfPath }: Machine, folder: string): Promise<Found> {
  if (os !== 'win32') return { notChecked: 'Only Windows prints documents with SumatraPDF.' };
  if (!existsSync(sumatraPdfPath)) return { failed: `${sumatraPdfPath} is missing.` };
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'empty.pdf');
  await writeFile(file, '%PDF-1.4\n');
  const args = ['-print-to', `packbench-self-check-${process.pid}`, '-silent', file];
  const child = execFile(sumatraPdfPath, args, { timeout: 30_000, windowsHide: true });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === null ? { failed: 'It did not end within 30 s.' } : { facts: { exitCode: code } };
}

async function printers({ os, workers, sumatraPdfPath }: Machine, folder: string): Promise<Found> {
  const bugs: string[] = [];
  const rooms = createPrinters({
    platform: os,
    folder,
    ref: () => '',
    workers,
    sumatraPdfPath,
    log: (event, { stack = '' } = {}) => bugs.push(`${event} ${stack.split('\n')[0]}`),
  });
  const found = await rooms.find();
  if (bugs[0] !== undefined) return { failed: bugs[0] };
  const labels = found.filter(({ address }) => rooms.takes({ address, dpi: 203, widthMm: 102, heightMm: 152 }, 'label') === 'ZPL');
  const ready = found.filter(({ status }) => status.kind !== 'not-ready');
  const hasDefault = await hasDefaultQueue(os, process.env);
  return { facts: { queues: found.length, takingZpl: labels.length, ready: ready.length, hasDefault: hasDefault ?? null } };
}

async function disk({ platform, benchFolders, folder }: PlainCheckOptions): Promise<Found> {
  const free = async (path: string): Promise<number> => {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  };
  const bytes = await Promise.all([...Object.values(benchFolders).map(nearestFolder), folder].map(free));
  const needed = platform.disk.leastFreeBytes + platform.disk.reserveBytes;
  const least = Math.min(...bytes);
  const facts = { freeMb: Math.round(least / 2 ** 20), neededMb: Math.round(needed / 2 ** 20) };
  return least < needed ? { failed: 'There is too little room for the data of a bench.', facts } : { facts };
}

/** Checks access rights for the bench's folders; writes only in the folder of the checks. */
async function folders({ benchFolders, folder }: PlainCheckOptions): Promise<Found> {
  const trial = join(folder, 'written');
  await writeFile(trial, 'x');
  await rm(trial);
  const refused: string[] = [];
  for (const [name, path] of Object.entries(benchFolders))
    await access(nearestFolder(path), constants.R_OK | constants.W_OK).catch(() => refused.push(name));
  const facts = { ...benchFolders, temporary: folder };
  return refused.length > 0 ? { failed: `This user may not write there: ${refused.join(', ')}.`, facts } : { facts };
}

/** The folder itself, or its nearest existing parent. */
const nearestFolder = (path: string): string => (existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path)));

/** Number of ends at once, as when a batch prints while a label is read. */
const atOnce = 4;

async function manyTimes(times: number, end: () => Promise<void>): Promise<Found> {
  let left = times;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await end();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return { facts: { ended: times } };
}

async function endCopyWorker({ startCopyWorker }: Machine): Promise<void> {
  const worker = startCopyWorker();
  await once(worker, 'online');
  await worker.terminate();
}

async function endLabelProcess({ workers }: Machine): Promise<void> {
  const process = workers.start('paper-process', { heapMb: 256 });
  const [ready, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  process.on('message', () => ready.resolve());
  process.on('error', (_type, location) => ready.reject(new Error(location)));
  process.on('exit', (code) => {
    ready.reject(new Error(`a process that reads labels ended with ${code}`));
    ended.resolve();
  });
  await ready.promise;
  process.kill();
  await ended.promise;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
