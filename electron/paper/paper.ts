import { setImmediate as turn } from 'node:timers/promises';
import { because, type FailureCode } from '../../shared/failure.ts';
import type { Message } from '../../shared/message.ts';
import type { PaperReason } from '../../shared/paper-reason.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { Log } from '../bench/ports/log.ts';
import type { Paper } from '../bench/ports/paper.ts';
import { createMemoryTogether, type MemoryTogether } from '../workers/memory-together.ts';
import { createWorkerLine, type WorkerLimits, type WorkerLine } from '../workers/worker-line.ts';
import type { WorkerProcesses } from '../workers/worker-process.ts';
import { readEnclosure } from './enclosure-file.ts';
import { digestOf, type LabelFacts } from './label-question.ts';
import { createLastRead } from './last-read.ts';
import type { Made, PaperWork } from './paper-work.ts';
import { testLabelZpl } from './test-label.ts';

type Call = keyof PaperWork;
export interface PaperQuestion {
  readonly call: Call;
  readonly args: readonly unknown[];
}
type AnswerTo<C extends Call> = Awaited<ReturnType<PaperWork[C]>>;
type Answered<T> =
  | { readonly is: 'done'; readonly answer: T }
  | { readonly is: 'failed'; readonly why: Message; readonly isRefused: boolean };

/**
 * All processes run the same file; they are separate so that a drawing that stalls does not delay a label. Those that draw do not stay in
 * memory for long.
 */
const kinds = {
  labels: { what: 'the label', deadlineMs: 20_000 },
  drawings: { what: 'drawing the label', deadlineMs: 30_000, idleMs: 60_000 },
  documents: { what: 'the document', deadlineMs: 30_000, idleMs: 60_000 },
} as const;
/**
 * Together with the program itself, and with the growth of a process before it is detected, this is less than 500 MB. It is enough for a
 * sharp picture of the largest size.
 */
const memory = { heapMb: 192, memoryMb: 320 };

/** Sending more bytes than this to a process takes a while, so other work runs first. */
const largeBytes = 1024 * 1024;

/** The parcels of a batch are at the service at the same time, and their labels wait for each other at the printer. */
const mostKept = [4_000_000, 500] as const;

interface PaperParts {
  readonly ref: () => string;
  readonly log: Log;
  readonly workers: WorkerProcesses;
  readonly together?: MemoryTogether;
  /** Replaces the default limits. */
  readonly limits?: Partial<WorkerLimits>;
}

/**
 * Handles labels and documents in separate processes: nothing from outside is unpacked, read, matched or drawn in the main process. If a
 * process cannot answer within its limits, the request is refused with the reason. `ref` creates the short reference that a packer reads
 * out.
 */
