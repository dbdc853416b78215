import { counters, type Finding, liveDrawnDay } from './drawn-day.ts';
import { answerKinds } from './drawn-service.ts';
import type { Spoil } from './small-world.ts';

/** Number of days that run at the same time: most of a day waits for a slow service. */
const usualLanes = 8;

export interface DrawnDays {
  readonly days: number;
  readonly bookings: number;
  readonly sheets: number;
  /** Number of times each kind of answer occurred. */
  readonly met: ReadonlyMap<string, number>;
  readonly findings: readonly (Finding & { readonly day: number })[];
}

/** Runs this number of days of the seed, from day `first` on. `untilRed`: starts no further day after a finding. */
export async function liveDrawnDays(
  days: number,
  seed: string,
  { spoil, untilRed = false, first = 0 }: { readonly spoil?: Spoil; readonly untilRed?: boolean; readonly first?: number } = {},
): Promise<DrawnDays> {
  const met = new Map(answerKinds.map((kind) => [kind, 0]));
  const findings: (Finding & { readonly day: number })[] = [];
  let [next, lived, bookings, sheets] = [first, 0, 0, 0];
  async function stay(): Promise<void> {
    while (next < first + days && !(untilRed && findings.length > 0)) {
      const day = next;
      next += 1;
      const report = await liveDrawnDay(`${seed} ${day}`, spoil);
      lived += 1;
      bookings += report.bookings;
      sheets += report.sheets;
      for (const kind of report.met) met.set(kind, (met.get(kind) ?? 0) + 1);
      findings.push(...report.findings.map((finding) => ({ ...finding, day })));
    }
  }
  await Promise.all(Array.from({ length: untilRed ? 1 : usualLanes }, stay));
  return { days: lived, bookings, sheets, met, findings };
}

/** `days=2000 doubled=0 lost=0 wrong_service=0 …` */
export function lineOf({ days, findings }: DrawnDays): string {
  const count = (name: string): number => findings.filter(({ counter }) => counter === name).length;
  return `days=${days} ${counters.map((name) => `${name}=${count(name)}`).join(' ')}`;
}
