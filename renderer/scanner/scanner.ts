import type { Failure } from '../../shared/failure.ts';
import { pressKey, scanTarget } from '../key-presses.ts';
import { screenKeys, screens } from '../screens.ts';
import { type WindowState } from '../window-state.ts';
import { createKeyDecoder, modifierKeys, releaseAfterMs } from './key-decoder.ts';

/** Longer than this no key is waited for: a person would see it. */
const mostLateMs = 250;
/** A main process that answers sooner keeps no keys waiting. */
const promptMs = 10;
/** A question mark with nothing typed so long before and after it is a person's: no code consists of it alone. */
const aloneMs = 400;
const functionKey = /^F([1-9]|1[0-2])$/;
const textInputs = new Set(['text', 'search', 'password', 'email', 'tel', 'url', 'number']);

/**
 * Hears every key before the page does: scans go to the bench (or to the screen that takes them), function keys to the
 * screens, typing to the focused field or else to the open screen's keys. `onScan` hears of every scan given to the bench:
 * null, or why it was refused. Answers how to stop listening.
 */
export function listenToKeys(target: Window, state: WindowState, onScan: (refusal: Failure | null) => void): () => void {
  const decoder = createKeyDecoder();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asks: ReturnType<typeof setTimeout> | undefined;
  let lastKeyAt = Number.NEGATIVE_INFINITY;
  let presses = 0;

  // On a busy computer keys are delivered late, all of them: the wait is as much longer as this one was late.
  const hold = ({ timeStamp }: KeyboardEvent) => {
    const lateMs = Math.max(0, performance.now() - timeStamp);
    clearTimeout(timer);
    presses += 1;
    if (!decoder.isHolding()) return;
    const heldAt = performance.now();
    timer = setTimeout(() => void releaseBehindMain(presses, heldAt), releaseAfterMs + Math.min(lateMs, mostLateMs));
  };

  // Keys come through the main process. While it is busy those of a scanner wait there, behind the first of them that are held here.
  const releaseBehindMain = async (upTo: number, heldAt: number) => {
    const askedAt = performance.now();
    await Promise.race([state.station.ping({}), new Promise((resolve) => setTimeout(resolve, mostLateMs))]);
    if (upTo !== presses) return;
    const now = performance.now();
    if (now - askedAt <= promptMs || now - heldAt > mostLateMs) deliver(decoder.release());
    else timer = setTimeout(() => void releaseBehindMain(upTo, heldAt), releaseAfterMs);
  };

  const askForManual = ({ key, timeStamp, repeat }: KeyboardEvent) => {
    if (modifierKeys.has(key)) return;
    clearTimeout(asks);
    if (functionKey.test(key)) return;
    const isAlone = timeStamp - lastKeyAt > aloneMs;
    lastKeyAt = timeStamp;
    if (key === '?' && isAlone && !repeat && !focusedField()) asks = setTimeout(state.openManual, aloneMs);
  };

  const keydown = (event: KeyboardEvent) => {
    askForManual(event);
    if (functionKey.test(event.key)) {
      take(event);
      if (decoder.isOfCode(event.timeStamp)) return hold(event);
      deliver(decoder.release());
      if (!event.repeat) pressFunctionKey(event.key, state);
      return;
    }
    // A Space that is held down turns a tick once.
    if (event.key === ' ' && event.repeat && !focusedField()) return take(event);
    const decision = decoder.press({
      key: event.key,
      atMs: event.timeStamp,
      isRepeat: event.repeat,
      isComposing: event.isComposing || event.key === 'Process' || event.key === 'Dead',
      isCommand: (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph'),
    });
    if (decision.isTaken) take(event);
    hold(event);
    deliver(decision.typed);
    if (decision.scan !== null) scanned(decision.scan, state, onScan);
    else if (!decision.isTaken && !event.repeat && !isOnControl(event.key)) pressKey(event.key);
  };

  const focus = ({ timeStamp }: FocusEvent) => decoder.begin(timeStamp);

  const keyup = (event: KeyboardEvent) => {
    if (event.key === ' ' && !focusedField()) take(event);
  };

  target.addEventListener('keydown', keydown, { capture: true });
  target.addEventListener('keyup', keyup, { capture: true });
  // Not captured: that of a field within the page is none of the window.
  target.addEventListener('focus', focus);
  return () => {
    clearTimeout(timer);
    clearTimeout(asks);
    presses += 1;
    target.removeEventListener('keydown', keydown, { capture: true });
    target.removeEventListener('keyup', keyup, { capture: true });
    target.removeEventListener('focus', focus);
  };
}

function take(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** A scan is a scan wherever the focus is. */
function scanned(code: string, { station }: WindowState, onScan: (refusal: Failure | null) => void): void {
  const target = scanTarget();
  if (target) target(code);
  else void station.scan({ code }).then((answer) => onScan(answer.ok ? null : answer.failure));
}

function pressFunctionKey(key: string, { canOpen, openScreen }: WindowState): void {
  const screen = screens.find((each) => screenKeys[each] === key);
  if (!screen) pressKey(key);
  else if (canOpen(screen)) openScreen(screen);
}

/** Typing goes into the focused field; outside fields each character is a key of the open screen. */
function deliver(typed: string): void {
  if (!typed) return;
  const field = focusedField();
  if (!field) {
    if (typed === ' ' && toggleFocused()) return;
    for (const character of typed) pressKey(character);
    return;
  }
  const takesNumbersOnly = field.dataset['takes'] === 'number';
  const isForField = (character: string) => !takesNumbersOnly || /[\d.,]/.test(character);
  const text = Array.from(typed).filter(isForField).join('');
  if (text) document.execCommand('insertText', false, text);
  for (const character of typed) if (!isForField(character)) pressKey(character);
}

/** A single Space, as only a person types it, turns the focused switch, tick or choice, or the tick of the focused row. Buttons are pressed by Enter. */
function toggleFocused(): boolean {
  const focused = document.activeElement;
  const choice = focused instanceof HTMLTableRowElement ? focused.querySelector('input') : focused;
  if (!(choice instanceof HTMLInputElement)) return false;
  choice.click();
  return true;
}

function focusedField(): HTMLElement | null {
  const focused = document.activeElement;
  if (focused instanceof HTMLInputElement) return textInputs.has(focused.type) && !focused.readOnly && !focused.disabled ? focused : null;
  if (focused instanceof HTMLTextAreaElement) return focused;
  return focused instanceof HTMLElement && focused.isContentEditable ? focused : null;
}

/** Enter, Backspace and the like belong to the focused control first; without one they are keys of the screen. */
const isOnControl = (key: string): boolean => {
  const focused = document.activeElement;
  return key !== 'Escape' && focused !== null && focused !== document.body;
};
