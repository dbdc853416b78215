import { expect, test } from 'vitest';
import { characterDiff, type Piece } from '../../renderer/ui/character-diff.ts';

const marked = (pieces: readonly Piece[]) => pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');

test('marks only the characters that were spelt differently', () => {
  const { written, sent } = characterDiff('Straße des 17. Juni', 'Strasse des 17. Juni');
  expect(marked(written)).toBe('Stra[ß]e des 17. Juni');
  expect(marked(sent)).toBe('Stra[ss]e des 17. Juni');
});

test('marks removed characters', () => {
  expect(marked(characterDiff('Piac utca 26/B', 'Piac utca').written)).toBe('Piac utca[ 26/B]');
});

test('marks nothing if nothing changed', () => {
  expect(marked(characterDiff('Zürich', 'Zürich').sent)).toBe('Zürich');
});
