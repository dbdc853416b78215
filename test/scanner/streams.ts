import type { ScannerProfile } from '../../shared/scanner-profile.ts';
import type { Dice } from '../crash/dice.ts';
import { calibrated, scanSheet } from './calibrate.ts';
import { fraction, type KeyEvent } from './key-events.ts';
import { type Country, countries } from './layouts.ts';
import { type Pc, type Scanner, scanEvents } from './scanners.ts';
import { typedEvents } from './typists.ts';

/** Keys as the window receives them, and their true meaning. */
export interface Stream {
  readonly events: readonly KeyEvent[];
  readonly profile: ScannerProfile | null;
  /** Time in which the window is busy and handles no timer. */
  readonly busy: { readonly fromMs: number; readonly untilMs: number } | undefined;
  readonly truth: ScannedTruth | { readonly is: 'typed'; readonly text: string };
  /** All settings of the stream, to find it again. */
  readonly about: string;
}

interface ScannedTruth {
  readonly is: 'scanned';
  /** One or several codes, in order. */
  readonly codes: readonly string[];
  /** False if keys were lost or separated: then the code must not be taken. */
  readonly isWhole: boolean;
}

const ends = ['cr', 'lf', 'crlf', 'cr-lf-key', 'tab', 'none'] as const;
const separators = ['ctrl-bracket', 'f8', 'alt', 'written'] as const;

function drawScanner(dice: Dice): Scanner {
  // Half of them at factory speed, the others at any speed up to 150 ms.
  const gapMs = dice.chance(0.5) ? 1 + dice.whole(20) : 1 + dice.whole(140);
  return {
    country: dice.pick(countries as [Country, ...Country[]]),
    gapMs,
    jitterMs: Math.min(gapMs / 3, 149 - gapMs),
    end: dice.pick(ends),
    endDelayMs: dice.chance(0.2) ? dice.whole(300) : 0,
    prefix: '',
    aim: dice.chance(0.15) ? dice.pick([']C0', ']A0', ']d2', ']Q3']) : '',
    alt: dice.chance(0.15) ? dice.pick(['missing', 'all'] as const) : 'never',
    altWithZero: dice.chance(0.5),
    altGr: dice.pick(['right-alt', 'ctrl-alt'] as const),
    hasSlowShift: dice.chance(0.2),
    usesPad: dice.chance(0.1),
    undoesCapsLock: dice.chance(0.3),
    separator: dice.pick(separators),
  };
}

const drawPc = (dice: Dice): Pc => ({
  country: dice.pick(countries as [Country, ...Country[]]),
  capsLock: dice.chance(0.2),
  numLock: dice.chance(0.8),
  hasIme: dice.chance(0.1),
  composesAlt: dice.chance(0.7),
});

/** Returns the scanner as it is measured: one of five sends a prefix before each code. */
const withPrefix = (scanner: Scanner, dice: Dice): Scanner => (dice.chance(0.2) ? { ...scanner, prefix: '*' } : scanner);

/** Returns the profile that a calibration of this scanner measures; null if its sheet cannot be read. */
const measured = (scanner: Scanner, pc: Pc, dice: Dice): ScannerProfile | null => calibrated(scanSheet(scanner, pc, dice)) ?? null;

const startMs = 1000;

/** Returns one stream for these codes. */
export function drawStream(codes: readonly [string, ...string[]], dice: Dice): Stream {
  return dice.chance(0.15) ? drawTyped(dice) : drawScanned(codes, dice);
}

function drawScanned(codes: readonly [string, ...string[]], dice: Dice): Stream {
  const isMeasured = dice.chance(0.5);
  const drawn = drawScanner(dice);
  const plain = isMeasured ? withPrefix(drawn, dice) : drawn;
  // Without Num Lock the digits of the pad are arrows, and a slow scanner then looks like a person: such scanners switch Num Lock on.
  const drawnPc = drawPc(dice);
  const pc = plain.usesPad && plain.gapMs > 20 ? { ...drawnPc, numLock: true } : drawnPc;
  const [code] = codes;
  const length = plain.prefix.length + plain.aim.length + code.length;
  const harm = dice.chance(0.2) ? dice.pick(['split', 'lost'] as const) : undefined;
  const scanner: Scanner = {
    ...plain,
    ...(harm === 'split' && { pause: { behind: 2 + dice.whole(length - 2), ms: 160 + dice.whole(300) } }),
    ...(harm === 'lost' && { loses: 1 + dice.whole(length - 1) }),
  };
  const events = [...scanEvents(code, scanner, pc, startMs, dice)];
  const scanned: string[] = [code];
  if (harm === undefined && codes[1] !== undefined && dice.chance(0.15)) {
    const last = events.at(-1)?.atMs ?? startMs;
    events.push(...scanEvents(codes[1], scanner, pc, last + 950 + dice.whole(1000), dice));
    scanned.push(codes[1]);
  }
  const profile = isMeasured ? measured(plain, pc, dice) : null;
  const fromMs = startMs + dice.whole(500);
  return {
    events,
    profile,
    busy: dice.chance(0.2) ? { fromMs, untilMs: fromMs + 50 + dice.whole(400) } : undefined,
    truth: { is: 'scanned', codes: scanned, isWhole: harm === undefined },
    about: JSON.stringify({ codes: scanned, scanner, pc, profile }),
  };
}

/** Answers that people give to the questions of Ship, none of which is a code of the campaign. */
const answers = ['12', '7a', '1.25', '0.8', 'ceramic bowl', 'Vase', '64', '14 bis', 'tea towels, cotton', '3'] as const;

function drawTyped(dice: Dice): Stream {
  const text = dice.pick(answers);
  const typist = {
    wpm: 25 + dice.whole(106),
    spread: 0.2 + 0.25 * fraction(dice),
    holdMs: 70 + dice.whole(60),
    beforeEnterMs: dice.whole(400),
  };
  const country = dice.pick(['US', 'UK', 'IT', 'ES'] as const);
  // Beside the keyboard is a scanner of any kind.
  const profile = dice.chance(0.7) ? measured(withPrefix(drawScanner(dice), dice), { ...drawPc(dice), country }, dice) : null;
  return {
    events: typedEvents(text, typist, country, startMs, dice),
    profile,
    busy: undefined,
    truth: { is: 'typed', text },
    about: JSON.stringify({ text, typist, country, profile }),
  };
}
