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

export type Answer<T> = { readonly is: 'told'; readonly value: T } | { readonly is: 'silent' } | { readonly is: 'unreachable' };

/** What a Zebra says at one moment. */
export interface ZebraLook {
  readonly state: Answer<ZebraState>;
  /** All labels it ever printed, asked behind the state; `undefined` where it does not count them or does not say. */
  readonly count: number | undefined;
  /** By the clock that nobody sets. */
  readonly askedAt: number;
}

/**
 * A Zebra and the one line to it. A question leaves the line open for the next one, and for the label; who asks nothing more closes it
 * with `rest`.
 */
export interface Zebra {
  /** ~HS, and ~HQES where that is not answered. */
  state(): Promise<Answer<ZebraState>>;
  /** The state and the label count, in one round trip where the printer answers both at once. */
  look(): Promise<ZebraLook>;
  /** Asked once, and again after it was out of reach; `undefined` where it did not say then. */
  identity(): Promise<ZebraIdentity | undefined>;
  /** Its own number, asked and kept as `identity` is, or asked anew; `undefined` where it does not say. One that counts nothing is not asked. */
  serial(isAnew?: boolean): Promise<string | undefined>;
  /** How wide it prints and how long its labels are, in dots; `undefined` where it does not say. */
  labelDots(): Promise<{ readonly width: number | undefined; readonly length: number | undefined }>;
  /** Down the line on which it was asked, where it is known to leave that open for so long; else over a connection of their own. */
  deliver(bytes: Uint8Array): Promise<Delivery>;
  /** Keeps the line for a label that is about to come. */
  keep(): void;
  /** Closes the line, unless it is kept: at once, or a moment later where it is not known yet how long the printer leaves one open. */
  rest(): Promise<void>;
  /** Whether it has ever answered in this run. Silence means trouble only for one that has. */
  hasAnswered(): boolean;
}

