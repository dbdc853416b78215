import { setImmediate as turn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { emptyAddress } from '../../shared/address.ts';
import type { Log } from '../bench/ports/log.ts';
import type { LabelOwner } from '../bench/ports/paper.ts';
import type { ComparedLabel } from './compare-label.ts';
import { digestOf, type LabelAnswer, type LabelQuestion } from './label-question.ts';
import { createWorkerLine } from './worker-line.ts';
import { type ForeignParts, foreignInZpl, judgeZplLabel, type ReadZplLabel, readZplLabel, type ZplLabel } from './zpl-label.ts';

/** Reads and compares ZPL labels: in a worker once that is warm, else here. What was asked last is not read again. */
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
  close(): Promise<void>;
}

const anyQuestion: LabelQuestion = {
  bytes: new Uint8Array(),
  recipient: emptyAddress,
  sender: emptyAddress,
  expected: { parcels: 1, returnAsked: false },
};

type Answered = LabelAnswer | 'stalled' | 'failed';

export function createLabelComparer({
  startWorker,
  log,
  deadlineMs = 10_000,
}: {
  readonly startWorker: () => Worker;
  readonly log: Log;
  readonly deadlineMs?: number;
}): LabelComparer {
  const line = createWorkerLine<LabelQuestion, LabelAnswer>(startWorker, { what: 'comparing the label', deadlineMs });
  let isWarm = false;
  let asked: { readonly digest: string; readonly answered: Promise<Answered> } | undefined;
  let there:
    | { readonly bytes: Uint8Array; readonly label: ZplLabel; readonly foreign: ForeignParts; readonly question: LabelQuestion }
    | undefined;
  let here: ({ readonly bytes: Uint8Array } & ReadZplLabel) | undefined;

  async function askWorker(question: LabelQuestion, digest: string): Promise<Answered> {
    const bytes = new Uint8Array(question.bytes);
    const worked = await line.ask({ ...question, bytes });
    if (worked.is === 'done' && worked.answer.digest === digest) {
      const { label, foreign } = worked.answer;
      there = { bytes, label, foreign, question };
      return worked.answer;
    }
    const state = worked.is === 'done' ? 'other-label' : worked.isStalled ? 'stalled' : 'failed';
    log('label-worker', { state });
    if (worked.is === 'done') await line.close();
    return state === 'stalled' ? state : 'failed';
  }

  function ask(question: LabelQuestion): Promise<Answered> {
    const digest = digestOf(question);
    if (asked?.digest !== digest) asked = { digest, answered: askWorker(question, digest) };
    return asked.answered;
  }

  function readHere(bytes: Uint8Array): ReadZplLabel {
    if (!here || Buffer.compare(here.bytes, bytes) !== 0) here = { bytes: new Uint8Array(bytes), ...readZplLabel(bytes) };
    return here;
  }

  const known = (bytes: Uint8Array): ZplLabel | undefined =>
    [there, here].find((each) => each && Buffer.compare(each.bytes, bytes) === 0)?.label;

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

    async foreignIn(bytes, { recipient, sender, parcels }) {
      const isAsked = ({ question }: { readonly question: LabelQuestion }): boolean =>
        isDeepStrictEqual([question.recipient, question.sender, question.expected.parcels], [recipient, sender, parcels]);
      if (there && Buffer.compare(there.bytes, bytes) === 0 && isAsked(there)) return there.foreign;
      await turn();
      return foreignInZpl(readHere(bytes), { recipient, sender, parcels });
    },

    readNow: (bytes) => known(bytes) ?? readHere(bytes).label,
    close: line.close,
  };
}
