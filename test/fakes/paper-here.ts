import { createPaperWork, type PaperWork } from '../../electron/paper/paper-work.ts';
import { createOrderFileWork } from '../../electron/station/order-file-work.ts';
import type { WorkerMessage, WorkerProcess, WorkerProcesses, WorkerQuestion } from '../../electron/workers/worker-process.ts';

interface Question {
  readonly call: string;
  readonly args: readonly unknown[];
}
type Work = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

/**
 * Does the work of the label and order-file processes in this process, for programs that are started and killed by the hundred. `change`:
 * replaces functions of the label work.
 */
export function paperHere(change: Partial<PaperWork> = {}): WorkerProcesses {
  const works: Readonly<Record<string, () => Work>> = {
    'paper-process': () => ({ ...createPaperWork(), ...change }) as Work,
    'order-file-process': () => createOrderFileWork() as unknown as Work,
  };
  const start = (work: Work): WorkerProcess => {
    let post: (message: WorkerMessage<unknown>) => void = () => undefined;
    return {
      pid: undefined,
      kill: () => true,
      on(event: string, listener: (...given: never[]) => void) {
        if (event === 'message') post = listener as unknown as typeof post;
      },
      postMessage(question) {
        const { id, ask } = structuredClone(question) as WorkerQuestion<Question>;
        const call = work[ask.call] as unknown as (...args: readonly unknown[]) => Promise<unknown>;
        void call(...ask.args).then(
          (answer) => post({ is: 'done', id, answer: structuredClone(answer) }),
          (error: unknown) => post({ is: 'failed', id, why: String(error) }),
        );
      },
    };
  };
  return {
    start(file) {
      const work = works[file];
      if (!work) throw new Error(`nothing here starts ${file}`);
      return start(work());
    },
    memoryMb: () => undefined,
  };
}
