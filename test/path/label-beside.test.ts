import { afterEach, expect, test } from 'vitest';
import type { WorkerProcess } from '../../electron/workers/worker-process.ts';
import { scripted, workers } from '../fakes/workers.ts';
import { closeAll, counted, startPlainStation } from './plain-station.ts';

afterEach(closeAll);

/** Answers the first question, which warms it, and does this with each later one; one that is started after it does so from its first. */
function worker(does: string): () => WorkerProcess {
  let started = 0;
  return () => {
    started += 1;
    return scripted(
      `const { recipient, sender, expected, bytes } = ask;
       const digest = createHash('sha256').update(JSON.stringify([recipient, sender, expected])).update(bytes).digest('base64');
       const say = (more) => answer({ digest, label, foreign: [], verdict: { kind: 'match' }, ...more });
       if (isCold) {
         isCold = false;
         return say({});
       }
       first ??= digest;
       ${does}`,
      `import { createHash } from 'node:crypto';
       const label = { refused: undefined, sheets: [Buffer.from('^XA^FDfirst^FS^XZ')], stripped: [], copies: 1, marks: { codes: [], numbers: [], texts: [] } };
       let isCold = ${started === 1};
       let first = isCold ? undefined : 'of a life before';`,
    );
  };
}

async function warmStation(start?: () => WorkerProcess) {
  const bench = await startPlainStation(start && { platform: { workers: { ...workers, start } } });
  await bench.station.warm();
  return bench;
}

test.each([
  ['compares', undefined],
  ['dies', worker('process.exit(1)')],
  ['breaks', worker("throw new Error('broken')")],
  ['says yes to another label', worker("say({ digest: 'of another' })")],
  ['never begins', () => scripted('', "throw new Error('cannot begin');")],
])('with a worker that %s no label of another order prints, and the right one does', async (_what, start) => {
  const bench = await warmStation(start);
  bench.service.faults.next('ship', 'wrong-order-label');
  await bench.buy('ORD-1001');
  expect((await bench.at('wrong-label')).booking.verdict).toMatchObject({ kind: 'other' });
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
  await bench.call('park', { workflowNo: bench.workflowNo() });
  await bench.buy('ORD-1002');
  expect((await bench.at('done')).booking.verdict).toEqual({ kind: 'match' });
  expect(counted(bench)).toEqual({ booked: 2, sheets: 1 });
});

test('what a worker answered for the label before is no answer for the next one', async () => {
  const bench = await warmStation(worker('say({ digest: first })'));
  await bench.buy('ORD-1001');
  await bench.at('done');
  bench.service.faults.next('ship', 'wrong-order-label');
  await bench.buy('ORD-1002');
  await bench.at('wrong-label');
  expect(counted(bench)).toEqual({ booked: 2, sheets: 1 });
});
