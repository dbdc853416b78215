import { type HostileInput, type Met, meet } from './hostile-bench.ts';

/** In milliseconds of processor time. */
export const heldMostMs = 200;
/** In MB, for the whole program with its processes. */
export const mostMb = 500;
/** A garbage collection may fall into one run, but not into three. */
const tries = 3;

export interface Judged extends Met {
  readonly isHeld: boolean;
  readonly isLarge: boolean;
  readonly isSilent: boolean;
}

/** Runs an input, up to three times if the main thread was held: only a hold in each run counts. */
export async function judge(input: HostileInput): Promise<Judged> {
  let judged = judgeOnce(await meet(input));
  for (let again = 1; again < tries && judged.isHeld; again += 1) {
    const next = judgeOnce(await meet(input));
    if (next.heldMs < judged.heldMs)
      judged = { ...next, isLarge: judged.isLarge || next.isLarge, peakMb: Math.max(judged.peakMb, next.peakMb) };
  }
  return judged;
}

const judgeOnce = (met: Met): Judged => ({
  ...met,
  isHeld: met.heldMs > heldMostMs,
  isLarge: met.peakMb > mostMb,
  isSilent: met.sees.trim() === '',
});

export const heading = `${'input'.padEnd(70)} ${'bytes'.padStart(7)}  ms held  peak MB  seconds  what a person reads`;

export function row({ kind, name }: HostileInput, { bytes, heldMs, peakMb, seconds, sees, ...judged }: Judged): string {
  const figures = [String(bytes).padStart(7), heldMs.toFixed(0).padStart(8), peakMb.toFixed(0).padStart(8), seconds.toFixed(1).padStart(8)];
  const bad = [judged.isHeld ? 'HELD' : '', judged.isLarge ? 'LARGE' : '', judged.isSilent ? 'UNSAID' : ''].filter(Boolean);
  return [`${kind.padEnd(8)} ${name}`.padEnd(70), ...figures, ` ${[...bad, sees.replace(/\s+/g, ' ').slice(0, 140)].join(' ')}`].join(' ');
}
