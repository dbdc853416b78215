import type { Failure, FailureCode } from '../../shared/failure.ts';
import { keyOf } from '../../shared/key-meanings.ts';
import type { ScanDoubt } from '../../shared/scan.ts';
import type { ScanReason } from '../../shared/scan-reason.ts';
import { beginHold, burstTarget, endHold, holdKey, pressKey, scanTarget, setTypedAs, typingTarget } from '../key-presses.ts';
import { screens } from '../screens.ts';
import type { WindowState } from '../window-state.ts';
import { FieldText, focusedField } from './field-text.ts';
import { isModifier, type KeyDown, type KeyPage, KeyReader, type ScannedCode } from './key-reader.ts';
import { groupSeparator } from './reading.ts';
import { recogniseAt, typedAsOf, whichCode } from './which-code.ts';

/** Longest wait for a key, in ms; a person would notice a longer one. */
const mostLateMs = 250;
/** A main process that answers within this time, in ms, is not holding back keys. */
const promptMs = 10;
/** A question mark with no key this long before and after it, in ms, is typed: no code consists of it alone. */
const aloneMs = 400;
const functionKey = /^F([1-9]|1[0-2])$/;

/**
 * Receives every key before the page: scans go to the bench (or to the screen that takes them), function keys to the screens, typing to
 * the focused field or else to the open screen's keys. `onScan` is called for every scan: with null if it was accepted, else with the
 * refusal. Returns a function that stops listening.
 */
export function listenToKeys(target: Window, state: WindowState, onScan: (refusal: Failure | null) => void): () => void {
  const text = new FieldText();
  const reader = new KeyReader(keyPage(state, text, onScan), () => state.shown.getState().snapshot?.frame.scanner ?? null);
  const timer = createSilence(reader, () => state.station.ping({}));
  let asks: ReturnType<typeof setTimeout> | undefined;
  let lastKeyAt = Number.NEGATIVE_INFINITY;
  let heldCode: string | undefined;
  setTypedAs((typed) => {
    const seen = reader.typedAs(typed);
    return seen && typedAsOf(seen);
  });

  const askForManual = ({ key, timeStamp, repeat }: KeyboardEvent) => {
    if (isModifier(key)) return;
    clearTimeout(asks);
    if (functionKey.test(key)) return;
    const isAlone = timeStamp - lastKeyAt > aloneMs;
    lastKeyAt = timeStamp;
    if (key === keyOf('manual') && isAlone && !repeat && !focusedField()) asks = setTimeout(state.openManual, aloneMs);
  };

  const keydown = (event: KeyboardEvent) => {
    askForManual(event);
    if (!isModifier(event.key)) state.forgetScanDoubt(event.key);
    // Holding Space down toggles a tick only once.
    if (event.key === ' ' && event.repeat && !focusedField()) return take(event);
    const isTaken = reader.down(keyDownOf(event));
    if (isTaken) take(event);
    timer.wait(event.timeStamp);
    if (event.key === holdKey) return holdDown(event, isTaken);
    // Another key may be a scan, or a hand that slipped.
    if (!isModifier(event.key)) endHold();
    if (!isTaken && !event.repeat && !isOnControl(event.key)) pressKey(event.key);
  };

  const holdDown = (event: KeyboardEvent, isTaken: boolean) => {
    if (event.repeat) return;
    const { code, ctrlKey, altKey, metaKey, shiftKey } = event;
    heldCode = code;
    if (isTaken || ctrlKey || altKey || metaKey || shiftKey || text.isDeleting()) endHold();
    else beginHold();
  };

  const keyup = (event: KeyboardEvent) => {
    if (event.key === holdKey || event.code === heldCode) endHold();
    reader.up(event.code, event.key, event.timeStamp);
    timer.wait(event.timeStamp);
    if (event.key === ' ' && !focusedField()) take(event);
  };

  const beforeInput = (event: InputEvent) => {
    if (text.isOwn || event.inputType !== 'insertText' || event.isComposing || !event.data) return;
    if (reader.inserted(event.data, event.timeStamp)) take(event);
    timer.wait(event.timeStamp);
  };

  const pointer = () => reader.pointer();
  const focus = ({ timeStamp }: FocusEvent) => reader.focused(timeStamp);
  const composing = () => text.compositionStarted();
  const composed = () => text.compositionEnded();

  const listeners = [
    ['keydown', keydown],
    ['keyup', keyup],
    ['beforeinput', beforeInput],
    ['pointerdown', pointer],
    ['compositionstart', composing],
    ['compositionend', composed],
  ] as const;
  for (const [name, listener] of listeners) target.addEventListener(name, listener as EventListener, { capture: true });
  // Not captured, because focus events of fields within the page do not concern the window.
  target.addEventListener('focus', focus);
  target.addEventListener('blur', endHold);
  return () => {
    timer.stop();
    clearTimeout(asks);
    setTypedAs(() => undefined);
    for (const [name, listener] of listeners) target.removeEventListener(name, listener as EventListener, { capture: true });
    target.removeEventListener('focus', focus);
    target.removeEventListener('blur', endHold);
    endHold();
  };
}

