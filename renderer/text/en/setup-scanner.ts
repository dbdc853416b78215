import type { PrinterRole } from '../../../shared/printer.ts';
import type { ScannerCountry, ScannerEnd, ScannerProfile } from '../../../shared/scanner-profile.ts';
import type { Decision, WhyScan, WhyTyped } from '../../scanner/decision.ts';
import type { Measured, Misfit } from '../../scanner/measure.ts';
import type { Sentences } from '../sentences.ts';
import { unreadable } from './scan.ts';

const countries: Record<ScannerCountry, string> = {
  US: 'US',
  UK: 'UK',
  DE: 'Germany',
  FR: 'France',
  IT: 'Italy',
  ES: 'Spain',
  SE: 'Sweden or Finland',
  NO: 'Norway',
  DK: 'Denmark',
  CH: 'Switzerland',
  BE: 'Belgium',
};

const ends: Record<ScannerEnd, string> = { enter: 'sends Enter', tab: 'sends Tab', none: 'sends no end' };

const misfits: Sentences<Misfit> = {
  'other-code': () => 'That is not a complete code of the sheet. Scan one from the sheet.',
  'lost-character': () =>
    'A character of the code did not come through. Scan it again. If it happens again, set the keyboard country of the scanner to US, and start over.',
  'no-country': () =>
    'These keys fit no country that Packbench knows, or a part of the code is missing. Scan it again. If it happens again, set the keyboard country of the scanner to US, and start over.',
  'changes-case': () => 'The scanner changes capital and small letters. Turn its case conversion off, and start over.',
  'text-behind': ({ text }) => `The scanner adds "${text}" after each code. Set it to add Enter only, and start over.`,
  'weak-prefix': ({ prefix }) =>
    `The scanner adds "${prefix}" before each code. Typed text can begin like that too. Set its prefix to * or to none, and start over.`,
  'too-slow': ({ gapMs, longestMs }) =>
    `The scanner pauses for ${gapMs} ms between two keys. Packbench reads up to ${longestMs} ms. Set a shorter delay between characters, and start over.`,
  differs: () => 'This scan does not match the earlier ones. Scan it again. If it happens again, start over with one scanner.',
};

const whyScan: Record<WhyScan, string> = {
  marked: 'A scan: typed text does not begin like this (a command, an AIM identifier, or the prefix of this scanner).',
  fast: 'A scan: no person types this fast.',
  ended: 'A scan: its end followed keys that nothing else uses.',
};

const whyTyped: Record<WhyTyped, string> = {
  'one-key': 'it is one key.',
  few: 'there are fewer keys than a code has.',
  slow: 'the pauses are as long as those of a person.',
  fingers: 'two keys were down at the same time, as with fingers.',
};

function why(decision: Decision): string {
  switch (decision.is) {
    case 'scan':
      return whyScan[decision.why];
    case 'scan-if-known':
      return 'A scan if the code is known: it came slowly and without an end.';
    case 'unreadable':
      return `Not a scan. ${unreadable[decision.why]}.`;
    case 'typed':
    case 'typed-code':
      return `Typed text, not a scan: ${whyTyped[decision.why]}`;
    case 'key':
      return `A key of the screen, not a scan: ${whyTyped[decision.why]}`;
    case 'measured':
      return 'Read to measure the scanner.';
  }
}

const sentenceOf = ({ country, end, gapMs, prefix, hasAim, undoesCapsLock }: ScannerProfile, isCountryOpen = false): string =>
  [
    isCountryOpen
      ? `Your scanner sends each character by its number, ${ends[end]} after each code, and pauses for at most ${gapMs} ms.`
      : `Your scanner is set to ${countries[country]}, ${ends[end]} after each code, and pauses for at most ${gapMs} ms between keys.`,
    hasAim && 'It sends the kind of each code (AIM).',
    prefix !== '' && `It sends "${prefix}" before each code.`,
    undoesCapsLock && 'It compensates Caps Lock by itself.',
  ]
    .filter(Boolean)
    .join(' ');

/** Setup, Scanner. */
export const setupScanner = {
  title: 'This scanner',
  none: 'The scanner was not measured. Codes are still read, with a speed limit that fits most scanners.',
  profile: (profile: ScannerProfile) => sentenceOf(profile),
  measuredAt: (moment: string) => `Measured ${moment}`,
  measure: 'Measure the scanner',
  measureAgain: 'Measure it again',
  forget: 'Forget it',
  print: { label: 'Print on labels', document: 'Print on paper' } satisfies Record<PrinterRole, string>,
  sent: (state: string) => `Scanner sheet: ${state}`,
  hintNoPrinter:
    'No printer is set up. A scanner with a camera reads the codes from this screen. Scans on this page open no order and run no command.',
  hint: 'Print the sheet, then scan its five codes. Scans on this page open no order and run no command.',
  scanCode: (no: number, count: number) => `Scan code ${no} of ${count}`,
  codeIs: (no: number, isRead: boolean) => `Code ${no}${isRead ? ': read' : ''}`,
  nextHint: 'Scan it from the sheet. A scanner with a camera reads it from here too.',
  capsLock: 'Turn Caps Lock on, scan this code, and turn Caps Lock off again. It shows whether the scanner reacts to Caps Lock.',
  notUsed: 'This scan was not used.',
  misfits,
  startOver: 'Start over',
  stop: 'Stop',
  found: 'All five codes were read',
  measured: ({ profile, countries: all }: Measured) => sentenceOf(profile, all.length > 1),
  keep: 'Keep this',
  notKept: 'Not kept yet.',
  arrived: 'What arrived',
  nothing: 'Scan or type anything. You see what arrived, and whether it was a scan.',
  tryField: 'A field to try: scan or type here',
  gap: (ms: number) => `+${Math.round(ms)} ms`,
  byNumber: (character: string) => `Alt ${character.codePointAt(0) ?? ''}`,
  lost: 'Lost',
  noEnd: 'No end',
  understoodAs: 'Understood as',
  asNothing: 'Nothing',
  or: ' or ',
  why,
} as const;
