import type { PaperQuestion } from '../../electron/paper/paper.ts';
import { createPaperWork, type PaperWork } from '../../electron/paper/paper-work.ts';
import type { WorkerMessage, WorkerProcess, WorkerProcesses, WorkerQuestion } from '../../electron/workers/worker-process.ts';

/** What a paper process does, done in this one, for programs that are started and killed by the hundred. `change`: other answers. */
export function paperHere(change: Partial<PaperWork> = {}): WorkerProcesses {
  const work: PaperWork = { ...createPaperWork(), ...change };
  const start = (): WorkerProcess => {
    let tell: (message: WorkerMessage<unknown>) => void = () => undefined;
    return {
      pid: undefined,
      kill: () => true,
      on(event: string, listener: (...given: never[]) => void) {
        if (event === 'message') tell = listener as unknown as typeof tell;
      },
      postMessage(question) {
        const { id, ask } = structuredClone(question) as WorkerQuestion<PaperQuestion>;
        const call = work[ask.call] as (...args: readonly unknown[]) => Promise<unknown>;
        void call(...ask.args).then(
          (answer) => tell({ is: 'done', id, answer: structuredClone(answer) }),
          (error: unknown) => tell({ is: 'failed', id, why: String(error) }),
        );
      },
    };
  };
  return {
    start(file) {
      if (file !== 'paper-process') throw new Error(`nothing here starts ${file}`);
      return start();
    },
    memoryMb: () => undefined,
  };
}
