/**
 * Characters on the keys of a country's keyboard: alone, with Shift, with AltGr, with both; `dead`: nothing before the next key, `none`:
 * nothing. Taken from the symbol files of xkb-data 2.35.1 (layouts us, gb, de, fr(azerty), it, es, se, no, dk, ch, be), with AltGr only if
 * Windows has the same character there. Nothing of this is taken from the program.
 */
const written = {
  US: `
    Digit1 1 !
    Digit2 2 @
    Digit3 3 #
    Digit4 4 $
    Digit5 5 %
    Digit6 6 ^
    Digit7 7 &
    Digit8 8 *
    Digit9 9 (
    Digit0 0 )
    Minus - _
    Equal = +
    KeyQ q Q
    KeyW w W
    KeyE e E
    KeyR r R
    KeyT t T
    KeyY y Y
    KeyU u U
    KeyI i I
    KeyO o O
    KeyP p P
    BracketLeft [ {
    BracketRight ] }
    KeyA a A
    KeyS s S
    KeyD d D
    KeyF f F
    KeyG g G
    KeyH h H
    KeyJ j J
    KeyK k K
    KeyL l L
    Semicolon ; :
    Quote ' "
    Backquote \` ~
    Backslash \\ |
    KeyZ z Z
    KeyX x X
    KeyC c C
    KeyV v V
    KeyB b B
    KeyN n N
    KeyM m M
    Comma , <
    Period . >
    Slash / ?
  `,
  UK: `
    Digit1 1 !
    Digit2 2 "
    Digit3 3 £
    Digit4 4 $ €
    Digit5 5 %
    Digit6 6 ^
    Digit7 7 &
    Digit8 8 *
    Digit9 9 (
    Digit0 0 )
    Minus - _
    Equal = +
    KeyQ q Q
    KeyW w W
    KeyE e E
    KeyR r R
    KeyT t T
    KeyY y Y
    KeyU u U
    KeyI i I
    KeyO o O
    KeyP p P
    BracketLeft [ {
    BracketRight ] }
    KeyA a A
    KeyS s S
    KeyD d D
    KeyF f F
    KeyG g G
    KeyH h H
    KeyJ j J
    KeyK k K
    KeyL l L
    Semicolon ; :
    Quote ' @
    Backquote \` ¬
    Backslash # ~
    KeyZ z Z
    KeyX x X
    KeyC c C
    KeyV v V
    KeyB b B
    KeyN n N
    KeyM m M
    Comma , <
    Period . >
    Slash / ?
    IntlBackslash \\ |
  `,
  DE: `
    Digit1 1 !
    Digit2 2 " ²
    Digit3 3 § ³
    Digit4 4 $
    Digit5 5 %
    Digit6 6 &
    Digit7 7 / {
    Digit8 8 ( [
    Digit9 9 ) ]
    Digit0 0 = }
    Minus ß ? \\
    Equal dead dead
    KeyQ q Q @
    KeyW w W
    KeyE e E €
    KeyR r R
    KeyT t T
    KeyY z Z
    KeyU u U
    KeyI i I
    KeyO o O
    KeyP p P
    BracketLeft ü Ü
    BracketRight + * ~
    KeyA a A
    KeyS s S
    KeyD d D
    KeyF f F
    KeyG g G
    KeyH h H
    KeyJ j J
    KeyK k K
    KeyL l L
    Semicolon ö Ö
    Quote ä Ä
    Backquote dead °
    Backslash # '
    KeyZ y Y
    KeyX x X
    KeyC c C
    KeyV v V
    KeyB b B
    KeyN n N
    KeyM m M µ
    Comma , ;
    Period . :
    Slash - _
    IntlBackslash < > |
  `,
  FR: `
    Digit1 & 1
    Digit2 é 2
    Digit3 " 3 #
    Digit4 ' 4 {
    Digit5 ( 5 [
    Digit6 - 6 |
    Digit7 è 7
    Digit8 _ 8 \\
    Digit9 ç 9 ^
    Digit0 à 0 @
    Minus ) ° ]
    Equal = + }
    KeyQ a A
    KeyW z Z
    KeyE e E €
    KeyR r R
    KeyT t T
    KeyY y Y
    KeyU u U
    KeyI i I
    KeyO o O
    KeyP p P
    BracketLeft dead dead
    BracketRight $ £ ¤
    KeyA q Q
    KeyS s S
    KeyD d D
    KeyF f F
    KeyG g G
    KeyH h H
    KeyJ j J
    KeyK k K
    KeyL l L
    Semicolon m M
    Quote ù %
    Backquote ²
    Backslash * µ
    KeyZ w W
    KeyX x X
    KeyC c C
    KeyV v V
    KeyB b B
    KeyN n N
    KeyM , ?
    Comma ; .
    Period : /
    Slash ! §
    IntlBackslash < >
  `,
  IT: `
    Digit1 1 !
    Digit2 2 "
    Digit3 3 £
    Digit4 4 $
    Digit5 5 %
    Digit6 6 &
    Digit7 7 /
    Digit8 8 (
    Digit9 9 )
    Digit0 0 =
    Minus ' ?
    Equal ì ^
    KeyQ q Q
    KeyW w W
    KeyE e E €
    KeyR r R
    KeyT t T
    KeyY y Y
    KeyU u U
    KeyI i I
    KeyO o O
    KeyP p P
    BracketLeft è é [ {
    BracketRight + * ] }
    KeyA a A
    KeyS s S
    KeyD d D
    KeyF f F
    KeyG g G
    KeyH h H
    KeyJ j J
    KeyK k K
    KeyL l L
    Semicolon ò ç @
    Quote à ° #
    Backquote \\ |
    Backslash ù §
    KeyZ z Z
    KeyX x X
    KeyC c C
    KeyV v V
    KeyB b B
    KeyN n N
    KeyM m M
    Comma , ;
    Period . :
    Slash - _
    IntlBackslash < >
  `,
  ES: `
    Digit1 1 ! |
    Digit2 2 " @
    Digit3 3 · #
    Digit4 4 $
    Digit5 5 %
    Digit6 6 & ¬
    Digit7 7 /
    Digit8 8 (
    Digit9 9 )
    Digit0 0 =
    Minus ' ?
    Equal ¡ ¿
    KeyQ q Q
    KeyW w W
    KeyE e E €
    KeyR r R
    KeyT t T
    KeyY y Y
    KeyU u U
    KeyI i I
    KeyO o O
    KeyP p P
    BracketLeft dead dead [
    BracketRight + * ]
    KeyA a A
    KeyS s S
    KeyD d D
    KeyF f F
    KeyG g G
    KeyH h H
    KeyJ j J
    KeyK k K
    KeyL l L
    Semicolon ñ Ñ
    Quote dead dead {
    Backquote º ª \\
    Backslash ç Ç }
    KeyZ z Z
    KeyX x X
    KeyC c C
    KeyV v V
    KeyB b B
    KeyN n N
    KeyM m M
    Comma , ;
    Period . :
    Slash - _
    IntlBackslash < >
  `,
  SE: `
    Digit1 1 !
    Digit2 2 " @
    Digit3 3 # £
    Digit4 4 ¤ $
    Digit5 5 % €
    Digit6 6 &
    Digit7 7 / {
    Digit8 8 ( [
    Digit9 9 ) ]
    Digit0 0 = }
    Minus + ? \\
    Equal dead dead
    KeyQ q Q
    KeyW w W
    KeyE e E €
    KeyR r R
    KeyT t T
    KeyY y Y
    KeyU u U
    KeyI i I
    KeyO o O
    KeyP p P
    BracketLeft å Å
    BracketRight dead dead dead
    KeyA a A
    KeyS s S
    KeyD d D
    KeyF f F
    KeyG g G
    KeyH h H
    KeyJ j J
    KeyK k K
    KeyL l L
    Semicolon ö Ö
    Quote ä Ä
    Backquote § ½
    Backslash ' *
    KeyZ z Z
    KeyX x X
    KeyC c C
    KeyV v V
    KeyB b B
    KeyN n N
    KeyM m M µ
    Comma , ;
    Period . :
    Slash - _
    IntlBackslash < > |
  `,
  NO: `
    Digit1 1 !
    Digit2 2 " @
    Digit3 3 # £
    Digit4 4 ¤ $
    Digit5 5 %
    Digit6 6 &
    Digit7 7 / {
    Digit8 8 ( [
    Digit9 9 ) ]
    Digit0 0 = }
    Minus + ?
    Equal \\ dead dead
    KeyQ q Q
    KeyW w W
    KeyE e E €
    KeyR r R
    KeyT t T
    KeyY y Y
    KeyU u U
    KeyI i I
    KeyO o O
    KeyP p P
    BracketLeft å Å
    BracketRight dead dead dead
    KeyA a A
    KeyS s S
    KeyD d D
    KeyF f F
    KeyG g G
    KeyH h H
    KeyJ j J
    KeyK k K
    KeyL l L
    Semicolon ø Ø
    Quote æ Æ
    Backquote | §
    Backslash ' *
    KeyZ z Z
    KeyX x X
    KeyC c C
    KeyV v V
    KeyB b B
    KeyN n N
    KeyM m M µ
    Comma , ;
    Period . :
    Slash - _
    IntlBackslash < >
  `,
  DK: `
    Digit1 1 !
    Digit2 2 " @
    Digit3 3 # £
    Digit4 4 ¤ $
    Digit5 5 %
    Digit6 6 &
    Digit7 7 / {
    Digit8 8 ( [
    Digit9 9 ) ]
    Digit0 0 = }
    Minus + ?
    Equal dead dead |
    KeyQ q Q
    KeyW w W
    KeyE e E €
    KeyR r R
    KeyT t T
    KeyY y Y
    KeyU u U
    KeyI i I
    KeyO o O
    KeyP p P
    BracketLeft å Å
    BracketRight dead dead dead
    KeyA a A
    KeyS s S
    KeyD d D
    KeyF f F
    KeyG g G
    KeyH h H
    KeyJ j J
    KeyK k K
    KeyL l L
    Semicolon æ Æ
    Quote ø Ø
    Backquote ½ §
    Backslash ' *
    KeyZ z Z
    KeyX x X
    KeyC c C
    KeyV v V
    KeyB b B
    KeyN n N
    KeyM m M µ
    Comma , ;
    Period . :
    Slash - _
    IntlBackslash < > \\
  `,
  CH: `
    Digit1 1 +
    Digit2 2 " @
    Digit3 3 * #
    Digit4 4 ç
    Digit5 5 %
    Digit6 6 & ¬
    Digit7 7 / |
    Digit8 8 ( ¢
    Digit9 9 )
    Digit0 0 =
    Minus ' ? dead
    Equal dead dead dead
    KeyQ q Q
    KeyW w W
    KeyE e E €
    KeyR r R
    KeyT t T
    KeyY z Z
    KeyU u U
    KeyI i I
    KeyO o O
    KeyP p P
    BracketLeft ü è [
    BracketRight dead ! ]
    KeyA a A
    KeyS s S
    KeyD d D
    KeyF f F
    KeyG g G
    KeyH h H
    KeyJ j J
    KeyK k K
    KeyL l L
    Semicolon ö é
    Quote ä à {
    Backquote § °
    Backslash $ £ }
    KeyZ y Y
    KeyX x X
    KeyC c C
    KeyV v V
    KeyB b B
    KeyN n N
    KeyM m M
    Comma , ;
    Period . :
    Slash - _
    IntlBackslash < > \\
  `,
  BE: `
    Digit1 & 1 |
    Digit2 é 2 @
    Digit3 " 3 #
    Digit4 ' 4
    Digit5 ( 5
    Digit6 § 6 ^
    Digit7 è 7
    Digit8 ! 8
    Digit9 ç 9 {
    Digit0 à 0 }
    Minus ) °
    Equal - _
    KeyQ a A
    KeyW z Z
    KeyE e E €
    KeyR r R
    KeyT t T
    KeyY y Y
    KeyU u U
    KeyI i I
    KeyO o O
    KeyP p P
    BracketLeft dead dead [
    BracketRight $ * ]
    KeyA q Q
    KeyS s S
    KeyD d D
    KeyF f F
    KeyG g G
    KeyH h H
    KeyJ j J
    KeyK k K
    KeyL l L
    Semicolon m M
    Quote ù % dead
    Backquote ² ³
    Backslash µ £ dead
    KeyZ w W
    KeyX x X
    KeyC c C
    KeyV v V
    KeyB b B
    KeyN n N
    KeyM , ?
    Comma ; .
    Period : /
    Slash = + dead
    IntlBackslash < > \\
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

const tables: Record<Country, ReadonlyMap<string, readonly Written[]>> = Object.fromEntries(
  countries.map((country) => [
    country,
    new Map(
      written[country]
        .trim()
        .split('\n')
        .map((line) => {
          const [code = '', ...levels] = line.trim().split(' ');
          return [code, levels.map((level) => (level === 'none' ? undefined : level))];
        }),
    ),
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