/** What others know and want to know of how talkative a printer is, by its name. */
export interface Talk {
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

/** A label is seldom longer away from the question before it; other benches may want the printer, and some take one connection only. */
const keptMs = 3000;

/** `now`: milliseconds of a clock that nobody sets. */
export function createZebra(way: PrinterWay, timing: PrinterTiming, talk: Talk, now: () => number = () => performance.now()): Zebra {
  const { at } = way;
  let answered = false;
  let counts: boolean | undefined;
  /** One that hears only the first of two questions gets each over a line of its own. */
  let hearsBoth = true;
  let identity: Promise<ZebraIdentity | undefined> | undefined;
  let serial: Promise<string | undefined> | undefined;
  let line: PrinterLine | undefined;
  /** When the open line was last answered on. */
  let answeredAt = 0;
  /** How long it was seen to leave a line open that nobody used. */
  let leavesOpenMs = 0;
  let keptUntil = 0;
  let closing: NodeJS.Timeout | undefined;
  /** One at a time: an answer has no name of its question on it. */
  const turns = new PQueue({ concurrency: 1 });

  function openStill(): PrinterLine | undefined {
    if (line?.isOpen() === true) leavesOpenMs = Math.max(leavesOpenMs, now() - answeredAt);
    else if (line) leavesOpenMs = 0;
    return line?.isOpen() === true ? line : undefined;
  }

  /** Behind whatever is being asked by then. */
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
      // Another printer may answer there next.
      identity = undefined;
      serial = undefined;
      const unreachable = { is: 'unreachable' } as const;
      return [unreachable, unreachable];
    }
    const answers = await asked.ask(first, second, talk.isMute(at) ? timing.muteAnswerMs : timing.answerMs);
    line = asked.isOpen() ? asked : undefined;
    // It had hung up already when it was asked.
    if (left?.wasHungUp() === true && answers.every((answer) => answer === undefined)) return putNow(first, second);
    answeredAt = now();
    if (answers.some((answer) => answer !== undefined)) {
      answered = true;
      talk.answered(at);
    }
    hangUpIn(keptMs);
    const told = <T>(value: T | undefined): Answer<T> => (value === undefined ? { is: 'silent' } : { is: 'told', value });
    return [told(answers[0]), told(answers[1])];
  }

  const put = async <T>(question: Question<T>): Promise<Answer<T>> => (await turns.add(() => putNow(question)))[0];

  const state = async (): Promise<Answer<ZebraState>> => errorsBehind(await put(hostStatus));

  /**
   * A printer that did not answer for its state is asked for its errors, over a new connection. One that takes a single connection may
   * refuse it, because it has not let go of the last one yet: it is silent then, and within reach.
   */
  async function errorsBehind(status: Answer<ZebraState>): Promise<Answer<ZebraState>> {
    if (status.is !== 'silent') return status;
    const found = await put(errors);
    return found.is === 'unreachable' ? status : found;
  }

  function numberIn(answer: Answer<string | null>): number | undefined {
    const digits = answer.is === 'told' ? /^\s*(\d+)/.exec(answer.value ?? '')?.[1] : undefined;
    // One that counted may be silent for a moment.
    if (answer.is !== 'unreachable') counts ??= digits !== undefined;
    return digits === undefined ? undefined : Number(digits);
  }

  async function labelCount(): Promise<number | undefined> {
    if (counts === false) return undefined;
    const first = await put(odometer);
    // One that never counts is not asked again: not for an answer that was late once.
    return numberIn(first.is === 'silent' && counts === undefined ? await put(odometer) : first);
  }

  async function lookInTwo(): Promise<Omit<ZebraLook, 'askedAt'>> {
    const said = await state();
    return { state: said, count: said.is === 'told' ? await labelCount() : undefined };
  }

  async function lookNow(): Promise<Omit<ZebraLook, 'askedAt'>> {
    // A printer that never said a word may print what it is asked.
    if (!answered || counts === false || !hearsBoth) return lookInTwo();
    const [status, count] = await turns.add(() => putNow(hostStatus, odometer));
    if (status.is === 'unreachable' || (status.is === 'told' && count.is === 'told')) return { state: status, count: numberIn(count) };
    const said = await errorsBehind(status);
    const alone = said.is === 'told' ? await labelCount() : undefined;
    hearsBoth = status.is === 'silent' || alone === undefined;
    if (alone !== undefined || counts !== undefined || said.is !== 'told') return { state: said, count: alone };
    // It refused the second line before it let go of the first, so whether it counts is not known: both questions go down one line.
    hearsBoth = false;
    return lookInTwo();
  }

  return {
    state,
    async look() {
      const askedAt = now();
      return { ...(await lookNow()), askedAt };
    },
    identity() {
      identity ??= put(hostIdentity).then((answer) => (answer.is === 'told' ? answer.value : undefined));
      return identity;
    },
    serial(isAnew = false) {
      if (counts !== true) return Promise.resolve(undefined);
      if (isAnew || !serial) serial = put(uniqueId).then((answer) => (answer.is === 'told' && answer.value?.trim()) || undefined);
      return serial;
    },
    async labelDots() {
      const width = dotsIn(await put(printWidth));
      return { width, length: dotsIn(await put(labelLength)) };
    },
    deliver: (bytes) =>
      turns.add(async () => {
        clearTimeout(closing);
        keptUntil = 0;
        if (line?.isOpen() === true && leavesOpenMs >= Math.max(timing.surelyOpenMs, 2 * (now() - answeredAt))) {
          const last = line;
          line = undefined;
          return last.deliver(bytes);
        }
        await hangUp();
        return way.deliver(bytes);
      }),
    keep() {
      keptUntil = now() + keptMs;
    },
    rest: () =>
      turns.add(async () => {
        if (now() < keptUntil) return;
        // Only a line that is left alone tells whether the printer leaves it open.
        if (leavesOpenMs < timing.surelyOpenMs) hangUpIn(timing.surelyOpenMs);
        else await hangUp();
      }),
    hasAnswered: () => answered,
  };
}

function dotsIn(answer: Answer<string | null>): number | undefined {
  const dots = answer.is === 'told' ? Number(answer.value) : Number.NaN;
  return dots > 0 ? dots : undefined;
}

/** What an answer means on the screen. */
export function statusFrom(answer: Answer<ZebraState>, hasAnswered: boolean): PrinterStatus {
  if (answer.is === 'unreachable') return { kind: 'not-ready', reason: 'offline' };
  if (answer.is === 'silent') return hasAnswered ? { kind: 'not-ready', reason: 'offline' } : { kind: 'cannot-say' };
  const fault = firstFault(answer.value);
  if (fault !== undefined) return { kind: 'not-ready', reason: fault };
  return { kind: answer.value.busy ? 'printing' : 'ready' };
}
