import { type DayPlan, drawDay, isWindowDay } from './day-plan.ts';
import { type Counter, counters, type Finding } from './finding.ts';
import { kinds } from './kinds.ts';
import { known } from './known.ts';
import { openLane } from './lane.ts';
import { inShort, shrink } from './shrink.ts';

export interface CampaignOptions {
  readonly days: number;
  readonly seed: string;
  /** Number of stations that run at the same time. */
  readonly lanes: number;
  /** Slug of a reintroduced bug. */
  readonly wrong?: string;
  /** Ends after the first red day. */
  readonly untilRed?: boolean;
  /** Red days are shortened before they are reported. */
  readonly shortens?: boolean;
  readonly log?: (line: string) => void;
  /** Days that run in the real window. */
  readonly windows?: 'none' | 'some' | 'all';
  /** Acts of each day, in place of random ones. */
  readonly acts?: readonly string[];
}

export interface Campaign {
  readonly days: number;
  /** Number of days in the real window. */
  readonly windowDays: number;
  readonly parcels: number;
  readonly met: ReadonlyMap<string, number>;
  readonly counts: Readonly<Record<Counter, number>>;
  /** Known findings, and how often each showed. */
  readonly known: ReadonlyMap<string, number>;
  readonly red: readonly { readonly plan: DayPlan; readonly findings: readonly Finding[] }[];
  /** Days that did not run to their end. */
  readonly broken: readonly string[];
}

export async function runCampaign(options: CampaignOptions): Promise<Campaign> {
  const { seed, log = () => undefined, untilRed = false, shortens = !untilRed, windows = 'none' } = options;
  const met = new Map<string, number>(kinds.map((kind) => [kind, 0]));
  const counts = Object.fromEntries(counters.map((counter) => [counter, 0])) as Record<Counter, number>;
  const listed = new Map<string, number>();
  const red: { plan: DayPlan; findings: readonly Finding[] }[] = [];
  const broken: string[] = [];
  let [lived, windowDays, parcels] = [0, 0, 0];
  const hasWindow = (dayNo: number): boolean => windows === 'all' || (windows === 'some' && isWindowDay(dayNo));
  const dayNos = Array.from({ length: options.days }, (_, dayNo) => dayNo);
  const left = { window: dayNos.filter(hasWindow), words: dayNos.filter((dayNo) => !hasWindow(dayNo)) };
  /** Runs one browser at a time: one lane runs all days with a window, and runs them first. */
  function nextDay(laneNo: number): number | undefined {
    if (untilRed && red.length + broken.length > 0) return undefined;
    return (laneNo === 0 ? left.window.shift() : undefined) ?? left.words.shift();
  }

  /** Returns the findings that the day does not show without the bug: only those detect it. */
  async function onlyWithTheWrong(plan: DayPlan, findings: readonly Finding[]): Promise<readonly Finding[]> {
    const right = openLane();
    const { findings: usual } = await right.live(plan).finally(() => right.close());
    return findings.filter(({ what }) => !usual.some((other) => other.what === what));
  }

  async function stay(laneNo: number): Promise<void> {
    const lane = openLane(options.wrong);
    const unlisted = async (plan: DayPlan): Promise<readonly Finding[]> =>
      (await lane.live(plan)).findings.filter(({ what }) => !(what in known));
    for (let dayNo = nextDay(laneNo); dayNo !== undefined; dayNo = nextDay(laneNo)) {
      const drawn = drawDay(seed, dayNo, hasWindow(dayNo));
      const plan = options.acts ? { ...drawn, acts: options.acts.map((name, no) => ({ no, name })) } : drawn;
      try {
        const report = await lane.live(plan);
        lived += 1;
        if (plan.window) windowDays += 1;
        parcels += report.parcels;
        for (const [kind, times] of Object.entries(report.met)) met.set(kind, (met.get(kind) ?? 0) + times);
        for (const { what } of report.findings) if (what in known) listed.set(what, (listed.get(what) ?? 0) + 1);
        const seen = report.findings.filter(({ what }) => !(what in known));
        const findings = options.wrong && seen.length > 0 ? await onlyWithTheWrong(plan, seen) : seen;
        for (const { counter } of findings) counts[counter] += 1;
        if (findings.length === 0) continue;
        red.push({ plan, findings });
        for (const { counter, what, detail } of findings) log(`${plan.seed}: ${counter}: ${what}\n    ${detail}`);
        const wrongs = new Set(findings.map(({ what }) => what));
        // A finding that hangs would take the watchdog's time at each try.
        const shortest =
          shortens && !findings.some(({ hangs }) => hangs)
            ? await shrink(plan, async (shorter) => (await unlisted(shorter)).some(({ what }) => wrongs.has(what)))
            : plan;
        log(`    shortest: ${inShort(shortest)}`);
      } catch (error) {
        broken.push(error instanceof Error ? error.message : String(error));
        log(`broken: ${broken.at(-1)}`);
      }
    }
    lane.close();
  }

  await Promise.all(Array.from({ length: options.lanes }, (_, laneNo) => stay(laneNo)));
  return { days: lived, windowDays, parcels, met, counts, known: listed, red, broken };
}

/** Returns the summary line. */
export function lastLine({ days, parcels, met, counts, known: listed }: Campaign): string {
  const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, each) => total + each, 0);
  return `days=${days} parcels=${parcels} faults=${sum(met.values())} known=${sum(listed.values())} ${counters.map((name) => `${name}=${counts[name]}`).join(' ')}`;
}
