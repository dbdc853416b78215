/** UTF-8, or UTF-16 where its mark says so. The mark is no part of the text; what is neither is shown as missing. */
export const textOfBytes = (bytes: Uint8Array): string => new TextDecoder(markedUtf16(bytes) ?? 'utf-8').decode(bytes);

/** The same for a file of any program: UTF-16 also without its mark, and Windows-1252 for what is none of them (Excel on an older PC). */
export function guessedText(bytes: Uint8Array): string {
  const utf16 = markedUtf16(bytes) ?? likelyUtf16(bytes);
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return new TextDecoder('windows-1252').decode(bytes);
    throw error;
  }
}

function markedUtf16([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** Latin text in UTF-16 has a zero beside nearly every letter, always on the same side. */
function likelyUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const start = bytes.subarray(0, 2000);
  const zeros = [0, 0];
  start.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const most = start.length / 3;
  if (odd > most && even < odd / 10) return 'utf-16le';
  return even > most && odd < even / 10 ? 'utf-16be' : undefined;
}
