import { expect, test } from 'vitest';
import { characterAt } from '../../renderer/scanner/layouts.ts';
import { countries, writes } from './layouts.ts';

test('the layouts of the program are those of another source, key by key', () => {
  const codes = ['Digit1', 'Digit0', 'Minus', 'Equal', 'KeyQ', 'KeyY', 'KeyZ', 'KeyM', 'Semicolon', 'Quote', 'Backslash', 'Comma', 'Slash'];
  for (const country of countries)
    for (const code of [...codes, ...Array.from('ABCDEFGHIJKLNOPRSTUVWX', (letter) => `Key${letter}`), 'IntlBackslash', 'Backquote'])
      for (const [shift, altGr] of [
        [false, false],
        [true, false],
        [false, true],
      ] as const) {
        const expected = writes(country, { code, shift, altGr });
        if (expected === undefined) continue;
        const read = characterAt(country, code, { shift, altGr });
        expect(read?.isDead ? 'dead' : read?.character, `${country} ${code} ${shift} ${altGr}`).toBe(expected);
      }
});

test('the letters of the command codes (B to L, N to P, R to V, X) are on the same key everywhere', () => {
  for (const letter of 'BCDEFGHIJKLNOPRSTUVX')
    for (const country of countries) {
      expect(writes(country, { code: `Key${letter}`, shift: false, altGr: false })).toBe(letter.toLowerCase());
      expect(writes(country, { code: `Key${letter}`, shift: true, altGr: false })).toBe(letter);
    }
});
