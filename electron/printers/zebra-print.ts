import { setTimeout as wait } from 'node:timers/promises';
import type { OtherDots, PrinterReason, PrintReason } from '../../shared/print-reason.ts';
import type { PrinterSettings, PrinterStatus } from '../../shared/printer.ts';
import type { PrintOutcome } from '../bench/ports/printers.ts';
import type { PrinterTiming } from './printer-timing.ts';
import { printRaw } from './raw-printer.ts';
import { statusFrom, type Zebra, type ZebraLook } from './zebra.ts';
import { firstFault, labelsAskedFor } from './zebra-status.ts';

export interface ZebraPrint {
  /** The printer's name. */
  readonly at: string;
  readonly zebra: Zebra;
  /** The printer's answer of a moment ago. Nothing was sent to the printer since. */
  readonly ahead?: ZebraLook | undefined;
  readonly zpl: Uint8Array;
  readonly dpi: PrinterSettings['dpi'];
  /** True if another bench prints there too. */
  readonly isShared: boolean;
  readonly timing: PrinterTiming;
  /** Receives every status of the printer while it prints. */
  readonly onStatus: (status: PrinterStatus) => void;
  /** Called before the first byte of the label leaves; if it throws, nothing is sent. */
  readonly aboutToSend: (count: number | undefined, labels: number, serial: string | undefined) => void;
  /** Called once the printer took every byte of the label. */
  readonly taken?: () => void;
  /** Receives the answer whose counter proved that the label came out. */
  readonly counted?: (look: ZebraLook) => void;
}

/** The observed fate of a label that left. `otherDots` is added separately. */
type Watched = Extract<PrintReason, { readonly otherDots?: unknown }>;
type WatchedOutcome =
  | { readonly is: 'printed' | 'sent' | 'unknown'; readonly detail: Watched }
  | { readonly is: 'held'; readonly status: PrinterStatus; readonly detail: Watched };

/** A print outcome before a failure has its code and its reference. */
export type ZebraOutcome =
  | Exclude<PrintOutcome, { readonly is: 'not-sent' }>
  | { readonly is: 'not-sent'; readonly reason: PrinterReason; readonly detail: PrintReason };

const cancelAll = new TextEncoder().encode('~JA\r\n');

/**
 * Prints one label and finds out if it came out: by the printer's own label counter, or, if it has none, by the printer being idle without
 * a fault. Sends the label at most once in all cases.
 */
export async function printOnZebra(print: ZebraPrint): Promise<ZebraOutcome> {
  const { at, zebra, zpl } = print;
  const before = await waitUntilIdle(print);
  if (before.is === 'not-sent') return before;
  // On a shared printer, labels of other benches move the counter too.
  const countBefore = print.isShared ? undefined : before.countBefore;
  const otherDots = before.reportsStatus ? await otherDotsOf(print) : undefined;

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
  if (!before.reportsStatus) {
    return { is: 'sent', detail: { code: 'label-taken-by-mute' }, silentAt: at };
  }
  const outcome = asFarAsProven(print, await watch(print, countBefore, whole));
  return { ...outcome, detail: { ...outcome.detail, otherDots } };
}

/** Labels of other benches move a shared printer's counter and keep it busy. Only that it took the label is known. */
const asFarAsProven = ({ isShared }: ZebraPrint, outcome: WatchedOutcome): WatchedOutcome =>
  isShared && outcome.is === 'printed' ? { is: 'sent', detail: { code: 'label-at-shared-printer' } } : outcome;

/**
 * Waits for earlier labels: otherwise one of them could be taken for this one. Cancels an unfinished label, because this label would be
 * printed into it.
 */
async function waitUntilIdle(
  print: ZebraPrint,
): Promise<
  | { readonly is: 'idle'; readonly reportsStatus: boolean; readonly countBefore: number | undefined }
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
    if (answer.is !== 'answered') return { is: 'idle', reportsStatus: false, countBefore: undefined };
    const mayGo = (print.isShared || !answer.value.busy) && !answer.value.partial && !isFull;
    if (mayGo) return { is: 'idle', reportsStatus: true, countBefore };
    partialSeen = answer.value.partial && !answer.value.busy ? partialSeen + 1 : 0;
    // A partial label seen twice is not one that is being sent just now, unless another bench prints there.
    if (partialSeen === 2 && !print.isShared) await printRaw(cancelAll, zebra.deliver);
    if (over.aborted) return { is: 'not-sent', reason: 'not-ready', detail: { code: 'printer-busy' } };
    await wait(timing.pollMs);
  }
}

