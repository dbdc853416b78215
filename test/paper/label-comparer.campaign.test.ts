import { afterEach, expect, test } from 'vitest';
import type { LogFields } from '../../electron/bench/ports/log.ts';
import { createLabelComparer, type LabelComparer } from '../../electron/paper/label-comparer.ts';
import { digestOf, type LabelQuestion } from '../../electron/paper/label-question.ts';
import { createLastRead } from '../../electron/paper/last-read.ts';
import type { WorkerProcess } from '../../electron/workers/worker-process.ts';
import { type Address, emptyAddress } from '../../shared/address.ts';
import { scripted, workers, workersInTurn } from '../fakes/workers.ts';

const closing: (() => void)[] = [];
afterEach(async () => {
  while (closing.length > 0) closing.pop()?.();
});

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
const labelFor = ({ name, street, houseNumber, postalCode, city }: Address, copies = 1): Uint8Array =>
  Buffer.from(
    `^XA${[name, `${street} ${houseNumber}`, `${postalCode} ${city}`, 'REF 4711'].map((line, at) => `^FO28,${60 + at * 40}^A0N,30,30^FD${line}^FS`).join('')}^PQ${copies}^XZ`,
  );
const asks = (bytes: Uint8Array, recipient = ada): LabelQuestion => ({
  bytes,
  recipient,
  sender,
  expected: { parcels: 1, returnAsked: false },
});

const realWorker = (): WorkerProcess => workers.start('label-worker', { heapMb: 256 });
/** Answers the first question, which warms it, and does this with each later one. */
const worker = (does: string): WorkerProcess =>
  scripted(
    `const { recipient, sender, expected, bytes } = ask;
     const digest = createHash('sha256').update(JSON.stringify([recipient, sender, expected])).update(bytes).digest('base64');
     const say = (more) => answer({ digest, label, verdict: { kind: 'other', found: [String(asked)] }, pages: [], ...more });
     asked += 1;
     if (asked === 0) return say({});
     ${does}`,
    `import { createHash } from 'node:crypto';
     const label = { refused: undefined, sheets: [], stripped: [], copies: 1, marks: { codes: ['FROM THE WORKER'], texts: [] } };
     let asked = -1;`,
  );

/** With these processes one after the other; the last of them again and again. */
async function comparer(...starts: readonly (() => WorkerProcess)[]) {
  const inTurn = workersInTurn(...starts);
  const states: (string | undefined)[] = [];
  const made: LabelComparer = createLabelComparer({
    workers: inTurn,
    log: (_event, fields: LogFields = {}) => states.push(fields.state),
    deadlineMs: 5000,
  });
  closing.push(made.close);
  await made.warm();
  return { ...made, states, started: inTurn.started };
}

test('a label is compared in the worker as it is here', async () => {
  const here = createLabelComparer({ workers, log: () => undefined });
  const there = await comparer(realWorker);
  const kinds = [];
  for (const bytes of [labelFor(ada), labelFor(jan), labelFor(ada, 2), Buffer.from('^XA^FDx^FS~JR^XZ'), Buffer.from('^XA^XZ')]) {
    const compared = await there.compare(asks(bytes));
    kinds.push(compared.verdict.kind);
    expect(compared).toEqual(await here.compare(asks(bytes)));
    expect(await there.read(bytes)).toEqual(await here.read(bytes));
    expect(there.readNow(bytes)).toEqual(here.readNow(bytes));
    const { recipient, sender, expected } = asks(bytes);
    const owner = { recipient, sender, parcels: expected.parcels };
    expect(await there.foreignIn(bytes, owner)).toEqual(await here.foreignIn(bytes, owner));
  }
  expect(kinds).toEqual(['match', 'other', 'cannot-compare', 'cannot-compare', 'cannot-compare']);
  expect(there.states).toEqual([]);
});

