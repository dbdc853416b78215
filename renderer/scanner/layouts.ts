import type { ScannerCountry } from '../../shared/scanner-profile.ts';

/** The characters of one key: alone, with Shift, with AltGr, with both. This mark follows a dead key. */
type Keys = Readonly<Record<string, string>>;
const dead = '†';
/** No character at this place. */
const none = ' ';

const us: Keys = {
  ...Object.fromEntries(
    Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => [`Key${letter.toUpperCase()}`, letter + letter.toUpperCase()]),
  ),
  ...Object.fromEntries(Array.from(')!@#$%^&*(', (shifted, digit) => [`Digit${digit}`, `${digit}${shifted}`])),
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: `'"`,
  Backquote: '`~',
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
  IntlBackslash: '\\|',
};

/** Most European layouts have comma, point and hyphen on these keys. */
const europe: Keys = { ...us, Comma: ',;', Period: '.:', Slash: '-_', KeyE: 'eE€' };

const azerty: Keys = { ...us, KeyA: 'qQ', KeyQ: 'aA', KeyW: 'zZ', KeyZ: 'wW', KeyM: ',?', Semicolon: 'mM', KeyE: 'eE€' };
const commasOfAzerty: Keys = { Comma: ';.', Period: ':/' };

const nordic: Keys = {
  ...europe,
  Digit2: '2"@',
  Digit3: '3#£',
  Digit4: '4¤$',
  Digit5: '5%€',
  Digit6: '6&',
  Digit7: '7/{',
  Digit8: '8([',
  Digit9: '9)]',
  Digit0: '0=}',
  Equal: `´${dead}\`${dead}`,
  BracketLeft: 'åÅ',
  BracketRight: `¨${dead}^${dead}~${dead}`,
  Backslash: `'*`,
  KeyM: 'mMµ',
};

/**
 * Characters of the keys in each scanner country, in the layouts of Windows; from microsoft/vscode,
 * `keyboardLayouts/{en,en-uk,de,fr,it,es,sv,no,dk,de-swiss,en-belgian}.win.ts`.
 */
