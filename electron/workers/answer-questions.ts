import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { WorkerMessage, WorkerQuestion } from './worker-process.ts';

/** The port to the parent, in a process started by Electron or its stand-in. */
interface ParentPort {
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

/**
 * Answers each question of a `WorkerLine` in this process, in order of arrival. Call it last, once everything is loaded: from then on the
 * time of a question counts. An error thrown by `answer` fails the question, and the program kills this process.
 */
export async function answerQuestions<Ask, T>(answer: (ask: Ask) => T | Promise<T>): Promise<void> {
  const { parentPort } = process as unknown as { readonly parentPort: ParentPort };
  const post = (message: WorkerMessage<T>): void => parentPort.postMessage(message);
  await endWithParent();
  parentPort.on('message', ({ data }) => {
    const { id, ask } = data as WorkerQuestion<Ask>;
    void (async () => post({ is: 'done', id, answer: await answer(ask) }))().catch((error: unknown) =>
      post({ is: 'failed', id, why: error instanceof Error ? error.message : String(error) }),
    );
  });
  post({ is: 'ready' });
}

/** Interval of the check; one second is soon enough, because no one waits for it. */
const lookMs = 1000;

/** Except on Windows, an orphaned process gets another parent. A parent that cannot be seen from the start is not watched. */
const source = `
  const parent = process.ppid;
  function isThere() {
    try {
      return process.ppid === parent && process.kill(parent, 0);
    } catch (error) {
      return error.code === 'EPERM';
    }
  }
  require('node:worker_threads').parentPort.postMessage('watching');
  if (isThere())
    setInterval(() => {
      if (!isThere()) process.kill(process.pid, 'SIGKILL');
    }, ${lookMs});
`;

/**
 * Ends this process soon after its parent ends, even if the main thread is busy: a separate thread checks this. Resolves once the thread
 * runs; it cannot start while the main thread is in an endless loop.
 */
async function endWithParent(): Promise<void> {
  const watching = new Worker(source, { eval: true, execArgv: [] });
  await once(watching, 'message');
  watching.unref();
}
