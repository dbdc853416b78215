import { endWithParent } from './end-with-parent.ts';
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
