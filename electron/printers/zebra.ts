import PQueue from 'p-queue';
import type { PrinterStatus } from '../../shared/printer.ts';
import type { PrinterLine, PrinterWay, Question } from './printer-line.ts';
import type { PrinterTiming } from './printer-timing.ts';
import type { Delivery } from './tcp-transport.ts';
import {
  firstFault,
  parseErrors,
  parseHostStatus,
  parseIdentity,
  parseVariable,
  type ZebraIdentity,
  type ZebraState,
} from './zebra-status.ts';

export type Answer<T> = { readonly is: 'answered'; readonly value: T } | { readonly is: 'silent' } | { readonly is: 'unreachable' };

/** The answers of a Zebra at one moment. */
export interface ZebraLook {
  readonly state: Answer<ZebraState>;
  /** Total of labels ever printed, read after the state; `undefined` if the printer does not count or does not answer. */
  readonly count: number | undefined;
  /** Milliseconds of the monotonic clock. */
  readonly askedAt: number;
}

/**
 * A Zebra and the one connection to it. A question leaves the connection open for the next question and for the label. A caller that asks
 * nothing more closes it with `rest`.
 */
export interface Zebra {
  /** Asks ~HS, and ~HQES if that is not answered. */
  state(): Promise<Answer<ZebraState>>;
  /** The state and the label count, in one round trip if the printer answers both at once. */
  look(): Promise<ZebraLook>;
  /** Asked once, and again after the printer was unreachable; `undefined` if it did not answer then. */
  identity(): Promise<ZebraIdentity | undefined>;
  /**
   * The serial number, cached as `identity` is, or asked again if `isFresh`; `undefined` if the printer does not report it. Not asked if the
   * printer does not count.
   */
  serial(isFresh?: boolean): Promise<string | undefined>;
  /** Print width and label length, in dots; `undefined` if the printer does not report them. */
  labelDots(): Promise<{ readonly width: number | undefined; readonly length: number | undefined }>;
  /** Sends over the connection of the last question, if the printer is known to leave it open for long enough; else over a new one. */
  deliver(bytes: Uint8Array): Promise<Delivery>;
  /** Keeps the connection for a label that is about to come. */
  keep(): void;
  /** Closes the connection, unless it is kept: at once, or a moment later if it is not known yet how long the printer leaves one open. */
  rest(): Promise<void>;
  /** True if the printer has answered in this run. Silence means a fault only for such a printer. */
  hasAnswered(): boolean;
}

/** Other modules' knowledge of which printers answer, by printer name. */
export interface MutePrinters {
  readonly isMute: (at: string) => boolean;
  readonly answered: (at: string) => void;
}

const hostStatus: Question<ZebraState> = { asks: '~HS\r\n', reads: parseHostStatus };
const errors: Question<ZebraState> = { asks: '~HQES\r\n', reads: parseErrors };
const hostIdentity: Question<ZebraIdentity> = { asks: '~HI\r\n', reads: parseIdentity };
const uniqueId: Question<string | null> = { asks: '! U1 getvar "device.unique_id"\r\n', reads: parseVariable };
const printWidth: Question<string | null> = { asks: '! U1 getvar "ezpl.print_width"\r\n', reads: parseVariable };
const labelLength: Question<string | null> = { asks: '! U1 getvar "zpl.label_length"\r\n', reads: parseVariable };
const odometer: Question<string | null> = { asks: '! U1 getvar "odometer.total_label_count"\r\n', reads: parseVariable };

/**
 * A label rarely comes later than this after the question before it. Other benches may need the printer, and some printers accept one
 * connection only.
 */
const keptMs = 3000;

/**
 * The one connection to a printer, and its questions one at a time. `unreachable` is called if nothing answers at its address. `now`:
 * milliseconds of a monotonic clock.
 */