const layouts: Readonly<Record<ScannerCountry, Keys>> = {
  US: us,
  UK: {
    ...us,
    Digit2: '2"',
    Digit3: '3£',
    Digit4: '4$€',
    Quote: `'@`,
    Backslash: '#~',
    Backquote: '`¬¦',
  },
  DE: {
    ...europe,
    KeyY: 'zZ',
    KeyZ: 'yY',
    KeyQ: 'qQ@',
    KeyM: 'mMµ',
    Digit2: '2"²',
    Digit3: '3§³',
    Digit6: '6&',
    Digit7: '7/{',
    Digit8: '8([',
    Digit9: '9)]',
    Digit0: '0=}',
    Minus: 'ß?\\',
    Equal: `´${dead}\`${dead}`,
    BracketLeft: 'üÜ',
    BracketRight: '+*~',
    Backslash: `#'`,
    Semicolon: 'öÖ',
    Quote: 'äÄ',
    Backquote: `^${dead}°`,
    IntlBackslash: '<>|',
  },
  FR: {
    ...azerty,
    ...commasOfAzerty,
    Digit1: '&1',
    Digit2: `é2~${dead}`,
    Digit3: '"3#',
    Digit4: `'4{`,
    Digit5: '(5[',
    Digit6: '-6|',
    Digit7: `è7\`${dead}`,
    Digit8: '_8\\',
    Digit9: 'ç9^',
    Digit0: 'à0@',
    Minus: ')°]',
    Equal: '=+}',
    BracketLeft: `^${dead}¨${dead}`,
    BracketRight: '$£¤',
    Backslash: '*µ',
    Quote: 'ù%',
    Backquote: '²',
    Slash: '!§',
    IntlBackslash: '<>',
  },
  IT: {
    ...europe,
    Digit2: '2"',
    Digit3: '3£',
    Digit5: '5%€',
    Digit6: '6&',
    Digit7: '7/',
    Digit8: '8(',
    Digit9: '9)',
    Digit0: '0=',
    Minus: `'?`,
    Equal: 'ì^',
    BracketLeft: 'èé[{',
    BracketRight: '+*]}',
    Backslash: 'ù§',
    Semicolon: 'òç@',
    Quote: 'à°#',
    Backquote: '\\|',
    IntlBackslash: '<>',
  },
  ES: {
    ...europe,
    Digit1: '1!|',
    Digit2: '2"@',
    Digit3: '3·#',
    Digit4: `4$~${dead}`,
    Digit5: '5%€',
    Digit6: '6&¬',
    Digit7: '7/',
    Digit8: '8(',
    Digit9: '9)',
    Digit0: '0=',
    Minus: `'?`,
    Equal: '¡¿',
    BracketLeft: `\`${dead}^${dead}[`,
    BracketRight: '+*]',
    Backslash: 'çÇ}',
    Semicolon: 'ñÑ',
    Quote: `´${dead}¨${dead}{`,
    Backquote: 'ºª\\',
    IntlBackslash: '<>',
  },
  SE: { ...nordic, Minus: '+?\\', Semicolon: 'öÖ', Quote: 'äÄ', Backquote: '§½', IntlBackslash: '<>|' },
  NO: {
    ...nordic,
    Minus: '+?',
    Equal: `\\\`${dead}´${dead}`,
    Semicolon: 'øØ',
    Quote: 'æÆ',
    Backquote: '|§',
    IntlBackslash: '<>',
  },
  DK: {
    ...nordic,
    Minus: '+?',
    Equal: `´${dead}\`${dead}|`,
    Semicolon: 'æÆ',
    Quote: 'øØ',
    Backquote: '½§',
    IntlBackslash: '<>\\',
  },
  CH: {
    ...europe,
    KeyY: 'zZ',
    KeyZ: 'yY',
    Digit1: '1+¦',
    Digit2: '2"@',
    Digit3: '3*#',
    Digit4: '4ç°',
    Digit5: '5%§',
    Digit6: '6&¬',
    Digit7: '7/|',
    Digit8: '8(¢',
    Digit9: '9)',
    Digit0: '0=',
    Minus: `'?´${dead}`,
    Equal: `^${dead}\`${dead}~${dead}`,
    BracketLeft: 'üè[',
    BracketRight: `¨${dead}!]`,
    Backslash: '$£}',
    Semicolon: 'öé',
    Quote: 'äà{',
    Backquote: '§°',
    IntlBackslash: '<>\\',
  },
  BE: {
    ...azerty,
    ...commasOfAzerty,
    Digit1: '&1|',
    Digit2: 'é2@',
    Digit3: '"3#',
    Digit4: `'4{`,
    Digit5: '(5[',
    Digit6: '§6^',
    Digit7: 'è7',
    Digit8: '!8',
    Digit9: 'ç9{',
    Digit0: 'à0}',
    Minus: ')°',
    Equal: '-_',
    BracketLeft: `^${dead}¨${dead}[`,
    BracketRight: '$*]',
    Backslash: `µ£\`${dead}`,
    Quote: `ù%´${dead}`,
    Backquote: '²³',
    Slash: `=+~${dead}`,
    IntlBackslash: '<>\\',
  },
};

/** The same in every layout. */
const numberPad: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Array.from('0123456789', (digit) => [`Numpad${digit}`, digit])),
  NumpadDecimal: '.',
  NumpadComma: ',',
  NumpadDivide: '/',
  NumpadMultiply: '*',
  NumpadSubtract: '-',
  NumpadAdd: '+',
  NumpadEqual: '=',
  Space: ' ',
};

export interface KeyCharacter {
  readonly character: string;
  /** A dead key: it waits for the next key, and a following blank gives the character itself. */
  readonly isDead: boolean;
}

/** The digit of a key of the number pad, with or without Num Lock; undefined for any other key. */
export const padDigit = (code: string): string | undefined => /^Numpad(\d)$/.exec(code)?.[1];

/** True if a key writes a character in some layout. */
export const isWritingKey = (code: string): boolean => code in us || code in numberPad;

/** The character of a key in a country's layout, or undefined if there is none. */
export function characterAt(
  country: ScannerCountry,
  code: string,
  { shift, altGr }: { readonly shift: boolean; readonly altGr: boolean },
): KeyCharacter | undefined {
  const onPad = numberPad[code];
  if (onPad !== undefined) return { character: onPad, isDead: false };
  const characters = Array.from((layouts[country][code] ?? '').replaceAll(/(.)†/gu, `${dead}$1`));
  let level = (shift ? 1 : 0) + (altGr ? 2 : 0);
  let at = 0;
  for (; at < characters.length; at += 1) {
    const isDead = characters[at] === dead;
    if (isDead) at += 1;
    if (level === 0) {
      const character = characters[at];
      return character === undefined || character === none ? undefined : { character, isDead };
    }
    level -= 1;
  }
  return undefined;
}
