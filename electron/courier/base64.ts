const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const blank = 1;
const padding = 0x3d;

/** What each byte stands for: its own letter of the alphabet, a blank, padding, or nothing (0). `-` and `_` are those of addresses. */
const meanings = new Uint8Array(256);
for (const letter of alphabet) meanings[letter.charCodeAt(0)] = letter.charCodeAt(0);
meanings[0x2d] = 0x2b;
meanings[0x5f] = 0x2f;
meanings[padding] = padding;
for (const byte of [0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20, 0xa0]) meanings[byte] = blank;

/**
 * What a Base64 text says, strictly: whole groups, no padding but at the end and none too much, nothing after it; undefined where it is
 * anything else. Blanks and line ends do not count, padding may be missing. Takes one step per byte, however long the text is.
 */
export function fromBase64(text: Uint8Array): Buffer | undefined {
  const letters = Buffer.allocUnsafe(text.length);
  let count = 0;
  let pads = 0;
  for (const byte of text) {
    const meaning = meanings[byte] as number;
    if (meaning === blank) continue;
    if (meaning === 0 || (pads > 0 && meaning !== padding)) return undefined;
    if (meaning === padding) pads += 1;
    else letters[count++] = meaning;
  }
  const over = count % 4;
  if (over === 1 || (pads > 0 && over + pads !== 4)) return undefined;
  return Buffer.from(letters.toString('latin1', 0, count), 'base64');
}
