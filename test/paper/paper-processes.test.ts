import { expect, onTestFinished, test } from 'vitest';
import type { LogFields } from '../../electron/bench/ports/log.ts';
import type { Paper } from '../../electron/bench/ports/paper.ts';
import { digestOf } from '../../electron/paper/label-question.ts';
import { createLastRead } from '../../electron/paper/last-read.ts';
import { createPaper, type PaperQuestion } from '../../electron/paper/paper.ts';
import type { WorkerLimits } from '../../electron/workers/worker-line.ts';
import type { WorkerProcess, WorkerQuestion } from '../../electron/workers/worker-process.ts';
import { type Address, emptyAddress } from '../../shared/address.ts';
import { scripted, workers, workersInTurn } from '../fakes/workers.ts';

const sender: Address = { ...emptyAddress, name: 'Kate Sender', company: 'Nordlicht GmbH', street: 'Veemarktkade', houseNumber: '8' };
const customer = (name: string): Address => ({
  ...emptyAddress,
  name,
  street: 'Hafenstrasse',
  houseNumber: '12',
  postalCode: '20457',
  city: 'Hamburg',
});
const [ada, jan] = [customer('Ada Bakker'), customer('Jan Mueller')];
const zplFor = ({ name, street, houseNumber, postalCode, city }: Address): Uint8Array =>
  Buffer.from(
    `^XA${[name, `${street} ${houseNumber}`, `${postalCode} ${city}`, 'REF 4711'].map((line, at) => `^FO28,${60 + at * 40}^A0N,30,30^FD${line}^FS`).join('')}~JO^XZ`,
  );
const asks = (bytes: Uint8Array, recipient = ada, parcels = 1): Parameters<Paper['compare']> => [
  { format: 'ZPL', bytes },
  recipient,
  sender,
  { parcels, returnAsked: false },
];

const real = (): WorkerProcess => workers.start('paper-process', { heapMb: 256 });

/** Uses these processes one after the other; the last one repeats. `calls`: the calls they received. */
function paperWith(limits: Partial<WorkerLimits>, ...starts: readonly (() => WorkerProcess)[]) {
  const [states, calls]: [string[], string[]] = [[], []];
  const inTurn = workersInTurn(
    ...starts.map((start) => () => {
      const started = start();
      const post = started.postMessage.bind(started);
      started.postMessage = (question) => {
        calls.push((question as WorkerQuestion<PaperQuestion>).ask.call);
        post(question);
      };
      return started;
    }),
  );
  const log = (_event: string, { action, state }: LogFields = {}): void => void states.push(`${action} ${state}`);
  const paper = createPaper({ ref: () => 'REF', log, workers: inTurn, limits });
  onTestFinished(() => paper.close());
  return { paper, states, calls, started: inTurn.started };
}

test('a label is compared once for all its questions, and again for another label, recipient or number of parcels', async () => {
  const { paper, calls } = paperWith({}, real);
  const label = asks(zplFor(ada));
  paper.beginToCompare(...label);
  expect(await paper.compare(...label)).toEqual({ kind: 'match' });
  expect(await paper.pages(...asks(Buffer.from(label[0].bytes)))).toMatchObject([{ page: 1, is: 'label', labels: 1 }]);
  expect((await paper.marks(label[0], [ada])).texts).toContain('4711');
  expect(await paper.leftOut(label[0])).toEqual(['~JO']);
  expect(calls).toEqual(['compare']);
  expect((await paper.compare(...asks(label[0].bytes, jan))).kind).toBe('other');
  expect((await paper.compare(...asks(label[0].bytes, jan, 2))).kind).toBe('other');
  expect((await paper.compare(...asks(zplFor(jan)))).kind).toBe('other');
  expect(calls).toEqual(['compare', 'compare', 'compare', 'compare']);
});

test('a changed label is another label', async () => {
  const { paper } = paperWith({}, real);
  const [label] = asks(zplFor(ada));
  expect(await paper.leftOut(label)).toEqual(['~JO']);
  label.bytes.set(Buffer.from('~JP'), label.bytes.indexOf('~'.charCodeAt(0)));
  expect(await paper.leftOut(label)).toEqual(['~JP']);
});

test('labels with interleaved questions are each compared once', async () => {
  const { paper, calls } = paperWith({}, real);
  const labels = Array.from({ length: 12 }, (_, number) =>
    asks(zplFor(customer(`Ada Bakker ${number}`)), customer(`Ada Bakker ${number}`)),
  );
  for (const label of labels) paper.beginToCompare(...label);
  for (const label of labels) expect(await paper.compare(...label)).toEqual({ kind: 'match' });
  for (const [label] of labels) expect(await paper.leftOut(label)).toEqual(['~JO']);
  expect(calls).toHaveLength(12);
});

test.each([
  ['stalls', 'for (;;);', 'time', { code: 'paper-took-too-long', seconds: 5 }],
  [
    'fills its memory',
    'const kept = []; setInterval(() => kept.push(Buffer.alloc(20e6, 1)), 1);',
    'memory',
    { code: 'paper-needs-memory', megabytes: 150 },
  ],
  ['refuses', "refuse('no such label')", 'refused', 'no such label'],
])('a label is asked about if its process %s, and the next one is compared', async (_what, does, by, why) => {
  const limits = { deadlineMs: by === 'time' ? 5000 : 60_000, memoryMb: by === 'memory' ? 150 : 400 };
  const { paper, states, started } = paperWith(limits, () => scripted(does), real);
  expect(await paper.compare(...asks(zplFor(ada)))).toEqual({ kind: 'cannot-compare', why });
  expect(states).toEqual([`compare ${by}`]);
  expect((await paper.compare(...asks(zplFor(jan), jan))).kind).toBe('match');
  expect(started()).toBe(2);
});

