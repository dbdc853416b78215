/** The keys of a keyboard, row by row. */
const keys = `
  Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9 Digit0 Minus Equal
  KeyQ KeyW KeyE KeyR KeyT KeyY KeyU KeyI KeyO KeyP BracketLeft BracketRight
  KeyA KeyS KeyD KeyF KeyG KeyH KeyJ KeyK KeyL Semicolon Quote Backquote Backslash
  KeyZ KeyX KeyC KeyV KeyB KeyN KeyM Comma Period Slash IntlBackslash
`;

/** Marks a dead key in the tables. */
const deadMark = '†';

/**
 * Characters on these keys in a country: alone, with Shift, with AltGr, with both. Taken from the symbol files of xkb-data 2.35.1 (layouts us,
 * gb, de, fr(azerty), it, es, se, no, dk, ch, be), with AltGr only if Windows has the same character there. Nothing of this is taken from the
 * program.
 */
const written = {
  US: `
    1! 2@ 3# 4$ 5% 6^ 7& 8* 9( 0) -_ =+
    qQ wW eE rR tT yY uU iI oO pP [{ ]}
    aA sS dD fF gG hH jJ kK lL ;: '" \`~ \\|
    zZ xX cC vV bB nN mM ,< .> /?
  `,
  UK: `
    1! 2" 3£ 4$€ 5% 6^ 7& 8* 9( 0) -_ =+
    qQ wW eE rR tT yY uU iI oO pP [{ ]}
    aA sS dD fF gG hH jJ kK lL ;: '@ \`¬ #~
    zZ xX cC vV bB nN mM ,< .> /? \\|
  `,
  DE: `
    1! 2"² 3§³ 4$ 5% 6& 7/{ 8([ 9)] 0=} ß?\\ ††
    qQ@ wW eE€ rR tT zZ uU iI oO pP üÜ +*~
    aA sS dD fF gG hH jJ kK lL öÖ äÄ †° #'
    yY xX cC vV bB nN mMµ ,; .: -_ <>|
  `,
  FR: `
    &1 é2 "3# '4{ (5[ -6| è7 _8\\ ç9^ à0@ )°] =+}
    aA zZ eE€ rR tT yY uU iI oO pP †† $£¤
    qQ sS dD fF gG hH jJ kK lL mM ù% ² *µ
    wW xX cC vV bB nN ,? ;. :/ !§ <>
  `,
  IT: `
    1! 2" 3£ 4$ 5% 6& 7/ 8( 9) 0= '? ì^
    qQ wW eE€ rR tT yY uU iI oO pP èé[{ +*]}
    aA sS dD fF gG hH jJ kK lL òç@ à°# \\| ù§
    zZ xX cC vV bB nN mM ,; .: -_ <>
  `,
  ES: `
    1!| 2"@ 3·# 4$ 5% 6&¬ 7/ 8( 9) 0= '? ¡¿
    qQ wW eE€ rR tT yY uU iI oO pP ††[ +*]
    aA sS dD fF gG hH jJ kK lL ñÑ ††{ ºª\\ çÇ}
    zZ xX cC vV bB nN mM ,; .: -_ <>
  `,
  SE: `
    1! 2"@ 3#£ 4¤$ 5%€ 6& 7/{ 8([ 9)] 0=} +?\\ ††
    qQ wW eE€ rR tT yY uU iI oO pP åÅ †††
    aA sS dD fF gG hH jJ kK lL öÖ äÄ §½ '*
    zZ xX cC vV bB nN mMµ ,; .: -_ <>|
  `,
  NO: `
    1! 2"@ 3#£ 4¤$ 5% 6& 7/{ 8([ 9)] 0=} +? \\††
    qQ wW eE€ rR tT yY uU iI oO pP åÅ †††
    aA sS dD fF gG hH jJ kK lL øØ æÆ |§ '*
    zZ xX cC vV bB nN mMµ ,; .: -_ <>
  `,
  DK: `
    1! 2"@ 3#£ 4¤$ 5% 6& 7/{ 8([ 9)] 0=} +? ††|
    qQ wW eE€ rR tT yY uU iI oO pP åÅ †††
    aA sS dD fF gG hH jJ kK lL æÆ øØ ½§ '*
    zZ xX cC vV bB nN mMµ ,; .: -_ <>\\
  `,
  CH: `
    1+ 2"@ 3*# 4ç 5% 6&¬ 7/| 8(¢ 9) 0= '?† †††
    qQ wW eE€ rR tT zZ uU iI oO pP üè[ †!]
    aA sS dD fF gG hH jJ kK lL öé äà{ §° $£}
    yY xX cC vV bB nN mM ,; .: -_ <>\\
  `,
  BE: `
    &1| é2@ "3# '4 (5 §6^ è7 !8 ç9{ à0} )° -_
    aA zZ eE€ rR tT yY uU iI oO pP ††[ $*]
    qQ sS dD fF gG hH jJ kK lL mM ù%† ²³ µ£†
    wW xX cC vV bB nN ,? ;. :/ =+† <>\\
  `,
} as const;

export type Country = keyof typeof written;
export const countries = Object.keys(written) as Country[];

/** One key with the modifiers that a character needs. */
export interface Chord {
  readonly code: string;
  readonly shift: boolean;
  readonly altGr: boolean;
}

/** Output of a key at one level: a character, or `dead`. */
export type Written = string | undefined;

const words = (text: string): string[] => text.trim().split(/\s+/);
const codes = words(keys);
const tables: Record<Country, ReadonlyMap<string, readonly Written[]>> = Object.fromEntries(
  countries.map((country) => [
    country,
    new Map(words(written[country]).map((key, at) => [codes[at], Array.from(key, (level) => (level === deadMark ? 'dead' : level))])),
  ]),
) as never;

/** Returns the output of this key on a PC of this country. */
export const writes = (country: Country, { code, shift, altGr }: Chord): Written =>
  code === 'Space' ? ' ' : tables[country].get(code)?.[(shift ? 1 : 0) + (altGr ? 2 : 0)];

/** Returns the key and modifiers with which a scanner of this country types a character; undefined if it has no key for it. */
export function chordFor(country: Country, character: string): Chord | undefined {
  if (character === ' ') return { code: 'Space', shift: false, altGr: false };
  for (const level of [0, 1, 2, 3])
    for (const [code, levels] of tables[country])
      if (levels[level] === character) return { code, shift: level % 2 === 1, altGr: level > 1 };
  return undefined;
}

/** Returns true if a key writes a lower-case letter and its capital. */
export function isLetter(country: Country, code: string): boolean {
  const [small, capital] = tables[country].get(code) ?? [];
  return small !== undefined && small !== capital && small.toUpperCase() === capital;
}
