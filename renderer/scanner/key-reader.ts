import { withoutSymbology } from '../../shared/scan.ts';
import type { Unreadable } from '../../shared/scan-reason.ts';
import type { ScannerEnd, ScannerProfile } from '../../shared/scanner-profile.ts';
import {
  type Burst,
  isComposedAway,
  isFast,
  isOpen,
  isUndelivered,
  newBurst,
  overlaps,
  type Part,
  shortestScan,
  typedText,
  waitOf,
} from './burst.ts';
import { type Before, type Decision, decide, isMarkedBurst, type KeyField, restMs, textsOf } from './decision.ts';
import { padDigit } from './layouts.ts';
import { type Arrived, groupSeparator, isNavigation, type KeyStroke, writes } from './reading.ts';
import { mayBeSlow, measuringTiming, timingOf } from './timing.ts';

/** A key that went down. */
export interface KeyDown extends KeyStroke {
  /** Time of the press on a monotonic clock, in ms, independent of when it is handled. */
  readonly atMs: number;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly meta: boolean;
  readonly isRepeat: boolean;
  /** True if an input method composes a character of it: the character reaches the field in any case. */
  readonly isComposed: boolean;
}

/** A scan. `texts`: possible readings, the likeliest first. `hasEnd` is false if its end may still come. */
export interface ScannedCode {
  readonly texts: readonly string[];
  readonly hasEnd: boolean;
}

/** Targets of the keys. */
export interface KeyPage {
  readonly field: () => KeyField | undefined;
  /** True if the open screen takes typed characters as a code although no field has the focus. */
  readonly takesCodes: () => boolean;
  /** Draws pending keys at their later place; the field keeps its value. An empty text clears them. */
  readonly echo: (text: string) => void;
  /** Puts text into the field. */
  readonly type: (text: string) => void;
  /** Removes the last text from its field again, if the field has not changed since. */
  readonly takeBack: () => void;
  /** Removes an input method's result of a scan. */
  readonly endComposition: () => void;
  /** Gives text to the screen that takes typed codes. */
  readonly typeCode: (text: string) => void;
  /** Presses a key of the open screen. */
  readonly press: (key: string) => void;
  readonly scan: (code: ScannedCode) => void;
  /** Scans the code if it is known; otherwise it is unreadable. */
  readonly scanIfKnown: (code: ScannedCode) => void;
  /** Asks the packer about a text that came like a slow scan and stays in its field, if it is a known code. */
  readonly askAbout: (texts: readonly string[], by: 'end' | 'silence') => void;
  /** The last scanned code came apart: closes what it opened. */
  readonly dropScan: () => void;
  readonly unreadable: (why: Unreadable) => void;
  /** True while the scanner is measured: keys have no effect, and `seen` is called for each burst. */
  readonly measures: () => boolean;
  /** Called for every burst, for the pad in Setup. */
  readonly seen: (burst: SeenBurst) => void;
}

export type EndKey = 'Enter' | 'Tab';

/** A burst and the decision about it. */
export interface SeenBurst {
  readonly parts: readonly Pick<Part, 'arrived' | 'pauseMs'>[];
  readonly end: EndKey | null;
  /** Time between its last key and its end key, in ms. */
  readonly endGapMs: number;
  readonly texts: readonly string[];
  readonly decision: Decision;
}

/** How a text was entered into its field. */
export interface TypedText {
  readonly text: string;
  readonly texts: readonly string[];
  /** Number of bursts. */
  readonly pieces: number;
  /** True if it came like the keys of a slow scanner. */
  readonly isLikeScan: boolean;
}

/** Maximum delay of a code's end key, in ms; a late end confirms nothing. */
const lateEndMs = 1500;
/** Pending keys are shown after this silence, in ms. A fast scan has ended by then. */
const echoMs = 40;
/** Within this time, in ms, after Alt and digits of the number pad, the system types their character. */
const composedMs = 300;

const modifierKeys: ReadonlySet<string> = new Set([
  'Shift',
  'Control',
  'Alt',
  'AltGraph',
  'Meta',
  'CapsLock',
  'NumLock',
  'Fn',
  'FnLock',
  'ScrollLock',
]);
export const isModifier = (key: string): boolean => modifierKeys.has(key);
const functionKeys = /^F([1-9]|1[0-2])$/;

/**
 * Separates scans from typing. Every key that a scan could contain is held until it is decided. Typed text reaches the page unchanged and
 * in order; a scan reaches it as one code, or not at all.
 */
