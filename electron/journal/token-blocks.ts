const ascii = (character: string): number => character.charCodeAt(0);
const [braceOpen, braceClose, bracketOpen, bracketClose] = [ascii('{'), ascii('}'), ascii('['), ascii(']')];
const [comma, colon, quote, newLine, zero] = [ascii(','), ascii(':'), ascii('"'), ascii('\n'), ascii('0')];
/** The most that a token takes with all that stands around its owners. */
const mostAround = ',"281474976710655":[]'.length;

/**
 * The tokens of a run as the texts of its blocks: JSON objects in which each token has its owners, which stand in a line of `owners`.
 * Written byte by byte: put together from strings it takes three times as long.
 */
export function tokenBlocks(tokens: readonly number[], owners: string, blocks: number): readonly string[] {
  const letters = Buffer.from(owners, 'latin1');
  const lineEnds: number[] = [];
  for (let end = 0; lineEnds.length < tokens.length; end += 1) {
    const next = letters.indexOf(newLine, end);
    end = next < 0 ? letters.length : next;
    lineEnds.push(end);
  }
  const inBlock = Array.from({ length: blocks }, (): number[] => []);
  tokens.forEach((token, line) => inBlock[token % blocks]?.push(line));
  const written = Buffer.allocUnsafe(letters.length + tokens.length * mostAround + 2);
  return inBlock.map((lines) => {
    written[0] = braceOpen;
    let at = 1;
    for (const line of lines) {
      const start = line === 0 ? 0 : (lineEnds[line - 1] ?? 0) + 1;
      const end = lineEnds[line] ?? 0;
      if (start === end) continue;
      if (at > 1) written[at++] = comma;
      written[at++] = quote;
      at = writeNumber(written, at, tokens[line] ?? 0);
      written[at++] = quote;
      written[at++] = colon;
      written[at++] = bracketOpen;
      for (let letter = start; letter < end; letter += 1) written[at++] = letters[letter] ?? 0;
      written[at++] = bracketClose;
    }
    written[at++] = braceClose;
    return written.toString('latin1', 0, at);
  });
}

/** Answers where the number ends. */
function writeNumber(into: Uint8Array, at: number, value: number): number {
  let end = at + 1;
  for (let bound = 10; bound <= value; bound *= 10) end += 1;
  for (let place = end - 1, left = value; place >= at; place -= 1) {
    const rest = Math.floor(left / 10);
    into[place] = zero + left - rest * 10;
    left = rest;
  }
  return end;
}
