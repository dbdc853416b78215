import type { Dice } from '../crash/dice.ts';
import { down, fraction, type KeyEvent, up } from './key-events.ts';
import { type Chord, type Country, chordFor, isLetter, writes } from './layouts.ts';

/** Settings and typing behaviour of a scanner: everything that manuals offer, and what reports have shown. */
export interface Scanner {
  readonly country: Country;
  /** Time from one key to the next in ms, and its variation. */
  readonly gapMs: number;
  readonly jitterMs: number;
  /** `crlf`: carriage return and line feed, as two Enters or as Enter and Ctrl+J. */
  readonly end: 'cr' | 'lf' | 'crlf' | 'cr-lf-key' | 'tab' | 'none';
  /** Delay before the end key, beyond the usual gap. */
  readonly endDelayMs: number;
  readonly prefix: string;
  /** AIM identifier such as `]C1`, or empty. */
  readonly aim: string;
  /** Sends characters as Alt and digits of the number pad: never, only those without a key, or all. */
  readonly alt: 'never' | 'missing' | 'all';
  readonly altWithZero: boolean;
  readonly altGr: 'right-alt' | 'ctrl-alt';
  /** True if pressing Shift takes a gap of its own. */
  readonly hasSlowShift: boolean;
  /** True if digits are typed on the number pad. */
  readonly usesPad: boolean;
  /** True if the scanner inverts Shift while Caps Lock is on. */
  readonly undoesCapsLock: boolean;
  readonly separator: 'ctrl-bracket' | 'f8' | 'alt' | 'written';
  /** A pause inside the code, after `behind` characters. */
  readonly pause?: { readonly behind: number; readonly ms: number };
  /** Characters that are lost on the way, by their place. */
  readonly loses?: number;
}

/** The computer that receives the keys. */
export interface Pc {
  readonly country: Country;
  readonly capsLock: boolean;
  readonly numLock: boolean;
  readonly hasIme: boolean;
  /** True if Windows composes Alt and digits and types the character; on other systems they produce nothing. */
  readonly composesAlt: boolean;
}

export const groupSeparator = '\u001d';

interface Presser {
  readonly events: KeyEvent[];
  atMs: number;
}

/** Returns the keys of one scan from this moment on, as the window receives them. */
export function scanEvents(code: string, scanner: Scanner, pc: Pc, startMs: number, dice: Dice): readonly KeyEvent[] {
  const at: Presser = { events: [], atMs: startMs };
  const gap = (): number => Math.max(0.2, scanner.gapMs + (fraction(dice) * 2 - 1) * scanner.jitterMs);
  const pc2 = { ...pc, isDeadPending: false };
  const characters = Array.from(scanner.prefix + scanner.aim + code);
  characters.forEach((character, index) => {
    if (index > 0) at.atMs += gap();
    if (scanner.pause?.behind === index) at.atMs += scanner.pause.ms;
    if (scanner.loses === index) lose(at, scanner, gap);
    else if (character === groupSeparator) pressSeparator(at, scanner, pc2, gap);
    else pressCharacter(at, character, scanner, pc2, gap);
  });
  at.atMs += gap() + scanner.endDelayMs;
  pressEnd(at, scanner, gap);
  return at.events;
}

interface PcState extends Pc {
  isDeadPending: boolean;
}

/** A character that was pressed and did not arrive: the window sees only Alt, or a key without a character. */
function lose(at: Presser, { gapMs }: Scanner, gap: () => number): void {
  at.events.push(down(at.atMs, 'AltLeft', 'Alt', { alt: true }));
  at.atMs += Math.min(gapMs, gap());
  at.events.push(up(at.atMs, 'AltLeft', 'Alt'));
}

function pressCharacter(at: Presser, character: string, scanner: Scanner, pc: PcState, gap: () => number): void {
  const chord = scanner.usesPad && /\d/.test(character) ? undefined : chordFor(scanner.country, character);
  if (scanner.usesPad && /\d/.test(character)) return pressPad(at, character, pc);
  if (scanner.alt === 'all' || (!chord && scanner.alt === 'missing')) return pressAlt(at, character.charCodeAt(0), scanner, pc, gap);
  if (chord) pressChord(at, chord, scanner, pc, gap);
}

const padKeysWithoutNumLock = ['Insert', 'End', 'ArrowDown', 'PageDown', 'ArrowLeft', 'Clear', 'ArrowRight', 'Home', 'ArrowUp', 'PageUp'];

function pressPad(at: Presser, digit: string, { numLock }: PcState): void {
  const key = numLock ? digit : (padKeysWithoutNumLock[Number(digit)] ?? '');
  at.events.push(down(at.atMs, `Numpad${digit}`, key), up(at.atMs + 0.1, `Numpad${digit}`, key));
}

function pressAlt(at: Presser, number: number, { altWithZero }: Scanner, pc: PcState, gap: () => number): void {
  const digits = altWithZero ? String(number).padStart(4, '0') : String(number);
  at.events.push(down(at.atMs, 'AltLeft', 'Alt', { alt: true }));
  for (const digit of digits) {
    at.atMs += Math.min(gap(), 20);
    const key = pc.numLock ? digit : (padKeysWithoutNumLock[Number(digit)] ?? '');
    at.events.push(down(at.atMs, `Numpad${digit}`, key, { alt: true }), up(at.atMs + 0.1, `Numpad${digit}`, key));
  }
  at.atMs += Math.min(gap(), 20);
  at.events.push(up(at.atMs, 'AltLeft', 'Alt'));
  if (pc.composesAlt && number >= 32) at.events.push({ is: 'inserted', atMs: at.atMs + 0.1, text: String.fromCharCode(number) });
}

