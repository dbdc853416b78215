import type { FileLetters } from '../../shared/file-letters.ts';
import type { FileReason } from '../../shared/order-file-reason.ts';
import { failed, ok, type Refusal, type Result } from '../../shared/result.ts';
import type { Log } from '../bench/ports/log.ts';
import type { OrderFile, OrderFileReading, OrderFiles, OrderSlice, ProductSlice } from '../bench/ports/orders.ts';
import { createMemoryTogether, type MemoryTogether } from '../workers/memory-together.ts';
import { createWorkerLine, type WorkerLimits, type WorkerLine } from '../workers/worker-line.ts';
import type { WorkerProcesses } from '../workers/worker-process.ts';
import type { FoundColumns } from './file-columns.ts';

/** The questions that the process for order files answers. It handles one file at a time. */
export interface OrderFileWork<Secrets> {
  /** A part of a large file, before it is opened. */
  piece(bytes: Uint8Array, at: number, size: number): Promise<void>;
  /** Opens a file that came in pieces, or, with `whole`, at once. `next` answers with its orders. */
  open(
    file: Omit<OrderFile, 'bytes'> & { readonly whole: Uint8Array | null },
    secrets: Secrets,
  ): Promise<Result<Pick<OrderFileReading, 'rows' | 'needless'>, 'order-file-unreadable'>>;
  next(count: number): Promise<OrderSlice>;
  /** All of a small file. */
  read(file: OrderFile): Promise<Result<readonly OrderSlice[], 'order-file-unreadable'>>;
  columns(bytes: Uint8Array, count: number, letters: readonly FileLetters[]): Promise<FoundColumns | undefined>;
  /** As `open`, for a file of products; `nextProducts` answers with them. */
  openProducts(
    file: Pick<OrderFile, 'name'> & { readonly letters: readonly FileLetters[]; readonly whole: Uint8Array | null },
  ): Promise<Result<object, 'order-file-unreadable'>>;
  nextProducts(rows: number): Promise<ProductSlice>;
}

type Call = keyof OrderFileWork<unknown>;
export interface OrderFileQuestion {
  readonly call: Call;
  readonly args: readonly unknown[];
}
type Line = WorkerLine<OrderFileQuestion, unknown>;
type ArgsOf<C extends Call, Secrets> = Parameters<OrderFileWork<Secrets>[C]>;
type AnswerTo<C extends Call> = Awaited<ReturnType<OrderFileWork<unknown>[C]>>;

const megabyte = 2 ** 20;
/** A process that read no more than this is reused for the next file; after a larger one it would keep its memory. */
const smallBytes = 2 * megabyte;
/** Size of the pieces in which a large file is sent: a larger one would block the main thread. */
const pieceBytes = megabyte;
const usualMs = 20_000;
/** How long an idle process is kept for the next file. */
const restMs = 60_000;
/** Several times the needs of an honest file of this size. */
const small: WorkerLimits = { what: 'the order file', isStateful: true, deadlineMs: usualMs, heapMb: 160, memoryMb: 260 };
/** Limits by the size of a file: the largest honest ones, in JSON, take twenty times as much memory. */
const limitsFor = (bytes: number): WorkerLimits => {
  const more = Math.ceil(bytes / megabyte) * 24;
  return { ...small, heapMb: small.heapMb + more, memoryMb: small.memoryMb + more };
};
const openMs = (bytes: number): number => usualMs + Math.ceil(bytes / megabyte) * 2000;

interface Parts {
  readonly workers: WorkerProcesses;
  readonly together?: MemoryTogether;
  readonly log: Log;
  /** Replaces the default limits. */
  readonly limits?: Partial<WorkerLimits>;
}

/** `secrets`: the keys that a process needs to prepare the orders of a file for the journal. */
export interface OrderFileReader {
  filesOf<Secrets>(secrets: () => Secrets): OrderFiles;
  close(): void;
}

type Unreadable = Refusal<'order-file-unreadable'>;
/** The failure has no other log entry than its own line, so there is no `ref`. */
const unreadable = (reason: FileReason): Unreadable => failed({ code: 'order-file-unreadable', ref: '', detail: '', reasons: [reason] });

/** Keeps the processes that read files: one that has read a small file is used again for the next one. */
function createReaders(lineWith: (limits: WorkerLimits) => Line, together: MemoryTogether) {
  /**
   * A process that has read a file and waits for the next one. A process that is still reading is never ended to save memory, because the
   * rest of its file would be lost.
   */
  let spare: { readonly line: Line; readonly end: NodeJS.Timeout } | undefined;
  const inUse = new Set<Line>();

  function taken(bytes: number): Line {
    const line = bytes <= smallBytes ? (takeSpare() ?? lineWith(small)) : lineWith(limitsFor(bytes));
    inUse.add(line);
    return line;
  }

  function takeSpare(): Line | undefined {
    const { line, end } = spare ?? {};
    spare = undefined;
    clearTimeout(end);
    if (line) together.remove(line);
    return line;
  }

  function putBack(line: Line, bytes: number): void {
    if (!inUse.delete(line)) return;
    if (bytes > smallBytes || spare) line.close();
    else spare = { line: together.add(line), end: setTimeout(line.endResting, restMs).unref() };
  }

  return {
    taken,
    putBack,
    close(): void {
      takeSpare()?.close();
      for (const line of inUse) line.close();
      inUse.clear();
    },
  };
}

