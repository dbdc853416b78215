const ascii = (character: string): number => character.charCodeAt(0);
const [braceOpen, braceClose, bracketOpen, bracketClose] = [ascii('{'), ascii('}'), ascii('['), ascii(']')];
const [comma, colon, quote, newLine, zero] = [ascii(','), ascii(':'), ascii('"'), ascii('\n'), ascii('0')];
const halfDigits = 8;
const halfBound = 10 ** halfDigits;
/** Longest text around the owners of one token. */
const mostAround = ',"281474976710655":[]'.length;

/**
 * Returns the blocks of a run as JSON texts: objects that map each token to its owners, which are one line of `owners`.
 * Writes byte by byte: joining strings takes three times as long.
 */
export function tokenBlocks(tokens: readonly number[], owners: string, blocks: number): readonly string[] {
  const letters = Buffer.from(owners, 'latin1');
  const lineEnds = new Uint32Array(tokens.length).fill(letters.length);
  for (let end = 0, line = 0; end < letters.length; end += 1) if (letters[end] === newLine) lineEnds[line++] = end;
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

/** Returns where the number ends. Writes it in two halves: 32-bit integers are divided in a fraction of the time. */
function writeNumber(into: Uint8Array, at: number, value: number): number {
  let end = at + 1;
  for (let bound = 10; bound <= value; bound *= 10) end += 1;
  const high = Math.floor(value / halfBound);
  const middle = Math.max(at, end - halfDigits);
  writeDigits(into, middle, end, value - high * halfBound);
  writeDigits(into, at, middle, high);
  return end;
}

function writeDigits(into: Uint8Array, from: number, to: number, value: number): void {
  for (let place = to - 1, left = value | 0; place >= from; place -= 1) {
    const rest = (left / 10) | 0;
    into[place] = zero + left - rest * 10;
    left = rest;
  }
}
