import { setTimeout as wait } from 'node:timers/promises';
import type { OtherDots, PrinterReason, PrintReason } from '../../shared/print-reason.ts';
import type { PrinterSettings, PrinterStatus } from '../../shared/printer.ts';
import type { PrintOutcome } from '../bench/ports/printers.ts';
import type { PrinterTiming } from './printer-timing.ts';
import { printRaw } from './raw-printer.ts';
import { statusFrom, type Zebra, type ZebraLook } from './zebra.ts';
import { firstFault, labelsAskedFor } from './zebra-status.ts';

export interface ZebraPrint {
  /** Its name. */
  readonly at: string;
  readonly zebra: Zebra;
  /** What it said a moment ago, before which nothing was sent to it. */
  readonly ahead?: ZebraLook | undefined;
  readonly zpl: Uint8Array;
  readonly dpi: PrinterSettings['dpi'];
  /** Another bench prints there too. */
  readonly isShared: boolean;
  readonly timing: PrinterTiming;
  /** Told every state the printer is seen in while it prints. */
  readonly onStatus: (status: PrinterStatus) => void;
  /** Told before the first byte of the label leaves; where it throws, none does. */
  readonly aboutToSend: (count: number | undefined, labels: number, serial: string | undefined) => void;
  /** Told once the printer took every byte of the label. */
  readonly taken?: () => void;
  /** Told by which answer its counter proved that the label came out. */
  readonly counted?: (look: ZebraLook) => void;
}

/** What was seen of a label that left: how its dots fit is said beside it. */
type Watched = Extract<PrintReason, { readonly otherDots?: unknown }>;
type WatchedOutcome =
  | { readonly is: 'printed' | 'sent' | 'unknown'; readonly detail: Watched }
  | { readonly is: 'held'; readonly status: PrinterStatus; readonly detail: Watched };

/** A print outcome before a failure has its code and its ref. */
export type ZebraOutcome =
  | Exclude<PrintOutcome, { readonly is: 'not-sent' }>
  | { readonly is: 'not-sent'; readonly reason: PrinterReason; readonly detail: PrintReason };

const cancelAll = new TextEncoder().encode('~JA\r\n');

/**
 * Prints one label and finds out whether it came out: by the printer's own label counter where it has one, else by its
 * being idle without a fault. Sends the label at most once, whatever happens.
 */
export async function printOnZebra(print: ZebraPrint): Promise<ZebraOutcome> {
  const { at, zebra, zpl } = print;
  const before = await waitUntilIdle(print);
  if (before.is === 'not-sent') return before;
  // What others print there moves its counter too.
  const countBefore = print.isShared ? undefined : before.countBefore;
  const otherDots = before.canSay ? await otherDotsOf(print) : undefined;

  const serial = countBefore === undefined ? undefined : await zebra.serial();

  print.aboutToSend(countBefore, labelsAskedFor(zpl), serial);
  const delivery = await printRaw(zpl, zebra.deliver);
  if (delivery.is === 'not-sent') {
    return { is: 'not-sent', reason: 'offline', detail: { code: 'label-not-taken', why: delivery.why } };
  }
  const whole = delivery.is === 'delivered';
  if (whole) print.taken?.();
  if (!whole && countBefore === undefined) {
    return { is: 'unknown', detail: { code: 'sending-broke', why: delivery.why, otherDots } };
  }
  if (!before.canSay) {
    return { is: 'sent', detail: { code: 'label-taken-by-mute' }, silentAt: at };
  }
  const outcome = asFarAsProven(print, await watch(print, countBefore, whole));
  return { ...outcome, detail: { ...outcome.detail, otherDots } };
}

/** What others print there moves its count and keeps it busy: that it took the label is all that is known. */
const asFarAsProven = ({ isShared }: ZebraPrint, outcome: WatchedOutcome): WatchedOutcome =>
  isShared && outcome.is === 'printed' ? { is: 'sent', detail: { code: 'label-at-shared-printer' } } : outcome;

/**
 * Waits for earlier labels: their coming out would be taken for this one's. What is left of a label whose end never came
 * is cancelled, for this one would be printed into it.
 */
async function waitUntilIdle(
  print: ZebraPrint,
): Promise<
  | { readonly is: 'idle'; readonly canSay: boolean; readonly countBefore: number | undefined }
  | Extract<ZebraOutcome, { readonly is: 'not-sent' }>
> {
  const { zebra, timing, onStatus } = print;
  let { ahead } = print;
  const over = AbortSignal.timeout(timing.idleWaitMs);
  let partialSeen = 0;
  for (;;) {
    const { state: answer, count: countBefore } = ahead && isAtRest(ahead) ? ahead : await zebra.look();
    ahead = undefined;
    const status = statusFrom(answer, zebra.hasAnswered());
    onStatus(status);
    const isFull = status.kind === 'not-ready' && status.reason === 'buffer-full';
    if (status.kind === 'not-ready' && (!isFull || over.aborted)) {
      return { is: 'not-sent', reason: status.reason, detail: { code: 'printer-is', reason: status.reason } };
    }
    if (answer.is !== 'told') return { is: 'idle', canSay: false, countBefore: undefined };
    const mayGo = (print.isShared || !answer.value.busy) && !answer.value.partial && !isFull;
    if (mayGo) return { is: 'idle', canSay: true, countBefore };
    partialSeen = answer.value.partial && !answer.value.busy ? partialSeen + 1 : 0;
    // Seen twice, it is not somebody sending a label just now, unless another bench does.
    if (partialSeen === 2 && !print.isShared) await printRaw(cancelAll, zebra.deliver);
    if (over.aborted) return { is: 'not-sent', reason: 'not-ready', detail: { code: 'printer-busy' } };
    await wait(timing.pollMs);
  }
}

