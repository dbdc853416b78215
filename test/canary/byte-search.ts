const letters = 256;

/** A-Z as a-z, so that a search ignores the case of ASCII letters. */
const folded = Uint8Array.from({ length: letters }, (_, byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte));

/**
 * Searches for many sequences of bytes at once, in one pass (Aho and Corasick). The time does not depend on their number. Calls `found` with
 * the index of each one that occurs, once per call.
 */
export function byteSearch(needles: readonly Uint8Array[]): (hay: Uint8Array, found: (needle: number) => void) => void {
  const most = needles.reduce((sum, needle) => sum + needle.length, 1);
  const next = new Int32Array(most * letters);
  const ends: (number[] | undefined)[] = [];
  let states = 1;
  for (const [index, needle] of needles.entries()) {
    if (needle.length === 0) throw new Error('An empty sequence occurs everywhere.');
    let state = 0;
    for (const byte of needle) {
      const at = state * letters + (folded[byte] ?? 0);
      if (next[at] === 0) next[at] = states++;
      state = next[at] ?? 0;
    }
    (ends[state] ??= []).push(index);
  }
  joinStates(next, ends);
  return (hay, found) => {
    const seen = new Set<number>();
    let state = 0;
    for (const byte of hay) {
      state = next[state * letters + (folded[byte] ?? 0)] ?? 0;
      for (const index of ends[state] ?? [])
        if (!seen.has(index)) {
          seen.add(index);
          found(index);
        }
    }
  };
}

/** Fills every missing step with that of the longest ending that also begins a needle. */
function joinStates(next: Int32Array, ends: (number[] | undefined)[]): void {
  const shorter = new Int32Array(next.length / letters);
  const queue = [...next.subarray(0, letters)].filter((state) => state !== 0);
  for (let state = queue.shift(); state !== undefined; state = queue.shift()) {
    const own = shorter[state] ?? 0;
    const more = ends[own];
    if (more) ends[state] = [...(ends[state] ?? []), ...more];
    for (let byte = 0; byte < letters; byte += 1) {
      const at = state * letters + byte;
      const instead = next[own * letters + byte] ?? 0;
      const child = next[at] ?? 0;
      if (child === 0) next[at] = instead;
      else {
        shorter[child] = instead;
        queue.push(child);
      }
    }
  }
}
