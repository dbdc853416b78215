import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DefectName } from './defects.ts';
import { createDice, type Dice } from './dice.ts';
import { type Counts, judge, noCounts, sumOf } from './judge.ts';
import { integrityFailures, type LifeEnd, openPlace, type Place } from './lane.ts';
import type { LifePlan } from './life.ts';
import { points as allPoints, isAtPrinter, type Point } from './points.ts';

export interface CampaignOptions {
  readonly kills: number;
  readonly seed: string;
  /** Number of stations that run at the same time. */
  readonly lanes: number;
  readonly defect?: DefectName;
  /** Ends as soon as a failure was found. */
  readonly untilFound?: boolean;
  /** Ends after the requested number of kills, even if some points were not reached. */
  readonly isShort?: boolean;
  /** Kills only at the printer. Every order has two parcels, so two labels follow one another. */
  readonly isAtPrinter?: boolean;
  /** Kills only at points whose name contains this. */
  readonly at?: string;
  /** Receives each failure as it is found. */
  readonly log?: (line: string) => void;
}

export interface Campaign extends Counts {
  readonly kills: number;
  readonly bookings: number;
  readonly integrityFailures: number;
  /** Number of lives that each named point ended. */
  readonly hits: ReadonlyMap<string, number>;
  /** Stations that could not be opened or that ended by themselves. */
  readonly broken: readonly string[];
  /** Commits that no point names: a new way to change the journal that no kill covers yet. */
  readonly unnamed: readonly string[];
}

/** A run that ends at the first failure looks at each place earlier. */
const livesPerPlace = (untilFound: boolean): number => (untilFound ? 2 : 8);
/**
 * Share of kills at named points; the rest come by the clock, at any moment. A short run needs most of its kills to reach every point once.
 */
const namedShare = (kills: number): number => (kills < 2 * allPoints.length ? 0.9 : 0.75);

/**
 * Kills stations at named points and at random moments, and compares their belief with the truth. A run that is not short goes on beyond
 * the requested kills until every point was hit, up to three times as many.
 */
export async function runCampaign(options: CampaignOptions): Promise<Campaign> {
  const { seed, lanes, defect = null, log = () => undefined } = options;
  const dice = createDice(seed);
  const possible = allPoints.filter((point) => options.isAtPrinter !== true || isAtPrinter(point));
  const points = possible.filter(({ name }) => name.includes(options.at ?? ''));
  if (points.length === 0)
    throw new Error(`No point has "${options.at}" in its name. Known:\n${possible.map(({ name }) => name).join('\n')}`);
  const parcels = options.isAtPrinter === true ? 2 : null;
  const hits = new Map(points.map(({ name }) => [name, 0]));
  const broken: string[] = [];
  const unnamed = new Set<string>();
  let counts: Counts = noCounts;
  let [kills, bookings, failures, begun] = [0, 0, 0, 0];

  const misses = new Map<string, number>();
  /**
   * Returns the point with the fewest hits among those that this life can reach. A point that was missed repeatedly comes up less often,
   * but before those that were hit.
   */
  function nextPoint(isNewFolder: boolean): Point | null {
    const effort = ({ name }: Point): number => (hits.get(name) ?? 0) + Math.min((misses.get(name) ?? 0) / 3, 0.9);
    const within = points.filter(({ needs }) => needs !== 'a new folder' || isNewFolder);
    if (within.length === 0) return null;
    // New folders are few: points that only a new folder can reach go first there.
    const rare = within.filter((point) => point.needs === 'a new folder' && effort(point) === 0);
    const open = rare.length > 0 ? rare : within;
    const least = Math.min(...open.map(effort));
    const next = dice.pick(open.filter((point) => effort(point) <= least) as [Point, ...Point[]]);
    misses.set(next.name, (misses.get(next.name) ?? 0) + 1);
    return next;
  }

  /** True if the point was missed before the try that is being planned. */
  const wasMissed = ({ name }: Point): boolean => (misses.get(name) ?? 0) > 1;

  const isFound = (): boolean => options.untilFound === true && failures + Object.values(counts).reduce((sum, count) => sum + count) > 0;
  const isMissing = (): boolean => [...hits.values()].includes(0);
  const wanted = (): boolean => !isFound() && (begun < options.kills || (!options.isShort && isMissing() && begun < 3 * options.kills));

  async function stay(number: number): Promise<void> {
    const place = await openPlace();
    const about = `seed ${seed} place ${number} ${place.dir}`;
    const own = createDice(`${seed} ${number}`);
    let found = noCounts;
    let lifeNo = 0;

    async function live(point: Point | null): Promise<void> {
      begun += 1;
      lifeNo += 1;
      const end = await place.live(
        planOf(own, `${seed} ${number} ${lifeNo}`, `${number}-${lifeNo}`, point, point !== null && wasMissed(point), defect, parcels),
        killAfter(own, point, options.defect ?? null),
      );
      for (const name of end.unnamed) unnamed.add(name);
      if (end.killed === 'not at all') broken.push(`${about} life ${lifeNo}: ${end.complaint.slice(-2000)}`);
      else kills += 1;
      if (end.killed === 'at its point' && point) {
        hits.set(point.name, (hits.get(point.name) ?? 0) + 1);
        misses.delete(point.name);
      } else if (point) log(`${about} life ${lifeNo}: did not come by "${point.name}" (${end.complaint})`);
      if (end.silent) {
        found = sumOf(found, { ...noCounts, silentUnknown: end.silent });
        log(`${about} life ${lifeNo}: ${end.silent} left open in silence`);
      }
    }

    for (let each = 0; each < livesPerPlace(options.untilFound === true) && wanted(); each += 1) {
      const isNamed = options.at !== undefined || begun >= options.kills || own.chance(namedShare(options.kills));
      const point = isNamed ? nextPoint(lifeNo === 0) : null;
      if (options.at !== undefined && !point) break;
      const needs = point?.needs ?? 'nothing';
      if (typeof needs === 'object') await live(pointNamed(needs.killedAt));
      await live(point);
    }
    const end = await lookAt(place, defect, seed);
    if (end.belief) {
      found = sumOf(found, judge(place.truth(), end.belief));
      bookings += place.truth().orders.length;
    } else broken.push(`${about} could not be looked at: ${end.complaint.slice(-2000)}`);
    const damaged = integrityFailures(place.dir);
    failures += damaged;
    counts = sumOf(counts, found);
    const isGood = end.belief !== undefined && damaged === 0 && Object.values(found).every((count) => count === 0);
    if (!isGood) {
      writeFileSync(join(place.dir, 'judged.json'), JSON.stringify({ truth: place.truth(), belief: end.belief }, null, 2));
      log(`${about}: ${JSON.stringify({ ...found, damaged })}, see judged.json there`);
    }
    await place.close(!isGood && defect === null);
  }

  let places = 0;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (wanted()) {
        places += 1;
        await stay(places);
      }
    }),
  );
  return { ...counts, kills, bookings, integrityFailures: failures, hits, broken, unnamed: [...unnamed] };
}