export function createPaper({ ref, ...parts }: PaperParts): Paper {
  const processes = openProcesses(parts);
  const { ask } = processes;
  const facts = createFacts(processes, parts.log);
  const refuse = <C extends FailureCode>(code: C, why: Message): Result<never, C> => failed({ code, ref: ref(), ...because(why) });

  /** Returns the value, or a failure with this code and the reason. */
  function resultOf<T, C extends FailureCode>(answered: Answered<Made<T>>, code: C): Result<T, C> {
    if (answered.is === 'failed') return refuse(code, answered.why);
    return answered.answer.is === 'made' ? ok(answered.answer.value) : refuse(code, answered.answer.why);
  }

  return {
    labelIn: async (bytes) => resultOf(await ask('labels', 'labelIn', bytes), 'label-unreadable'),

    async warm() {
      await ask('labels', 'practise');
    },

    beginToCompare: (...question) => void facts.of(...question),
    compare: async (...question) => (await facts.of(...question)).verdict,
    pages: async (...question) => (await facts.of(...question)).pages,
    codesOfLabels: async (...question) => (await facts.of(...question)).codesOfLabels,

    async marks(label, people) {
      const { marks } = facts.last(label.bytes) ?? {};
      if (marks) return marks;
      const answered = await ask('labels', 'marks', label, people);
      return answered.is === 'done' ? answered.answer : { codes: [], numbers: [], texts: [] };
    },

    async numbersInPicture(label) {
      const answered = await ask('drawings', 'numbersInPicture', label);
      return answered.is === 'done' ? answered.answer : [];
    },

    async leftOut(label) {
      const last = facts.last(label.bytes);
      if (last) return last.leftOut;
      const answered = await ask('labels', 'leftOut', label);
      return answered.is === 'done' ? answered.answer : [];
    },

    async labelSize(label, dpi) {
      const answered = await ask('labels', 'labelSize', label, dpi);
      return answered.is === 'done' ? answered.answer : null;
    },

    // ZPL is drawn for a printer that does not support it.
    labelSheets: async (label, to) =>
      resultOf(await ask(to.printer === 'PDF' ? 'drawings' : 'labels', 'labelSheets', label, to), 'label-unreadable'),
    documentSheets: async (...asked) => resultOf(await ask('drawings', 'documentSheets', ...asked), 'document-unreadable'),
    drawables: async (paper) => resultOf(await ask('documents', 'drawables', paper), 'label-unreadable'),
    document: async (...asked) => resultOf(await ask('documents', 'document', ...asked), 'document-unreadable'),

    async asOneFile(paper) {
      if (paper.format !== 'PDF') return paper;
      const answered = await ask('documents', 'asOneFile', paper);
      return (answered.is === 'done' ? answered.answer : undefined) ?? paper;
    },

    async refusal(name, bytes) {
      const mismatch = nameMismatch(name, bytes);
      if (mismatch !== undefined || !isPdf(bytes) || !Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('/Encrypt'))
        return mismatch;
      const opened = await ask('documents', 'openPdf', bytes);
      return opened.is === 'failed' && opened.isRefused ? `${name} is locked with a password.` : undefined;
    },
    mediaTypeOf,

    separator: async (...asked) => ours(await ask('drawings', 'separator', ...asked)),
    testLabel: (printer, benchName) => ({ format: 'ZPL', bytes: testLabelZpl(printer, benchName) }),
    scannerSheets: async (...asked) => ours(await ask('drawings', 'scannerSheets', ...asked)),
    testPage: async (benchName) => ours(await ask('documents', 'testPage', benchName)),
    async enclosure(path) {
      const read = await readEnclosure(path);
      return read instanceof Uint8Array ? ok({ format: 'PDF', bytes: read }) : refuse('document-unreadable', read);
    },
    packingSlip: async (...asked) => resultOf(await ask('documents', 'packingSlip', ...asked), 'document-unreadable'),

    close: processes.close,
  };
}

/** Asks the processes that read and draw. */
function openProcesses({ log, workers, together = createMemoryTogether(), limits }: Omit<PaperParts, 'ref'>) {
  const line = (kind: keyof typeof kinds): WorkerLine<PaperQuestion, unknown> =>
    together.add(createWorkerLine(workers, 'paper-process', { ...memory, ...kinds[kind], onMemory: together.giveWay, ...limits }));
  const lines = { labels: line('labels'), drawings: line('drawings'), documents: line('documents') };
  let isClosed = false;

  /** Asks again if the process ended by itself: it may have ended before the question reached it. */
  async function ask<C extends Call>(kind: keyof typeof kinds, call: C, ...args: Parameters<PaperWork[C]>): Promise<Answered<AnswerTo<C>>> {
    const [paper] = args as readonly unknown[];
    if (bytesOf(paper) > largeBytes) await turn();
    for (let isLast = false; ; isLast = true) {
      const worked = await lines[kind].ask({ call, args });
      if (worked.is === 'done') return { is: 'done', answer: worked.answer as AnswerTo<C> };
      const { by, why } = worked;
      log('paper-process', { action: call, state: by });
      if (by === 'refused') return { is: 'failed', why, isRefused: true };
      if (by !== 'ended') return { is: 'failed', why: reasonOf[by](kind), isRefused: false };
      if (isLast || isClosed) return { is: 'failed', why: { code: 'paper-process-ended' }, isRefused: false };
    }
  }

  const reasonOf = {
    time: (kind: keyof typeof kinds): PaperReason => ({
      code: 'paper-took-too-long',
      seconds: (limits?.deadlineMs ?? kinds[kind].deadlineMs) / 1000,
    }),
    memory: (): PaperReason => ({ code: 'paper-needs-memory', megabytes: limits?.memoryMb ?? memory.memoryMb }),
  };

  return {
    ask,
    closeLabels: () => lines.labels.close(),
    close(): void {
      isClosed = true;
      for (const each of Object.values(lines)) each.close();
    },
  };
}

