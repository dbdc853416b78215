import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { defaultTiming } from '../../electron/printers/printer-timing.ts';
import { createWindowsQueues } from '../../electron/printers/windows-spooler.ts';
import type { SpoolerAnswer, SpoolerCall } from '../../electron/printers/winspool-process.ts';
import type { WorkerMessage, WorkerProcess, WorkerQuestion } from '../../electron/workers/worker-process.ts';

const answers: Readonly<Partial<Record<SpoolerCall['call'], unknown>>> = {
  queue: { name: 'Zebra', driver: 'ZDesigner ZPL', status: 0, attributes: 0, paper: undefined },
  begin: 7,
  write: '^XA^XZ'.length,
  jobs: [],
};

/** A process that handles one call after the other; a call for the queue Dead never ends. */
function processOfSpooler(): WorkerProcess {
  let post: (message: WorkerMessage<SpoolerAnswer>) => void = () => undefined;
  let ended: (code: number) => void = () => undefined;
  let isStuck = false;
  return {
    pid: undefined,
    on(event: string, listener: (...given: never[]) => void) {
      if (event === 'exit') ended = listener as typeof ended;
      if (event === 'message') {
        post = listener as typeof post;
        queueMicrotask(() => post({ is: 'ready' }));
      }
    },
    kill() {
      isStuck = true;
      setImmediate(() => ended(1));
      return true;
    },
    postMessage(question) {
      const { id, ask } = question as WorkerQuestion<SpoolerCall>;
      isStuck ||= ask.args[0] === 'Dead';
      if (!isStuck) setImmediate(() => post({ is: 'done', id, answer: { is: 'answered', value: answers[ask.call] } }));
    },
  };
}

test('a queue that hangs does not block another queue', async () => {
  const timing = { ...defaultTiming, spoolerMs: 2_000, queueStepMs: 500, queueAnswerMs: 300, pollMs: 10 };
  const queues = createWindowsQueues({
    folder: tmpdir(),
    timing,
    sumatraPdfPath: '',
    workers: { start: processOfSpooler, memoryMb: () => undefined },
  });
  const watched = queues.status('Dead');
  const outcome = await queues.print({
    printer: { address: 'queue:Zebra', dpi: 203, widthMm: 102, heightMm: 152 },
    name: 'Zebra',
    sheet: { format: 'ZPL', bytes: Buffer.from('^XA^XZ') },
    title: 'x',
    taken: () => undefined,
    sees: () => undefined,
  });
  expect(await watched).toEqual({ kind: 'cannot-say' });
  expect(outcome).toMatchObject({ is: 'sent' });
});