export class KeyReader {
  readonly #page: KeyPage;
  readonly #profile: () => ScannerProfile | null;
  #burst: Burst | undefined;
  #before: Before | undefined;
  /** Time when a code or typed text ended with Enter or Tab. */
  #endedAtMs = Number.NEGATIVE_INFINITY;
  /** Until then, an end key belongs to a code that came without one. */
  #lateEndUntilMs = Number.NEGATIVE_INFINITY;
  /** Time of the last key of a scan that was accepted without its end. */
  #openScanAtMs = Number.NEGATIVE_INFINITY;
  /** The end key of scans in this window. */
  #seenEnd: EndKey | undefined;
  #isRightAltDown = false;
  /** Time when the first modifier of the next key was pressed. */
  #modifiedAtMs: number | undefined;
  #altSequence: { digits: string; isUsed: boolean } | undefined;
  #composed: { readonly part: Part; readonly untilMs: number } | undefined;
  /** A key of the number pad that moved the cursor and may be the first digit of a code. */
  #moved: KeyDown | undefined;
  #typed: TypedText | undefined;
  #typedParts: readonly Part[] = [];

  /** `profile`: null if the scanner was not measured. */
  constructor(page: KeyPage, profile: () => ScannerProfile | null) {
    this.#page = page;
    this.#profile = profile;
  }

