export interface Piece {
  readonly text: string;
  readonly isChanged: boolean;
}

/** Where two spellings differ, letter by letter: what of `written` was replaced, and what stands in `sent` instead. */
export function letterDiff(written: string, sent: string): { readonly written: Piece[]; readonly sent: Piece[] } {
  const from = Array.from(written);
  const to = Array.from(sent);
  const keptFrom = new Set<number>();
  const keptTo = new Set<number>();
  const lengths = commonLengths(from, to);
  const lengthAt = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = 0, j = 0; i < from.length && j < to.length; ) {
    if (from[i] === to[j]) {
      keptFrom.add(i++);
      keptTo.add(j++);
    } else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i++;
    else j++;
  }
  return { written: pieces(from, keptFrom), sent: pieces(to, keptTo) };
}

/** `lengths[i][j]`: how many letters the rests from i and from j have in common, in order. */
function commonLengths(from: readonly string[], to: readonly string[]): number[][] {
  const lengths = from.concat('').map(() => to.concat('').map(() => 0));
  for (let i = from.length - 1; i >= 0; i--) {
    for (let j = to.length - 1; j >= 0; j--) {
      const row = lengths[i];
      const below = lengths[i + 1];
      if (!row || !below) continue;
      row[j] = from[i] === to[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return lengths;
}

function pieces(letters: readonly string[], kept: ReadonlySet<number>): Piece[] {
  const joined: Piece[] = [];
  letters.forEach((letter, index) => {
    const isChanged = !kept.has(index);
    const last = joined.at(-1);
    if (last?.isChanged === isChanged) joined[joined.length - 1] = { text: last.text + letter, isChanged };
    else joined.push({ text: letter, isChanged });
  });
  return joined;
}