function pressSeparator(at: Presser, scanner: Scanner, pc: PcState, gap: () => number): void {
  switch (scanner.separator) {
    case 'ctrl-bracket': {
      at.events.push(down(at.atMs, 'ControlLeft', 'Control', { ctrl: true }));
      const written = writes(pc.country, { code: 'BracketRight', shift: false, altGr: false });
      const key = written === 'dead' ? 'Dead' : (written ?? 'Unidentified');
      at.events.push(down(at.atMs + 0.1, 'BracketRight', key, { ctrl: true }), up(at.atMs + 0.2, 'BracketRight', key));
      at.events.push(up(at.atMs + 0.3, 'ControlLeft', 'Control'));
      return;
    }
    case 'f8':
      at.events.push(down(at.atMs, 'F8', 'F8'), up(at.atMs + 0.1, 'F8', 'F8'));
      return;
    case 'alt':
      return pressAlt(at, 29, { ...scanner, altWithZero: true }, pc, gap);
    case 'written':
      for (const [index, character] of Array.from('<GS>').entries()) {
        if (index > 0) at.atMs += gap();
        pressCharacter(at, character, scanner, pc, gap);
      }
  }
}

/** Countries in which Caps Lock shifts the row of digits. */
const shiftsDigits: ReadonlySet<Country> = new Set(['FR', 'BE']);

/** Returns the PC's output for a physical key. */
function delivered({ code, shift, altGr }: Chord, pc: PcState): string {
  if (pc.hasIme) return 'Process';
  const isTurned = pc.capsLock && (isLetter(pc.country, code) || (shiftsDigits.has(pc.country) && code.startsWith('Digit')));
  const written = writes(pc.country, { code, shift: shift !== isTurned, altGr: altGr && pc.country !== 'US' });
  const key = written === 'dead' ? 'Dead' : (written ?? writes(pc.country, { code, shift, altGr: false }) ?? 'Unidentified');
  const isBehindDead = pc.isDeadPending;
  pc.isDeadPending = key === 'Dead';
  // Windows composes an accent and a vowel.
  return isBehindDead && /^[aeiou]$/i.test(key) ? `${key}\u0301`.normalize('NFC') : key === 'dead' ? 'Dead' : key;
}

function pressChord(at: Presser, chord: Chord, scanner: Scanner, pc: PcState, gap: () => number): void {
  const isTurned = scanner.undoesCapsLock && pc.capsLock && isLetter(scanner.country, chord.code);
  const shift = chord.shift !== isTurned;
  const isRightAlt = chord.altGr && scanner.altGr === 'right-alt';
  const isPlainAlt = isRightAlt && pc.country === 'US';
  const isCtrlAlt = chord.altGr && scanner.altGr === 'ctrl-alt';
  const flags = { altGr: isRightAlt && !isPlainAlt, alt: isPlainAlt || isCtrlAlt, ctrl: isCtrlAlt, shift, capsLock: pc.capsLock };
  if (shift) at.events.push(down(at.atMs, 'ShiftLeft', 'Shift', { shift: true, capsLock: pc.capsLock }));
  if (isRightAlt) at.events.push(down(at.atMs, 'AltRight', isPlainAlt ? 'Alt' : 'AltGraph', { alt: isPlainAlt, altGr: !isPlainAlt }));
  if (isCtrlAlt) {
    at.events.push(down(at.atMs, 'ControlLeft', 'Control', { ctrl: true }));
    at.events.push(down(at.atMs, 'AltLeft', 'Alt', { ctrl: true, alt: true }));
  }
  if ((shift || chord.altGr) && scanner.hasSlowShift) at.atMs += gap();
  const key = delivered({ ...chord, shift }, pc);
  at.events.push(down(at.atMs + 0.05, chord.code, key, { ...flags, isComposed: pc.hasIme }), up(at.atMs + 0.1, chord.code, key));
  if (isCtrlAlt) at.events.push(up(at.atMs + 0.15, 'AltLeft', 'Alt'), up(at.atMs + 0.15, 'ControlLeft', 'Control'));
  if (isRightAlt) at.events.push(up(at.atMs + 0.15, 'AltRight', isPlainAlt ? 'Alt' : 'AltGraph'));
  if (shift) at.events.push(up(at.atMs + 0.15, 'ShiftLeft', 'Shift'));
}

function pressEnd(at: Presser, { end }: Scanner, gap: () => number): void {
  const press = (code: string, key: string, ctrl = false): void => {
    at.events.push(down(at.atMs, code, key, { ctrl }), up(at.atMs + 0.1, code, key));
  };
  switch (end) {
    case 'none':
      return;
    case 'tab':
      return press('Tab', 'Tab');
    case 'lf':
      return press('KeyJ', 'j', true);
    case 'cr':
      return press('Enter', 'Enter');
    case 'crlf':
      press('Enter', 'Enter');
      at.atMs += gap();
      return press('Enter', 'Enter');
    case 'cr-lf-key':
      press('Enter', 'Enter');
      at.atMs += gap();
      press('KeyJ', 'j', true);
  }
}