/** Compares labels, and keeps the results for the latest ones. */
function createFacts({ ask, closeLabels }: ReturnType<typeof openProcesses>, log: Log) {
  /** Keyed by the digest of the question. */
  const asking = new Map<string, Promise<LabelFacts>>();
  const known = createLastRead<LabelFacts>(...mostKept);

  async function askFacts(...question: Parameters<Paper['compare']>): Promise<LabelFacts> {
    const digest = digestOf(...question);
    const answered = await ask('labels', 'compare', ...question);
    const cannot = (why: Message): LabelFacts => ({
      digest,
      verdict: { kind: 'cannot-compare', why },
      pages: [],
      codesOfLabels: [],
      marks: undefined,
      leftOut: [],
    });
    if (answered.is === 'failed') return cannot(answered.why);
    if (answered.answer.digest !== digest) {
      log('paper-process', { action: 'compare', state: 'other-label' });
      closeLabels();
      return cannot({ code: 'paper-process-ended' });
    }
    known.keep(question[0].bytes, answered.answer);
    return answered.answer;
  }

  /** Does not ask again if the same question was answered last or is in progress. */
  async function factsOf(...question: Parameters<Paper['compare']>): Promise<LabelFacts> {
    const digest = digestOf(...question);
    const last = known.find(question[0].bytes);
    if (last?.digest === digest) return last;
    const facts = asking.get(digest) ?? askFacts(...question).finally(() => asking.delete(digest));
    asking.set(digest, facts);
    return facts;
  }

  return { of: factsOf, last: known.find };
}

function bytesOf(paper: unknown): number {
  const bytes = typeof paper === 'object' && paper !== null && 'bytes' in paper ? paper.bytes : paper;
  return bytes instanceof Uint8Array ? bytes.length : 0;
}

/** Throws if it failed: a sheet that needs only the program's own text can always be made. */
function ours<T>(answered: Answered<T>): T {
  if (answered.is === 'failed') throw new Error(`a sheet of our own was not made: ${JSON.stringify(answered.why)}`);
  return answered.answer;
}

/** First bytes of the files that users attach. */
const attachedKinds = [
  { ending: 'pdf', name: 'a PDF', mediaType: 'application/pdf', starts: ['%PDF-'] },
  { ending: 'png', name: 'a PNG picture', mediaType: 'image/png', starts: ['\x89PNG\r\n'] },
  { ending: 'jpg', name: 'a JPEG picture', mediaType: 'image/jpeg', starts: ['\xff\xd8\xff'] },
  { ending: 'gif', name: 'a GIF picture', mediaType: 'image/gif', starts: ['GIF8'] },
  { ending: 'tif', name: 'a TIFF picture', mediaType: 'image/tiff', starts: ['II*\0', 'MM\0*'] },
] as const;
type Kind = (typeof attachedKinds)[number];

const sameEndings: Readonly<Record<string, string>> = { jpeg: 'jpg', jpe: 'jpg', tiff: 'tif' };
const endingOf = (name: string): string => {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return sameEndings[ending] ?? ending;
};

function kindOf(bytes: Uint8Array): Kind | undefined {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  return attachedKinds.find(({ ending, starts }) =>
    starts.some((start) => (ending === 'pdf' ? head.includes(start) : head.startsWith(start))),
  );
}

/**
 * Returns why a file is refused, as a sentence: it is empty, or its content is not what its name states. The name of an unknown kind is
 * trusted.
 */
function nameMismatch(name: string, bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return `${name} is empty.`;
  const found = kindOf(bytes);
  const named = attachedKinds.find(({ ending }) => ending === endingOf(name));
  if (!named || named === found) return undefined;
  return `${name} is called ${named.name} and is ${found ? found.name : 'something else'}.`;
}

const mediaTypeOf = (bytes: Uint8Array): string => kindOf(bytes)?.mediaType ?? 'application/octet-stream';
const isPdf = (bytes: Uint8Array): boolean => kindOf(bytes)?.ending === 'pdf';
