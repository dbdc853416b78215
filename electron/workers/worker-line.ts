import PQueue from 'p-queue';
import type { WorkerMessage, WorkerProcess, WorkerProcesses, WorkerQuestion } from './worker-process.ts';

/**
 * `by`: the reason for a missing answer. `time` and `memory`: the question exceeded its limit, and would again. `refused`: the process
 * answered with an error. `ended`: the process could not be started, or ended by itself, possibly before the question reached it.
 */
export type Worked<T> =
  | { readonly is: 'done'; readonly answer: T }
  | { readonly is: 'failed'; readonly by: 'time' | 'memory' | 'refused' | 'ended'; readonly why: string };

export interface WorkerLine<Ask, T> {
  /**
   * Asks one question at a time. Never throws: a process that stalls, grows, breaks or refuses gives `failed`. `deadlineMs` replaces the
   * default deadline.
   */
  ask(ask: Ask, deadlineMs?: number): Promise<Worked<T>>;
  /** Physical memory in MB of a running process without a question; 0 if there is none. */
  restingMb(): number;
  /** Kills an idle process. The next question starts another. */
  endResting(): void;
  /** Kills the process; a running question fails. */
  close(): void;
}

export interface WorkerLimits {
  /** The object of the work, for error messages: `the PDF`. */
  readonly what: string;
  /** Time from question to answer, without starting the process. */
  readonly deadlineMs: number;
  readonly heapMb: number;
  /** Physical memory of the whole process, including buffers and WebAssembly. If the platform cannot report it, only `heapMb` applies. */
  readonly memoryMb: number;
  /** Questions depend on earlier ones: a new process could not answer the next one. */
  readonly isStateful?: boolean;
  /** Kills the process after this time without a question. Absent: the process is kept. */
  readonly idleMs?: number;
  /** Called repeatedly during a question, with the physical memory in MB. */
  readonly onMemory?: (usedMb: number) => void;
}

/** Allows for a slow disk and a virus scanner. */
const startMs = 30_000;
/** Memory can grow by several hundred MB per second. */
const lookMs = 50;

interface Running {
  readonly process: WorkerProcess;
  /** Never rejects. */
  readonly ready: Promise<void>;
  asked: { readonly id: number; readonly over: (worked: Worked<never>) => void } | undefined;
  hasAnswered: boolean;
  isOver: boolean;
}

/**
 * Asks questions of a process that the first question starts. A process that stalls, exceeds its memory, breaks or refuses is killed: data
 * that a broken file left in its memory must not reach the next one. A new process then answers the next question, and also the question
 * after a process died between two questions, or one that exceeds the memory of a process with earlier answers. A process never keeps the
 * program open, but a question does.
 */
export function createWorkerLine<Ask, T>(workers: WorkerProcesses, file: string, limits: WorkerLimits): WorkerLine<Ask, T> {
  const { what, heapMb, memoryMb, idleMs } = limits;
  const queue = new PQueue({ concurrency: 1 });
  let running: Running | undefined;
  let lastId = 0;
  let idle: NodeJS.Timeout | undefined;

  function start(): Running {
    const ready = Promise.withResolvers<void>();
    const begun: Running = {
      process: workers.start(file, { heapMb }),
      ready: ready.promise,
      asked: undefined,
      hasAnswered: false,
      isOver: false,
    };
    begun.process.on('message', (posted) => {
      const message = posted as WorkerMessage<never>;
      ready.resolve();
      if (message.is !== 'ready' && message.id === begun.asked?.id)
        begun.asked.over(message.is === 'done' ? message : { is: 'failed', by: 'refused', why: message.why });
    });
    // `exit` follows.
    begun.process.on('error', () => undefined);
    begun.process.on('exit', (code) => {
      begun.isOver = true;
      if (running === begun) running = undefined;
      begun.asked?.over({ is: 'failed', by: 'ended', why: `the process for ${what} ended with ${code}` });
    });
    return begun;
  }

  function end(ended: Running): void {
    if (running === ended) running = undefined;
    if (ended.isOver || ended.process.kill()) return;
    // Electron cannot kill a process that it is still starting.
    ended.process.on('spawn', () => void ended.process.kill());
  }

  async function askProcess(ask: Ask, deadlineMs: number): Promise<Worked<T>> {
    clearTimeout(idle);
    lastId += 1;
    const id = lastId;
    const { promise, resolve } = Promise.withResolvers<Worked<T>>();
    const failed = (by: 'time' | 'memory' | 'ended', why: string): void => resolve({ is: 'failed', by, why });
    let asked: Running;
    try {
      running ??= start();
      asked = running;
      asked.asked = { id, over: resolve };
      asked.process.postMessage({ id, ask } satisfies WorkerQuestion<Ask>);
    } catch (error) {
      if (running) end(running);
      return { is: 'failed', by: 'ended', why: String(error) };
    }
    let timer = setTimeout(() => failed('ended', `the process for ${what} did not start in ${startMs / 1000} s`), startMs);
    void asked.ready.then(() => {
      clearTimeout(timer);
      if (asked.asked?.id === id) timer = setTimeout(() => failed('time', `${what} took longer than ${deadlineMs / 1000} s`), deadlineMs);
    });
    const look = setInterval(() => {
      const { pid } = asked.process;
      const used = pid === undefined ? undefined : workers.memoryMb(pid);
      if (used !== undefined) limits.onMemory?.(used);
      if (used !== undefined && used > memoryMb) failed('memory', `${what} needs more than ${memoryMb} MB of memory`);
    }, lookMs);
    const worked = await promise;
    const wasUsed = asked.hasAnswered;
    asked.asked = undefined;
    asked.hasAnswered = true;
    clearTimeout(timer);
    clearInterval(look);
    if (worked.is === 'failed') end(asked);
    // Memory left over from earlier questions does not count against this one.
    if (worked.is === 'failed' && worked.by === 'memory' && wasUsed && !limits.isStateful) return askProcess(ask, deadlineMs);
    if (worked.is === 'done' && idleMs !== undefined) idle = setTimeout(() => end(asked), idleMs).unref();
    return worked;
  }

  return {
    restingMb() {
      if (!running || running.asked || running.process.pid === undefined) return 0;
      return workers.memoryMb(running.process.pid) ?? 0;
    },
    endResting() {
      if (!running || running.asked) return;
      clearTimeout(idle);
      end(running);
    },
    ask: (ask, deadlineMs = limits.deadlineMs) => queue.add(() => askProcess(ask, deadlineMs)),
    close() {
      clearTimeout(idle);
      const open = running;
      if (!open) return;
      end(open);
      open.asked?.over({ is: 'failed', by: 'ended', why: `the process for ${what} was closed` });
    },
  };
}