function planOf(
  dice: Dice,
  seed: string,
  prefix: string,
  point: Point | null,
  wasMissed: boolean,
  defect: DefectName | null,
  parcels: LifePlan['parcels'],
): Parameters<Place['live']>[0] {
  if (!point) return { seed, prefix, act: 'work', errand: parcels ? 'ship' : null, dieAt: null, defect, parcels };
  // A printer takes some time for a label.
  const afterMs = point.name.endsWith('under way') ? 1 + dice.whole(point.name.startsWith('print label') ? 300 : 40) : 0;
  return {
    seed,
    prefix,
    act: 'work',
    errand: point.errand,
    // Some points occur once in a life: after a miss, a life does not wait for a second occurrence.
    dieAt: { point: point.name, nth: point.errand && !wasMissed && dice.chance(0.3) ? 2 : 1, afterMs },
    defect,
    parcels,
  };
}

const pointNamed = (wanted: string): Point | null => allPoints.find(({ name }) => name === wanted) ?? null;

/**
 * The clock does not end a life that has a point, unless the program has a defect: it may then wait forever, for example for the label of a
 * booking that it made up, and is killed some time after it opened. A life without a point ends at any moment, also during its start.
 */
const killAfter = (dice: Dice, point: Point | null, defect: DefectName | null): number | undefined => {
  if (point) return defect === null ? undefined : 5_000;
  return 100 + dice.whole(2_500);
};

/** Opens the station again without faults and lets it recover what it can. */
const lookAt = (place: Place, defect: DefectName | null, seed: string): Promise<LifeEnd> =>
  place.live({ seed, prefix: 'look', act: 'look', errand: null, dieAt: null, defect, parcels: null });

/** Returns the summary line. */
export function lastLine(campaign: Campaign): string {
  const { kills, bookings, lost, doubled, phantom, silentUnknown, sheetsDoubled, integrityFailures: failures, hits } = campaign;
  const counts = [...hits.values()];
  const reached = counts.filter((count) => count > 0).length;
  return (
    `kills=${kills} bookings=${bookings} lost=${lost} doubled=${doubled} phantom=${phantom} silent_unknown=${silentUnknown} ` +
    `sheets_doubled=${sheetsDoubled} integrity_failures=${failures} points=${reached}/${counts.length} min_hits=${Math.min(...counts)}`
  );
}
