import { setImmediate as nextTurn } from 'node:timers/promises';
import PQueue from 'p-queue';
import { z } from 'zod';
import { addressLine } from '../../../shared/address.ts';
import type { Importing } from '../../../shared/bench.ts';
import type { RereadPart } from '../../../shared/corrected-order.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { FileEncoding } from '../../../shared/file-letters.ts';
import type { Answer, ImportReport } from '../../../shared/ipc.ts';
import { isFixedByMapping, type Mapping } from '../../../shared/mapping.ts';
import type { Hold, Order, OrderKey, RowProblem } from '../../../shared/order.ts';
import { isTooLate, mostUnreadableRows, type RowReason } from '../../../shared/order-file-reason.ts';
import { ok } from '../../../shared/result.ts';
import type { BenchContext } from '../context.ts';
import type { Journal } from '../ports/journal.ts';
import type { OrderFile, OrderFileReading, OrderSlice } from '../ports/orders.ts';
import { readableRows } from '../readable-rows.ts';
import { underKnownKeys } from './known-keys.ts';
import { keepLetters, knownLetters } from './known-letters.ts';
import { tooLate } from './too-late.ts';

type ImportContext = Pick<BenchContext, 'bug' | 'changed' | 'fail' | 'journal' | 'now' | 'orderFiles' | 'settings'>;

export interface GivenFile extends Pick<OrderFile, 'name' | 'bytes'> {
  /** The only mapping to read it with; absent: the mappings that fit its columns. */
  readonly mapping?: Mapping;
}

/** Result of one order of a file. */
export interface TakenRow {
  /** Line numbers of its rows; everything else reported on the order refers to the first line. */
  readonly lines: readonly [number, ...number[]];
  /** Null if it was taken under no key: a problem, or a skipped row, states why. */
  readonly key: OrderKey | null;
  readonly became: 'taken' | 'unchanged';
  readonly hold: Hold | null;
}

/** Exactly one of the two is null. */
export interface LastImport {
  readonly report: ImportReport | null;
  readonly failure: Failure | null;
}

export interface Import {
  /**
   * Takes a file in slices of whole orders; other calls are answered between slices. One file at a time, the next one waits. Orders taken
   * stay taken however the file ends, and the same file again does not change them.
   */
  take(file: GivenFile): Promise<Answer<'importOrders'>>;
  /** As `take`, for the answer of a look-up: it does not become the last file. */
  takeAnswer(file: GivenFile): Promise<Answer<'importOrders'>>;
  /** As `take`, for a file that no person gave: the file that is being mapped stays the same. `each` receives every order of the file. */
  takeUnasked(file: GivenFile, each?: (row: TakenRow) => void): Promise<Answer<'importOrders'>>;
  /** Removes what the last file brought that a person gave, as far as nothing happened to it since. Once only. */
  undo(): Promise<Answer<'undoImport'>>;
  /** Returns the last file that a person gave, if its columns were not known. */
  unmapped(): GivenFile | null;
  /** Takes the last file of unclear encoding with this encoding, and remembers it for similar files. */
  takeInLetters(encoding: FileEncoding): Promise<Answer<'importOrders'>>;
  /**
   * Returns the report or failure of the last file that a person gave, on screen or on the command line; null if there was none since the
   * start.
   */
  last(): LastImport | null;
  /** Ends the file being taken after the orders in hand, and refuses the files that wait. */
  stop(): void;
  now(): Importing | null;
  /** True while a file is being read or taken. */
  isBusy(): boolean;
}

/** Target duration of one slice in ms: no other answer waits longer because of a file. */
const sliceMs = 16;
const firstSlice = 100;
/** Below this size, writing a slice costs more than its orders. */
const fewestInSlice = 100;
const mostInSlice = 400;
const betweenPushesMs = 500;
/** Maximum number of skipped rows, and of notes on rows, in a report. More would not be read, and would block the program. */
const mostNoted = 10_000;
/** Number of held orders that a report names. */
const mostHeldNamed = 5;
/** Orders between two checkpoints: few enough that no commit runs one, because a slice and a checkpoint in one turn take too long. */
const betweenCheckpoints = 1000;

