import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { WorkerProcesses } from '../../electron/workers/worker-process.ts';
import { memoryMb } from '../host/process-memory.ts';
import { type UtilityProcess, utilityProcess } from '../host/utility-process.ts';

const compiler = ['cc', 'gcc', 'clang', 'tcc'].find((name) => spawnSync(name, ['-v'], { stdio: 'ignore' }).error === undefined);

/** Why no winspool can be built here; `undefined` if it can. */
export function whyNoWinspool(): string | undefined {
  if (process.platform !== 'linux') return 'it is made for Linux';
  return compiler === undefined ? 'there is no C compiler' : undefined;
}

export interface FakeQueue {
  readonly driver?: string;
  readonly status?: number;
  readonly attributes?: number;
  /** Millimetres; by default none. */
  readonly paper?: readonly [width: number, height: number];
  readonly driverVersion?: number;
  readonly driverAttributes?: number;
  /** The papers of its driver, each with its number. */
  readonly forms?: readonly (readonly [kind: number, width: number, height: number])[];
}

/** A fake Windows spooler whose queues, jobs and faults are files; the program loads it in place of winspool.drv. */
export interface FakeWinspool {
  /** `script`: the script that runs in its process; by default the program's own sources. */
  readonly spooler: (script?: string) => WorkerProcesses;
  /** Number of processes started for it that still run. */
  running(): number;
  queue(name: string, is: FakeQueue): void;
  slow(call: string, ms: number): void;
  fail(call: string, error: number): void;
  /** Windows allows only its own drivers to print. */
  protect(): void;
  /** Windows accepts at most this number of bytes at once. */
  short(bytes: number): void;
  /** Documents stay in their queues with this status, as on a printer that does not print. */
  keeps(status: number): void;
  jobs(queue: string): readonly string[];
  folder(name: 'jobs'): string;
  /** Bytes that were written for a job. */
  written(queue: string, job: number): Buffer;
  stop(): void;
}

let library: string | undefined;

/** Compiles the library once per process. */
function compiled(): string {
  if (library !== undefined) return library;
  library = join(mkdtempSync(join(tmpdir(), 'packbench-winspool-')), 'winspool.so');
  const made = library;
  process.once('exit', () => rmSync(dirname(made), { recursive: true, force: true }));
  execFileSync(compiler ?? 'cc', ['-shared', '-fPIC', '-o', library, new URL('winspool.c', import.meta.url).pathname]);
  return library;
}

const sources = new URL('../../electron/printers/winspool-process.ts', import.meta.url).pathname;

export function makeWinspool(): FakeWinspool {
  const spooler = compiled();
  const dir = mkdtempSync(join(tmpdir(), 'packbench-winspool-'));
  const at = (...path: string[]): string => join(dir, ...path);
  for (const folder of ['queues', 'drivers', 'forms', 'jobs', 'out', 'slow', 'fail']) mkdirSync(at(folder));
  const processes: UtilityProcess[] = [];
  return {
    spooler: (script = sources) => ({
      start() {
        const started = utilityProcess.fork(script, [spooler, spooler, spooler], { env: { ...process.env, FAKE_WINSPOOL: dir } });
        processes.push(started);
        return started;
      },
      memoryMb,
    }),
    running: () => processes.filter(({ pid }) => pid !== undefined).length,
    queue(name, { driver = 'ZDesigner ZD421-203dpi ZPL', status = 0, attributes = 0, paper = [0, 0], ...is }) {
      const { driverVersion = 3, driverAttributes = 0, forms = [] } = is;
      const [width, height] = paper.map((mm) => mm * 10);
      writeFileSync(at('queues', name), `${driver}\n${status.toString(16)}\n${attributes.toString(16)}\n${width}\n${height}\n`);
      writeFileSync(at('drivers', name), `${driverVersion.toString(16)}\n${driverAttributes.toString(16)}\n`);
      writeFileSync(at('forms', name), forms.map(([kind, wide, high]) => `${kind} ${wide * 10} ${high * 10}\n`).join(''));
    },
    protect: () => writeFileSync(at('protected'), ''),
    slow: (call, ms) => writeFileSync(at('slow', call), String(ms)),
    fail: (call, error) => writeFileSync(at('fail', call), String(error)),
    short: (bytes) => writeFileSync(at('short'), String(bytes)),
    keeps: (status) => writeFileSync(at('keeps'), status.toString(16)),
    jobs: (queue) => (existsSync(at('jobs', queue)) ? readdirSync(at('jobs', queue)) : []),
    folder: (name) => at(name),
    written: (queue, job) => readFileSync(at('out', `${queue}.${job}`)),
    stop() {
      for (const each of processes) each.kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