function createQuestions(way: PrinterWay, timing: PrinterTiming, mutePrinters: MutePrinters, now: () => number, unreachable: () => void) {
  const { at } = way;
  let answered = false;
  let line: PrinterLine | undefined;
  /** Time of the last answer on the open connection. */
  let answeredAt = 0;
  /** Longest time that the printer was seen to leave an unused connection open. */
  let leavesOpenMs = 0;
  let keptUntil = 0;
  let closing: NodeJS.Timeout | undefined;
  /** One question at a time: an answer does not name its question. */
  const turns = new PQueue({ concurrency: 1 });

  function openStill(): PrinterLine | undefined {
    if (line?.isOpen() === true) leavesOpenMs = Math.max(leavesOpenMs, now() - answeredAt);
    else if (line) leavesOpenMs = 0;
    return line?.isOpen() === true ? line : undefined;
  }

  /** Closes the connection after any question that is running by then. */
  function hangUpIn(ms: number): void {
    clearTimeout(closing);
    closing = setTimeout(() => void turns.add(hangUp), ms).unref();
  }

  async function hangUp(): Promise<void> {
    clearTimeout(closing);
    const open = openStill();
    line = undefined;
    await open?.close();
  }

  async function putNow<A, B>(first: Question<A>, second?: Question<B>): Promise<readonly [Answer<A>, Answer<B>]> {
    clearTimeout(closing);
    const left = openStill();
    const asked = left ?? (await way.open());
    if (!asked) {
      unreachable();
      const away = { is: 'unreachable' } as const;
      return [away, away];
    }
    const answers = await asked.ask(first, second, mutePrinters.isMute(at) ? timing.muteAnswerMs : timing.answerMs);
    line = asked.isOpen() ? asked : undefined;
    // The printer had already closed the connection before the question.
    if (left?.wasHungUp() === true && answers.every((answer) => answer === undefined)) return putNow(first, second);
    answeredAt = now();
    if (answers.some((answer) => answer !== undefined)) {
      answered = true;
      mutePrinters.answered(at);
    }
    hangUpIn(keptMs);
    const answerOf = <T>(value: T | undefined): Answer<T> => (value === undefined ? { is: 'silent' } : { is: 'answered', value });
    return [answerOf(answers[0]), answerOf(answers[1])];
  }

  return {
    put: async <T>(question: Question<T>): Promise<Answer<T>> => (await turns.add(() => putNow(question)))[0],
    putBoth: <A, B>(first: Question<A>, second: Question<B>) => turns.add(() => putNow(first, second)),
    deliver: (bytes: Uint8Array): Promise<Delivery> =>
      turns.add(async () => {
        clearTimeout(closing);
        keptUntil = 0;
        if (line?.isOpen() === true && leavesOpenMs >= Math.max(timing.staysOpenMs, 2 * (now() - answeredAt))) {
          const last = line;
          line = undefined;
          return last.deliver(bytes);
        }
        await hangUp();
        return way.deliver(bytes);
      }),
    keep(): void {
      keptUntil = now() + keptMs;
    },
    rest: (): Promise<void> =>
      turns.add(async () => {
        if (now() < keptUntil) return;
        // Only an unused connection shows if the printer leaves it open.
        if (leavesOpenMs < timing.staysOpenMs) hangUpIn(timing.staysOpenMs);
        else await hangUp();
      }),
    hasAnswered: (): boolean => answered,
  };
}

