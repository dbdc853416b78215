// `npm run strangers:shops -- --pushes 1000 --reports 100 --files 100 [--seed S]`, `--wrong SLUG`, `--wrongs`.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { commit } from '../commit.ts';
import { loadProgram } from '../program.ts';
import type { ShopWrong } from './shop-wrong.ts';

const number = { type: 'string', default: '0' } as const;
const { values } = parseArgs({
  options: {
    pushes: number,
    reports: number,
    files: number,
    seed: { type: 'string', default: commit() },
    wrong: { type: 'string' },
    wrongs: { type: 'boolean', default: false },
  },
});
const usual = { pushes: 1000, reports: 60, files: 60 };
/** Not every round draws what is needed to show a bug. */
const mostRounds = 6;
const kinds = ['pushes', 'reports', 'files'] as const;

/** Runs each reintroduced bug in its own process, because a process can load only one. */
function tryWrongs(): boolean {
  const slugs = readdirSync(new URL('wrongs', import.meta.url)).map((file) => file.replace(/\.ts$/, ''));
  return slugs
    .map((slug) =>
      spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--wrong', slug, '--seed', values.seed], { stdio: 'inherit' }),
    )
    .every(({ status }) => status === 0);
}

async function tryWrong(slug: string): Promise<boolean> {
  const { wrong } = (await import(`./wrongs/${slug}.ts`)) as { readonly wrong: ShopWrong };
  loadProgram(wrong.edits);
  const { liveShops } = await import('./live.ts');
  const most = { pushes: 200, reports: 24, files: 20 }[wrong.met];
  let found: readonly string[] = [];
  let round = 0;
  for (; found.length === 0 && round < mostRounds; round += 1) {
    const { findings } = await liveShops(wrong.met, `${values.seed} ${round}`, most);
    found = findings.filter((finding) => wrong.matches.test(finding));
  }
  console.log(`wrong=${slug} rounds=${round} found=${found.length} by=${found[0]?.slice(0, 220) ?? 'nobody'}`);
  return found.length > 0;
}

async function tryShops(): Promise<boolean> {
  const { liveShops } = await import('./live.ts');
  const isAll = kinds.every((kind) => values[kind] === '0');
  let isGood = true;
  for (const kind of kinds) {
    const count = isAll ? usual[kind] : Number(values[kind]);
    if (count === 0) continue;
    const { findings, met, counted } = await liveShops(kind, values.seed, count);
    for (const [what, times] of met) console.log(`${String(times).padStart(5)}  ${what}`);
    for (const finding of findings) console.log(finding);
    console.log(`seed=${values.seed} ${kind}=${count} counted=${counted} wrong=${findings.length}`);
    isGood = findings.length === 0 && isGood;
  }
  return isGood;
}

const isGood = values.wrongs ? tryWrongs() : values.wrong === undefined ? await tryShops() : await tryWrong(values.wrong);
process.exit(isGood ? 0 : 1);