function take(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

const keyDownOf = (event: KeyboardEvent): KeyDown => ({
  code: event.code ?? '',
  key: event.key,
  atMs: event.timeStamp,
  shift: event.shiftKey,
  altGr: event.getModifierState('AltGraph'),
  capsLock: event.getModifierState('CapsLock'),
  ctrl: event.ctrlKey,
  alt: event.altKey,
  meta: event.metaKey,
  isRepeat: event.repeat,
  isComposed: event.isComposing || event.key === 'Process',
});

/** Calls the reader when its silence is over. */
function createSilence(reader: KeyReader, ping: () => Promise<unknown>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let presses = 0;
  /** How far the clock of the keys is ahead of the page's clock, in ms. */
  let aheadMs = 0;

  // Keys come through the main process. While that is busy, further keys of a scan wait there, behind the first ones that are pending
  // here.
  const silent = async (upTo: number, heldAt: number, until: number) => {
    const askedAt = performance.now();
    await Promise.race([ping(), new Promise((resolve) => setTimeout(resolve, mostLateMs))]);
    if (upTo !== presses) return;
    const now = performance.now();
    if (now - askedAt > promptMs && now - heldAt <= mostLateMs) timer = setTimeout(() => void silent(upTo, heldAt, until), promptMs);
    else {
      // It was silent for as long as the timer took, whatever the clock shows.
      reader.silence(Math.max(now + aheadMs, until));
      next(now, 0);
    }
  };

  const next = (nowMs: number, lateMs: number) => {
    clearTimeout(timer);
    const until = reader.waitsUntil();
    if (until === undefined) return;
    const upTo = presses;
    timer = setTimeout(() => void silent(upTo, performance.now(), until), Math.max(1, until - nowMs - aheadMs) + lateMs);
  };

  return {
    /** Handles a key that was pressed at `atMs`. On a busy computer all keys arrive late, so the wait is extended by that delay. */
    wait(atMs: number): void {
      presses += 1;
      const now = performance.now();
      aheadMs = Math.max(0, atMs - now);
      next(now, Math.min(Math.max(0, now - atMs), mostLateMs));
    },
    stop(): void {
      presses += 1;
      clearTimeout(timer);
    },
  };
}

/** Targets of the keys in this window. */
function keyPage(state: WindowState, text: FieldText, onScan: (refusal: Failure | null) => void): KeyPage {
  const { station } = state;
  /** True if the last scan went to the bench, not to the open screen. */
  let isAtBench = false;
  /** True if the last typed text went to the screen that takes codes. */
  let isTypedCode = false;
  /** Processes scans one after the other, in order. */
  let last = Promise.resolve();
  const inOrder = (work: () => Promise<void>): void => {
    last = last.then(work, work);
  };
  const refuse = (code: FailureCode, reason: ScanReason): void => onScan({ code, ref: '', detail: '', reasons: [reason] });

  const recognise = recogniseAt(station);

  async function hand(read: string, doubt: ScanDoubt | undefined): Promise<void> {
    // No number that is looked up contains one.
    const code = read.replaceAll(groupSeparator, '');
    const taking = scanTarget();
    isAtBench = !taking;
    if (taking) {
      onScan(null);
      return taking(code);
    }
    const answer = await station.scan({ code, ...(doubt && { doubt }) });
    onScan(answer.ok ? null : answer.failure);
  }

  async function scan(scanned: ScannedCode, isKnownOnly = false): Promise<void> {
    const read = await whichCode(scanned, isKnownOnly, recognise);
    if (read.is === 'code') await hand(read.code, read.doubt);
    else refuse('scan-unreadable', read.reason);
  }

  return {
    field() {
      const field = focusedField();
      if (!field) return undefined;
      const { takes } = field.dataset;
      return { takes: takes === 'number' || takes === 'code' || takes === 'secret' ? takes : 'text', isEmpty: text.isEmpty() };
    },
    takesCodes: () => typingTarget() !== undefined,
    echo(held) {
      if (focusedField()) text.echo(held);
      else typingTarget()?.echo(held);
      if (held === '') {
        text.echo('');
        typingTarget()?.echo('');
      }
    },
    type(typed) {
      isTypedCode = false;
      text.type(typed);
    },
    takeBack() {
      if (isTypedCode) typingTarget()?.clear();
      else text.takeBack();
    },
    endComposition: () => text.endComposition(),
    typeCode(typed) {
      isTypedCode = true;
      if (Array.from(typed).length === 1) pressKey(typed);
      else if (typed !== '') typingTarget()?.type(typed);
    },
    press: (key) => press(key, state),
    scan: (code) => inOrder(() => scan(code)),
    scanIfKnown: (code) => inOrder(() => scan(code, true)),
    askAbout(texts, by) {
      const field = focusedField();
      inOrder(async () => {
        // A question checks its answers itself.
        if (by === 'end' && field?.dataset['takes'] === 'answer') return;
        const known = await recognise(texts);
        const at = known.findIndex((each) => each?.knownAs?.is === 'order' || each?.knownAs?.is === 'parcel');
        const knownAs = known[at]?.knownAs;
        if (knownAs) state.askAboutScan({ answer: texts[0] ?? '', code: texts[at] ?? '', knownAs });
      });
    },
    dropScan: () =>
      inOrder(async () => {
        if (isAtBench) await station.dropScan({});
      }),
    unreadable: (why) => inOrder(async () => refuse('scan-unreadable', { code: 'scan-unreadable', why })),
    measures: () => burstTarget()?.measures ?? false,
    seen: (burst) => burstTarget()?.see(burst),
  };
}

function press(key: string, { canOpen, openScreen }: WindowState): void {
  if (key === ' ' && toggleFocused()) return;
  // A button may open the place on that screen where something has to be done.
  if (pressKey(key)) return;
  const screen = screens.find((each) => keyOf(each) === key);
  if (screen && canOpen(screen)) openScreen(screen);
}

/** Toggles the focused switch, tick or choice, or the tick of the focused row, by a single typed Space. Buttons are pressed with Enter. */
function toggleFocused(): boolean {
  const focused = document.activeElement;
  const choice = focused instanceof HTMLTableRowElement ? focused.querySelector('input') : focused;
  if (!(choice instanceof HTMLInputElement)) return false;
  choice.click();
  return true;
}

/** True if Enter, Backspace and similar keys belong to the focused control; otherwise they are keys of the screen. */
const isOnControl = (key: string): boolean => {
  const focused = document.activeElement;
  return key !== 'Escape' && focused !== null && focused !== document.body;
};
