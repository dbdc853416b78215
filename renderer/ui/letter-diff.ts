import { type ChangeObject, diffChars } from 'diff';

export interface Piece {
  readonly text: string;
  readonly isChanged: boolean;
}

/** Where two spellings differ, letter by letter: what of `written` was replaced, and what stands in `sent` instead. */
export function letterDiff(written: string, sent: string): { readonly written: Piece[]; readonly sent: Piece[] } {
  const changes = diffChars(written, sent);
  return { written: changes.filter(({ added }) => !added).map(pieceOf), sent: changes.filter(({ removed }) => !removed).map(pieceOf) };
}

const pieceOf = ({ value, added, removed }: ChangeObject<string>): Piece => ({ text: value, isChanged: added || removed });