/** Where it is anything else it is asked again. */
const isAtRest = ({ state, count }: ZebraLook): boolean =>
  state.is === 'told' && count !== undefined && state.value.busy === false && !state.value.partial && firstFault(state.value) === undefined;

/** Where the printer has other dots than the label was made for. */
async function otherDotsOf(print: ZebraPrint): Promise<OtherDots> {
  const identity = await print.zebra.identity();
  const expected = print.dpi === 203 ? 8 : 12;
  if (identity === undefined || identity.dotsPerMm === expected) return undefined;
  return { dpi: print.dpi, model: identity.model, dotsPerMm: identity.dotsPerMm };
}

/** `whole` is false where the sending broke: then only the label counter can still prove that the label came out. */
async function watch(print: ZebraPrint, countBefore: number | undefined, whole: boolean): Promise<WatchedOutcome> {
  const { zebra, zpl, timing, onStatus } = print;
  const labels = labelsAskedFor(zpl);
  const over = AbortSignal.timeout(timing.confirmMs * labels);
  let settled: AbortSignal | undefined;
  let idleInARow = 0;
  let faultlessAnswers = 0;
  // A printer that was gone may have forgotten the label, and then it is idle too.
  let wasGone = false;

  // Without a counter a printer at rest is all that is known, and one that has not begun yet is at rest too.
  let pauseMs = countBefore === undefined ? timing.pollMs : timing.firstPollMs;
  while (!over.aborted && !settled?.aborted) {
    await wait(pauseMs);
    pauseMs = Math.min(2 * pauseMs, timing.pollMs);
    // The last label of a roll comes out first and the fault is seen after it: the counter, asked behind it, has the last word.
    const look = countBefore === undefined ? undefined : await zebra.look();
    const moved = look !== undefined && hasMoved(look, { countBefore, labels, wasGone });
    if (moved && surelyHoldsNone(look)) {
      print.counted?.(look);
      return countedOf(look, countBefore, labels);
    }
    const answer = look?.state ?? (await zebra.state());
    const status = statusFrom(answer, zebra.hasAnswered());
    onStatus(status.kind === 'ready' ? { kind: 'printing' } : status);
    if (answer.is !== 'told') {
      wasGone ||= answer.is === 'unreachable';
      idleInARow = 0;
      continue;
    }
    if (status.kind === 'not-ready' && status.reason === 'buffer-full') {
      // Full of our own label, perhaps: it empties as it prints.
      idleInARow = 0;
      settled = undefined;
      continue;
    }
    const { busy, partial } = answer.value;
    if (status.kind === 'not-ready' && moved && busy === undefined) {
      // Ours may be the one that came out, or wait behind it: it says so once a person mended the fault.
      idleInARow = 0;
      settled = undefined;
      continue;
    }
    if (status.kind === 'not-ready') return stopped(status, whole);
    if (busy === undefined) {
      faultlessAnswers += 1;
      if (faultlessAnswers === 2 && countBefore === undefined) return taken;
      continue;
    }
    // After a broken sending the unfinished label is this one, and stays.
    const idle = !busy && !(whole && partial);
    idleInARow = idle ? idleInARow + 1 : 0;
    if (idleInARow === 2 && countBefore === undefined && !wasGone) return done;
    settled = idle ? (settled ?? AbortSignal.timeout(timing.settleMs)) : undefined;
  }
  return { is: 'unknown', detail: unknownDetail(whole, wasGone, settled?.aborted === true) };
}

interface Expected {
  readonly countBefore: number | undefined;
  readonly labels: number;
  readonly wasGone: boolean;
}

/** While the printer holds something, what it counted may have been another computer's, and this one's waits. With a fault it may not say. */
function surelyHoldsNone({ state }: ZebraLook): boolean {
  if (state.is !== 'told' || state.value.busy === false) return true;
  return state.value.busy === undefined && firstFault(state.value) === undefined;
}

/** Whether as many labels came out as these are. */
function hasMoved({ count }: ZebraLook, { countBefore, labels, wasGone }: Expected): boolean {
  if (count === undefined || countBefore === undefined) return false;
  const moved = count - countBefore;
  // Another printer may answer there since, with a count of its own.
  return wasGone ? moved === labels : moved >= labels;
}

function countedOf({ count }: ZebraLook, countBefore: number | undefined, labels: number): WatchedOutcome {
  const counted = (count ?? 0) - (countBefore ?? 0);
  return { is: 'printed', detail: counted > labels ? { code: 'more-labels-counted', counted, labels } : { code: 'label-counted' } };
}
const done = { is: 'printed', detail: { code: 'printer-done' } } as const;
const taken = { is: 'sent', detail: { code: 'label-taken' } } as const;

function stopped(status: Extract<PrinterStatus, { kind: 'not-ready' }>, whole: boolean): WatchedOutcome {
  const { reason } = status;
  if (!whole) return { is: 'unknown', detail: { code: 'sending-broke-printer-is', reason } };
  return { is: 'held', status, detail: { code: 'label-held', reason } };
}

function unknownDetail(whole: boolean, wasGone: boolean, idle: boolean): Watched {
  if (!whole) return { code: 'sending-broke-uncounted' };
  if (wasGone) return { code: 'printer-was-gone' };
  if (idle) return { code: 'label-uncounted' };
  return { code: 'label-not-told' };
}