test('what the worker has read is not read again, and another label, recipient or number of parcels is asked anew', async () => {
  const { compare, begin, read } = await comparer(() => worker('say({})'));
  const label = labelFor(ada);
  begin(asks(label));
  const first = await compare(asks(label));
  expect(first.verdict).toEqual({ kind: 'other', found: ['1'] });
  expect(await compare(asks(Buffer.from(label)))).toEqual(first);
  expect((await read(label)).marks.codes).toEqual(['FROM THE WORKER']);
  expect((await compare(asks(label, jan))).verdict).toEqual({ kind: 'other', found: ['2'] });
  expect((await compare({ ...asks(label, jan), expected: { parcels: 2, returnAsked: false } })).verdict).toEqual({
    kind: 'other',
    found: ['3'],
  });
  expect((await compare(asks(labelFor(jan)))).verdict).toEqual({ kind: 'other', found: ['4'] });
  expect((await read(label)).marks.codes).toEqual(['FROM THE WORKER']);
});

test('labels whose questions come between each other are each read once', async () => {
  const { begin, compare, read, readNow } = await comparer(() => worker('say({})'));
  const labels = Array.from({ length: 12 }, (_, number) => labelFor(customer(`Ada Bakker ${number}`)));
  for (const label of labels) begin(asks(label));
  for (const time of ['while it is asked', 'afterwards'])
    for (const [at, label] of labels.entries())
      expect([time, (await compare(asks(label))).verdict]).toEqual([time, { kind: 'other', found: [String(at + 1)] }]);
  for (const label of labels)
    expect([(await read(label)).marks.codes, readNow(label).marks.codes]).toEqual([['FROM THE WORKER'], ['FROM THE WORKER']]);
});

test('what was read is kept until newer labels need its room, and one that needs all of it is kept alone', () => {
  const { find, keep } = createLastRead<string>(10, 3);
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
});

test.each([
  ['dies', 'process.exit(1)', 'failed'],
  ['throws', "throw new Error('broken')", 'failed'],
  ['answers for another label', "say({ digest: 'of another', verdict: { kind: 'match' } })", 'other-label'],
])('a worker that %s is not believed: the label is compared here, and the next one by a new worker', async (_what, does, state) => {
  const made = await comparer(() => worker(does), realWorker);
  expect((await made.compare(asks(labelFor(jan)))).verdict.kind).toBe('other');
  expect([made.states, made.started()]).toEqual([[state], 1]);
  expect((await made.read(labelFor(jan))).marks.codes).toEqual([]);
  expect((await made.compare(asks(labelFor(ada)))).verdict.kind).toBe('match');
  expect([made.states, made.started()]).toEqual([[state], 2]);
});

test('a worker that stalls is ended, and the label is asked about', async () => {
  const made = await comparer(() => worker('for (;;);'), realWorker);
  expect((await made.compare(asks(labelFor(ada)))).verdict).toEqual({
    kind: 'cannot-compare',
    why: { code: 'label-compared-too-long', seconds: 5 },
  });
  expect(made.states).toEqual(['stalled']);
  expect((await made.compare(asks(labelFor(ada, 2)))).verdict.kind).toBe('cannot-compare');
  expect((await made.compare(asks(labelFor(jan), jan))).verdict.kind).toBe('match');
  expect([made.states, made.started()]).toEqual([['stalled'], 2]);
});

test('before its worker is warm, and where it never will be, labels are compared here', async () => {
  const cold = createLabelComparer({ workers: workersInTurn(() => worker('say({})')), log: () => undefined });
  closing.push(cold.close);
  expect((await cold.compare(asks(labelFor(ada)))).verdict.kind).toBe('match');
  const made = await comparer(() => scripted('', "throw new Error('cannot begin');"));
  expect((await made.compare(asks(labelFor(ada)))).verdict.kind).toBe('match');
  expect([made.states, made.started()]).toEqual([[], 1]);
});

test('two questions are the same where every part is', () => {
  const question = asks(labelFor(ada));
  const others = [
    { ...question, bytes: labelFor(jan) },
    { ...question, recipient: jan },
    { ...question, sender: jan },
    { ...question, expected: { parcels: 2, returnAsked: false } },
  ];
  expect(digestOf(asks(labelFor(ada)))).toBe(digestOf(question));
  expect(new Set([question, ...others].map(digestOf)).size).toBe(5);
});

test('where no worker can be started labels are compared here', async () => {
  const made = await comparer(
    () => worker('process.exit(1)'),
    () => {
      throw new Error('no more threads');
    },
  );
  await made.compare(asks(labelFor(jan)));
  made.begin(asks(labelFor(ada)));
  expect((await made.compare(asks(labelFor(ada)))).verdict).toEqual({ kind: 'match' });
});
