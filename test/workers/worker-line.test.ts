import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createWorkerLine, type WorkerLimits, type WorkerLine } from '../../electron/workers/worker-line.ts';
import type { WorkerProcess, WorkerProcesses } from '../../electron/workers/worker-process.ts';
import { scripted, workersInTurn } from '../fakes/workers.ts';
import { memoryMb } from '../host/process-memory.ts';

const limits: WorkerLimits = { what: 'the work', deadlineMs: 60_000, heapMb: 64, memoryMb: 200 };

function lineOf<T>(processes: WorkerProcesses, change: Partial<WorkerLimits> = {}): WorkerLine<unknown, T> {
  const line = createWorkerLine<unknown, T>(processes, 'any', { ...limits, ...change });
  onTestFinished(() => line.close());
  return line;
}

/** Answers with its process id and the question. */
const answering = (): WorkerProcess => scripted('answer({ pid: process.pid, ask });');
interface WorkerAnswer {
  readonly pid: number;
  readonly ask: unknown;
}

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const goneSoon = (pid: number): Promise<unknown> => expect.poll(() => isThere(pid)).toBe(false);

async function asked(line: WorkerLine<unknown, WorkerAnswer>, ask: unknown = 'x'): Promise<WorkerAnswer> {
  const worked = await line.ask(ask);
  if (worked.is === 'failed') throw new Error(worked.why);
  return worked.answer;
}

test('one warm process answers the questions one by one, in their order', async () => {
  const processes = workersInTurn(answering);
  const line = lineOf<WorkerAnswer>(processes);
  const answers = await Promise.all([1, 2, 3].map((ask) => asked(line, ask)));
  expect(answers.map(({ ask }) => ask)).toEqual([1, 2, 3]);
  expect(new Set(answers.map(({ pid }) => pid)).size).toBe(1);
  expect(processes.started()).toBe(1);
});

test('a message of 8 MB goes there and comes back to the byte', async () => {
  const line = lineOf<WorkerAnswer>(workersInTurn(answering));
  const bytes = Uint8Array.from({ length: 8_000_000 }, (_, at) => (at * 31) % 251);
  const { ask } = await asked(line, { bytes });
  expect(Buffer.compare((ask as { readonly bytes: Uint8Array }).bytes, bytes)).toBe(0);
}, 60_000);

test.each([
  ['stalls', 'for (;;);', { by: 'time', why: 'the work took longer than 0.5 s' }],
  ['never answers', '', { by: 'time', why: 'the work took longer than 0.5 s' }],
  ['refuses', "refuse('not this')", { by: 'refused', why: 'not this' }],
  ['ends', 'process.exit(3)', { by: 'ended', why: 'the process for the work ended with 3' }],
  ['throws where nobody catches it', 'setImmediate(() => { throw new Error(); })', { by: 'ended' }],
])('a process that %s is ended, and the next question gets a new one', async (_what, does, failed) => {
  const pids: number[] = [];
  const first = (): WorkerProcess => {
    const started = scripted(does);
    started.on('spawn', () => pids.push(started.pid ?? 0));
    return started;
  };
  const line = lineOf<WorkerAnswer>(workersInTurn(first, answering), { deadlineMs: 500 });
  expect(await line.ask('x')).toMatchObject({ is: 'failed', ...failed });
  const [pid = 0] = pids;
  expect((await line.ask('y', 60_000)).is).toBe('done');
  await goneSoon(pid);
});

test('the time in which a process starts is not the time of a question', async () => {
  const slow = (): WorkerProcess => scripted('answer({})', 'await new Promise((resolve) => setTimeout(resolve, 1500));');
  expect((await lineOf(workersInTurn(slow), { deadlineMs: 1000 }).ask('x')).is).toBe('done');
});

test.each([
  ['buffers', 'const kept = []; setInterval(() => kept.push(Buffer.alloc(20e6, 1)), 5);'],
  [
    'WebAssembly',
    'const memory = new WebAssembly.Memory({ initial: 1 }); memory.grow(5000); new Uint8Array(memory.buffer).fill(1); for (;;);',
  ],
])('a question that needs too much memory in %s is given up', async (_what, does) => {
  const line = lineOf<WorkerAnswer>(workersInTurn(() => scripted(does), answering));
  expect(await line.ask('x')).toEqual({ is: 'failed', by: 'memory', why: 'the work needs more than 200 MB of memory' });
  expect((await line.ask('y')).is).toBe('done');
});