/** Yields for two turns: timers come first in a turn and files last, so only a whole turn serves all of them. */
async function letOthersIn(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

/** Fact in the journal while a file is being taken in more than one slice. */
const underWay = 'import-under-way';
const underWaySchema = z.object({ file: z.string() });

/** Row problem that waits for a person while a file is only partly taken. */
const cutShort = (file: string): RowProblem => ({
  file,
  line: 1,
  orderKey: '',
  reason: { code: 'file-cut-short' },
  row: '',
});

const isCutShort = ({ reason, ...problem }: RowProblem, file: string): boolean =>
  problem.file === file && typeof reason !== 'string' && reason.code === 'file-cut-short';

/** Reports a file that the end of the program cut short to a person. Safe to interrupt and to repeat. */
export function recoverImport({ journal }: Pick<BenchContext, 'journal'>): void {
  const left = journal.fact(underWay);
  if (!left) return;
  journal.takeOrders([], [cutShort(underWaySchema.parse(JSON.parse(left)).file)]);
  journal.setFact(underWay, '');
}

export function createImport(context: ImportContext): Import {
  const queue = new PQueue({ concurrency: 1 });
  let importing: Importing | null = null;
  /** Counts stops: a file requested before a stop is not taken after it. */
  let stops = 0;
  let last: LastImport | null = null;
  let unmapped: GivenFile | null = null;
  let brought: Brought | null = null;
  let unclear: { readonly file: GivenFile; readonly beginning: string } | null = null;

  async function takeInTurn(
    file: GivenFile,
    isStopped: () => boolean,
    isGiven: boolean,
    each?: (row: TakenRow) => void,
    ended?: (brought: Brought) => void,
  ): Promise<Answer<'importOrders'>> {
    if (isStopped()) return context.fail('not-now');
    recoverImport(context);
    const { currency, mappings } = context.settings();
    if (isGiven) [unmapped, unclear] = [null, null];
    let bytes: Uint8Array | undefined;
    const { name } = file;
    const opened = await context.orderFiles.open(
      { name, bytes: file.bytes, currency, mappings: file.mapping ? [file.mapping] : mappings, letters: knownLetters(context) },
      (given) => {
        bytes = given;
      },
    );
    if (isGiven && !opened.ok && bytes) {
      const { reasons = [] } = opened.failure;
      if (reasons.some(isFixedByMapping)) unmapped = { name: file.name, bytes };
      for (const reason of reasons)
        if (reason.code === 'file-letters-unclear') unclear = { file: { ...file, bytes }, beginning: reason.beginning };
    }
    if (!opened.ok) return context.fail(opened.failure.code, opened.failure.reasons);
    const { rows } = opened.value;
    const since = context.now().toISOString();
    const show = (orders: number): void => {
      importing = { file: name, rows, orders, since };
    };
    try {
      const keys: OrderKey[] = [];
      const after = context.journal.head().sequence;
      const before = new Set(context.journal.rowProblems().map(({ id }) => id));
      const taken = await takeAll(context, name, opened.value, show, isStopped, { each, isNew: (key) => void keys.push(key) });
      if (taken.ok && ended) {
        const problems = readableRows(context).filter(({ id, problem }) => !before.has(id) && isUnread(problem, name));
        const upTo = context.journal.head().sequence;
        ended({ keys, problems: problems.map(({ id }) => id), after, upTo, taken: taken.value.taken });
      }
      return taken;
    } finally {
      opened.value.close();
      importing = null;
      context.changed();
    }
  }

  function enqueue(
    file: GivenFile,
    isGiven: boolean,
    each?: (row: TakenRow) => void,
    ended?: (brought: Brought) => void,
  ): Promise<Answer<'importOrders'>> {
    const before = stops;
    return queue.add(() => takeInTurn(file, () => stops !== before, isGiven, each, ended));
  }

  async function take(file: GivenFile): Promise<Answer<'importOrders'>> {
    brought = null;
    const taken = await enqueue(file, true, undefined, (all) => {
      brought = all;
    });
    last = taken.ok ? { report: taken.value, failure: null } : { report: null, failure: taken.failure };
    context.changed(['orders']);
    return taken;
  }

  return {
    take,
    takeAnswer: (file) => enqueue(file, true),
    takeUnasked: (file, each) => enqueue(file, false, each),
    async takeInLetters(encoding) {
      if (!unclear) return context.fail('not-now');
      const { file, beginning } = unclear;
      keepLetters(context, { beginning, encoding });
      return take(file);
    },
    async undo() {
      if (!brought || queue.pending > 0) return context.fail('not-now');
      const { keys, problems, taken, ...lines } = brought;
      brought = null;
      let removed = 0;
      for (let at = 0; at < Math.max(keys.length, problems.length); at += fewestInSlice) {
        const to = at + fewestInSlice;
        removed += context.journal.removeUntouched(keys.slice(at, to), lines, problems.slice(at, to));
        await letOthersIn();
      }
      context.journal.record(null, 'import-undone', `${removed} of ${taken}`);
      last = null;
      context.changed();
      return ok({ removed, left: taken - removed });
    },
    stop() {
      stops += 1;
    },
    now: () => importing,
    isBusy: () => queue.pending > 0,
    last: () => last,
    unmapped: () => unmapped,
  };
}

/** A change that came too late for a bought order stays: it is true although the file was the wrong one. */
const isUnread = ({ file, reason }: RowProblem, name: string): boolean => file === name && !isTooLate(reason);

/** The orders that a file brought, and the lines of the history between which it did. */
interface Brought {
  readonly keys: readonly OrderKey[];
  /** Ids of the rows of the file that could not be read. */
  readonly problems: readonly string[];
  readonly after: number;
  readonly upTo: number;
  /** Number of new and changed orders. */
  readonly taken: number;
}

/** Called for each order of a file, and for each that is new here. */
interface Heard {
  readonly each?: ((row: TakenRow) => void) | undefined;
  readonly isNew: (key: OrderKey) => void;
}

/** Result of a file so far. */
const newTally = (file: string, { rows, needless }: OrderFileReading) => ({
  report: { file, rows, needless, inOrders: 0, skippedRows: 0, orders: 0, taken: 0, unchanged: 0, held: 0 },
  heldOrders: [] as { key: OrderKey; hold: Hold }[],
  problems: [] as RowProblem[],
  skipped: [] as RowProblem[],
  remarks: [] as RowProblem[],
});
type Tally = ReturnType<typeof newTally>;

/** Takes an opened file in slices. `show` receives the number of orders so far. */
async function takeAll(
  context: ImportContext,
  file: string,
  reading: OrderFileReading,
  show: (orders: number) => void,
  isStopped: () => boolean,
  heard: Heard,
): Promise<Answer<'importOrders'>> {
  const { journal } = context;
  const since = journal.head().sequence;
  const tally = newTally(file, reading);
  show(0);
  let pushedAt = performance.now();
  let count = firstSlice;
  let isWhole = false;
  let unchecked = 0;
  for (let coming = reading.next(count); !isWhole; ) {
    const read = await coming;
    if (!read.ok) {
      recoverImport(context);
      return context.fail(read.failure.code, read.failure.reasons);
    }
    const slice = read.value;
    const started = performance.now();
    isWhole = slice.isLast;
    if (!isWhole) coming = reading.next(count);
    const taken = takeSlice(journal, slice, since, tally, heard);
    if (tally.problems.length > mostUnreadableRows) {
      recoverImport(context);
      return context.fail('order-file-unreadable', [{ code: 'file-rows-unreadable', most: mostUnreadableRows }]);
    }
    const now = performance.now();
    count = paced(slice.prepared.orders.length + slice.problems.length, now - started);
    show(tally.report.orders);
    await letOthersIn();
    unchecked += taken;
    if (unchecked >= betweenCheckpoints) {
      unchecked = 0;
      journal.checkpoint();
      await letOthersIn();
    }
    if (now - pushedAt > betweenPushesMs) {
      pushedAt = now;
      context.changed();
      await letOthersIn();
    }
    if (isStopped()) break;
  }
  if (isWhole) {
    for (const { id, problem } of readableRows(context)) if (isCutShort(problem, file)) journal.dismissRow(id);
    if (journal.fact(underWay)) journal.setFact(underWay, '');
  } else recoverImport(context);
  const { orders, ...counts } = tally.report;
  journal.record(null, 'orders-taken', `${counts.taken} of ${orders}, ${tally.problems.length} rows unreadable`);
  const { heldOrders } = tally;
  return ok({
    ...counts,
    ...(heldOrders.length > 0 && { heldOrders }),
    isWhole,
    problems: inFile(tally.problems),
    skipped: inFile(tally.skipped),
    remarks: inFile(tally.remarks),
  });
}

/** Writes a slice and adds its result to the tally. Returns the number of new and changed orders. */
function takeSlice(journal: Journal, slice: OrderSlice, since: number, tally: Tally, { each, isNew }: Heard): number {
  const { report, remarks } = tally;
  const { file } = report;
  const { prepared, problems, isLast } = slice;
  const { keys, clashes, repeated } = underKnownKeys(file, slice, journal);
  if (report.orders === 0 && !isLast) journal.setFact(underWay, JSON.stringify({ file }));
  const takenKeys = new Set<OrderKey>();
  const took = (key: OrderKey, isNewHere: boolean): void => {
    takenKeys.add(key);
    if (isNewHere) isNew(key);
  };
  const late = (at: number, newest: Order, known: Order): RowProblem | undefined => {
    const reason = tooLate(newest, known);
    if (!reason) return undefined;
    const problem = { file, line: slice.lines[at] ?? 1, orderKey: known.key, reason, row: addressLine(newest.recipient) };
    note(remarks, [problem]);
    return problem;
  };
  const remark = (key: OrderKey, reason: RowReason): void => {
    const at = keys.indexOf(key);
    const row = prepared.orders[at]?.recipient.name ?? '';
    note(remarks, [{ file, line: slice.lines[at] ?? 1, orderKey: key, reason, row }]);
  };
  const back = (key: OrderKey, deleted: { readonly by: string; readonly at: string }): void =>
    remark(key, { code: 'deleted-before', ...deleted });
  const reread = (key: OrderKey, parts: ReadonlySet<RereadPart>): void =>
    remark(key, { code: parts.has('address') ? 'correction-and-address' : 'correction-replaced' });
  const part = { since, isLast, took, late, back, reread };
  const { taken, unchanged } = journal.takePrepared(prepared, keys, [...problems, ...clashes], part);
  if (each)
    for (const [at, { hold }] of prepared.orders.entries()) {
      const key = keys[at] ?? null;
      const lines = [slice.lines[at] ?? 1, ...(slice.moreLines[at] ?? [])] as const;
      each({ lines: [...lines], key, became: key !== null && takenKeys.has(key) ? 'taken' : 'unchanged', hold });
    }
  report.orders += taken + unchanged;
  report.taken += taken;
  report.unchanged += unchanged;
  const held = prepared.orders.flatMap(({ hold }, at) => {
    const key = keys[at] ?? null;
    return hold !== null && key !== null ? [{ key, hold }] : [];
  });
  report.held += held.length;
  tally.heldOrders.push(...held.slice(0, mostHeldNamed - tally.heldOrders.length));
  const rowsOf = (is: (at: number) => boolean): number => slice.rowCounts.reduce((sum, count, at) => (is(at) ? sum + count : sum), 0);
  report.inOrders += rowsOf((at) => keys[at] !== null);
  report.skippedRows += slice.skipped.length + rowsOf((at) => repeated.has(at));
  tally.problems.push(...problems, ...clashes);
  note(tally.skipped, [...slice.skipped, ...repeated.values()]);
  note(remarks, slice.remarks);
  return taken;
}

/** Returns the size of the next slice from the duration of the last one, so that it takes about `sliceMs`. */
const paced = (count: number, tookMs: number): number =>
  Math.max(fewestInSlice, Math.min(mostInSlice, 2 * count, Math.round((count * sliceMs) / tookMs)));

function note(list: RowProblem[], more: readonly RowProblem[]): void {
  list.push(...more.slice(0, Math.max(0, mostNoted - list.length)));
}

const inFile = (list: readonly RowProblem[]): RowProblem[] => list.toSorted((one, other) => one.line - other.line);
