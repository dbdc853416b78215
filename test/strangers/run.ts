import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { actNames } from './acts/acts.ts';
import { lastLine, runCampaign } from './campaign.ts';
import { commit } from './commit.ts';
import { drawDay } from './day-plan.ts';
import { known } from './known.ts';
import { openLane } from './lane.ts';
import { inShort } from './shrink.ts';

/** From this number of days on, each kind of fault must have occurred often enough, and each known error must have shown. */
const fullSize = 400;
const leastMet = 20;

const { values } = parseArgs({
  allowNegative: true,
  options: {
    days: { type: 'string', default: '400' },
    seed: { type: 'string', default: commit() },
    lanes: { type: 'string', default: String(3 * availableParallelism()) },
    wrong: { type: 'string' },
    wrongs: { type: 'boolean', default: false },
    shorten: { type: 'boolean', default: true },
    day: { type: 'string' },
    acts: { type: 'string' },
    windows: { type: 'string', default: 'some' },
  },
});
const [days, lanes] = [Number(values.days), Number(values.lanes)];
const windows = values.windows === 'all' || values.windows === 'none' ? values.windows : 'some';

async function tryWrong(slug: string): Promise<boolean> {
  const campaign = await runCampaign({ days, seed: values.seed, lanes, wrong: slug, untilRed: true });
  const [first] = campaign.red;
  const by = first
    ? first.findings.map(({ counter, what }) => `${counter}: ${what}`).join('; ')
    : (campaign.broken[0]?.slice(0, 200) ?? 'nobody');
  console.log(`wrong=${slug} found_after_days=${first ? campaign.days : 'never'} by=${by}`);
  return first !== undefined;
}

async function tryDays(): Promise<boolean> {
  const started = performance.now();
  const campaign = await runCampaign({ days, seed: values.seed, lanes, shortens: values.shorten, windows, log: console.log });
  for (const [kind, times] of [...campaign.met].toSorted((one, other) => one[1] - other[1]))
    console.log(`${String(times).padStart(5)}  ${kind}`);
  for (const [what, times] of campaign.known) console.log(`known ${times}  ${what}: ${known[what]}`);
  const isFull = days >= fullSize;
  const tooFew = isFull ? [...campaign.met].filter(([, times]) => times < leastMet) : [];
  for (const [kind, times] of tooFew) console.log(`met too seldom: ${kind}, ${times}`);
  const unseen = isFull ? Object.keys(known).filter((what) => !campaign.known.has(what)) : [];
  for (const what of unseen) console.log(`known and not seen any more: ${what}`);
  for (const broken of campaign.broken) console.log(`broken: ${broken}`);
  console.log(`${campaign.windowDays} of the days through the real window; ${((performance.now() - started) / 1000).toFixed(0)} s`);
  console.log(lastLine(campaign));
  return campaign.red.length + campaign.broken.length + tooFew.length + unseen.length === 0 && campaign.days >= days;
}

/** Runs one day again, whole or with only these of its acts, by number or by name. */
async function tryDay(dayNo: number): Promise<boolean> {
  const whole = drawDay(values.seed, dayNo, windows === 'all' || undefined);
  const named = values.acts?.split(',').map((name) => name.trim());
  const own = whole.acts.filter(({ no }) => named?.includes(String(no)) !== false);
  const others = actNames.filter((name) => named?.includes(name) === true).map((name, at) => ({ no: 100 + at, name }));
  const plan = { ...whole, acts: [...own, ...others] };
  const lane = openLane(values.wrong);
  const { findings, met } = await lane.live(plan);
  lane.close();
  console.log(inShort(plan));
  console.log(Object.keys(met).join(', '));
  for (const { counter, what, detail } of findings) console.log(`${counter}: ${what}\n    ${detail}`);
  return findings.length === 0;
}

console.log(`seed=${values.seed}`);
let isGood = true;
if (values.wrongs) {
  const slugs = readdirSync(new URL('wrongs', import.meta.url)).map((file) => file.replace(/\.ts$/, ''));
  for (const slug of slugs) isGood = (await tryWrong(slug)) && isGood;
} else if (values.day !== undefined) isGood = await tryDay(Number(values.day));
else if (values.wrong === undefined) isGood = await tryDays();
else isGood = !(await tryWrong(values.wrong));
process.exit(isGood ? 0 : 1);