  /** Handles a key. Returns true if the page must not receive it. */
  down(key: KeyDown): boolean {
    if (isModifier(key.key)) return this.#modifier(key);
    const digit = padDigit(key.code);
    if (this.#altSequence) {
      if (digit !== undefined && !key.ctrl) {
        this.#altSequence.digits += digit;
        this.#keepAlive(key.atMs);
        return true;
      }
      this.#altSequence.isUsed = true;
    }
    this.#settle(key.atMs);
    if (functionKeys.test(key.key)) return this.#pressFunction(key);
    const end = endOf(key);
    if (end) return this.#end(key, end);
    const isAltGr = key.altGr || (key.ctrl && key.alt) || (this.#isRightAltDown && key.alt);
    if ((key.ctrl || key.alt || key.meta) && !isAltGr) return this.#command(key);
    if (writes(key)) return this.#write({ ...key, altGr: isAltGr });
    return isNavigation(key.code, key.key) ? this.#movePad(key) : this.#other(key);
  }

  up(code: string, key: string, atMs: number): void {
    if (code === 'AltRight') this.#isRightAltDown = false;
    if (key === 'Alt' || key === 'AltGraph') this.#endAltSequence(atMs);
    if (isModifier(key)) this.#modifiedAtMs = undefined;
    const part = this.#burst?.parts.findLast((each) => each.code === code && each.upAtMs === undefined);
    if (part) part.upAtMs = atMs;
  }

  /** The system typed a text without a key of its own. Returns true if it belongs to pending keys and must not reach the field. */
  inserted(text: string, atMs: number): boolean {
    const composed = this.#composed;
    const at = composed && atMs <= composed.untilMs ? (this.#burst?.parts.indexOf(composed.part) ?? -1) : -1;
    const part = this.#burst?.parts[at];
    if (!this.#burst || part?.arrived.is !== 'character') return this.#insertBehind(text, atMs);
    this.#composed = undefined;
    this.#burst.parts[at] = { ...part, arrived: { is: 'character', character: part.arrived.character || text, typed: text } };
    if (this.#burst.isEchoed) this.#echo(this.#burst);
    return true;
  }

  /**
   * A text of an emoji list, a touch keyboard or dictation comes behind the pending keys, which are only drawn in the field so far. A letter
   * joins them, or it would stand before them. Several letters at once are as fast as a scan, and are none: a person gave them.
   */
  #insertBehind(text: string, atMs: number): boolean {
    if (!this.#burst) return false;
    this.#settle(atMs);
    if (this.#burst && Array.from(text).length > 1) this.#decide('person');
    if (!this.#burst) {
      // The field has just received the keys, behind the place that the system chose for this text.
      this.#page.type(text);
      return true;
    }
    this.#add({ code: '', atMs }, { is: 'character', character: text, typed: text });
    return true;
  }

  /** The packer touched or clicked something. */
  pointer(): void {
    if (this.#burst) this.#decide('person');
  }

  /** The window received the focus: until now, another window may have received the keys. */
  focused(atMs: number): void {
    if (this.#burst) this.#burst.cameApart = true;
    this.#before = { is: 'focus', endedAtMs: atMs };
  }

  /** Time at which `silence` is due if no key comes before; undefined if nothing is pending. */
  waitsUntil(): number | undefined {
    if (!this.#burst) return undefined;
    const { lastAtMs, isEchoed } = this.#burst;
    const decides = lastAtMs + this.#waitOf(this.#burst);
    return !isEchoed && this.#takesText() ? Math.min(decides, lastAtMs + echoMs) : decides;
  }

  silence(nowMs: number): void {
    const held = this.#burst;
    if (!held) return;
    if (nowMs >= held.lastAtMs + this.#waitOf(held)) this.#decide('silence');
    else if (!held.isEchoed && this.#takesText() && nowMs >= held.lastAtMs + echoMs) this.#echo(held);
  }

  /** How a text was entered into its field; undefined if it was not typed there. */
  typedAs(text: string): TypedText | undefined {
    return this.#typed?.text === text ? this.#typed : undefined;
  }

  readonly #timing = () => (this.#page.measures() ? measuringTiming : timingOf(this.#profile()));
  readonly #isOpen = (held: Burst): boolean =>
    isOpen(held, this.#timing(), this.#takesText()) ||
    (held.functionKey === undefined &&
      (isMarkedBurst(held, this.#profile()) || isUndelivered(held) || (!this.#page.field() && isComposedAway(held))));
  readonly #waitOf = (held: Burst): number =>
    this.#isOpen(held) ? this.#timing().openMs : waitOf(held, this.#timing(), this.#takesText());
  readonly #takesText = (): boolean => this.#page.field() !== undefined || this.#page.takesCodes();

  // ---- Keys ----------------------------------------------------------------------------------------------------------------------

  #modifier({ key, code, atMs, isRepeat }: KeyDown): boolean {
    this.#keepAlive(atMs);
    this.#modifiedAtMs ??= atMs;
    if (code === 'AltRight') this.#isRightAltDown = true;
    if (key === 'Alt' && !isRepeat) this.#altSequence = { digits: '', isUsed: false };
    return false;
  }

  /** A key that writes nothing belongs to the code that is arriving. */
  #keepAlive(atMs: number): void {
    if (this.#burst && atMs - this.#burst.lastAtMs <= this.#timing().gapMs) goesOn(this.#burst, atMs);
  }

  /** Decides pending keys before a key that came too late for them, however late the timer is. */
  #settle(atMs: number): void {
    if (!this.#burst) return;
    const pauseMs = atMs - this.#burst.lastAtMs;
    const { gapMs, openMs } = this.#timing();
    if (pauseMs <= gapMs) return;
    if (!this.#isOpen(this.#burst) || pauseMs > openMs) this.#decide('silence');
  }

  #end({ atMs, ctrl, isRepeat }: KeyDown, end: EndKey): boolean {
    const held = this.#burst;
    this.#moved = undefined;
    if (held && !isRepeat) {
      const isTaken = this.#decide('end', end, atMs - held.lastAtMs);
      this.#endedAtMs = atMs;
      return isTaken || ctrl;
    }
    if (held) this.#decide('person');
    // Carriage return and line feed end one code.
    const isSecond = atMs - this.#endedAtMs <= this.#timing().gapMs;
    const isLate = atMs <= this.#lateEndUntilMs;
    if (isRepeat) return false;
    // The page receives at most one of two Enters in close succession: the second would close what the first opened. Tab opens nothing.
    if (end === 'Enter') this.#endedAtMs = atMs;
    if (!(isSecond || isLate)) {
      // The typed text is complete.
      if (this.#before?.is === 'one' || this.#before?.is === 'text') this.#before = undefined;
      return false;
    }
    this.#lateEndUntilMs = Number.NEGATIVE_INFINITY;
    return true;
  }

  /** Ctrl, Alt or Meta and another key. */
  #command(key: KeyDown): boolean {
    const held = this.#burst;
    if (!held) return false;
    const isSeparator = key.ctrl && !key.alt && !key.meta && (key.key === ']' || key.code === 'BracketRight');
    if (key.meta || !(isSeparator || (held.parts.length > 1 && isFast(held, this.#timing())))) {
      this.#decide('person');
      return false;
    }
    this.#add(key, isSeparator ? separator : lost);
    return true;
  }

  /** Some scanners type a group separator as F8, and other control characters as other function keys. */
  #pressFunction({ key, atMs, isRepeat }: KeyDown): boolean {
    if (isRepeat) return true;
    if (this.#burst?.functionKey !== undefined) this.#decide('person');
    if (this.#burst && atMs - this.#burst.lastAtMs <= this.#timing().gapMs) {
      this.#burst.functionKey = key;
      goesOn(this.#burst, atMs);
      return true;
    }
    if (this.#burst) this.#decide('person');
    this.#page.press(key);
    return true;
  }

  #write(key: KeyDown): boolean {
    const isPassed = key.isComposed || key.key === 'Dead';
    if (key.isRepeat) {
      if (this.#burst) this.#decide('person');
      this.#typed = undefined;
      if (!isPassed && this.#page.field() && Array.from(key.key).length === 1) this.#page.type(key.key);
      return !isPassed;
    }
    if (!this.#burst && this.#moved && key.atMs - this.#moved.atMs <= this.#timing().fastMs) this.#addKey(this.#moved);
    this.#moved = undefined;
    // A dead key begins its letter in the field at once, so what a hand typed before has to stand there.
    if (key.key === 'Dead' && this.#burst && this.#page.field() && key.atMs - this.#burst.lastAtMs > this.#timing().fastMs)
      this.#decide('person');
    this.#addKey(key, isPassed);
    return !isPassed;
  }

  /** A key of the number pad while Num Lock is off: in a code it counts as its digit. */
  #movePad(key: KeyDown): boolean {
    const { gapMs, openMs, fastMs } = this.#timing();
    const held = this.#burst;
    const isWithin = held
      ? key.atMs - held.lastAtMs <= (this.#isOpen(held) ? openMs : gapMs)
      : (this.#moved && key.atMs - this.#moved.atMs <= fastMs) || key.atMs - this.#openScanAtMs <= restMs;
    if (!isWithin) {
      const isTaken = this.#other(key);
      this.#moved = key;
      return isTaken;
    }
    if (!this.#burst && this.#moved) this.#addKey(this.#moved);
    this.#moved = undefined;
    this.#addKey(key);
    return true;
  }

  /** Arrows, Backspace, Escape and the like. */
  #other(key: KeyDown): boolean {
    this.#moved = undefined;
    const held = this.#burst;
    if (!held) return false;
    const { fastMs } = this.#timing();
    if (held.parts.length > 1 && key.atMs - held.lastAtMs <= fastMs && isFast(held, this.#timing())) {
      this.#add(key, lost);
      return true;
    }
    this.#decide('person');
    return false;
  }

  #addKey({ code, key, shift, altGr, capsLock, atMs }: KeyDown, isPassed = false): void {
    this.#add({ code, atMs }, { is: 'key', code, key, shift, altGr, capsLock }, isPassed);
  }

  #add({ code, atMs }: Pick<KeyDown, 'code' | 'atMs'>, arrived: Arrived, isPassed = false): Part {
    this.#burst ??= newBurst(atMs, Math.min(atMs, this.#modifiedAtMs ?? atMs));
    this.#modifiedAtMs = undefined;
    const held = this.#burst;
    const sinceLastMs = atMs - held.lastAtMs;
    if (held.functionKey !== undefined) {
      const arrivedBefore = held.functionKey === 'F8' ? separator : lost;
      held.functionKey = undefined;
      held.parts.push({ arrived: arrivedBefore, atMs: held.lastAtMs, gapMs: 0, pauseMs: 0, code: '', isPassed: false, upAtMs: undefined });
    }
    goesOn(held, atMs);
    const { pauseMs } = held;
    // A person's Shift comes right before its key, so the pause is in front of it.
    const gapMs = arrived.is === 'key' ? pauseMs : sinceLastMs;
    const part: Part = { arrived, atMs, gapMs, pauseMs, code, isPassed, upAtMs: undefined };
    held.parts.push(part);
    held.pauseMs = 0;
    if (sinceLastMs > this.#timing().gapMs) held.cameApart = true;
    if (held.isEchoed) this.#echo(held);
    return part;
  }

  #echo(held: Burst): void {
    held.isEchoed = true;
    if (!held.parts.some(({ isPassed }) => isPassed)) this.#page.echo(typedText(held));
  }

  #endAltSequence(atMs: number): void {
    const sequence = this.#altSequence;
    this.#altSequence = undefined;
    // A key of the number pad shortly before it was the first key of a code.
    if (sequence && !this.#burst && this.#moved && atMs - this.#moved.atMs <= 2 * this.#timing().fastMs) this.#addKey(this.#moved);
    this.#moved = undefined;
    if (!sequence || (sequence.digits === '' && (sequence.isUsed || !this.#burst))) return;
    this.#settle(atMs);
    // Alt alone inside a code: its digits were lost.
    if (sequence.digits === '') {
      if (this.#burst) this.#add({ code: '', atMs }, lost);
      return;
    }
    const part = this.#add({ code: '', atMs }, { is: 'character', character: characterOf(sequence.digits), typed: '' });
    this.#composed = { part, untilMs: atMs + composedMs };
  }

  // ---- Decisions -----------------------------------------------------------------------------------------------------------------

  #knownEnd(): ScannerEnd | undefined {
    const end = this.#profile()?.end;
    if (end !== undefined || this.#seenEnd === undefined) return end;
    return this.#seenEnd === 'Tab' ? 'tab' : 'enter';
  }

  /** Decides the pending keys. Returns true if their end key must not reach the page. */
  #decide(by: 'end' | 'silence' | 'person', end: EndKey | null = null, endGapMs = 0): boolean {
    const held = this.#burst;
    this.#burst = undefined;
    if (!held) return false;
    if (held.isEchoed) this.#page.echo('');
    const profile = this.#profile();
    const field = this.#page.field();
    const isCode = held.parts.length >= shortestScan && isFast(held, this.#timing());
    // A following function key was pressed by a person, unless the code ends with it.
    const pressed = by === 'end' || isCode ? undefined : held.functionKey;
    const decision: Decision = this.#page.measures()
      ? { is: 'measured' }
      : decide({
          burst: held,
          by: pressed === undefined ? by : 'person',
          profile,
          knownEnd: this.#knownEnd(),
          before: this.#before,
          field,
          takesCodes: this.#page.takesCodes(),
        });
    const takesEnd = this.#act(decision, { held, by, end, field, isCode });
    this.#page.seen({ parts: held.parts, end, endGapMs, texts: textsOf(held, profile), decision });
    if (pressed !== undefined) this.#page.press(pressed);
    return takesEnd || (decision.is === 'key' && endGapMs <= this.#timing().fastMs);
  }

  /** Carries out the decision. Returns true if the end key belongs to a code. */
  #act(decision: Decision, { held, by, end, field, isCode }: Decided): boolean {
    switch (decision.is) {
      case 'scan':
        this.#page.endComposition();
        this.#typed = undefined;
        if (decision.hasEnd) this.#closed();
        else this.#open(held);
        // Only a fast code shows the scanner's end key, because a typed code also ends with Enter.
        if (end && isCode) this.#seenEnd = end;
        this.#page.scan({ ...decision, texts: decision.texts.map((text) => this.#withoutPrefix(text)) });
        return true;
      case 'scan-if-known':
        if (!decision.hasEnd) this.#open(held);
        this.#page.scanIfKnown(decision);
        return true;
      case 'unreadable':
        this.#unreadable(held, by, decision.why);
        return true;
      case 'typed':
        if (!field) return false;
        this.#type(held, field, by);
        if (!decision.isAskedAbout || by === 'person' || field.takes === 'secret') return false;
        // Tab sends no answer, so no question asks about it. The focus stays in the field: the next input is the answer.
        this.#page.askAbout(textsOf(held, this.#profile()), end === 'Tab' ? 'silence' : by);
        return end === 'Tab';
      case 'typed-code':
        this.#follow(undefined, typedText(held), held);
        this.#page.typeCode(typedText(held));
        this.#before = this.#beginningOf(held, by);
        return false;
      case 'key':
        for (const key of typedText(held)) this.#page.press(key);
        this.#before = this.#beginningOf(held, by);
        return false;
      case 'measured':
        this.#page.endComposition();
        this.#closed();
        if (!end) this.#lateEndUntilMs = held.lastAtMs + lateEndMs;
        return true;
    }
  }

  /** Classifies text without an end key that may be the beginning of a code. */
  #beginningOf(held: Burst, by: Decided['by']): Before | undefined {
    const { parts, lastAtMs } = held;
    if (by === 'end') return undefined;
    if (parts.length <= 2 && (isFast(held, this.#timing()) || parts.some(({ arrived }) => arrived.is !== 'key')))
      return { is: 'few', endedAtMs: lastAtMs };
    return { is: parts.length === 1 ? 'one' : 'text', endedAtMs: lastAtMs };
  }

  #withoutPrefix(text: string): string {
    const prefix = this.#profile()?.prefix ?? '';
    const code = withoutSymbology(text);
    const aim = text.slice(0, text.length - code.length);
    return prefix !== '' && code.startsWith(prefix) ? aim + code.slice(prefix.length) : text;
  }

  #closed(): void {
    this.#before = undefined;
    this.#openScanAtMs = Number.NEGATIVE_INFINITY;
  }

  /** Keys that follow soon are the rest of this code, and a late end confirms nothing. */
  #open({ lastAtMs }: Burst): void {
    this.#before = { is: 'open', endedAtMs: lastAtMs };
    this.#openScanAtMs = lastAtMs;
    this.#lateEndUntilMs = lastAtMs + lateEndMs;
  }

  #unreadable(held: Burst, by: Decided['by'], why: Unreadable): void {
    this.#page.endComposition();
    if (held.startedAtMs - this.#openScanAtMs <= restMs) this.#page.dropScan();
    if (this.#before?.is === 'few' || this.#before?.is === 'one') this.#page.takeBack();
    this.#openScanAtMs = Number.NEGATIVE_INFINITY;
    this.#typed = undefined;
    this.#before = { is: 'part', endedAtMs: held.lastAtMs };
    if (by !== 'end') this.#lateEndUntilMs = held.lastAtMs + lateEndMs;
    this.#page.unreadable(why);
  }

  #type(held: Burst, field: KeyField, by: Decided['by']): void {
    const text = typedText(held);
    const own = field.takes === 'number' ? text.replaceAll(/[^\d.,]/g, '') : text;
    if (field.takes === 'secret') this.#forgetTyped();
    else this.#follow(field.isEmpty ? undefined : this.#typed, own, held);
    if (own !== '') this.#page.type(own);
    // A single letter in a field for numbers is a key of the screen; several letters are not.
    else if (held.parts.length === 1 && text !== '') this.#page.press(text);
    this.#before = this.#beginningOf(held, by);
  }

  /** A secret must not stay in memory. */
  #forgetTyped(): void {
    this.#typed = undefined;
    this.#typedParts = [];
  }

  /** Records how the text of the field was entered. */
  #follow(last: TypedText | undefined, more: string, held: Burst): void {
    // All keys are read together, because a slow code may have come apart.
    this.#typedParts = [...(last ? this.#typedParts : []), ...held.parts];
    const isSlowPart = mayBeSlow(this.#profile()) && held.parts.length > 1 && !overlaps(held);
    const pieces = (last?.pieces ?? 0) + 1;
    this.#typed = {
      text: (last?.text ?? '') + more,
      texts: textsOf({ parts: this.#typedParts }, this.#profile()),
      pieces,
      isLikeScan: isSlowPart && pieces <= 2 && (last?.isLikeScan ?? true),
    };
  }
}

interface Decided {
  readonly held: Burst;
  readonly by: 'end' | 'silence' | 'person';
  readonly end: EndKey | null;
  readonly field: KeyField | undefined;
  readonly isCode: boolean;
}

function goesOn(burst: Burst, atMs: number): void {
  burst.pauseMs = Math.max(burst.pauseMs, atMs - burst.lastAtMs);
  burst.lastAtMs = atMs;
}

const separator: Arrived = { is: 'character', character: groupSeparator, typed: '' };
const lost: Arrived = { is: 'lost' };

/** Carriage return, line feed and tab also come as Ctrl and a letter. */
function endOf({ key, code, ctrl, alt }: KeyDown): EndKey | undefined {
  if (code === 'Enter' || code === 'NumpadEnter' || key === 'Enter') return 'Enter';
  if (code === 'Tab' || key === 'Tab') return 'Tab';
  if (!ctrl || alt) return undefined;
  if (/^[jm]$/i.test(key)) return 'Enter';
  return /^i$/i.test(key) ? 'Tab' : undefined;
}

const windows1252 = new TextDecoder('windows-1252');

/** The character of Alt and these digits; empty if only the system can determine it. */
function characterOf(digits: string): string {
  const number = Number(digits) % 256;
  if (number < 128) return String.fromCharCode(number);
  return digits.startsWith('0') ? windows1252.decode(Uint8Array.of(number)) : '';
}
