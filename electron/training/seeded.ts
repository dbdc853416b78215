import { createHash } from 'node:crypto';

/** Pseudo-random decimal digits, the same for the same seed and name. */
export function seededDigits(seed: string, name: string, count: number): string {
  let digits = '';
  for (let block = 0; digits.length < count; block += 1) {
    const hash = createHash('sha256').update(`${seed}|${name}|${block}`).digest();
    for (const byte of hash) if (byte < 250) digits += String(byte % 10);
  }
  return digits.slice(0, count);
}

/** An integer from 0 up to, but not including, `below`. */
export function seededNumber(seed: string, name: string, below: number): number {
  return Number(seededDigits(seed, name, 9)) % below;
}
