import { expect, test } from 'vitest';
import type { WorkerProcess, WorkerProcesses } from '../../electron/workers/worker-process.ts';
import { scripted, workers, workersInTurn } from '../fakes/workers.ts';
import { counted, startPlainStation } from './plain-station.ts';

/** Runs the label work in these processes one after the other; order files keep their own. */
function labelsIn(...starts: readonly (() => WorkerProcess)[]): WorkerProcesses {
  const inTurn = workersInTurn(...starts);
  return { ...inTurn, start: (file, limits) => (file === 'paper-process' ? inTurn : workers).start(file, limits) };
}

const real = (): WorkerProcess => workers.start('paper-process', { heapMb: 256 });
/** A process that does this with each label to compare, and refuses other calls. */
const process = (does: string): WorkerProcess =>
  scripted(
    `const [label, ...people] = ask.args;
     if (ask.call !== 'compare') return refuse('only compares');
     const digest = createHash('sha256').update(JSON.stringify(people)).update(label.bytes).digest('base64');
     first ??= digest;
     const say = (more) => answer({ digest, verdict: { kind: 'match' }, pages: [], marks, leftOut: [], ...more });
     ${does}`,
    `import { createHash } from 'node:crypto';
     const marks = { codes: [], numbers: [], texts: [] };
     let first = 'of a life before';`,
  );

test.each([
  ['compares', [real]],
  ['dies once', [() => process('process.exit(1)'), real]],
  ['never begins at first', [() => scripted('', "throw new Error('cannot begin');"), real]],
])('with a process that %s only the label of the right order prints', async (_what, starts) => {
  const bench = await startPlainStation({ platform: { workers: labelsIn(...starts) } });
  bench.service.faults.next('ship', 'wrong-order-label');
  expect((await bench.buy('ORD-1001', 'wrong-label')).booking.verdict).toMatchObject({ kind: 'other' });
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
  await bench.call('park', { workflowNo: bench.workflowNo() });
  expect((await bench.ship('ORD-1002')).booking.verdict).toEqual({ kind: 'match' });
  expect(counted(bench)).toEqual({ booked: 2, sheets: 1 });
});

test.each([
  ['dies over it again', () => process('process.exit(1)'), { code: 'paper-process-ended' }],
  ['refuses it', () => process("refuse('broken')"), 'broken'],
  ['answers for another label', () => process("say({ digest: 'of another' })"), { code: 'paper-process-ended' }],
  ['answers for the label before', () => process('say({ digest: first })'), { code: 'paper-process-ended' }],
  [
    'cannot be started',
    (): WorkerProcess => {
      throw new Error('no more processes');
    },
    { code: 'paper-process-ended' },
  ],
])('a label needs confirmation before it prints if its process %s', async (_what, start, why) => {
  const bench = await startPlainStation({ platform: { workers: labelsIn(start) } });
  expect((await bench.buy('ORD-1001', 'confirm-label')).booking.verdict).toEqual({ kind: 'cannot-compare', why });
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
});