/** True if the printer is idle, without a fault, and counts. Otherwise it is asked again. */
const isAtRest = ({ state, count }: ZebraLook): boolean =>
  state.is === 'answered' &&
  count !== undefined &&
  state.value.busy === false &&
  !state.value.partial &&
  firstFault(state.value) === undefined;

/** The printer's resolution, if it differs from the one that the label was made for. */
async function otherDotsOf(print: ZebraPrint): Promise<OtherDots> {
  const identity = await print.zebra.identity();
  const expected = print.dpi === 203 ? 8 : 12;
  if (identity === undefined || identity.dotsPerMm === expected) return undefined;
  return { dpi: print.dpi, model: identity.model, dotsPerMm: identity.dotsPerMm };
}

/** `whole` is false if sending broke off: then only the label counter can prove that the label came out. */
async function watch(print: ZebraPrint, countBefore: number | undefined, whole: boolean): Promise<WatchedOutcome> {
  const { zebra, zpl, timing, onStatus } = print;
  const labels = labelsAskedFor(zpl);
  const over = AbortSignal.timeout(timing.confirmMs * labels);
  let settled: AbortSignal | undefined;
  let idleInARow = 0;
  let faultlessAnswers = 0;
  // A printer that was unreachable may have forgotten the label, and then it is idle too.
  let wasUnreachable = false;

  // Without a counter only idleness can be observed, and a printer that has not begun yet is idle too.
  let pauseMs = countBefore === undefined ? timing.pollMs : timing.firstPollMs;
  while (!over.aborted && !settled?.aborted) {
    await wait(pauseMs);
    pauseMs = Math.min(2 * pauseMs, timing.pollMs);
    // The last label of a roll comes out before the fault shows. The counter is read after the state, so the counter decides.
    const look = countBefore === undefined ? undefined : await zebra.look();
    const moved = look !== undefined && hasMoved(look, { countBefore, labels, wasUnreachable });
    if (moved && holdsNoLabel(look)) {
      print.counted?.(look);
      return countedOf(look, countBefore, labels);
    }
    const answer = look?.state ?? (await zebra.state());
    const status = statusFrom(answer, zebra.hasAnswered());
    onStatus(status.kind === 'ready' ? { kind: 'printing' } : status);
    if (answer.is !== 'answered') {
      wasUnreachable ||= answer.is === 'unreachable';
      idleInARow = 0;
      continue;
    }
    if (status.kind === 'not-ready' && status.reason === 'buffer-full') {
      // The printer may be full of our own label: it empties as it prints.
      idleInARow = 0;
      settled = undefined;
      continue;
    }
    const { busy, partial } = answer.value;
    if (status.kind === 'not-ready' && moved && busy === undefined) {
      // Our label may be out, or wait behind the one that came out. The printer reports it once the fault is fixed.
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
    // If sending broke off, the unfinished label is this one, and it stays.
    const idle = !busy && !(whole && partial);
    idleInARow = idle ? idleInARow + 1 : 0;
    if (idleInARow === 2 && countBefore === undefined && !wasUnreachable) return done;
    settled = idle ? (settled ?? AbortSignal.timeout(timing.settleMs)) : undefined;
  }
  return { is: 'unknown', detail: unknownDetail(whole, wasUnreachable, settled?.aborted === true) };
}

interface Expected {
  readonly countBefore: number | undefined;
  readonly labels: number;
  readonly wasUnreachable: boolean;
}

/**
 * False while the printer holds a label: the counted one may be another computer's, and ours may still wait. With a fault the printer may
 * not report what it holds; then this is false too.
 */
function holdsNoLabel({ state }: ZebraLook): boolean {
  if (state.is !== 'answered' || state.value.busy === false) return true;
  return state.value.busy === undefined && firstFault(state.value) === undefined;
}

/** True if as many labels came out as were sent. */
function hasMoved({ count }: ZebraLook, { countBefore, labels, wasUnreachable }: Expected): boolean {
  if (count === undefined || countBefore === undefined) return false;
  const moved = count - countBefore;
  // After an outage another printer with its own counter may answer at this address.
  return wasUnreachable ? moved === labels : moved >= labels;
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

function unknownDetail(whole: boolean, wasUnreachable: boolean, idle: boolean): Watched {
  if (!whole) return { code: 'sending-broke-uncounted' };
  if (wasUnreachable) return { code: 'printer-was-gone' };
  if (idle) return { code: 'label-uncounted' };
  return { code: 'label-unconfirmed' };
}