/** `now`: milliseconds of a monotonic clock. */
export function createZebra(
  way: PrinterWay,
  timing: PrinterTiming,
  mutePrinters: MutePrinters,
  now: () => number = () => performance.now(),
): Zebra {
  let counts: boolean | undefined;
  /** False for a printer that answers only the first of two questions sent together: it is then asked one question after the other. */
  let answersBoth = true;
  let identity: Promise<ZebraIdentity | undefined> | undefined;
  let serial: Promise<string | undefined> | undefined;
  const questions = createQuestions(way, timing, mutePrinters, now, () => {
    // Another printer may answer at this address next.
    identity = undefined;
    serial = undefined;
  });
  const { put } = questions;

  const state = async (): Promise<Answer<ZebraState>> => errorsBehind(await put(hostStatus));

  /**
   * Asks a printer that did not answer ~HS for its errors, over a new connection. A printer that accepts a single connection may refuse it,
   * because it has not released the last one yet: then it counts as silent, not as unreachable.
   */
  async function errorsBehind(status: Answer<ZebraState>): Promise<Answer<ZebraState>> {
    if (status.is !== 'silent') return status;
    const found = await put(errors);
    return found.is === 'unreachable' ? status : found;
  }

  function numberIn(answer: Answer<string | null>): number | undefined {
    const digits = answer.is === 'answered' ? /^\s*(\d+)/.exec(answer.value ?? '')?.[1] : undefined;
    // A printer that counted before may be silent for a moment.
    if (answer.is !== 'unreachable') counts ??= digits !== undefined;
    return digits === undefined ? undefined : Number(digits);
  }

  async function labelCount(): Promise<number | undefined> {
    if (counts === false) return undefined;
    const first = await put(odometer);
    // A silent printer is asked a second time, so that one late answer does not count as "never counts".
    return numberIn(first.is === 'silent' && counts === undefined ? await put(odometer) : first);
  }

  async function lookInTwo(): Promise<Omit<ZebraLook, 'askedAt'>> {
    const answer = await state();
    return { state: answer, count: answer.is === 'answered' ? await labelCount() : undefined };
  }

  async function lookNow(): Promise<Omit<ZebraLook, 'askedAt'>> {
    // A printer that never answered may print what it is asked.
    if (!questions.hasAnswered() || counts === false || !answersBoth) return lookInTwo();
    const [status, count] = await questions.putBoth(hostStatus, odometer);
    if (status.is === 'unreachable' || (status.is === 'answered' && count.is === 'answered'))
      return { state: status, count: numberIn(count) };
    const answer = await errorsBehind(status);
    const alone = answer.is === 'answered' ? await labelCount() : undefined;
    answersBoth = status.is === 'silent' || alone === undefined;
    if (alone !== undefined || counts !== undefined || answer.is !== 'answered') return { state: answer, count: alone };
    // The printer refused the second connection before it released the first, so it is not known if it counts. Asks both questions one
    // after the other, over one connection.
    answersBoth = false;
    return lookInTwo();
  }

  return {
    state,
    async look() {
      const askedAt = now();
      return { ...(await lookNow()), askedAt };
    },
    identity() {
      identity ??= put(hostIdentity).then((answer) => (answer.is === 'answered' ? answer.value : undefined));
      return identity;
    },
    serial(isFresh = false) {
      if (counts !== true) return Promise.resolve(undefined);
      if (isFresh || !serial) serial = put(uniqueId).then((answer) => (answer.is === 'answered' && answer.value?.trim()) || undefined);
      return serial;
    },
    async labelDots() {
      const width = dotsIn(await put(printWidth));
      return { width, length: dotsIn(await put(labelLength)) };
    },
    deliver: questions.deliver,
    keep: questions.keep,
    rest: questions.rest,
    hasAnswered: questions.hasAnswered,
  };
}

function dotsIn(answer: Answer<string | null>): number | undefined {
  const dots = answer.is === 'answered' ? Number(answer.value) : Number.NaN;
  return dots > 0 ? dots : undefined;
}

/** Maps an answer to the status on the screen. */
export function statusFrom(answer: Answer<ZebraState>, hasAnswered: boolean): PrinterStatus {
  if (answer.is === 'unreachable') return { kind: 'not-ready', reason: 'offline' };
  if (answer.is === 'silent') return hasAnswered ? { kind: 'not-ready', reason: 'offline' } : { kind: 'cannot-say' };
  const fault = firstFault(answer.value);
  if (fault !== undefined) return { kind: 'not-ready', reason: fault };
  return { kind: answer.value.busy ? 'printing' : 'ready' };
}
