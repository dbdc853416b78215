import type { Winspool } from './winspool.ts';
import type { SpoolerAnswered, SpoolerAsked } from './winspool-process.ts';

/** A process that runs `winspool-process.ts`, as Electron's utility processes are. */
export interface SpoolerProcess {
  postMessage(message: SpoolerAsked): void;
  on(event: 'message', listener: (message: SpoolerAnswered) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  kill(): boolean;
}

/** `refused`: Windows did not do it, and nothing of it. `gone`: it took too long or its process ended, so it may be done or not. */
export type SpoolerSaid<T> =
  | { readonly is: 'said'; readonly value: T }
  | { readonly is: 'refused'; readonly why: string }
  | { readonly is: 'gone'; readonly why: string };

/** A line to the spooler of Windows, whose calls block: they run in a process of their own, which is killed where one takes too long. */
export interface SpoolerLine {
  call<C extends keyof Winspool>(
    timeoutMs: number,
    call: C,
    ...args: Parameters<Winspool[C]>
  ): Promise<SpoolerSaid<ReturnType<Winspool[C]>>>;
}

const startMs = 15_000;

export function createSpoolerLine(start: () => SpoolerProcess): SpoolerLine {
  interface Running {
    readonly process: SpoolerProcess;
    /** Until its first word it is being started, which is no fault of the spooler. */
    readonly ready: Promise<void>;
    readonly waiting: Map<number, (said: SpoolerSaid<never>) => void>;
  }
  let running: Running | undefined;
  let asked = 0;

  function runningProcess(): Running {
    if (running) return running;
    const ready = Promise.withResolvers<void>();
    const begun: Running = { process: start(), ready: ready.promise, waiting: new Map() };
    begun.process.on('message', (answer) => {
      ready.resolve();
      if (answer.is === 'ready') return;
      const said = answer.is === 'refused' ? { is: 'refused', why: `${answer.call} ${answer.number}` } : answer;
      begun.waiting.get(answer.id)?.((answer.is === 'broke' ? { is: 'refused', why: answer.why } : said) as SpoolerSaid<never>);
    });
    begun.process.on('exit', (code) => over(begun, `its process ended with ${code}`));
    running = begun;
    return begun;
  }

  function over(ended: Running, why: string): void {
    if (running === ended) running = undefined;
    for (const tell of ended.waiting.values()) tell({ is: 'gone', why });
    ended.waiting.clear();
  }

  return {
    call(timeoutMs, call, ...args) {
      const line = runningProcess();
      asked += 1;
      const id = asked;
      const { promise, resolve } = Promise.withResolvers<SpoolerSaid<never>>();
      // Its thread stands in the call and hears nothing.
      const givesUp = (ms: number): NodeJS.Timeout =>
        setTimeout(() => {
          line.process.kill();
          over(line, `${call} took longer than ${ms} ms`);
        }, ms);
      let timer = givesUp(startMs);
      void line.ready.then(() => {
        clearTimeout(timer);
        if (line.waiting.has(id)) timer = givesUp(timeoutMs);
      });
      line.waiting.set(id, resolve);
      line.process.postMessage({ id, call, args });
      return promise.finally(() => {
        clearTimeout(timer);
        line.waiting.delete(id);
      });
    },
  };
}
