import anyAscii from 'any-ascii';
import type { PositionedText } from './positioned-text.ts';
import { remembered } from './remembered.ts';

/** A text of a label, with its words as `wordsOf` gives them. */
export interface Line extends PositionedText {
  readonly words: readonly string[];
}

/** Capitals without accents; Ä, AE and A are the same, because couriers write each of them. */
export const wordsOf = remembered((text): readonly string[] =>
  anyAscii(text)
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.replace(/([AOU])E/g, '$1').replace(/AA/g, 'A')),
);

/** From top to bottom; a text printed twice a dot apart, to look bold, is one line. */
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

/** Within so many line heights above or below. */
export function isNear(a: Line, b: Line, heights: number): boolean {
  return a.turn === b.turn && Math.abs(a.y - b.y) <= Math.max(a.height, b.height, 1) * heights;
}

/** Words before and after a term. */
export interface Around {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** What stands around the term, wherever words in a row, written together, are it: so hyphens, blanks and broken words do not matter. */
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

export const holdsTerm = (words: readonly string[], term: string): boolean => aroundTerm(words, term).length > 0;

/** Of the same lines each is read for the name, the street and the postal code of two people. */
const readAmong = new WeakMap<readonly Line[], Map<Line, readonly (readonly string[])[]>>();

/** A line alone, then with the line below it, and with what stands to its right. */
export function readings(lines: readonly Line[], line: Line): readonly (readonly string[])[] {
  const known = readAmong.get(lines) ?? new Map<Line, readonly (readonly string[])[]>();
  readAmong.set(lines, known);
  const read = known.get(line) ?? readingsOf(lines, line);
  known.set(line, read);
  return read;
}

/** What stands below a line, as the next one of its block does. */
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

/** What stands to the right of a line, on the same row. */
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

/** Whether one of the terms begins on this line, however far it goes on below or beside it. */
export const holds = (lines: readonly Line[], line: Line, terms: readonly string[]): boolean => {
  const beginsHere = ({ before }: Around): boolean => before.length < line.words.length;
  return readings(lines, line).some((words) => terms.some((term) => aroundTerm(words, term).some(beginsHere)));
};