/** Asks the processes, each within its time. `givenMs` replaces every limit of time. */
function createAsking(log: Log, givenMs: number | undefined) {
  /** Returns the answer, or why there is none. Asks again if the process ended by itself, perhaps before the question reached it. */
  async function ask<C extends Call, Secrets>(
    line: Line,
    { call, deadlineMs, again }: { readonly call: C; readonly deadlineMs: number; readonly again: () => boolean },
    ...args: ArgsOf<C, Secrets>
  ): Promise<{ readonly answer: AnswerTo<C> } | FileReason> {
    for (let isFirst = true; ; isFirst = false) {
      const worked = await line.ask({ call, args }, givenMs ?? deadlineMs);
      if (worked.is === 'done') return { answer: worked.answer as AnswerTo<C> };
      log('order-file-process', { action: call, state: worked.by });
      if (worked.by === 'time') return { code: 'file-takes-too-long', seconds: Math.round((givenMs ?? deadlineMs) / 100) / 10 };
      if (worked.by === 'memory') return { code: 'file-needs-memory' };
      if (worked.by === 'refused' || !isFirst || !again()) return { code: 'file-broke-reader' };
    }
  }

  /** Sends a large file in pieces. Returns why that failed. */
  async function sendPieces(line: Line, bytes: Uint8Array): Promise<FileReason | undefined> {
    const deadlineMs = openMs(bytes.length);
    const isWhole = bytes.length <= pieceBytes;
    for (let at = 0; !isWhole && at < bytes.length; at += pieceBytes) {
      // A copy: part of a buffer would be sent with the whole buffer.
      const sent = await ask(
        line,
        { call: 'piece', deadlineMs, again: () => at === 0 },
        bytes.slice(at, at + pieceBytes),
        at,
        bytes.length,
      );
      if ('code' in sent) return sent;
    }
    return undefined;
  }

  return { ask, sendPieces };
}

/**
 * Reads order files and the answers of look-ups in separate processes: nothing from outside is unpacked, parsed or matched in the main
 * process, however small it is. A file that exceeds a limit of time or memory is refused with the reason.
 */
export function createOrderFileReader({ workers, together = createMemoryTogether(), log, limits: given }: Parts): OrderFileReader {
  const lineWith = (limits: WorkerLimits): Line =>
    createWorkerLine(workers, 'order-file-process', { ...limits, onMemory: together.giveWay, ...given });
  /** For look-ups that a packer waits for after a scan: no file is read before them. */
  const answers = together.add(lineWith({ ...small, isStateful: false, idleMs: restMs }));
  const readers = createReaders(lineWith, together);
  const { ask, sendPieces } = createAsking(log, given?.deadlineMs);

  async function opened<Secrets>(line: Line, { bytes, ...file }: OrderFile, secrets: Secrets): Promise<AnswerTo<'open'>> {
    const deadlineMs = openMs(bytes.length);
    const isWhole = bytes.length <= pieceBytes;
    const notSent = await sendPieces(line, bytes);
    if (notSent) return unreadable(notSent);
    const answered = await ask<'open', Secrets>(
      line,
      { call: 'open', deadlineMs, again: () => isWhole },
      { ...file, whole: isWhole ? bytes.slice() : null },
      secrets,
    );
    return 'code' in answered ? unreadable(answered) : answered.answer;
  }

  async function openProducts({
    name,
    bytes,
    letters = [],
  }: Pick<OrderFile, 'name' | 'bytes' | 'letters'>): ReturnType<OrderFiles['openProducts']> {
    const line = readers.taken(bytes.length);
    const isWhole = bytes.length <= pieceBytes;
    const answered =
      (await sendPieces(line, bytes)) ??
      (await ask(
        line,
        { call: 'openProducts', deadlineMs: openMs(bytes.length), again: () => isWhole },
        { name, letters, whole: isWhole ? bytes.slice() : null },
      ));
    const answer = 'code' in answered ? unreadable(answered) : answered.answer;
    if (!answer.ok) {
      readers.putBack(line, bytes.length);
      return answer;
    }
    let isOver = false;
    return ok({
      async next(rows) {
        const slice = await ask(line, { call: 'nextProducts', deadlineMs: usualMs, again: () => false }, rows);
        if ('code' in slice) return unreadable(slice);
        isOver = slice.answer.isLast;
        return ok(slice.answer);
      },
      close() {
        if (!isOver) line.close();
        readers.putBack(line, bytes.length);
      },
    });
  }

  return {
    filesOf: (secrets) => ({
      openProducts,

      async columns(bytes, count, letters = []) {
        const line = readers.taken(bytes.length);
        const found = await ask(line, { call: 'columns', deadlineMs: usualMs, again: () => true }, bytes.slice(), count, letters);
        readers.putBack(line, bytes.length);
        return 'code' in found ? undefined : found.answer;
      },

      async open(file, keep) {
        const { length } = file.bytes;
        const line = readers.taken(length);
        const answer = await opened(line, file, secrets());
        if (!answer.ok) {
          keep?.(file.bytes);
          readers.putBack(line, length);
          return answer;
        }
        let isOver = false;
        return ok({
          ...answer.value,
          async next(count) {
            const slice = await ask(line, { call: 'next', deadlineMs: usualMs, again: () => false }, count);
            if ('code' in slice) return unreadable(slice);
            isOver = slice.answer.isLast;
            return ok(slice.answer);
          },
          close() {
            // Otherwise the process would continue with the rest of this file.
            if (!isOver) line.close();
            readers.putBack(line, length);
          },
        });
      },

      beginToRead: () => void answers.ask({ call: 'columns', args: [new Uint8Array(), 0, []] }),

      async read(file, withinMs, until) {
        const stop = (): void => answers.close();
        until.addEventListener('abort', stop);
        try {
          const bytes = file.bytes.slice();
          const read = await ask(answers, { call: 'read', deadlineMs: withinMs, again: () => !until.aborted }, { ...file, bytes });
          return 'code' in read ? unreadable(read) : read.answer;
        } finally {
          until.removeEventListener('abort', stop);
        }
      },
    }),

    close() {
      answers.close();
      readers.close();
    },
  };
}