test('a process that dies is asked once more as another one, and then given up', async () => {
  const dying = (): WorkerProcess => scripted('process.exit(1)');
  const once = paperWith({}, dying, real);
  expect(await once.paper.compare(...asks(zplFor(ada)))).toEqual({ kind: 'match' });
  expect([once.states, once.started()]).toEqual([['compare ended'], 2]);
  const always = paperWith({}, dying);
  expect(await always.paper.compare(...asks(zplFor(ada)))).toEqual({ kind: 'cannot-compare', why: { code: 'paper-process-ended' } });
  expect([always.states, always.started()]).toEqual([['compare ended', 'compare ended'], 2]);
});

test.each([
  ['large processes that rest end when another one needs memory', 200, 3],
  ['small processes that rest are kept', 1, 2],
])('%s', async (_title, megabytes, starts) => {
  const filled = (): WorkerProcess =>
    scripted(`globalThis.kept ??= Buffer.alloc(${megabytes}e6, 1); setTimeout(() => answer(null), 1000);`);
  const { paper, started } = paperWith({}, filled);
  const [label] = asks(zplFor(ada));
  await paper.labelSize(label, 203);
  await paper.numbersInPicture(label);
  await paper.labelSize(label, 203);
  expect(started()).toBe(starts);
});

test('a process gets no questions once all processes are closed', async () => {
  const { paper, started } = paperWith({}, () => scripted(''));
  const answer = paper.labelSize({ format: 'ZPL', bytes: zplFor(ada) }, 203);
  await Promise.resolve();
  paper.close();
  expect([await answer, started()]).toEqual([null, 1]);
});

test('a stalled document does not hold up a label', async () => {
  const { paper } = paperWith({}, () => scripted('for (;;);'), real);
  const stuck = paper.document({ format: 'TEXT', bytes: Buffer.from('text') }, false);
  expect(await paper.compare(...asks(zplFor(ada)))).toEqual({ kind: 'match' });
  paper.close();
  expect(await stuck).toMatchObject({ ok: false, failure: { code: 'document-unreadable' } });
});

test('every question gets an answer even if its process is gone', async () => {
  const { paper } = paperWith({}, () => {
    throw new Error('no more processes');
  });
  const [label, recipient, , expected] = asks(zplFor(ada));
  const to = { printer: 'ZPL', dpi: 203, stock: { widthMm: 102, heightMm: 152 }, sample: false } as const;
  const why = [{ code: 'paper-process-ended' }];
  expect(await paper.labelSheets(label, to)).toMatchObject({ ok: false, failure: { code: 'label-unreadable', reasons: why } });
  expect(await paper.documentSheets(label, [1], to)).toMatchObject({ ok: false, failure: { code: 'document-unreadable', reasons: why } });
  expect(await paper.drawables(label)).toMatchObject({ ok: false, failure: { code: 'label-unreadable', reasons: why } });
  expect(await paper.document(label, true)).toMatchObject({ ok: false, failure: { code: 'document-unreadable', reasons: why } });
  expect(await paper.pages(label, recipient, sender, expected)).toEqual([]);
  expect(await paper.marks(label, [])).toEqual({ codes: [], numbers: [], texts: [] });
  expect(await paper.numbersInPicture(label)).toEqual([]);
  expect(await paper.leftOut(label)).toEqual([]);
  expect(await paper.labelSize(label, 203)).toBeNull();
  expect(await paper.refusal('a.pdf', Buffer.from('%PDF-1.7 /Encrypt'))).toBeUndefined();
});

test('a read label is kept until newer ones need its room, and one that fills all of it is kept alone', () => {
  const { find, keep, clear } = createLastRead<string>(10, 3);
  const bytes = (length: number, value: number) => new Uint8Array(length).fill(value);
  keep(bytes(4, 1), 'one');
  keep(bytes(4, 2), 'two');
  keep(bytes(4, 1), 'one anew');
  expect([find(bytes(4, 1)), find(bytes(4, 2)), find(bytes(4, 3))]).toEqual(['one anew', 'two', undefined]);
  keep(bytes(4, 3), 'three');
  expect([find(bytes(4, 1)), find(bytes(4, 2)), find(bytes(4, 3))]).toEqual(['one anew', undefined, 'three']);
  keep(bytes(11, 4), 'larger');
  expect([find(bytes(4, 1)), find(bytes(4, 3)), find(bytes(11, 4))]).toEqual([undefined, undefined, 'larger']);
  for (const value of [5, 6, 7, 8]) keep(bytes(1, value), `short ${value}`);
  expect([5, 6, 7, 8].map((value) => find(bytes(1, value)))).toEqual([undefined, 'short 6', 'short 7', 'short 8']);
  clear();
  expect(find(bytes(1, 8))).toBeUndefined();
});

test('two questions are the same if every part is', () => {
  const [label, recipient, from, expected] = asks(zplFor(ada));
  const question = digestOf(label, recipient, from, expected);
  expect(digestOf(...asks(zplFor(ada)))).toBe(question);
  const others = [
    digestOf({ ...label, bytes: zplFor(jan) }, recipient, from, expected),
    digestOf(label, jan, from, expected),
    digestOf(label, recipient, jan, expected),
    digestOf(label, recipient, from, { parcels: 2, returnAsked: false }),
  ];
  expect(new Set([question, ...others]).size).toBe(5);
});
