import { type ChangeObject, diffChars } from 'diff';

export interface Piece {
  readonly text: string;
  readonly isChanged: boolean;
}

/** Differences of two spellings by character: the replaced parts of `written`, and their replacements in `sent`. */
export function characterDiff(written: string, sent: string): { readonly written: Piece[]; readonly sent: Piece[] } {
  const changes = diffChars(written, sent);
  return { written: changes.filter(({ added }) => !added).map(pieceOf), sent: changes.filter(({ removed }) => !removed).map(pieceOf) };
}

const pieceOf = ({ value, added, removed }: ChangeObject<string>): Piece => ({ text: value, isChanged: added || removed });
