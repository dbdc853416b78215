import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { workerFiles } from '../../build/worker-files.ts';
import type { WorkerProcess, WorkerProcesses } from '../../electron/workers/worker-process.ts';
import { memoryMb } from '../host/process-memory.ts';
import { utilityProcess } from '../host/utility-process.ts';

const root = resolve(import.meta.dirname, '../..');
const sources: Readonly<Record<string, string>> = workerFiles;

/** The program's own processes beside it, where each name is to be found by `pathOf`; else their sources. */
export const startWorkers = (pathOf = (file: string): string => join(root, sources[file] ?? file)): WorkerProcesses => ({
  start: (file, { heapMb }) =>
    utilityProcess.fork(pathOf(file), [], { execArgv: [`--js-flags=--max-old-space-size=${heapMb}`], stdio: 'ignore' }),
  memoryMb,
});

/** They keep no program open; one that closes no station leaves them to end with it. */
export const workers = startWorkers();

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
 * A process that does this with each question, which stands there as `ask` with its `id`; `answer(value)` answers it. `before` is done once.
 * It knows of nothing that the program's own processes do.
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

/** These one after the other, whatever is started; the last of them again and again. Counts what was started. */
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
