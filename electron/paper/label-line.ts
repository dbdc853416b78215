import anyAscii from 'any-ascii';
import type { PositionedText } from './positioned-text.ts';
import { remembered } from './remembered.ts';

/** A text of a label, with its words from `wordsOf`. */
export interface Line extends PositionedText {
  readonly words: readonly string[];
}

/** Splits a text into words in capitals without accents. Ä, AE and A become the same, because couriers write each of them. */
export const wordsOf = remembered((text): readonly string[] =>
  anyAscii(text)
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.replace(/([AOU])E/g, '$1').replace(/AA/g, 'A')),
);

/** Returns the lines from top to bottom. A text that is printed twice, a dot apart, to look bold is one line. */
export function linesOf(texts: readonly PositionedText[]): readonly Line[] {
  const lines: Line[] = [];
  for (const text of texts) {
    const words = wordsOf(text.text);
    if (words.length === 0) continue;
    const twice = lines.some(
      (line) => line.text === text.text && line.turn === text.turn && Math.abs(line.x - text.x) <= 3 && Math.abs(line.y - text.y) <= 3,
    );
    if (!twice) lines.push({ ...text, words });
  }
  return lines.toSorted((a, b) => a.y - b.y || a.x - b.x);
}

/** True if two lines are within so many line heights of each other. */
export function isNear(a: Line, b: Line, heights: number): boolean {
  return a.turn === b.turn && Math.abs(a.y - b.y) <= Math.max(a.height, b.height, 1) * heights;
}

/** Words before and after a term. */
export interface Around {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * Finds the term in consecutive words that are joined, and returns the words around it. So hyphens, blanks and broken words do not matter.
 */
export function aroundTerm(words: readonly string[], term: string): readonly Around[] {
  if (term === '') return [];
  const found: Around[] = [];
  for (const start of words.keys()) {
    let together = '';
    for (let end = start; end < words.length && term.startsWith(together); end += 1) {
      together += words[end];
      if (together === term) found.push({ before: words.slice(0, start), after: words.slice(end + 1) });
    }
  }
  return found;
}

export const containsTerm = (words: readonly string[], term: string): boolean => aroundTerm(words, term).length > 0;

/** Cache: each of the same lines is read for the name, the street and the postal code of two people. */
const readAmong = new WeakMap<readonly Line[], Map<Line, readonly (readonly string[])[]>>();

/** Returns the words of a line alone, then with the line below it, and with the line to its right. */
export function readings(lines: readonly Line[], line: Line): readonly (readonly string[])[] {
  const known = readAmong.get(lines) ?? new Map<Line, readonly (readonly string[])[]>();
  readAmong.set(lines, known);
  const read = known.get(line) ?? readingsOf(lines, line);
  known.set(line, read);
  return read;
}

/** Returns the line below a line, as near as the next line of its block. */
export function belowOf(lines: readonly Line[], line: Line): Line | undefined {
  const height = Math.max(line.height, 1);
  let nearest: Line | undefined;
  for (const other of lines) {
    const isBelow =
      other.turn === line.turn &&
      other.y > line.y + height * 0.5 &&
      other.y - line.y <= height * 2.5 &&
      Math.abs(other.x - line.x) <= height * 4;
    if (isBelow && (!nearest || other.y < nearest.y)) nearest = other;
  }
  return nearest;
}

/** Returns the line to the right of a line, in the same row. */
export function besideOf(lines: readonly Line[], line: Line): Line | undefined {
  const height = Math.max(line.height, 1);
  let nearest: Line | undefined;
  for (const other of lines) {
    const isBeside = other.turn === line.turn && other.x > line.x && Math.abs(other.y - line.y) <= height * 0.5;
    if (isBeside && (!nearest || other.x < nearest.x)) nearest = other;
  }
  return nearest;
}

const readingsOf = (lines: readonly Line[], line: Line): readonly (readonly string[])[] => [
  line.words,
  ...[belowOf(lines, line), besideOf(lines, line)].flatMap((other) => (other ? [[...line.words, ...other.words]] : [])),
];

/** True if one of the terms begins on this line; it may continue below or beside it. */
export const holds = (lines: readonly Line[], line: Line, terms: readonly string[]): boolean => {
  const beginsHere = ({ before }: Around): boolean => before.length < line.words.length;
  return readings(lines, line).some((words) => terms.some((term) => aroundTerm(words, term).some(beginsHere)));
};