test('memory left by earlier questions does not count against the next one', async () => {
  const keeping = (): WorkerProcess => scripted('kept.push(Buffer.alloc(60e6, 1)); answer({ pid: process.pid, ask });', 'const kept = [];');
  const line = lineOf<WorkerAnswer>(workersInTurn(keeping));
  const answers = [];
  for (const ask of [1, 2, 3, 4, 5, 6]) {
    answers.push(await asked(line, ask));
    // Long enough for a check of the memory.
    await wait(10);
  }
  expect(answers.map(({ ask }) => ask)).toEqual([1, 2, 3, 4, 5, 6]);
});

test('a question that needs too much heap ends its process, and nothing else', async () => {
  const greedy = (): WorkerProcess => scripted('const kept = []; for (;;) kept.push([kept.length]);');
  const line = lineOf<WorkerAnswer>(workersInTurn(greedy, answering), { memoryMb: 4000 });
  expect(await line.ask('x')).toMatchObject({ is: 'failed', by: 'ended' });
  expect((await line.ask('y')).is).toBe('done');
});

test('a process that dies between two questions is replaced', async () => {
  const line = lineOf<WorkerAnswer>(workersInTurn(answering));
  const first = await asked(line);
  process.kill(first.pid, 'SIGKILL');
  await goneSoon(first.pid);
  await wait(50);
  expect((await asked(line)).pid).not.toBe(first.pid);
});

test.each([
  ['whose file is missing', () => scripted('', "import './missing.mjs';")],
  ['that breaks while it loads', () => scripted('', "throw new Error('broken');")],
  [
    'that cannot be started',
    (): WorkerProcess => {
      throw new Error('no more processes');
    },
  ],
])('a process %s fails the question', async (_what, start) => {
  expect(await lineOf(workersInTurn(start)).ask('x')).toMatchObject({ is: 'failed', by: 'ended' });
});

test('a closed line fails its question and ends its process, even one that is still starting', async () => {
  const pids: number[] = [];
  const stuck = (): WorkerProcess => {
    const started = scripted('for (;;);');
    started.on('spawn', () => pids.push(started.pid ?? 0));
    return started;
  };
  const line = lineOf(workersInTurn(stuck));
  const answer = line.ask('x');
  await Promise.resolve();
  line.close();
  expect(await answer).toMatchObject({ is: 'failed', by: 'ended' });
  await expect.poll(() => pids.length).toBe(1);
  await goneSoon(pids[0] ?? 0);
});

test('an idle process ends after a while, and the next question gets a new one', async () => {
  const line = lineOf<WorkerAnswer>(workersInTurn(answering), { idleMs: 100 });
  const first = await asked(line);
  await goneSoon(first.pid);
  expect((await asked(line)).pid).not.toBe(first.pid);
});

/** A separate program that starts the looping worker and prints its process id, then runs this code. */
async function program(does: string) {
  const root = join(import.meta.dirname, '../..');
  const script = `
    import { createWorkerLine } from '${root}/electron/workers/worker-line.ts';
    import { startWorkers } from '${root}/test/fakes/workers.ts';
    const workers = startWorkers(() => '${root}/test/workers/looping-worker.ts');
    const line = createWorkerLine(workers, 'any', { what: 'it', deadlineMs: 60_000, heapMb: 64, memoryMb: 400 });
    console.log((await line.ask('pid')).answer);
    ${does}`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, pid: Number(line.toString()) };
}

test.each([
  ['waits for a question', 'setInterval(() => undefined, 1000);'],
  ['is in a loop without end', "void line.ask('loop');"],
])('a process that %s ends with a program that is killed', async (_what, does) => {
  const { child, pid } = await program(does);
  expect(pid).toBeGreaterThan(0);
  if (does.includes('loop')) await wait(300);
  child.kill('SIGKILL');
  await goneSoon(pid);
});

test('a process that waits for a question does not keep its program alive', async () => {
  const { child, pid } = await program('');
  if (child.exitCode === null) await once(child, 'exit');
  expect(child.exitCode).toBe(0);
  await goneSoon(pid);
});

test.skipIf(process.platform !== 'linux')('the memory use of a process is known on Linux', () => {
  expect(memoryMb(process.pid)).toBeGreaterThan(10);
  expect(memoryMb(2 ** 22 + 1)).toBeUndefined();
});
