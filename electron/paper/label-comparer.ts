import { setImmediate as turn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { emptyAddress } from '../../shared/address.ts';
import type { Log } from '../bench/ports/log.ts';
import type { LabelOwner } from '../bench/ports/paper.ts';
import { createWorkerLine } from '../workers/worker-line.ts';
import type { WorkerProcesses } from '../workers/worker-process.ts';
import type { ComparedLabel } from './compare-label.ts';
import { digestOf, type LabelAnswer, type LabelQuestion } from './label-question.ts';
import { createLastRead } from './last-read.ts';
import { type ForeignParts, foreignInZpl, judgeZplLabel, type ReadZplLabel, readZplLabel, type ZplLabel } from './zpl-label.ts';

/** Reads and compares ZPL labels: in a worker once that is warm, else here. What was asked of the last of them is not read again. */
export interface LabelComparer {
  /** Starts the worker; resolves when it is ready, or cannot be. Without it everything is read here. */
  warm(): Promise<void>;
  /** Begins what `compare` will be asked, where it can be done beside the program. */
  begin(question: LabelQuestion): void;
  /** Never throws. A label that the worker stalls on is `cannot-compare`. */
  compare(question: LabelQuestion): Promise<ComparedLabel>;
  read(bytes: Uint8Array): Promise<ZplLabel>;
  /** What of a label is not its owner's. */
  foreignIn(bytes: Uint8Array, owner: LabelOwner): Promise<ForeignParts>;
  /** `read` of one that was read just before. */
  readNow(bytes: Uint8Array): ZplLabel;
  close(): void;
}

const anyQuestion: LabelQuestion = {
  bytes: new Uint8Array(),
  recipient: emptyAddress,
  sender: emptyAddress,
  expected: { parcels: 1, returnAsked: false },
};

/** Parcels of a batch are at the service beside each other, and their labels wait for each other at the printer. */
const mostKept = [4_000_000, 500] as const;

type Answered = LabelAnswer | 'stalled' | 'failed';

export function createLabelComparer({
  workers,
  log,
  deadlineMs = 10_000,
}: {
  readonly workers: WorkerProcesses;
  readonly log: Log;
  readonly deadlineMs?: number;
}): LabelComparer {
  const line = createWorkerLine<LabelQuestion, LabelAnswer>(workers, 'label-worker', {
    what: 'comparing the label',
    deadlineMs,
    heapMb: 256,
    memoryMb: 400,
  });
  let isWarm = false;
  /** By the digest of the question. */
  const asking = new Map<string, Promise<Answered>>();
  const there = createLastRead<LabelAnswer & Pick<LabelQuestion, 'recipient' | 'sender' | 'expected'>>(...mostKept);
  const here = createLastRead<ReadZplLabel>(...mostKept);

  async function askWorker(question: LabelQuestion, digest: string): Promise<Answered> {
    const { recipient, sender, expected } = question;
    const bytes = new Uint8Array(question.bytes);
    const worked = await line.ask({ ...question, bytes });
    if (worked.is === 'done' && worked.answer.digest === digest) {
      there.keep(bytes, { ...worked.answer, recipient, sender, expected });
      return worked.answer;
    }
    const state = worked.is === 'done' ? 'other-label' : worked.by === 'process' ? 'failed' : 'stalled';
    log('label-worker', { state });
    if (worked.is === 'done') line.close();
    return state === 'stalled' ? state : 'failed';
  }

  async function ask(question: LabelQuestion): Promise<Answered> {
    const digest = digestOf(question);
    const last = there.find(question.bytes);
    if (last?.digest === digest) return last;
    const answered = asking.get(digest) ?? askWorker(question, digest).finally(() => asking.delete(digest));
    asking.set(digest, answered);
    return answered;
  }

  function readHere(bytes: Uint8Array): ReadZplLabel {
    const known = here.find(bytes);
    if (known) return known;
    const read = readZplLabel(new Uint8Array(bytes));
    here.keep(bytes, read);
    return read;
  }

  const known = (bytes: Uint8Array): ZplLabel | undefined => (there.find(bytes) ?? here.find(bytes))?.label;

  return {
    async warm() {
      const { is } = await line.ask(anyQuestion);
      isWarm = is === 'done';
    },

    begin(question) {
      if (isWarm) void ask(question);
    },

    async compare(question) {
      const answered = isWarm ? await ask(question) : 'failed';
      if (answered === 'stalled')
        return { verdict: { kind: 'cannot-compare', why: { code: 'label-compared-too-long', seconds: deadlineMs / 1000 } }, pages: [] };
      if (answered !== 'failed') return { verdict: answered.verdict, pages: answered.pages };
      await turn();
      const { recipient, sender, expected } = question;
      const { verdict, pages } = judgeZplLabel(readHere(question.bytes), recipient, sender, expected);
      return { verdict, pages };
    },

    async read(bytes) {
      const label = known(bytes);
      if (label) return label;
      await turn();
      return readHere(bytes).label;
    },

    async foreignIn(bytes, owner) {
      const last = there.find(bytes);
      const isOf = ({ recipient, sender, parcels, isToServicePoint = false }: LabelOwner) => [recipient, sender, parcels, isToServicePoint];
      if (last && isDeepStrictEqual(isOf({ ...last, ...last.expected }), isOf(owner))) return last.foreign;
      await turn();
      return foreignInZpl(readHere(bytes), owner);
    },

    readNow: (bytes) => known(bytes) ?? readHere(bytes).label,
    close: line.close,
  };
}
