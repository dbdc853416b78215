import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { workerFiles } from '../../build/worker-files.ts';
import type { WorkerMessage, WorkerProcess, WorkerProcesses } from '../../electron/workers/worker-process.ts';
import { memoryMb } from '../host/process-memory.ts';
import { type UtilityProcess, utilityProcess } from '../host/utility-process.ts';

const root = resolve(import.meta.dirname, '../..');
const sources: Readonly<Record<string, string>> = workerFiles;

/** The program's own worker processes: each at the path that `pathOf` returns, by default its sources. */
export const startWorkers = (pathOf = (file: string): string => join(root, sources[file] ?? file)): WorkerProcesses => ({
  start: (file, { heapMb }) =>
    utilityProcess.fork(pathOf(file), [], { execArgv: [`--js-flags=--max-old-space-size=${heapMb}`], stdio: 'ignore' }),
  memoryMb,
});

/**
 * A larger process is not kept. After its first label a process has about 165 MB, and drawing a page takes 95 more; another start would
 * take a second. Memory that earlier stations left does not count for the next one.
 */
const mostRestingMb: Readonly<Record<string, number>> = { 'paper-process': 300 };
const usualRestingMb = 160;

/** Idle processes: loaded, and without a pending question. */
const resting = new Map<string, UtilityProcess[]>();

/** Memory in MB of each process when it was loaded, and what earlier stations left in it when it was handed out again. */
const loadedMb = new Map<number, number>();
const leftMb = new Map<number, number>();

/**
 * The same, with reuse. A process that is killed after it has answered all questions is kept for the next start: hundreds of stations of
 * one run need not start hundreds of processes. A process that is killed during a question really is killed.
 */
export const workers: WorkerProcesses = {
  start(file, limits) {
    const found = resting.get(file)?.pop();
    const process = found ?? (startWorkers().start(file, limits) as UtilityProcess);
    const giveBack = (): unknown => resting.set(file, [...(resting.get(file) ?? []), process]);
    const { pid } = process;
    if (found && pid !== undefined) leftMb.set(pid, Math.max(0, (memoryMb(pid) ?? 0) - (loadedMb.get(pid) ?? 0)));
    return handedOut(process, giveBack, mostRestingMb[file] ?? usualRestingMb, found !== undefined);
  },
  memoryMb(pid) {
    const used = memoryMb(pid);
    return used === undefined ? undefined : used - (leftMb.get(pid) ?? 0);
  },
};

function handedOut(given: UtilityProcess, giveBack: () => void, mostMb: number, isLoaded: boolean): WorkerProcess {
  let questions = 0;
  let isReady = isLoaded;
  let isGone = false;
  const listeners: Record<'spawn' | 'message' | 'error' | 'exit', ((...args: never[]) => void)[]> = {
    spawn: [],
    message: [],
    error: [],
    exit: [],
  };
  const emit = (event: keyof typeof listeners, ...args: unknown[]): void => {
    for (const listener of listeners[event]) (listener as (...each: unknown[]) => void)(...args);
  };
  given.on('spawn', () => emit('spawn'));
  given.on('message', (message: WorkerMessage<unknown>) => {
    if (message.is === 'ready' && given.pid !== undefined) loadedMb.set(given.pid, memoryMb(given.pid) ?? 0);
    isReady = true;
    // A process that refused a question may be broken.
    if (message.is === 'done') questions -= 1;
    emit('message', message);
  });
  given.on('error', (...args) => emit('error', ...args));
  given.on('exit', (code) => emit('exit', code));
  if (isLoaded) queueMicrotask(() => emit('message', { is: 'ready' }));
  return {
    get pid() {
      return isGone ? undefined : given.pid;
    },
    postMessage(message) {
      questions += 1;
      given.postMessage(message);
    },
    kill() {
      if (isGone || !isReady || questions > 0 || given.pid === undefined || (memoryMb(given.pid) ?? 0) > mostMb) return given.kill();
      isGone = true;
      given.removeAllListeners();
      giveBack();
      queueMicrotask(() => emit('exit', 0));
      return true;
    },
    on: (event: keyof typeof listeners, listener: (...args: never[]) => void) => listeners[event].push(listener),
  };
}

let folder: string | undefined;
function scriptFile(script: string): string {
  if (folder === undefined) {
    folder = mkdtempSync(join(tmpdir(), 'packbench-scripts-'));
    const made = folder;
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  }
  const file = join(folder, `${createHash('sha256').update(script).digest('hex').slice(0, 16)}.mjs`);
  writeFileSync(file, script);
  return file;
}

/**
 * A process that runs the script `does` for each question. The script sees the question as `ask`, with its `id`; `answer(value)` answers
 * it. `before` runs once. It has none of the code of the program's own processes.
 */
export function scripted(does: string, before = ''): WorkerProcess {
  const script = `
    ${before}
    const { parentPort } = process;
    parentPort.on('message', ({ data: { id, ask } }) => {
      const answer = (value) => parentPort.postMessage({ is: 'done', id, answer: value });
      const refuse = (why) => parentPort.postMessage({ is: 'failed', id, why });
      ${does}
    });
    parentPort.postMessage({ is: 'ready' });`;
  return utilityProcess.fork(scriptFile(script), [], { execArgv: ['--js-flags=--max-old-space-size=64'], stdio: 'ignore' });
}

/** Starts these one after the other, whatever is requested; the last one repeats. Counts the starts. */
export function workersInTurn(...starts: readonly (() => WorkerProcess)[]): WorkerProcesses & { readonly started: () => number } {
  let started = 0;
  return {
    start() {
      started += 1;
      const start = starts[Math.min(started, starts.length) - 1];
      if (!start) throw new Error('nothing to start');
      return start();
    },
    memoryMb,
    started: () => started,
  };
}
