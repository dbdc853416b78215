import { inflateSync } from 'node:zlib';

/** Widths of bars and gaps of every Code 128 symbol, the three starts last. */
const symbols = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 ' +
  '223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 ' +
  '112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 ' +
  '311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 ' +
  '122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 ' +
  '214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232'
).split(' ');
const valueOf = new Map(symbols.map((widths, value) => [widths, value]));
const [codeC, codeB, codeA, startA, startB, startC] = [99, 100, 101, 103, 104, 105];

/** Returns every number that a sheet's bytes carry: as text, or as bars in a picture. */
export function numbersOn(bytes: Buffer, candidates: readonly string[]): string[] {
  const text = bytes.toString('latin1');
  const written = candidates.filter((number) => text.includes(number));
  if (written.length > 0) return written;
  const read = picturesIn(text).flatMap(barsIn);
  return candidates.filter((number) => read.includes(number));
}

interface Picture {
  readonly bits: Uint8Array;
  readonly bytesPerRow: number;
}

function picturesIn(zpl: string): Picture[] {
  return [...zpl.matchAll(/\^GFA,(\d+),(\d+),(\d+),(:Z64:([A-Za-z0-9+/=]+)|[0-9A-Fa-f]+)/g)].map(
    ([, , , row = '1', data = '', packed]) => ({
      bits: packed === undefined ? Buffer.from(data, 'hex') : inflateSync(Buffer.from(packed, 'base64')),
      bytesPerRow: Number(row),
    }),
  );
}

/** Reads along some rows and, for a rotated label, along some columns. */
function barsIn({ bits, bytesPerRow }: Picture): string[] {
  const [width, height] = [bytesPerRow * 8, Math.floor(bits.length / bytesPerRow)];
  const isBlack = (x: number, y: number): boolean => (((bits[y * bytesPerRow + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === 1;
  const found = new Set<string>();
  for (let y = 4; y < height; y += 5) for (const text of read(width, (at) => isBlack(at, y))) found.add(text);
  if (found.size === 0) for (let x = 4; x < width; x += 5) for (const text of read(height, (at) => isBlack(x, at))) found.add(text);
  return [...found];
}

function read(length: number, isBlack: (at: number) => boolean): string[] {
  const runs: number[] = [];
  let [from, colour] = [0, false];
  for (let at = 0; at <= length; at += 1) {
    const now = at < length && isBlack(at);
    if (at < length && now === colour) continue;
    runs.push(at - from);
    [from, colour] = [at, now];
  }
  // A gap at both ends puts the bars at odd positions from either side.
  if (runs.length % 2 === 0) runs.push(0);
  return [...symbolsIn(runs), ...symbolsIn(runs.toReversed())];
}

/** Returns the texts of symbols in these runs. A label that is upside down is read from behind. */
function symbolsIn(runs: readonly number[]): string[] {
  const texts: string[] = [];
  // Bars are at odd positions.
  for (let at = 1; at + 6 < runs.length; at += 2) {
    const start = symbolAt(runs, at);
    if (start !== startA && start !== startB && start !== startC) continue;
    const text = decoded(runs, at, start);
    if (text) texts.push(text);
  }
  return texts;
}

function symbolAt(runs: readonly number[], at: number): number | undefined {
  const six = runs.slice(at, at + 6);
  const dots = six.reduce((sum, run) => sum + run, 0) / 11;
  if (six.length < 6 || dots < 1) return undefined;
  return valueOf.get(six.map((run) => Math.max(1, Math.round(run / dots))).join(''));
}

function decoded(runs: readonly number[], from: number, start: number): string | undefined {
  const values: number[] = [];
  for (let at = from + 6; at + 6 < runs.length; at += 6) {
    const value = symbolAt(runs, at);
    if (value === undefined) break;
    values.push(value);
  }
  const check = values.pop();
  const sum = values.reduce((total, value, at) => total + value * (at + 1), start) % 103;
  if (check === undefined || values.length === 0 || sum !== check) return undefined;
  let set = start === startC ? codeC : start === startB ? codeB : codeA;
  let text = '';
  for (const value of values) {
    if (value === codeC || value === codeB || value === codeA) set = value;
    else if (set === codeC) text += String(value).padStart(2, '0');
    else if (value < 95) text += String.fromCharCode(value + 32);
  }
  return text;
}
