const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const [padding, blank, foreign] = [64, 65, 66];

/** Meaning of each byte: six bits, padding, a blank, or no Base64. `-` and `_` are the characters of the URL-safe alphabet. */
const meanings = new Uint8Array(256).fill(foreign);
for (let bits = 0; bits < alphabet.length; bits += 1) meanings[alphabet.charCodeAt(bits)] = bits;
meanings[0x2d] = 62;
meanings[0x5f] = 63;
meanings[0x3d] = padding;
for (const byte of [0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20, 0xa0]) meanings[byte] = blank;

/**
 * Decodes Base64 strictly: whole groups, padding only at the end and not too much, nothing after it; undefined for anything else. Blanks
 * and line ends are ignored, padding may be missing. Takes one step per byte, however long the text is, and no memory: the result
 * overwrites the text.
 */
export function fromBase64(text: Buffer): Buffer | undefined {
  let size = 0;
  let letters = 0;
  let pads = 0;
  let group = 0;
  for (let at = 0; at < text.length; at += 1) {
    const meaning = meanings[text[at] as number] as number;
    if (meaning === blank) continue;
    if (meaning === foreign || (pads > 0 && meaning !== padding)) return undefined;
    if (meaning === padding) {
      pads += 1;
      continue;
    }
    letters += 1;
    group = (group << 6) | meaning;
    if (letters % 4 !== 0) continue;
    text[size] = group >> 16;
    text[size + 1] = group >> 8;
    text[size + 2] = group;
    size += 3;
    group = 0;
  }
  const over = letters % 4;
  if (over === 1 || (pads > 0 && over + pads !== 4)) return undefined;
  if (over > 1) text[size++] = over === 2 ? group >> 4 : group >> 10;
  if (over === 3) text[size++] = group >> 2;
  return text.subarray(0, size);
}
